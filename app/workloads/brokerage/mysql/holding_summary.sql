-- The sum of the open lots of every position.
INSERT INTO HOLDING_SUMMARY (ACCOUNTID, SECURITYID, QUANTITY)
WITH IDS (ID) AS (SELECT N + :first AS ID FROM OUTPACE_NUMBER WHERE N <= :last - :first)
SELECT
    (ID - 1) DIV 10 + 1, ((ID - 1) DIV 10 * 7919 + (ID - 1) % 10 * (:securities DIV 10)) % :securities + 1,
    SUM((((ID - 1) * 3 + :cycles - 1 - J.N * 10) % 4 + 1) * 200)
FROM IDS CROSS JOIN OUTPACE_NUMBER J WHERE J.N < :keeps GROUP BY ID
