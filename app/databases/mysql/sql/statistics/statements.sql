-- Statements of one database by their digest since the server began to count, those in procedures too; needs SELECT on
-- performance_schema. Times are picoseconds. The parameter is the database.
SELECT
    DIGEST AS digest_key,
    LEFT(DIGEST_TEXT, 4000) AS query,
    COUNT_STAR + 0E0 AS calls,
    SUM_TIMER_WAIT / 1E12 AS total_s,
    SUM_ROWS_SENT + SUM_ROWS_AFFECTED + 0E0 AS row_count
FROM performance_schema.events_statements_summary_by_digest
WHERE SCHEMA_NAME = ? AND DIGEST IS NOT NULL
