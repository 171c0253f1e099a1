-- Rows of the tables of one database inserted, updated and deleted since the server began; needs SELECT on
-- performance_schema. The parameter is the database.
SELECT
    OBJECT_NAME AS name,
    COUNT_INSERT + COUNT_UPDATE + COUNT_DELETE + 0E0 AS rows_changed
FROM performance_schema.table_io_waits_summary_by_table
WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = ?
