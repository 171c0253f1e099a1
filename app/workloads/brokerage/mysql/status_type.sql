-- Status type.
INSERT INTO STATUS_TYPE (STATUSID, NAME)
WITH IDS (ID) AS (SELECT N + :first AS ID FROM OUTPACE_NUMBER WHERE N <= :last - :first)
SELECT
    ID,
    CASE ID WHEN 1 THEN 'Completed' WHEN 2 THEN 'Submitted' WHEN 3 THEN 'Pending' WHEN 4 THEN 'Cancelled' ELSE 'Active' END
FROM IDS
