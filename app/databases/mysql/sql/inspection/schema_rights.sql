-- Whether the user may create a database of this name.
SELECT COUNT(*) AS granted FROM information_schema.SCHEMA_PRIVILEGES
WHERE PRIVILEGE_TYPE = 'CREATE' AND ? LIKE TABLE_SCHEMA
    AND GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''');
