-- Waits for pages of tables and indexes of the connected database: physical reads that were waited for, since the object
-- came into the metadata cache. Needs VIEW SERVER STATE and sees the objects that the user may see.
SELECT
    found.name AS name,
    found.table_name AS table_name,
    found.kind AS kind,
    SUM(found.reads) AS reads,
    SUM(found.read_ms) / 1000 AS read_s,
    SUM(found.rows_changed) AS rows_changed
FROM (
    SELECT
        CASE WHEN s.index_id < 2 THEN o.name ELSE i.name END AS name,
        o.name AS table_name,
        CASE WHEN s.index_id < 2 THEN 'table' ELSE 'index' END AS kind,
        CAST(s.page_io_latch_wait_count AS float) AS reads,
        CAST(s.page_io_latch_wait_in_ms AS float) AS read_ms,
        CAST(s.leaf_insert_count + s.leaf_update_count + s.leaf_delete_count + s.leaf_ghost_count AS float)
            AS rows_changed
    FROM sys.dm_db_index_operational_stats(DB_ID(), NULL, NULL, NULL) AS s
    INNER JOIN sys.objects AS o ON o.object_id = s.object_id AND o.is_ms_shipped = 0
    LEFT JOIN sys.indexes AS i ON i.object_id = s.object_id AND i.index_id = s.index_id
) AS found
GROUP BY found.name, found.table_name, found.kind
ORDER BY reads DESC, name
