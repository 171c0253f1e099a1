-- Blocks that tables and indexes of the connected database asked the operating system for since their statistics began.
-- A table's TOAST counts with it.
SELECT
    relname AS name,
    relname AS "table",
    'table' AS kind,
    (coalesce(heap_blks_read, 0) + coalesce(toast_blks_read, 0) + coalesce(tidx_blks_read, 0))::float8 AS reads
FROM pg_statio_user_tables
UNION ALL
SELECT
    indexrelname,
    relname,
    'index',
    idx_blks_read::float8
FROM pg_statio_user_indexes
ORDER BY reads DESC, name
