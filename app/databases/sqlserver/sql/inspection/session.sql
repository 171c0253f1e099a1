SELECT
    CAST(@@VERSION AS nvarchar(400)) AS version_text,
    CAST(SERVERPROPERTY('Edition') AS nvarchar(128)) AS edition,
    CAST(SERVERPROPERTY('ProductLevel') AS nvarchar(128)) AS product_level,
    CAST(SERVERPROPERTY('Collation') AS nvarchar(128)) AS collation_name;
