-- The files of one database; needs VIEW SERVER STATE (2022: VIEW SERVER PERFORMANCE STATE). {database} is its quoted name,
-- the parameter its name; type 1 is the log. io_stall is the time that requests waited, cumulative.
SELECT
    MAX(io.sample_ms) / 1000.0 AS time_s,
    SUM(CASE WHEN f.type <> 1 THEN CAST(io.num_of_reads AS float) ELSE 0 END) AS database_reads,
    SUM(CASE WHEN f.type <> 1 THEN CAST(io.num_of_bytes_read AS float) ELSE 0 END) AS database_read_bytes,
    SUM(CASE WHEN f.type <> 1 THEN CAST(io.io_stall_read_ms AS float) ELSE 0 END) / 1000 AS database_read_s,
    SUM(CASE WHEN f.type <> 1 THEN CAST(io.num_of_writes AS float) ELSE 0 END) AS database_writes,
    SUM(CASE WHEN f.type <> 1 THEN CAST(io.num_of_bytes_written AS float) ELSE 0 END) AS database_write_bytes,
    SUM(CASE WHEN f.type <> 1 THEN CAST(io.io_stall_write_ms AS float) ELSE 0 END) / 1000 AS database_write_s,
    SUM(CASE WHEN f.type = 1 THEN CAST(io.num_of_reads AS float) ELSE 0 END) AS log_reads,
    SUM(CASE WHEN f.type = 1 THEN CAST(io.num_of_bytes_read AS float) ELSE 0 END) AS log_read_bytes,
    SUM(CASE WHEN f.type = 1 THEN CAST(io.io_stall_read_ms AS float) ELSE 0 END) / 1000 AS log_read_s,
    SUM(CASE WHEN f.type = 1 THEN CAST(io.num_of_writes AS float) ELSE 0 END) AS log_writes,
    SUM(CASE WHEN f.type = 1 THEN CAST(io.num_of_bytes_written AS float) ELSE 0 END) AS log_write_bytes,
    SUM(CASE WHEN f.type = 1 THEN CAST(io.io_stall_write_ms AS float) ELSE 0 END) / 1000 AS log_write_s
FROM sys.dm_io_virtual_file_stats(DB_ID(?), NULL) AS io
INNER JOIN {database}.sys.database_files AS f ON f.file_id = io.file_id
