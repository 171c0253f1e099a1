-- Where this database lies: its own tablespace, and what of it lies in others, with the bytes of all forks.
WITH own AS (
    SELECT t.oid, t.spcname FROM pg_database d JOIN pg_tablespace t ON t.oid = d.dattablespace
    WHERE d.datname = current_database()
), elsewhere AS (
    SELECT t.spcname AS name, pg_tablespace_location(t.oid) AS place,
        CASE WHEN c.relkind = 'i' THEN 'indexes' ELSE 'tables' END AS what, count(*) AS files,
        sum(pg_relation_size(c.oid, 'main') + pg_relation_size(c.oid, 'fsm') + pg_relation_size(c.oid, 'vm'))
            AS size_bytes
    FROM pg_class c JOIN pg_tablespace t ON t.oid = c.reltablespace
    WHERE t.spcname <> 'pg_global' AND c.relkind IN ('r', 'i', 't', 'm')
    GROUP BY t.spcname, t.oid, CASE WHEN c.relkind = 'i' THEN 'indexes' ELSE 'tables' END
)
SELECT 'database' AS what, CASE WHEN own.spcname = 'pg_default' THEN '' ELSE own.spcname END AS name,
    pg_tablespace_location(own.oid) AS place, CAST(NULL AS bigint) AS files,
    CAST(pg_database_size(current_database()) - (SELECT coalesce(sum(e.size_bytes), 0) FROM elsewhere e) AS bigint)
        AS size_bytes
FROM own
UNION ALL
SELECT e.what, e.name, e.place, e.files, CAST(e.size_bytes AS bigint) FROM elsewhere e;
