-- Reads and writes of the data files of one database's tables (indexes lie in their table's file) since the server began;
-- needs SELECT on performance_schema. The parameter is the database. CHAR(92) is the backslash of Windows.
SELECT
    SUBSTRING_INDEX(SUBSTRING_INDEX(REPLACE(FILE_NAME, CHAR(92), '/'), '/', -1), '.ibd', 1) AS name,
    COUNT_READ + 0E0 AS read_count,
    SUM_TIMER_READ / 1E12 AS read_s,
    COUNT_WRITE + 0E0 AS write_count
FROM performance_schema.file_summary_by_instance
WHERE EVENT_NAME = 'wait/io/file/innodb/innodb_data_file'
    AND FILE_NAME LIKE '%.ibd'
    AND SUBSTRING_INDEX(SUBSTRING_INDEX(REPLACE(FILE_NAME, CHAR(92), '/'), '/', -2), '/', 1) = ?
ORDER BY COUNT_READ + COUNT_WRITE DESC, name
