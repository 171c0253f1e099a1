-- Where the server runs; readable by everybody.
SHOW GLOBAL VARIABLES WHERE Variable_name IN (
    'pid_file', 'datadir', 'innodb_data_home_dir', 'innodb_log_group_home_dir'
)
