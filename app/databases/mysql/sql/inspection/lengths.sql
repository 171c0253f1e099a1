-- The bytes of a database's tables and indexes, as far as its pages hold them: what every user may ask.
SELECT COUNT(*) AS files, CAST(COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) AS SIGNED) AS size_bytes
FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?;
