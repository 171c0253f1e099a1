-- InnoDB's and the server's status (MySQL 8), of the whole server; readable by everybody.
SELECT
    TIMESTAMPDIFF(MICROSECOND, '2020-01-01', UTC_TIMESTAMP(6)) / 1E6 AS time_s,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_data_reads' THEN VARIABLE_VALUE END) + 0E0 AS database_reads,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_data_read' THEN VARIABLE_VALUE END) + 0E0 AS database_read_bytes,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_data_writes' THEN VARIABLE_VALUE END) + 0E0 AS database_writes,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_data_written' THEN VARIABLE_VALUE END) + 0E0 AS database_write_bytes,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_log_writes' THEN VARIABLE_VALUE END) + 0E0 AS log_writes,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_os_log_written' THEN VARIABLE_VALUE END) + 0E0 AS log_write_bytes,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_os_log_fsyncs' THEN VARIABLE_VALUE END) + 0E0 AS log_syncs,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_data_fsyncs' THEN VARIABLE_VALUE END) + 0E0 AS total_syncs,
    SUM(
        CASE WHEN VARIABLE_NAME IN ('Innodb_data_pending_reads', 'Innodb_data_pending_writes') THEN VARIABLE_VALUE END
    ) + 0E0 AS pending,
    SUM(
        CASE
            WHEN VARIABLE_NAME = 'Innodb_buffer_pool_read_requests' THEN VARIABLE_VALUE + 0E0
            WHEN VARIABLE_NAME = 'Innodb_buffer_pool_reads' THEN -(VARIABLE_VALUE + 0E0)
        END
    ) AS cache_hits,
    MAX(CASE WHEN VARIABLE_NAME = 'Innodb_buffer_pool_reads' THEN VARIABLE_VALUE END) + 0E0 AS cache_misses,
    MAX(CASE WHEN VARIABLE_NAME = 'Threads_connected' THEN VARIABLE_VALUE END) + 0E0 AS connections,
    MAX(CASE WHEN VARIABLE_NAME = 'Questions' THEN VARIABLE_VALUE END) + 0E0 AS questions
FROM performance_schema.global_status
