-- Stock of products :first to :last, 0 to 500; ten times that for every 10,000th. (products.sql explains R and S.)
INSERT INTO INVENTORY (PROD_ID, QUAN_IN_STOCK, SALES)
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
)
SELECT ID, (R * 630360016 + S) % 2147483563 % 501 * CASE WHEN ID % 10000 = 0 THEN 10 ELSE 1 END, 0
FROM DRAW
