-- The files of this database. A page has 8,192 bytes.
SELECT f.type_desc AS what, COALESCE(g.name, '') AS name, f.physical_name AS place, CAST(f.size AS bigint) * 8192 AS size_bytes
FROM sys.database_files f LEFT JOIN sys.filegroups g ON g.data_space_id = f.data_space_id;
