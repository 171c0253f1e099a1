-- Where tables and indexes of the connected database lie; is_own: in a tablespace of their own, not the database's. A
-- table's size holds its TOAST. A location is "" for what lies in the server's own data folder.

SELECT
    CASE WHEN c.relkind = 'i' THEN 'index' ELSE 'table' END AS kind,
    upper(c.relname) AS name,
    upper(coalesce(t.relname, c.relname)) AS table_name,
    s.spcname AS space,
    pg_tablespace_location(s.oid) AS folder,
    CASE WHEN c.reltablespace <> 0 THEN 1 ELSE 0 END AS is_own,
    pg_table_size(c.oid) AS size_bytes
FROM pg_class AS c
JOIN pg_database AS d ON d.datname = current_database()
JOIN pg_tablespace AS s ON s.oid = CASE WHEN c.reltablespace = 0 THEN d.dattablespace ELSE c.reltablespace END
LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
LEFT JOIN pg_class AS t ON t.oid = i.indrelid
WHERE c.relnamespace = CAST('public' AS regnamespace) AND c.relkind IN ('r', 'i')
    AND upper(coalesce(t.relname, c.relname)) NOT LIKE 'OUTPACE%'
ORDER BY table_name, kind DESC, name
