SELECT type_desc AS what, physical_name AS place FROM sys.master_files WHERE database_id IN (1, 2);
