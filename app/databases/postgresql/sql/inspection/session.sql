-- What this session and its user are.
SELECT
    version() AS version_text,
    quote_ident(current_user) AS account,
    CASE WHEN r.rolsuper OR r.rolcreatedb THEN 1 ELSE 0 END AS may_create,
    CASE WHEN pg_has_role(current_user, 'pg_monitor', 'MEMBER') THEN 1 ELSE 0 END AS may_monitor,
    CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END AS is_standby,
    pg_size_bytes(current_setting('shared_buffers')) AS memory_bytes,
    (SELECT CASE WHEN s.ssl THEN 1 ELSE 0 END FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid()) AS encrypted,
    (SELECT count(*) FROM pg_ts_config c WHERE c.cfgname = 'simple') AS text_search,
    LEAST(
        CAST(current_setting('max_connections') AS int) - CAST(current_setting('superuser_reserved_connections') AS int)
            - (SELECT CAST(count(*) AS int) FROM pg_stat_activity a WHERE a.backend_type = 'client backend'),
        CASE
            WHEN r.rolconnlimit >= 0 AND NOT r.rolsuper
            THEN r.rolconnlimit - (SELECT CAST(count(*) AS int) FROM pg_stat_activity a WHERE a.usesysid = r.oid)
        END
    ) AS free_connections
FROM pg_roles r
WHERE r.rolname = current_user;
