-- Requests of one database's files that wait or are in service now; needs VIEW SERVER STATE. {database} is its quoted
-- name, the parameter its name.
SELECT
    COALESCE(SUM(CASE WHEN f.type <> 1 THEN 1 ELSE 0 END), 0) AS database_pending,
    COALESCE(SUM(CASE WHEN f.type = 1 THEN 1 ELSE 0 END), 0) AS log_pending
FROM sys.dm_io_pending_io_requests AS request
INNER JOIN sys.dm_io_virtual_file_stats(DB_ID(?), NULL) AS io ON io.file_handle = request.io_handle
INNER JOIN {database}.sys.database_files AS f ON f.file_id = io.file_id
