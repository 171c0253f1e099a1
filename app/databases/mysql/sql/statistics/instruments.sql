-- Whether the files of InnoDB are counted and timed; needs SELECT on performance_schema.
SELECT
    SUBSTRING_INDEX(NAME, '/', -1) AS name,
    ENABLED AS enabled,
    TIMED AS timed
FROM performance_schema.setup_instruments
WHERE NAME IN ('wait/io/file/innodb/innodb_data_file', 'wait/io/file/innodb/innodb_log_file')
