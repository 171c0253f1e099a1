"""SQL Server and Babelfish."""
