-- The server's tablespaces, and whether this user may put something into them.

SELECT
    spcname AS name,
    pg_tablespace_location(oid) AS folder,
    CASE WHEN has_tablespace_privilege(oid, 'CREATE') THEN 1 ELSE 0 END AS is_allowed
FROM pg_tablespace
WHERE spcname <> 'pg_global'
ORDER BY name
