-- Blocks that tables and indexes of the connected database asked the operating system for, and rows changed, since their
-- statistics began. A table's TOAST counts with it.
SELECT
    io.relname AS name,
    io.relname AS "table",
    'table' AS kind,
    (coalesce(heap_blks_read, 0) + coalesce(toast_blks_read, 0) + coalesce(tidx_blks_read, 0))::float8 AS reads,
    (n_tup_ins + n_tup_upd + n_tup_del)::float8 AS rows_changed
FROM pg_statio_user_tables AS io
JOIN pg_stat_user_tables AS of_table USING (relid)
UNION ALL
SELECT
    indexrelname,
    relname,
    'index',
    idx_blks_read::float8,
    NULL
FROM pg_statio_user_indexes
ORDER BY reads DESC, name
