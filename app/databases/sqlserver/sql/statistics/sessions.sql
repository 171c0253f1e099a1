-- Connected users, for servers without performance counters (Babelfish).
SELECT COUNT(*) AS connections
FROM sys.dm_exec_sessions
WHERE is_user_process = 1
