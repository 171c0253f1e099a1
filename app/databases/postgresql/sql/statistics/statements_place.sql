-- Where pg_stat_statements is in the connected database; no row where it is not.
SELECT
    CAST(n.nspname AS text) AS schema_name,
    CAST(current_setting('server_version_num') AS int) AS version,
    (SELECT count(*) FROM pg_settings WHERE name = 'pg_stat_statements.max') AS is_loaded
FROM pg_extension AS e
JOIN pg_namespace AS n ON n.oid = e.extnamespace
WHERE e.extname = 'pg_stat_statements'
