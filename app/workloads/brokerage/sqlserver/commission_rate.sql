-- Commission rate.
WITH IDS (ID) AS (
    SELECT TOP (1000000) N + CAST(:first AS BIGINT) FROM OUTPACE_NUMBER WHERE N <= CAST(:last AS BIGINT) - CAST(:first AS BIGINT)
)
INSERT INTO COMMISSION_RATE (TIER, TYPEID, EXCHANGEID, FROM_QUANTITY, TO_QUANTITY, RATE_BP)
SELECT
    (ID - 1) / 80 + 1, (ID - 1) / 16 % 5 + 1, (ID - 1) / 4 % 4 + 1, (ID - 1) % 4 * 300 + 1,
    CASE WHEN (ID - 1) % 4 = 3 THEN 10000000 ELSE (ID - 1) % 4 * 300 + 300 END,
    40 - 5 * ((ID - 1) / 80 + 1) + (ID - 1) / 4 % 4 + 2 * ((ID - 1) / 16 % 5 + 1) - 3 * ((ID - 1) % 4)
FROM IDS
