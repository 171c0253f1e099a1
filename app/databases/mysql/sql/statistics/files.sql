-- The files of InnoDB in performance_schema, of the whole server; needs SELECT on it. Timers are in picoseconds. Writes of
-- pages are handed over to the operating system and not waited for: their timer is no latency and not read here.
SELECT
    TIMESTAMPDIFF(MICROSECOND, '2020-01-01', UTC_TIMESTAMP(6)) / 1E6 AS time_s,
    SUM(CASE WHEN file.is_log = 0 THEN COUNT_READ END) + 0E0 AS database_reads,
    SUM(CASE WHEN file.is_log = 0 THEN SUM_NUMBER_OF_BYTES_READ END) + 0E0 AS database_read_bytes,
    SUM(CASE WHEN file.is_log = 0 THEN SUM_TIMER_READ END) / 1E12 AS database_read_s,
    SUM(CASE WHEN file.is_log = 0 THEN COUNT_WRITE END) + 0E0 AS database_writes,
    SUM(CASE WHEN file.is_log = 0 THEN SUM_NUMBER_OF_BYTES_WRITE END) + 0E0 AS database_write_bytes,
    SUM(CASE WHEN file.is_log = 1 THEN COUNT_READ END) + 0E0 AS log_reads,
    SUM(CASE WHEN file.is_log = 1 THEN SUM_NUMBER_OF_BYTES_READ END) + 0E0 AS log_read_bytes,
    SUM(CASE WHEN file.is_log = 1 THEN SUM_TIMER_READ END) / 1E12 AS log_read_s,
    SUM(CASE WHEN file.is_log = 1 THEN COUNT_WRITE END) + 0E0 AS log_writes,
    SUM(CASE WHEN file.is_log = 1 THEN SUM_NUMBER_OF_BYTES_WRITE END) + 0E0 AS log_write_bytes,
    SUM(CASE WHEN file.is_log = 1 THEN SUM_TIMER_WRITE END) / 1E12 AS log_write_s
FROM (
    SELECT
        EVENT_NAME = 'wait/io/file/innodb/innodb_log_file' AS is_log,
        COUNT_READ,
        SUM_NUMBER_OF_BYTES_READ,
        SUM_TIMER_READ,
        COUNT_WRITE,
        SUM_NUMBER_OF_BYTES_WRITE,
        SUM_TIMER_WRITE
    FROM performance_schema.file_summary_by_instance
    WHERE EVENT_NAME IN (
        'wait/io/file/innodb/innodb_data_file',
        'wait/io/file/innodb/innodb_dblwr_file',
        'wait/io/file/innodb/innodb_log_file'
    )
) AS file
