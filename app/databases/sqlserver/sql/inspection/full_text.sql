SELECT CAST(SERVERPROPERTY('IsFullTextInstalled') AS int) AS installed;
