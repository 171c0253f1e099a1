-- Ratings :first to :last, four a review on the mean. (dvdstore's products.sql explains R and S.)
INSERT INTO REVIEWS_HELPFULNESS (REVIEW_HELPFULNESS_ID, REVIEW_ID, CUSTOMERID, HELPFULNESS)
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
PARTS (ID, REVIEW, CUSTOMER, HELPFUL) AS (
    SELECT
        ID,
        ((R * 48271 + S) % 2147483563 * 1073741824 + (R * 16807 + S) % 2147483563 % 1073741824) % :reviews,
        ((R * 62089911 + S) % 2147483563 * 1073741824 + (R * 69621 + S) % 2147483563 % 1073741824) % :customers,
        (R * 630360016 + S) % 2147483563 % 10
    FROM DRAW
    OFFSET 0
)
SELECT
    ID,
    REVIEW + 1,
    CUSTOMER + 1,
    HELPFUL + 1
FROM PARTS;
