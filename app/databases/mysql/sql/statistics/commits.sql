-- Statements that ended transactions, of the whole server; readable by everybody.
SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_commit', 'Com_rollback')
