-- Waits of the whole server, without those in which its background tasks wait for work (as Microsoft's documentation of
-- sys.dm_os_wait_stats marks them). Needs VIEW SERVER STATE, since 2022 VIEW SERVER PERFORMANCE STATE.
SELECT
    wait_type AS name,
    CAST(waiting_tasks_count AS float) AS wait_count,
    CAST(wait_time_ms AS float) / 1000 AS total_s
FROM sys.dm_os_wait_stats
WHERE waiting_tasks_count > 0
    AND wait_type NOT LIKE 'SLEEP[_]%' AND wait_type NOT LIKE 'BROKER[_]%' AND wait_type NOT LIKE 'XE[_]%'
    AND wait_type NOT LIKE 'QDS[_]%' AND wait_type NOT LIKE 'HADR[_]%' AND wait_type NOT LIKE 'FT[_]IFTS%'
    AND wait_type NOT LIKE 'SQLTRACE[_]%' AND wait_type NOT LIKE 'PREEMPTIVE[_]XE[_]%'
    AND wait_type NOT IN (
        'CHECKPOINT_QUEUE', 'CLR_AUTO_EVENT', 'CLR_MANUAL_EVENT', 'CLR_SEMAPHORE', 'DIRTY_PAGE_POLL',
        'DISPATCHER_QUEUE_SEMAPHORE', 'LAZYWRITER_SLEEP', 'LOGMGR_QUEUE', 'ONDEMAND_TASK_QUEUE',
        'REQUEST_FOR_DEADLOCK_SEARCH', 'RESOURCE_QUEUE', 'SERVER_IDLE_CHECK', 'SOS_WORK_DISPATCHER',
        'SP_SERVER_DIAGNOSTICS_SLEEP', 'WAITFOR', 'WAIT_XTP_OFFLINE_CKPT_NEW_LOG'
    )
