-- The sum of the open lots of every position.
WITH IDS (ID) AS (
    SELECT TOP (1000000) N + CAST(:first AS BIGINT) FROM OUTPACE_NUMBER WHERE N <= CAST(:last AS BIGINT) - CAST(:first AS BIGINT)
)
INSERT INTO HOLDING_SUMMARY (ACCOUNTID, SECURITYID, QUANTITY)
SELECT
    (ID - 1) / 10 + 1, ((ID - 1) / 10 * 7919 + (ID - 1) % 10 * (:securities / 10)) % :securities + 1,
    SUM((((ID - 1) * 3 + :cycles - 1 - J.N * 10) % 4 + 1) * 200)
FROM IDS CROSS JOIN OUTPACE_NUMBER AS J WHERE J.N < :keeps GROUP BY ID
