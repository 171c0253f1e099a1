-- Settings of a MariaDB server that are not as it comes. What names hosts, users or files is left out below.
SELECT VARIABLE_NAME AS name, GLOBAL_VALUE AS value, DEFAULT_VALUE AS standard
FROM information_schema.SYSTEM_VARIABLES
WHERE GLOBAL_VALUE_ORIGIN IN ('CONFIG', 'SQL') AND GLOBAL_VALUE <> DEFAULT_VALUE
ORDER BY VARIABLE_NAME;
