-- Only members of pg_read_all_settings see it: no row for others.
SELECT setting AS place FROM pg_settings WHERE name = 'data_directory';
