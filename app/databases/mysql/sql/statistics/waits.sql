-- Waits of the whole server by what was waited for, as far as their instruments are on; needs SELECT on
-- performance_schema. Times are picoseconds.
SELECT EVENT_NAME AS name, COUNT_STAR + 0E0 AS wait_count, SUM_TIMER_WAIT / 1E12 AS total_s
FROM performance_schema.events_waits_summary_global_by_event_name
WHERE COUNT_STAR > 0 AND EVENT_NAME <> 'idle'
