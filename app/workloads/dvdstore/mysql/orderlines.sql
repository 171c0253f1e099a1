-- Lines of orders :first to :last, 1 to 9 each, in the order of the primary key. A line's own pair of numbers is made of
-- its order's R and S and of its line number. (products.sql explains R and S.)
INSERT INTO ORDERLINES (ORDERLINEID, ORDERID, PROD_ID, QUANTITY, ORDERDATE)
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
LINE (NO) AS (SELECT N FROM OUTPACE_NUMBER WHERE N BETWEEN 1 AND 9),
SHIFTED (ID, NO, R, S) AS (
    SELECT ID, NO, (R + NO * 238609294) % 2147483399, (S + NO * 357913941) % 2147483399
    FROM DRAW
    CROSS JOIN LINE
    WHERE NO <= (R * 69621 + S) % 2147483563 % 9 + 1
),
ITEM (ID, NO, R, S) AS (
    SELECT ID, NO, R * R % 2147483399 * R % 2147483399, S * S % 2147483399 * S % 2147483399 FROM SHIFTED
)
SELECT
    I.NO,
    I.ID,
    ((I.R * 630360016 + I.S) % 2147483563 * 1073741824 + (I.R * 742938285 + I.S) % 2147483563 % 1073741824)
    % :products + 1,
    (I.R * 950706376 + I.S) % 2147483563 % 3 + 1,
    O.ORDERDATE
FROM ITEM AS I
JOIN ORDERS AS O ON O.ORDERID = I.ID
ORDER BY I.ID, I.NO
