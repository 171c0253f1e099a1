-- The write-ahead log (PostgreSQL 14 to 17), of the whole server. wal_bytes is what was generated, not what was written.
SELECT
    wal_write::float8 AS log_writes,
    CASE WHEN current_setting('track_wal_io_timing')::bool THEN wal_write_time / 1000 END AS log_write_s,
    wal_sync::float8 AS log_syncs,
    CASE WHEN current_setting('track_wal_io_timing')::bool THEN wal_sync_time / 1000 END AS log_sync_s,
    wal_bytes::float8 AS log_generated_bytes
FROM pg_stat_wal
