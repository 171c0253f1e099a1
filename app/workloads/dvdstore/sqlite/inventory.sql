-- Stock of products :first to :last, 0 to 500; ten times that for every 10,000th. (products.sql explains R and S.)
INSERT INTO INVENTORY (PROD_ID, QUAN_IN_STOCK, SALES)
WITH RECURSIVE
NUMBER (ID) AS (SELECT :first UNION ALL SELECT ID + 1 FROM NUMBER WHERE ID < :last),
DRAW (ID, R, S) AS MATERIALIZED (
    SELECT
        ID,
        (((ID * :a1 + :a2) % 2147483647 * :a3 + :a4) % 2147483629 * :a5 + :a6) % 2147483587,
        (((ID * :b1 + :b2) % 2147483647 * :b3 + :b4) % 2147483629 * :b5 + :b6) % 2147483587
    FROM NUMBER
)
SELECT ID, (R * 630360016 + S) % 2147483563 % 501 * CASE WHEN ID % 10000 = 0 THEN 10 ELSE 1 END, 0
FROM DRAW
