SELECT spcname AS name, pg_tablespace_location(oid) AS place FROM pg_tablespace WHERE pg_tablespace_location(oid) <> '';
