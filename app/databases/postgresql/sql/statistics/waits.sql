-- What the working sessions of one database wait for now; "running" waits for nothing that PostgreSQL knows. The
-- parameter is the database. Of others' sessions only a member of pg_read_all_stats sees it.
SELECT
    coalesce(wait_event_type || ': ' || wait_event, 'running') AS name,
    count(*) AS sessions
FROM pg_stat_activity
WHERE datname = ? AND state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'
GROUP BY 1
