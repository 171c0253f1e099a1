-- Products :first to :last of :products; :special_one_in of them is special.
-- R and S are two numbers drawn for the row: its number, scaled and shifted, then twice cubed and shifted, modulo a
-- prime for which cubing permutes. (R * m + S) % 2147483563 is a third number, one for each multiplier m. Every
-- intermediate stays below 2^62. Words and names are put together from syllables. The session that runs this has
-- optimizer_switch derived_merge off: each step is computed once instead of being copied into every use of it.
INSERT INTO PRODUCTS (PROD_ID, CATEGORY, TITLE, ACTOR, PRICE, SPECIAL, COMMON_PROD_ID)
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
PART (ID, CATEGORY, WORD1, WORD2, FIRST_NAME, LAST_NAME, DOLLARS, SPECIAL, COMMON) AS (
    SELECT
        ID,
        (R * 630360016 + S) % 2147483563 % 16,
        (ID - 1) DIV 1000 % 1000,
        (ID - 1) % 1000,
        (R * 742938285 + S) % 2147483563 % 200,
        (R * 950706376 + S) % 2147483563 % 200,
        (R * 62089911 + S) % 2147483563 % 21,
        (R * 69621 + S) % 2147483563 % :special_one_in,
        ((R * 48271 + S) % 2147483563 * 1073741824 + (R * 16807 + S) % 2147483563 % 1073741824) % :products
    FROM DRAW
)
SELECT
    ID,
    CATEGORY + 1,
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
        SUBSTR('ADBECIDOELFAGIHEJOKALUMANEOLPARIROSATOVI', FIRST_NAME DIV 10 * 2 + 1, 2),
        SUBSTR('LANDELMINNORRUSSENTATVERWINZAN', FIRST_NAME % 10 * 3 + 1, 3),
        ' ',
        SUBSTR('BARBENBORDALDERFALFORGANGORHALHOLKELKORLANMARMOLNORPELSANTOR', LAST_NAME DIV 10 * 3 + 1, 3),
        SUBSTR('BERDENFORGENLOWMANNERSONTONWAY', LAST_NAME % 10 * 3 + 1, 3)
    ),
    (DOLLARS * 100 + 999) / 100,
    CASE SPECIAL WHEN 0 THEN 1 ELSE 0 END,
    COMMON + 1
FROM PART
