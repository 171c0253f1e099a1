-- Orders :first to :last, :orders_a_month in each month of 2025, on a uniform day. (products.sql explains R and S.)
INSERT INTO ORDERS (ORDERID, ORDERDATE, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT)
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
PART (ID, MONTH_NO, DAY_NO, CUSTOMER, CENTS) AS (
    SELECT
        ID,
        (ID - 1) DIV :orders_a_month,
        (R * 630360016 + S) % 2147483563
        % CAST(SUBSTR('312831303130313130313031', (ID - 1) DIV :orders_a_month * 2 + 1, 2) AS SIGNED),
        ((R * 742938285 + S) % 2147483563 * 1073741824 + (R * 950706376 + S) % 2147483563 % 1073741824) % :customers,
        (R * 62089911 + S) % 2147483563 % 40000 + 1
    FROM DRAW
)
SELECT
    ID,
    CONCAT(
        '2025-', SUBSTR('010203040506070809101112', MONTH_NO * 2 + 1, 2), '-', SUBSTR(CAST(DAY_NO + 101 AS CHAR), 2, 2),
        ' 00:00:00'
    ),
    CUSTOMER + 1,
    CENTS / 100,
    (CENTS * 825 + 5000) DIV 10000 / 100,
    (CENTS + (CENTS * 825 + 5000) DIV 10000) / 100
FROM PART
