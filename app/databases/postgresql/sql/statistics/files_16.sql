-- Database files in pg_stat_io (PostgreSQL 16 and 17), of the whole server. Extending a file writes to it.
SELECT
    extract(EPOCH FROM clock_timestamp())::float8 AS time_s,
    sum(reads)::float8 AS database_reads,
    sum(reads * op_bytes)::float8 AS database_read_bytes,
    CASE WHEN current_setting('track_io_timing')::bool THEN sum(read_time) / 1000 END AS database_read_s,
    sum(coalesce(writes, 0) + coalesce(extends, 0))::float8 AS database_writes,
    sum((coalesce(writes, 0) + coalesce(extends, 0)) * op_bytes)::float8 AS database_write_bytes,
    CASE
        WHEN current_setting('track_io_timing')::bool
            THEN sum(coalesce(write_time, 0) + coalesce(extend_time, 0)) / 1000
    END AS database_write_s,
    sum(fsyncs)::float8 AS database_syncs,
    CASE WHEN current_setting('track_io_timing')::bool THEN sum(fsync_time) / 1000 END AS database_sync_s
FROM pg_stat_io
