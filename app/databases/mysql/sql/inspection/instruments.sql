-- Whether the file instruments of InnoDB are on and timed.
SELECT COUNT(*) AS instruments, SUM(CASE WHEN ENABLED = 'YES' AND TIMED = 'YES' THEN 1 ELSE 0 END) AS timed
FROM performance_schema.setup_instruments WHERE NAME LIKE 'wait/io/file/innodb/%';
