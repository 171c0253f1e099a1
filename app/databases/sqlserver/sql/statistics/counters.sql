-- The server's performance counters; needs VIEW SERVER STATE. Names are padded with spaces, and a named instance has
-- another prefix than SQLServer. No row means that the counters are disabled. The parameters are the database's name.
SELECT
    COUNT(*) AS counters,
    MAX(CASE WHEN c.counter = 'Buffer cache hit ratio' AND c.object = 'Buffer Manager' THEN c.value END)
        AS buffer_hits,
    MAX(CASE WHEN c.counter = 'Buffer cache hit ratio base' AND c.object = 'Buffer Manager' THEN c.value END)
        AS buffer_lookups,
    MAX(CASE WHEN c.counter = 'Page life expectancy' AND c.object = 'Buffer Manager' THEN c.value END)
        AS page_life_expectancy,
    MAX(CASE WHEN c.counter = 'Checkpoint pages/sec' AND c.object = 'Buffer Manager' THEN c.value END)
        AS checkpoint_pages,
    MAX(CASE WHEN c.counter = 'Page reads/sec' AND c.object = 'Buffer Manager' THEN c.value END) AS page_reads,
    MAX(CASE WHEN c.counter = 'Page writes/sec' AND c.object = 'Buffer Manager' THEN c.value END) AS page_writes,
    MAX(CASE WHEN c.counter = 'Batch Requests/sec' THEN c.value END) AS batch_requests,
    MAX(CASE WHEN c.counter = 'User Connections' THEN c.value END) AS connections,
    MAX(CASE WHEN c.counter = 'Transactions/sec' AND c.object = 'Databases' AND c.instance = ? THEN c.value END)
        AS commits,
    MAX(CASE WHEN c.counter = 'Log Flushes/sec' AND c.object = 'Databases' AND c.instance = ? THEN c.value END)
        AS log_flushes,
    MAX(CASE WHEN c.counter = 'CPU usage %' AND c.instance = 'default' THEN c.value END) AS cpu_default,
    MAX(CASE WHEN c.counter = 'CPU usage % base' AND c.instance = 'default' THEN c.value END) AS cpu_default_base,
    MAX(CASE WHEN c.counter = 'CPU usage %' AND c.instance = 'internal' THEN c.value END) AS cpu_internal,
    MAX(CASE WHEN c.counter = 'CPU usage % base' AND c.instance = 'internal' THEN c.value END) AS cpu_internal_base
FROM (
    SELECT
        RTRIM(SUBSTRING(object_name, CHARINDEX(':', object_name) + 1, 128)) AS object,
        RTRIM(counter_name) AS counter,
        RTRIM(instance_name) AS instance,
        CAST(cntr_value AS float) AS value
    FROM sys.dm_os_performance_counters
) AS c
WHERE c.object IN ('Buffer Manager', 'SQL Statistics', 'General Statistics', 'Databases', 'Resource Pool Stats')
