-- Products :first to :last of :products; :special_one_in of them is special.
-- R and S are two numbers drawn for the row: its number, scaled and shifted, then twice cubed and shifted, modulo a
-- prime for which cubing permutes. (R * m + S) % 2147483563 is a third number, one for each multiplier m. Every
-- intermediate stays below 2^62. OFFSET 0 has each level computed once instead of once for every mention. Words and names are put together from syllables.
INSERT INTO PRODUCTS (PROD_ID, CATEGORY, TITLE, ACTOR, PRICE, SPECIAL, COMMON_PROD_ID)
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
PARTS (ID, CATEGORY, WORD1, WORD2, FIRST_NAME, LAST_NAME, DOLLARS, SPECIAL, COMMON) AS (
    SELECT
        ID,
        ((R * 630360016 + S) % 2147483563 % 16)::INTEGER,
        ((ID - 1) / 1000 % 1000)::INTEGER,
        ((ID - 1) % 1000)::INTEGER,
        ((R * 742938285 + S) % 2147483563 % 200)::INTEGER,
        ((R * 950706376 + S) % 2147483563 % 200)::INTEGER,
        ((R * 62089911 + S) % 2147483563 % 21)::INTEGER,
        (R * 69621 + S) % 2147483563 % :special_one_in,
        ((R * 48271 + S) % 2147483563 * 1073741824 + (R * 16807 + S) % 2147483563 % 1073741824) % :products
    FROM DRAW
    OFFSET 0
)
SELECT
    ID,
    CATEGORY + 1,
    SUBSTR('BADEFIGOKULAMENIPORU', WORD1 / 100 * 2 + 1, 2)
    || SUBSTR('BELIMONUPARESITODUGA', WORD1 / 10 % 10 * 2 + 1, 2)
    || SUBSTR('NALEMITOSUVAREDIGOKU', WORD1 % 10 * 2 + 1, 2)
    || ' '
    || SUBSTR('BADEFIGOKULAMENIPORU', WORD2 / 100 * 2 + 1, 2)
    || SUBSTR('BELIMONUPARESITODUGA', WORD2 / 10 % 10 * 2 + 1, 2)
    || SUBSTR('NALEMITOSUVAREDIGOKU', WORD2 % 10 * 2 + 1, 2),
    SUBSTR('ADBECIDOELFAGIHEJOKALUMANEOLPARIROSATOVI', FIRST_NAME / 10 * 2 + 1, 2)
    || SUBSTR('LANDELMINNORRUSSENTATVERWINZAN', FIRST_NAME % 10 * 3 + 1, 3)
    || ' '
    || SUBSTR('BARBENBORDALDERFALFORGANGORHALHOLKELKORLANMARMOLNORPELSANTOR', LAST_NAME / 10 * 3 + 1, 3)
    || SUBSTR('BERDENFORGENLOWMANNERSONTONWAY', LAST_NAME % 10 * 3 + 1, 3),
    (DOLLARS * 100 + 999) * 0.01,
    CASE SPECIAL WHEN 0 THEN 1 ELSE 0 END,
    COMMON + 1
FROM PARTS;
