SELECT name, CAST(value_in_use AS nvarchar(64)) AS value FROM sys.configurations
WHERE name IN (
    'cost threshold for parallelism', 'fill factor (%)', 'lightweight pooling', 'max degree of parallelism',
    'max server memory (MB)', 'max worker threads', 'min server memory (MB)', 'priority boost',
    'recovery interval (min)', 'user connections'
);
