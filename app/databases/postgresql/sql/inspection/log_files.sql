-- The write-ahead log. Only members of pg_monitor may ask.
SELECT count(*) AS files, CAST(coalesce(sum(size), 0) AS bigint) AS size_bytes FROM pg_ls_waldir();
