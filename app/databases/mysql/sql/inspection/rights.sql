-- Privileges of this user itself; those of a role it takes are not seen here.
SELECT PRIVILEGE_TYPE AS privilege FROM information_schema.USER_PRIVILEGES
WHERE GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''');
