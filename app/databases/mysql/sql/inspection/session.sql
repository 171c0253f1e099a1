-- own_limit: connections that this account may have at once, 0 for no limit of its own.
SELECT
    CURRENT_USER() AS account,
    @@global.read_only AS is_read_only,
    @@session.max_user_connections AS own_limit,
    (SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = SUBSTRING_INDEX(USER(), '@', 1))
        AS own_connections;
