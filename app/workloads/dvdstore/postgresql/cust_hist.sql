-- Purchase history of orders :first to :last: one row for each order line, drawn as orders.sql and orderlines.sql do, so
-- that no table is read.
INSERT INTO CUST_HIST (CUSTOMERID, ORDERID, PROD_ID)
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
ORDERED (ID, R, S, CUSTOMER, LINES) AS (
    SELECT
        ID, R, S,
        ((R * 742938285 + S) % 2147483563 * 1073741824 + (R * 950706376 + S) % 2147483563 % 1073741824) % :customers + 1,
        ((R * 69621 + S) % 2147483563 % 9)::INTEGER + 1
    FROM DRAW
    OFFSET 0
),
ITEM (ID, NO, CUSTOMER, R, S) AS (
    SELECT ID, NO, CUSTOMER, R * R % 2147483399 * R % 2147483399, S * S % 2147483399 * S % 2147483399
    FROM (
        SELECT ID, NO, CUSTOMER, (R + NO * 238609294::BIGINT) % 2147483399 AS R, (S + NO * 357913941::BIGINT) % 2147483399 AS S
        FROM ORDERED
        CROSS JOIN LATERAL GENERATE_SERIES(1, LINES) AS LINE (NO)
        OFFSET 0
    ) AS SHIFTED
    OFFSET 0
)
SELECT
    CUSTOMER,
    ID,
    ((R * 630360016 + S) % 2147483563 * 1073741824 + (R * 742938285 + S) % 2147483563 % 1073741824) % :products + 1
FROM ITEM;
