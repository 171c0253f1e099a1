-- Database files before pg_stat_io (PostgreSQL 12 to 15), of the whole server: blocks read by anybody, and blocks written
-- by the checkpointer, the background writer and the backends.
SELECT
    extract(EPOCH FROM clock_timestamp())::float8 AS time_s,
    read.blocks AS database_reads,
    read.blocks * block.size AS database_read_bytes,
    CASE WHEN current_setting('track_io_timing')::bool THEN read.time_ms / 1000 END AS database_read_s,
    written.blocks AS database_writes,
    written.blocks * block.size AS database_write_bytes
FROM
    (SELECT sum(blks_read)::float8 AS blocks, sum(blk_read_time)::float8 AS time_ms FROM pg_stat_database) AS read,
    (SELECT (buffers_checkpoint + buffers_clean + buffers_backend)::float8 AS blocks FROM pg_stat_bgwriter) AS written,
    (SELECT current_setting('block_size')::float8 AS size) AS block
