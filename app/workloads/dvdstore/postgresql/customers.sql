-- Customers :first to :last: odd ids live in the United States (region 1), even ones elsewhere (region 2, no state, zip
-- 0). Names are capital letters, six of one number. (products.sql explains R and S.)
INSERT INTO CUSTOMERS (
    CUSTOMERID, FIRSTNAME, LASTNAME, ADDRESS1, ADDRESS2, CITY, STATE, ZIP, COUNTRY, REGION, EMAIL, PHONE,
    CREDITCARDTYPE, CREDITCARD, CREDITCARDEXPIRATION, USERNAME, PASSWORD, AGE, INCOME, GENDER
)
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
NUMBERS (ID, F, L, M, STREET, C, NUMBER, PLACE, ZIP, PHONE, CARD, KIND, EXPIRY, AGE, INCOME, GENDER) AS (
    SELECT
        ID,
        ((R * 630360016 + S) % 2147483563)::INTEGER,
        ((R * 742938285 + S) % 2147483563)::INTEGER,
        ((R * 950706376 + S) % 2147483563)::INTEGER,
        ((R * 62089911 + S) % 2147483563)::INTEGER,
        ((R * 69621 + S) % 2147483563)::INTEGER,
        ((R * 48271 + S) % 2147483563 % 9999)::INTEGER,
        ((R * 16807 + S) % 2147483563 % 50)::INTEGER,
        ((R * 39373 + S) % 2147483563 % 90000)::INTEGER,
        (R * 40692 + S) % 2147483563 % 900 * 10000000 + (R * 40014 + S) % 2147483563 % 10000000,
        (R * 45742 + S) % 2147483563 % 90000000 * 100000000 + (R * 53668 + S) % 2147483563 % 100000000,
        ((R * 52774 + S) % 2147483563 % 5)::INTEGER,
        ((R * 12211 + S) % 2147483563 % 60)::INTEGER,
        ((R * 3791 + S) % 2147483563 % 73)::INTEGER,
        ((R * 37706 + S) % 2147483563 % 5)::INTEGER,
        ((R * 33852 + S) % 2147483563 % 2)::INTEGER
    FROM DRAW    OFFSET 0
)
SELECT
    ID,
    CHR(65 + F % 26) || CHR(65 + F / 26 % 26) || CHR(65 + F / 676 % 26) || CHR(65 + F / 17576 % 26) || CHR(65 + F / 456976 % 26) || CHR(65 + F / 11881376 % 26),
    CHR(65 + L % 26) || CHR(65 + L / 26 % 26) || CHR(65 + L / 676 % 26) || CHR(65 + L / 17576 % 26) || CHR(65 + L / 456976 % 26) || CHR(65 + L / 11881376 % 26)
    || CHR(65 + M % 26) || CHR(65 + M / 26 % 26) || CHR(65 + M / 676 % 26) || CHR(65 + M / 17576 % 26),
    (NUMBER + 1) || ' '
    || CHR(65 + STREET % 26) || CHR(65 + STREET / 26 % 26) || CHR(65 + STREET / 676 % 26) || CHR(65 + STREET / 17576 % 26) || CHR(65 + STREET / 456976 % 26)
    || ' STREET',
    NULL,
    CHR(65 + C % 26) || CHR(65 + C / 26 % 26) || CHR(65 + C / 676 % 26) || CHR(65 + C / 17576 % 26) || CHR(65 + C / 456976 % 26) || CHR(65 + C / 11881376 % 26),
    CASE
        WHEN ID % 2 = 1
            THEN SUBSTR(
                'ALAKAZARCACOCTDEFLGAHIIDILINIAKSKYLAMEMDMAMIMNMSMOMTNENVNHNJNMNYNCNDOHOKORPARISCSDTNTXUTVTVAWAWVWIWY',
                PLACE * 2 + 1, 2
            )
    END,
    CASE WHEN ID % 2 = 1 THEN ZIP + 10000 ELSE 0 END,
    CASE
        WHEN ID % 2 = 1 THEN 'United States'
        ELSE (ARRAY[
            'Austria', 'Brazil', 'Denmark', 'Egypt', 'Finland', 'India', 'Kenya', 'Mexico', 'Portugal', 'Vietnam'
        ])[PLACE % 10 + 1]
    END,
    CASE WHEN ID % 2 = 1 THEN 1 ELSE 2 END,
    CHR(65 + L % 26) || CHR(65 + L / 26 % 26) || CHR(65 + L / 676 % 26) || CHR(65 + L / 17576 % 26) || CHR(65 + L / 456976 % 26) || CHR(65 + L / 11881376 % 26)
    || '@example.com',
    PHONE + 1000000000,
    KIND + 1,
    CARD + 1000000000000000,
    (2027 + EXPIRY / 12) || '/' || SUBSTR('010203040506070809101112', EXPIRY % 12 * 2 + 1, 2),
    'user' || ID,
    'password',
    AGE + 18,
    (INCOME + 1) * 20000,
    CASE GENDER WHEN 0 THEN 'M' ELSE 'F' END
FROM NUMBERS;
