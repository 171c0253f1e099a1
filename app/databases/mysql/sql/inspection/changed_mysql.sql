-- Settings of a MySQL server that somebody has set. It does not tell what they would be else.
SELECT i.VARIABLE_NAME AS name, g.VARIABLE_VALUE AS value, '' AS standard
FROM performance_schema.variables_info i
JOIN performance_schema.global_variables g ON g.VARIABLE_NAME = i.VARIABLE_NAME
WHERE i.VARIABLE_SOURCE NOT IN ('COMPILED', 'DYNAMIC')
ORDER BY i.VARIABLE_NAME;
