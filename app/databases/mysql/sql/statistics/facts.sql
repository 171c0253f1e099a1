-- What decides which statistics there are: MySQL 8, MariaDB 10.6 and later; readable by everybody.
SHOW GLOBAL VARIABLES WHERE Variable_name IN (
    'version', 'performance_schema', 'innodb_flush_method', 'innodb_data_file_buffering', 'innodb_log_file_buffering'
)
