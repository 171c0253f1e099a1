-- Orders :first to :last, :orders_a_month in each month of 2025, on a uniform day. (products.sql explains R and S.)
INSERT INTO ORDERS (ORDERID, ORDERDATE, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT)
WITH RECURSIVE
NUMBER (ID) AS (SELECT :first UNION ALL SELECT ID + 1 FROM NUMBER WHERE ID < :last),
DRAW (ID, R, S) AS MATERIALIZED (
    SELECT
        ID,
        (((ID * :a1 + :a2) % 2147483647 * :a3 + :a4) % 2147483629 * :a5 + :a6) % 2147483587,
        (((ID * :b1 + :b2) % 2147483647 * :b3 + :b4) % 2147483629 * :b5 + :b6) % 2147483587
    FROM NUMBER
),
PART (ID, MONTH, DAY, CUSTOMER, CENTS) AS MATERIALIZED (
    SELECT
        ID,
        (ID - 1) / :orders_a_month,
        (R * 630360016 + S) % 2147483563
        % CAST(SUBSTR('312831303130313130313031', (ID - 1) / :orders_a_month * 2 + 1, 2) AS INTEGER),
        ((R * 742938285 + S) % 2147483563 * 1073741824 + (R * 950706376 + S) % 2147483563 % 1073741824) % :customers,
        (R * 62089911 + S) % 2147483563 % 40000 + 1
    FROM DRAW
)
SELECT
    ID,
    '2025-' || SUBSTR('010203040506070809101112', MONTH * 2 + 1, 2) || '-' || SUBSTR(CAST(DAY + 101 AS TEXT), 2, 2)
    || ' 00:00:00',
    CUSTOMER + 1,
    CENTS / 100.0,
    (CENTS * 825 + 5000) / 10000 / 100.0,
    (CENTS + (CENTS * 825 + 5000) / 10000) / 100.0
FROM PART
