-- Lines of orders :first to :last, 1 to 9 each, in the order of the primary key. A line's own pair of numbers is made of
-- its order's R and S and of its line number. (products.sql explains R and S.)
INSERT INTO ORDERLINES (ORDERLINEID, ORDERID, PROD_ID, QUANTITY, ORDERDATE)
WITH RECURSIVE
NUMBER (ID) AS (SELECT :first UNION ALL SELECT ID + 1 FROM NUMBER WHERE ID < :last),
DRAW (ID, R, S) AS MATERIALIZED (
    SELECT
        ID,
        (((ID * :a1 + :a2) % 2147483647 * :a3 + :a4) % 2147483629 * :a5 + :a6) % 2147483587,
        (((ID * :b1 + :b2) % 2147483647 * :b3 + :b4) % 2147483629 * :b5 + :b6) % 2147483587
    FROM NUMBER
),
LINE (NO) AS (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)),
ITEM (ID, NO, R, S) AS MATERIALIZED (
    SELECT
        ID,
        NO,
        ((R + NO * 238609294) % 2147483587 * 39373 + S) % 2147483629,
        ((S + NO * 357913941) % 2147483587 * 40692 + R) % 2147483629
    FROM DRAW
    CROSS JOIN LINE
    WHERE NO <= (R * 69621 + S) % 2147483563 % 9 + 1
)
SELECT
    I.NO,
    I.ID,
    ((I.R * 630360016 + I.S) % 2147483563 * 1073741824 + (I.R * 742938285 + I.S) % 2147483563 % 1073741824)
    % :products + 1,
    (I.R * 950706376 + I.S) % 2147483563 % 3 + 1,
    O.ORDERDATE
FROM ITEM AS I
CROSS JOIN ORDERS AS O ON O.ORDERID = I.ID
