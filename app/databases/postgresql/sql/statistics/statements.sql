-- Statements of one database since pg_stat_statements began to count, those within functions left out (a function's call
-- holds their time; they are told apart since version 14). {schema}: of the extension; {time}: of the version; the parameter is the
-- database. Of others' statements only a member of pg_read_all_stats sees the text.
SELECT
    CAST(s.queryid AS text) AS key,
    max(left(s.query, 4000)) AS query,
    CAST(sum(s.calls) AS float8) AS calls,
    sum(s.{time}) / 1000 AS total_s,
    CAST(sum(s.rows) AS float8) AS rows
FROM {schema}.pg_stat_statements AS s
JOIN pg_database AS d ON d.oid = s.dbid
WHERE d.datname = ?{top_level}
GROUP BY s.queryid
