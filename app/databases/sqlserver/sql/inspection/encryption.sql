SELECT encrypt_option AS encrypted FROM sys.dm_exec_connections WHERE session_id = @@SPID;
