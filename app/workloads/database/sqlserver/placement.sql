-- Where tables and indexes of the connected database lie. A table without a clustered index is a heap (index_id 0). The
-- folder is that of the filegroup's first file.

SELECT
    CASE WHEN i.index_id < 2 THEN 'table' ELSE 'index' END AS kind,
    UPPER(CASE WHEN i.index_id < 2 THEN o.name ELSE i.name END) AS name,
    UPPER(o.name) AS table_name,
    g.name AS space,
    (SELECT TOP (1) f.physical_name FROM sys.database_files AS f
     WHERE f.data_space_id = g.data_space_id ORDER BY f.file_id) AS place,
    (SELECT SUM(CAST(a.total_pages AS bigint)) * 8192 FROM sys.partitions AS p
     JOIN sys.allocation_units AS a ON a.container_id = CASE WHEN a.type = 2 THEN p.partition_id ELSE p.hobt_id END
     WHERE p.object_id = i.object_id AND p.index_id = i.index_id) AS size_bytes
FROM sys.indexes AS i
JOIN sys.objects AS o ON o.object_id = i.object_id AND o.type = 'U' AND o.is_ms_shipped = 0
JOIN sys.data_spaces AS g ON g.data_space_id = i.data_space_id
WHERE o.name NOT LIKE 'OUTPACE%'
ORDER BY table_name, kind DESC, name
