-- Stock of products :first to :last, 0 to 500; ten times that for every 10,000th. (products.sql explains R and S.)
INSERT INTO INVENTORY (PROD_ID, QUAN_IN_STOCK, SALES)
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
)
SELECT ID, (R * 630360016 + S) % 2147483563 % 501 * CASE WHEN ID % 10000 = 0 THEN 10 ELSE 1 END, 0
FROM DRAW;
