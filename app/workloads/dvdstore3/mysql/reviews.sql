-- Reviews :first to :last, ten a product on the mean. (dvdstore's products.sql explains R and S.)
INSERT INTO REVIEWS (REVIEW_ID, PROD_ID, REVIEW_DATE, STARS, CUSTOMERID, REVIEW_SUMMARY, REVIEW_TEXT)
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
PARTS (ID, PRODUCT, MONTH_NO, DAY_NO, STARS, CUSTOMER, WORD1, WORD2, WORD3, WORD4) AS (
    SELECT
        ID,
        ((R * 48271 + S) % 2147483563 * 1073741824 + (R * 16807 + S) % 2147483563 % 1073741824) % :products,
        (R * 742938285 + S) % 2147483563 % 12,
        (R * 950706376 + S) % 2147483563 % 28,
        (R * 630360016 + S) % 2147483563 % 5,
        ((R * 62089911 + S) % 2147483563 * 1073741824 + (R * 69621 + S) % 2147483563 % 1073741824) % :customers,
        (R * 39373 + S) % 2147483563 % 1000,
        (R * 40692 + S) % 2147483563 % 1000,
        (R * 40014 + S) % 2147483563 % 1000,
        (R * 45742 + S) % 2147483563 % 1000
    FROM DRAW
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
            SUBSTR('BADEFIGOKULAMENIPORU', WORD1 DIV 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD1 DIV 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD1 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD2 DIV 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD2 DIV 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD2 % 10 * 2 + 1, 2)
        ),
        CONCAT(
            SUBSTR('BADEFIGOKULAMENIPORU', WORD1 DIV 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD1 DIV 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD1 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD2 DIV 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD2 DIV 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD2 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD3 DIV 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD3 DIV 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD3 % 10 * 2 + 1, 2),
            ' ',
            SUBSTR('BADEFIGOKULAMENIPORU', WORD4 DIV 100 * 2 + 1, 2),
            SUBSTR('BELIMONUPARESITODUGA', WORD4 DIV 10 % 10 * 2 + 1, 2),
            SUBSTR('NALEMITOSUVAREDIGOKU', WORD4 % 10 * 2 + 1, 2)
        )
    FROM PARTS
)
SELECT
    ID,
    PRODUCT + 1,
    STR_TO_DATE(CONCAT('2025-', MONTH_NO + 1, '-', DAY_NO + 1), '%Y-%c-%e'),
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
FROM TOLD
