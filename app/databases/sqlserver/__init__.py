"""SQL Server and Babelfish: how to talk to them, what they say of themselves, what they count."""
