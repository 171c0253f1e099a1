-- A process of the server's own (of no database: it outlives this connection), and the server's folders; the data folder is
-- seen by pg_monitor alone.
SELECT
    coalesce((SELECT min(pid) FROM pg_stat_activity WHERE datid IS NULL), pg_backend_pid()) AS pid,
    (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS data,
    (
        SELECT string_agg(pg_tablespace_location(oid), chr(10)) FROM pg_tablespace
        WHERE pg_tablespace_location(oid) <> ''
    ) AS tablespaces
