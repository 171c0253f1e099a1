-- Customers :first to :last: odd ids live in the United States (region 1), even ones elsewhere (region 2, no state, zip
-- 0). Names are capital letters, six of one number. (products.sql explains R and S.)
INSERT INTO CUSTOMERS (
    CUSTOMERID, FIRSTNAME, LASTNAME, ADDRESS1, ADDRESS2, CITY, STATE, ZIP, COUNTRY, REGION, EMAIL, PHONE,
    CREDITCARDTYPE, CREDITCARD, CREDITCARDEXPIRATION, USERNAME, PASSWORD, AGE, INCOME, GENDER
)
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
PART (ID, F, L, M, STREET, C, NUMBER, PLACE, ZIP, PHONE, CARD, KIND, EXPIRY, AGE, INCOME, GENDER) AS (
    SELECT
        ID,
        (R * 630360016 + S) % 2147483563,
        (R * 742938285 + S) % 2147483563,
        (R * 950706376 + S) % 2147483563,
        (R * 62089911 + S) % 2147483563,
        (R * 69621 + S) % 2147483563,
        (R * 48271 + S) % 2147483563 % 9999,
        (R * 16807 + S) % 2147483563 % 50,
        (R * 39373 + S) % 2147483563 % 90000,
        (R * 40692 + S) % 2147483563 % 900 * 10000000 + (R * 40014 + S) % 2147483563 % 10000000,
        (R * 45742 + S) % 2147483563 % 90000000 * 100000000 + (R * 53668 + S) % 2147483563 % 100000000,
        (R * 52774 + S) % 2147483563 % 5,
        (R * 12211 + S) % 2147483563 % 60,
        (R * 3791 + S) % 2147483563 % 73,
        (R * 37706 + S) % 2147483563 % 5,
        (R * 33852 + S) % 2147483563 % 2
    FROM DRAW
)
SELECT
    ID,
    CHAR(
        65 + F % 26, 65 + F DIV 26 % 26, 65 + F DIV 676 % 26,
        65 + F DIV 17576 % 26, 65 + F DIV 456976 % 26, 65 + F DIV 11881376 % 26 USING utf8mb4
    ),
    CONCAT(
        CHAR(
            65 + L % 26, 65 + L DIV 26 % 26, 65 + L DIV 676 % 26,
            65 + L DIV 17576 % 26, 65 + L DIV 456976 % 26, 65 + L DIV 11881376 % 26 USING utf8mb4
        ),
        CHAR(
            65 + M % 26, 65 + M DIV 26 % 26, 65 + M DIV 676 % 26,
            65 + M DIV 17576 % 26 USING utf8mb4
        )
    ),
    CONCAT(
        NUMBER + 1, ' ',
        CHAR(
            65 + STREET % 26, 65 + STREET DIV 26 % 26, 65 + STREET DIV 676 % 26,
            65 + STREET DIV 17576 % 26, 65 + STREET DIV 456976 % 26 USING utf8mb4
        ),
        ' STREET'
    ),
    NULL,
    CHAR(
        65 + C % 26, 65 + C DIV 26 % 26, 65 + C DIV 676 % 26,
        65 + C DIV 17576 % 26, 65 + C DIV 456976 % 26, 65 + C DIV 11881376 % 26 USING utf8mb4
    ),
    CASE ID % 2
        WHEN 1
            THEN SUBSTR(
                'ALAKAZARCACOCTDEFLGAHIIDILINIAKSKYLAMEMDMAMIMNMSMOMTNENVNHNJNMNYNCNDOHOKORPARISCSDTNTXUTVTVAWAWVWIWY',
                PLACE * 2 + 1, 2
            )
    END,
    CASE ID % 2 WHEN 1 THEN ZIP + 10000 ELSE 0 END,
    CASE
        WHEN ID % 2 = 1 THEN 'United States'
        WHEN PLACE % 10 = 0 THEN 'Austria'
        WHEN PLACE % 10 = 1 THEN 'Brazil'
        WHEN PLACE % 10 = 2 THEN 'Denmark'
        WHEN PLACE % 10 = 3 THEN 'Egypt'
        WHEN PLACE % 10 = 4 THEN 'Finland'
        WHEN PLACE % 10 = 5 THEN 'India'
        WHEN PLACE % 10 = 6 THEN 'Kenya'
        WHEN PLACE % 10 = 7 THEN 'Mexico'
        WHEN PLACE % 10 = 8 THEN 'Portugal'
        ELSE 'Vietnam'
    END,
    CASE ID % 2 WHEN 1 THEN 1 ELSE 2 END,
    CONCAT(
        CHAR(
            65 + L % 26, 65 + L DIV 26 % 26, 65 + L DIV 676 % 26,
            65 + L DIV 17576 % 26, 65 + L DIV 456976 % 26, 65 + L DIV 11881376 % 26 USING utf8mb4
        ),
        '@example.com'
    ),
    CAST(PHONE + 1000000000 AS CHAR),
    KIND + 1,
    CAST(CARD + 1000000000000000 AS CHAR),
    CONCAT(2027 + EXPIRY DIV 12, '/', SUBSTR('010203040506070809101112', EXPIRY % 12 * 2 + 1, 2)),
    CONCAT('user', ID),
    'password',
    AGE + 18,
    (INCOME + 1) * 20000,
    CASE GENDER WHEN 0 THEN 'M' ELSE 'F' END
FROM PART
