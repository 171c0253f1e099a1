SELECT CAST(extract(epoch FROM clock_timestamp()) AS float8) AS clock_s;
