"""DVD Store on SQL Server and Babelfish."""
