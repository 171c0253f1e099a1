-- What was generated of the write-ahead log (PostgreSQL 18: its writes are in pg_stat_io), of the whole server.
SELECT wal_bytes::float8 AS log_generated_bytes
FROM pg_stat_wal
