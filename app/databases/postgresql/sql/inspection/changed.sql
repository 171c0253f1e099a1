-- Settings of the server that are not as it comes. What names hosts, users, files or programs is left out.
SELECT name, current_setting(name) AS value, boot_val AS standard, coalesce(unit, '') AS unit
FROM pg_settings
WHERE setting IS DISTINCT FROM boot_val
    AND source NOT IN ('default', 'client', 'session', 'override')
    AND category NOT LIKE 'Preset Options%' AND category NOT LIKE 'Client Connection Defaults / Locale%'
    AND category NOT LIKE 'Connections and Authentication / Connection Settings%' AND category NOT LIKE 'File Locations%'
    AND name NOT LIKE '%\_file' AND name NOT LIKE '%\_directory' AND name NOT LIKE '%\_directories'
    AND name NOT LIKE '%conninfo' AND name NOT LIKE '%\_command' AND name NOT LIKE 'ssl%' AND name NOT LIKE 'krb%'
    AND name NOT IN ('application_name', 'cluster_name', 'primary_slot_name', 'log_filename', 'log_timezone', 'TimeZone')
UNION ALL
SELECT name, current_setting(name), boot_val, coalesce(unit, '')
FROM pg_settings
WHERE name IN ('max_connections') AND setting IS DISTINCT FROM boot_val
ORDER BY name;
