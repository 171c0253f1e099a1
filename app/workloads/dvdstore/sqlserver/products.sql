-- Products :first to :last of :products; :special_one_in of them is special.
-- R and S are two numbers drawn for the row: its number, scaled and shifted, then twice cubed and shifted, modulo a
-- prime for which cubing permutes. (R * m + S) % 2147483563 is a third number, one for each multiplier m. Every
-- intermediate stays below 2^62. Words and names are put together from syllables. TOP (more than there is) makes
-- the server compute each step once instead of copying it into every use of it.
SET IDENTITY_INSERT PRODUCTS ON;

WITH DIGIT (N) AS (
    SELECT N FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS D (N)
),
NUMBER (ID) AS (
    SELECT TOP (1000000) CAST(:first AS BIGINT) + THOUSANDS.N * 1000 + HUNDREDS.N * 100 + TENS.N * 10 + ONES.N
    FROM DIGIT AS THOUSANDS
    CROSS JOIN DIGIT AS HUNDREDS
    CROSS JOIN DIGIT AS TENS
    CROSS JOIN DIGIT AS ONES
    WHERE THOUSANDS.N * 1000 + HUNDREDS.N * 100 + TENS.N * 10 + ONES.N <= :last - :first
),
START (ID, R, S) AS (
    SELECT TOP (1000000) ID, (ID * :a1 + :a2) % 2147483399, (ID * :b1 + :b2) % 2147483399 FROM NUMBER
),
MIXED (ID, R, S) AS (
    SELECT TOP (1000000)
        ID, (R * R % 2147483399 * R + :a3) % 2147483399, (S * S % 2147483399 * S + :b3) % 2147483399
    FROM START
),
DRAW (ID, R, S) AS (
    SELECT TOP (1000000)
        ID, (R * R % 2147483399 * R + :a4) % 2147483399, (S * S % 2147483399 * S + :b4) % 2147483399
    FROM MIXED
),
PART (ID, CATEGORY, WORD1, WORD2, FIRST_NAME, LAST_NAME, DOLLARS, SPECIAL, COMMON) AS (
    SELECT TOP (1000000)
        ID,
        (R * 630360016 + S) % 2147483563 % 16,
        (ID - 1) / 1000 % 1000,
        (ID - 1) % 1000,
        (R * 742938285 + S) % 2147483563 % 200,
        (R * 950706376 + S) % 2147483563 % 200,
        (R * 62089911 + S) % 2147483563 % 21,
        (R * 69621 + S) % 2147483563 % :special_one_in,
        ((R * 48271 + S) % 2147483563 * 1073741824 + (R * 16807 + S) % 2147483563 % 1073741824) % :products
    FROM DRAW
)
INSERT INTO PRODUCTS (PROD_ID, CATEGORY, TITLE, ACTOR, PRICE, SPECIAL, COMMON_PROD_ID)
SELECT
    ID,
    CATEGORY + 1,
    CONCAT(
        SUBSTRING('BADEFIGOKULAMENIPORU', WORD1 / 100 * 2 + 1, 2),
        SUBSTRING('BELIMONUPARESITODUGA', WORD1 / 10 % 10 * 2 + 1, 2),
        SUBSTRING('NALEMITOSUVAREDIGOKU', WORD1 % 10 * 2 + 1, 2),
        ' ',
        SUBSTRING('BADEFIGOKULAMENIPORU', WORD2 / 100 * 2 + 1, 2),
        SUBSTRING('BELIMONUPARESITODUGA', WORD2 / 10 % 10 * 2 + 1, 2),
        SUBSTRING('NALEMITOSUVAREDIGOKU', WORD2 % 10 * 2 + 1, 2)
    ),
    CONCAT(
        SUBSTRING('ADBECIDOELFAGIHEJOKALUMANEOLPARIROSATOVI', FIRST_NAME / 10 * 2 + 1, 2),
        SUBSTRING('LANDELMINNORRUSSENTATVERWINZAN', FIRST_NAME % 10 * 3 + 1, 3),
        ' ',
        SUBSTRING('BARBENBORDALDERFALFORGANGORHALHOLKELKORLANMARMOLNORPELSANTOR', LAST_NAME / 10 * 3 + 1, 3),
        SUBSTRING('BERDENFORGENLOWMANNERSONTONWAY', LAST_NAME % 10 * 3 + 1, 3)
    ),
    CAST(DOLLARS * 100 + 999 AS MONEY) / 100,
    CASE SPECIAL WHEN 0 THEN 1 ELSE 0 END,
    COMMON + 1
FROM PART;

SET IDENTITY_INSERT PRODUCTS OFF;
