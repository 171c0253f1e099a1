-- Settings that a reader of a comparison must know, as this session sees them.
SHOW SESSION VARIABLES WHERE Variable_name IN (
    'binlog_format', 'datadir', 'innodb_adaptive_hash_index', 'innodb_buffer_pool_instances',
    'innodb_buffer_pool_size', 'innodb_change_buffering', 'innodb_data_home_dir', 'innodb_doublewrite',
    'innodb_file_per_table', 'innodb_flush_log_at_trx_commit', 'innodb_flush_method', 'innodb_flush_neighbors',
    'innodb_io_capacity', 'innodb_io_capacity_max', 'innodb_log_buffer_size', 'innodb_log_file_size',
    'innodb_log_files_in_group', 'innodb_log_group_home_dir', 'innodb_page_size', 'innodb_read_io_threads',
    'innodb_redo_log_capacity', 'innodb_undo_directory', 'innodb_use_native_aio', 'innodb_write_io_threads', 'log_bin',
    'log_bin_basename', 'log_bin_trust_function_creators', 'max_connections', 'performance_schema', 'query_cache_type', 'skip_log_bin', 'sync_binlog',
    'thread_handling', 'tmpdir', 'tx_isolation', 'transaction_isolation', 'version', 'version_comment',
    'version_compile_machine', 'version_compile_os'
);
