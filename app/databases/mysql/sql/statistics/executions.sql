-- What MariaDB's digests do not count, by kind, of the sessions that one database has now: executions of prepared
-- statements, and what procedures do within them. Needs SELECT on performance_schema. Times are picoseconds. The parameter
-- is the database.
SELECT
    CONCAT(e.THREAD_ID, ' ', e.EVENT_NAME) AS digest_key,
    e.EVENT_NAME AS query,
    e.COUNT_STAR + 0E0 AS calls,
    e.SUM_TIMER_WAIT / 1E12 AS total_s,
    e.SUM_ROWS_SENT + e.SUM_ROWS_AFFECTED + 0E0 AS row_count
FROM performance_schema.events_statements_summary_by_thread_by_event_name AS e
JOIN performance_schema.threads AS t ON t.THREAD_ID = e.THREAD_ID
WHERE t.PROCESSLIST_DB = ? AND e.COUNT_STAR > 0
    AND e.EVENT_NAME IN ('statement/com/Execute', 'statement/com/Prepare', 'statement/sp/stmt')
