-- The files of a database in MariaDB (only users with the privilege PROCESS may ask). FILENAME is there since 10.6.
SELECT FILENAME AS place, FILE_SIZE AS size_bytes
FROM information_schema.INNODB_SYS_TABLESPACES
WHERE SUBSTRING_INDEX(NAME, '/', 1) = ?;
