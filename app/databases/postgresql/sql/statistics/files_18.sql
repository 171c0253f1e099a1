-- Database files and log in pg_stat_io (PostgreSQL 18), of the whole server. Extending a file writes to it.
SELECT
    extract(EPOCH FROM clock_timestamp())::float8 AS time_s,
    sum(reads) FILTER (WHERE object <> 'wal')::float8 AS database_reads,
    sum(read_bytes) FILTER (WHERE object <> 'wal')::float8 AS database_read_bytes,
    CASE
        WHEN current_setting('track_io_timing')::bool THEN sum(read_time) FILTER (WHERE object <> 'wal') / 1000
    END AS database_read_s,
    sum(coalesce(writes, 0) + coalesce(extends, 0)) FILTER (WHERE object <> 'wal')::float8 AS database_writes,
    sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) FILTER (WHERE object <> 'wal')::float8
        AS database_write_bytes,
    CASE
        WHEN current_setting('track_io_timing')::bool
            THEN sum(coalesce(write_time, 0) + coalesce(extend_time, 0)) FILTER (WHERE object <> 'wal') / 1000
    END AS database_write_s,
    sum(fsyncs) FILTER (WHERE object <> 'wal')::float8 AS database_syncs,
    CASE
        WHEN current_setting('track_io_timing')::bool THEN sum(fsync_time) FILTER (WHERE object <> 'wal') / 1000
    END AS database_sync_s,
    sum(coalesce(reads, 0)) FILTER (WHERE object = 'wal')::float8 AS log_reads,
    sum(coalesce(read_bytes, 0)) FILTER (WHERE object = 'wal')::float8 AS log_read_bytes,
    CASE
        WHEN current_setting('track_wal_io_timing')::bool
            THEN sum(coalesce(read_time, 0)) FILTER (WHERE object = 'wal') / 1000
    END AS log_read_s,
    sum(coalesce(writes, 0)) FILTER (WHERE object = 'wal')::float8 AS log_writes,
    sum(coalesce(write_bytes, 0)) FILTER (WHERE object = 'wal')::float8 AS log_write_bytes,
    CASE
        WHEN current_setting('track_wal_io_timing')::bool
            THEN sum(coalesce(write_time, 0)) FILTER (WHERE object = 'wal') / 1000
    END AS log_write_s,
    sum(coalesce(fsyncs, 0)) FILTER (WHERE object = 'wal')::float8 AS log_syncs,
    CASE
        WHEN current_setting('track_wal_io_timing')::bool
            THEN sum(coalesce(fsync_time, 0)) FILTER (WHERE object = 'wal') / 1000
    END AS log_sync_s
FROM pg_stat_io
