-- Lines of orders :first to :last, 1 to 9 each, in the order of the primary key. A line's own pair of numbers is made of
-- its order's R and S and of its line number. (products.sql explains R and S.)
INSERT INTO ORDERLINES (ORDERLINEID, ORDERID, PROD_ID, QUANTITY, ORDERDATE)
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
ORDERED (ID, R, S, ORDERED_ON, LINES) AS (
    SELECT
        ID, R, S,
        DATE '2025-01-01'
        + ((R * 630360016 + S) % 2147483563
        % (ARRAY[31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[((ID - 1) / :orders_a_month)::INTEGER + 1])::INTEGER
        + (ARRAY[0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334])[((ID - 1) / :orders_a_month)::INTEGER + 1],
        ((R * 69621 + S) % 2147483563 % 9)::INTEGER + 1
    FROM DRAW
    OFFSET 0
),
ITEM (ID, NO, ORDERED_ON, R, S) AS (
    SELECT ID, NO, ORDERED_ON, R * R % 2147483399 * R % 2147483399, S * S % 2147483399 * S % 2147483399
    FROM (
        SELECT ID, NO, ORDERED_ON, (R + NO * 238609294::BIGINT) % 2147483399 AS R, (S + NO * 357913941::BIGINT) % 2147483399 AS S
        FROM ORDERED
        CROSS JOIN LATERAL GENERATE_SERIES(1, LINES) AS LINE (NO)
        OFFSET 0
    ) AS SHIFTED
    OFFSET 0
)
SELECT
    NO,
    ID,
    ((R * 630360016 + S) % 2147483563 * 1073741824 + (R * 742938285 + S) % 2147483563 % 1073741824) % :products + 1,
    (R * 950706376 + S) % 2147483563 % 3 + 1,
    ORDERED_ON
FROM ITEM;
