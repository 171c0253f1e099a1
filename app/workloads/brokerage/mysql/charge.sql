-- Charge.
INSERT INTO CHARGE (TYPEID, TIER, CENTS)
WITH IDS (ID) AS (SELECT N + :first AS ID FROM OUTPACE_NUMBER WHERE N <= :last - :first)
SELECT
    (ID - 1) DIV 3 + 1, (ID - 1) % 3 + 1, 100 + 50 * (2 - (ID - 1) % 3) + 25 * ((ID - 1) DIV 3 + 1)
FROM IDS
