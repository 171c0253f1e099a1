SELECT CURRENT_USER() AS account, @@global.read_only AS is_read_only;
