-- The files of a database in MySQL (only users with the privilege PROCESS may ask).
SELECT d.PATH AS place, t.FILE_SIZE AS size_bytes
FROM information_schema.INNODB_TABLESPACES t
LEFT JOIN information_schema.INNODB_DATAFILES d ON d.SPACE = t.SPACE
WHERE SUBSTRING_INDEX(t.NAME, '/', 1) = ?;
