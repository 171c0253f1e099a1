-- Which product this is; readable by everybody. Babelfish for PostgreSQL names itself in its version.
SELECT
    CAST(@@VERSION AS nvarchar(400)) AS version,
    CAST(SERVERPROPERTY('ProductMajorVersion') AS nvarchar(20)) AS major
