-- Reviews :first to :last, ten a product on the mean. (dvdstore's products.sql explains R and S.)
INSERT INTO REVIEWS (REVIEW_ID, PROD_ID, REVIEW_DATE, STARS, CUSTOMERID, REVIEW_SUMMARY, REVIEW_TEXT)
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
PARTS (ID, PRODUCT, MONTH_NO, DAY_NO, STARS, CUSTOMER, WORD1, WORD2, WORD3, WORD4) AS (
    SELECT
        ID,
        ((R * 48271 + S) % 2147483563 * 1073741824 + (R * 16807 + S) % 2147483563 % 1073741824) % :products,
        ((R * 742938285 + S) % 2147483563 % 12)::INTEGER,
        ((R * 950706376 + S) % 2147483563 % 28)::INTEGER,
        (R * 630360016 + S) % 2147483563 % 5,
        ((R * 62089911 + S) % 2147483563 * 1073741824 + (R * 69621 + S) % 2147483563 % 1073741824) % :customers,
        ((R * 39373 + S) % 2147483563 % 1000)::INTEGER,
        ((R * 40692 + S) % 2147483563 % 1000)::INTEGER,
        ((R * 40014 + S) % 2147483563 % 1000)::INTEGER,
        ((R * 45742 + S) % 2147483563 % 1000)::INTEGER
    FROM DRAW
    OFFSET 0
),
TOLD (ID, PRODUCT, MONTH_NO, DAY_NO, STARS, CUSTOMER, SUMMARY, PHRASE) AS (
    SELECT
        ID,
        PRODUCT,
        MONTH_NO,
        DAY_NO,
        STARS,
        CUSTOMER,
        CONCAT(
            SUBSTR('BADEFIGOKULAMENIPORU', WORD1 / 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD1 / 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD1 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD2 / 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD2 / 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD2 % 10 * 2 + 1, 2)
        ),
        CONCAT(
            SUBSTR('BADEFIGOKULAMENIPORU', WORD1 / 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD1 / 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD1 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD2 / 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD2 / 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD2 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD3 / 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD3 / 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD3 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD4 / 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD4 / 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD4 % 10 * 2 + 1, 2)
        )
    FROM PARTS
    OFFSET 0
)
SELECT
    ID,
    PRODUCT + 1,
    MAKE_DATE(2025, MONTH_NO + 1, DAY_NO + 1),
    STARS + 1,
    CUSTOMER + 1,
    SUMMARY,
    CONCAT(
        PHRASE,
        '. ',
        PHRASE,
        '. ',
        PHRASE,
        '. ',
        PHRASE,
        '. ',
        PHRASE,
        '. ',
        PHRASE,
        '. ',
        PHRASE,
        '. ',
        PHRASE
    )
FROM TOLD;
