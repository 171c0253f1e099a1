-- Statements of one database whose plans are in the cache, since each plan was made: a plan that leaves the cache takes
-- its counts with it. Those within procedures are told one by one, and not their call. Times are microseconds. The
-- parameter is the database. Needs VIEW SERVER STATE, since 2022 VIEW SERVER PERFORMANCE STATE.
SELECT
    CONVERT(varchar(40), s.query_hash, 1) AS digest_key,
    MAX(SUBSTRING(t.text, s.statement_start_offset / 2 + 1,
        CASE WHEN s.statement_end_offset < 0 THEN 4000
             ELSE (s.statement_end_offset - s.statement_start_offset) / 2 + 1 END)) AS query,
    SUM(CAST(s.execution_count AS float)) AS calls,
    SUM(CAST(s.total_elapsed_time AS float)) / 1000000 AS total_s,
    SUM(CAST(s.total_rows AS float)) AS row_count
FROM sys.dm_exec_query_stats AS s
CROSS APPLY sys.dm_exec_sql_text(s.sql_handle) AS t
CROSS APPLY (SELECT CAST(a.value AS int) AS database_id FROM sys.dm_exec_plan_attributes(s.plan_handle) AS a
             WHERE a.attribute = 'dbid') AS d
WHERE d.database_id = DB_ID(?)
GROUP BY s.query_hash
