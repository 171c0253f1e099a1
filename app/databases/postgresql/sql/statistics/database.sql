-- One database: transactions, cache, the time that connections spend in reads and writes of its blocks, connections. The
-- parameter is its name.
SELECT
    extract(EPOCH FROM clock_timestamp())::float8 AS time_s,
    (xact_commit + xact_rollback)::float8 AS commits,
    blks_hit::float8 AS cache_hits,
    blks_read::float8 AS cache_misses,
    CASE WHEN current_setting('track_io_timing')::bool THEN blk_read_time / 1000 END AS block_read_s,
    CASE WHEN current_setting('track_io_timing')::bool THEN blk_write_time / 1000 END AS block_write_s,
    numbackends::float8 AS connections
FROM pg_stat_database
WHERE datname = ?
