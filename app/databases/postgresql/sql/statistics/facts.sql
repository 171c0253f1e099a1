-- What decides which statistics there are. PostgreSQL 12 and later; readable by everybody.
SELECT
    current_setting('server_version_num')::int4 AS version,
    current_setting('track_io_timing')::bool AS io_timing,
    coalesce(current_setting('track_wal_io_timing', true), 'off')::bool AS wal_timing,
    quote_ident(current_user) AS user_name
