-- Orders :first to :last, :orders_a_month in each month of 2025, on a uniform day. (products.sql explains R and S.)
INSERT INTO ORDERS (ORDERID, ORDERDATE, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT)
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
PARTS (ID, MONTH, DAY, CUSTOMER, CENTS) AS (
    SELECT
        ID,
        ((ID - 1) / :orders_a_month)::INTEGER,
        ((R * 630360016 + S) % 2147483563
        % (ARRAY[31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[((ID - 1) / :orders_a_month)::INTEGER + 1])::INTEGER,
        ((R * 742938285 + S) % 2147483563 * 1073741824 + (R * 950706376 + S) % 2147483563 % 1073741824) % :customers,
        (R * 62089911 + S) % 2147483563 % 40000 + 1
    FROM DRAW
    OFFSET 0
)
SELECT
    ID,
    DATE '2025-01-01' + DAY
    + (ARRAY[0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334])[MONTH + 1],
    CUSTOMER + 1,
    CENTS * 0.01,
    (CENTS * 825 + 5000) / 10000 * 0.01,
    (CENTS + (CENTS * 825 + 5000) / 10000) * 0.01
FROM PARTS;
