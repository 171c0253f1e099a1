-- Members: every tenth customer, the :first to the :last of them. (dvdstore's products.sql explains R and S.)
INSERT INTO MEMBERSHIP (CUSTOMERID, MEMBERSHIPTYPE, EXPIREDATE)
WITH DRAW AS (
    SELECT ID, (R * R % 2147483399 * R + :a4) % 2147483399 AS R, (S * S % 2147483399 * S + :b4) % 2147483399 AS S
    FROM (
        SELECT ID, (R * R % 2147483399 * R + :a3) % 2147483399 AS R, (S * S % 2147483399 * S + :b3) % 2147483399 AS S
        FROM (
            SELECT ID, (ID * :a1 + :a2) % 2147483399 AS R, (ID * :b1 + :b2) % 2147483399 AS S
            FROM GENERATE_SERIES(:first::BIGINT, :last::BIGINT) AS NUMBER (ID)
            OFFSET 0
        ) AS START
        OFFSET 0
    ) AS MIXED
    OFFSET 0
),
PARTS (ID, KIND, MONTH_NO, DAY_NO) AS (
    SELECT
        ID,
        ((R * 630360016 + S) % 2147483563 % 3)::INTEGER,
        ((R * 742938285 + S) % 2147483563 % 12)::INTEGER,
        ((R * 950706376 + S) % 2147483563 % 28)::INTEGER
    FROM DRAW
    OFFSET 0
)
SELECT
    ID * 10,
    KIND + 1,
    MAKE_DATE(2026, MONTH_NO + 1, DAY_NO + 1)
FROM PARTS;
