-- Members: every tenth customer, the :first to the :last of them. (dvdstore's products.sql explains R and S.)
INSERT INTO MEMBERSHIP (CUSTOMERID, MEMBERSHIPTYPE, EXPIREDATE)
WITH
START (ID, R, S) AS (
    SELECT N + :first, ((N + :first) * :a1 + :a2) % 2147483399, ((N + :first) * :b1 + :b2) % 2147483399
    FROM OUTPACE_NUMBER
    WHERE N <= :last - :first
),
MIXED (ID, R, S) AS (
    SELECT ID, (R * R % 2147483399 * R + :a3) % 2147483399, (S * S % 2147483399 * S + :b3) % 2147483399 FROM START
),
DRAW (ID, R, S) AS (
    SELECT ID, (R * R % 2147483399 * R + :a4) % 2147483399, (S * S % 2147483399 * S + :b4) % 2147483399 FROM MIXED
),
PARTS (ID, KIND, MONTH_NO, DAY_NO) AS (
    SELECT
        ID,
        (R * 630360016 + S) % 2147483563 % 3,
        (R * 742938285 + S) % 2147483563 % 12,
        (R * 950706376 + S) % 2147483563 % 28
    FROM DRAW
)
SELECT
    ID * 10,
    KIND + 1,
    STR_TO_DATE(CONCAT('2026-', MONTH_NO + 1, '-', DAY_NO + 1), '%Y-%c-%e')
FROM PARTS
