-- Settings that a reader of a comparison must know, as this session sees them; data_directory only where it may be seen.
SELECT name, CASE WHEN name = 'data_directory' THEN setting ELSE current_setting(name) END AS value
FROM pg_settings
WHERE name IN (
    'autovacuum', 'block_size', 'bgwriter_lru_maxpages', 'checkpoint_completion_target', 'checkpoint_timeout',
    'commit_delay', 'data_checksums', 'data_directory', 'effective_cache_size', 'effective_io_concurrency', 'fsync',
    'full_page_writes', 'huge_pages', 'io_method', 'jit', 'maintenance_work_mem', 'max_connections',
    'max_parallel_workers_per_gather', 'max_wal_size', 'max_worker_processes', 'min_wal_size', 'random_page_cost',
    'shared_buffers', 'synchronous_commit', 'synchronous_standby_names', 'temp_buffers', 'track_io_timing',
    'track_wal_io_timing', 'wal_buffers', 'wal_compression', 'wal_level', 'wal_sync_method', 'wal_writer_delay',
    'work_mem'
)
ORDER BY name;
