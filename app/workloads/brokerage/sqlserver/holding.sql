-- Open lots: the two newest of every cycle that keeps them.
-- TOP (more than there is) makes the server compute each step once instead of copying it into every use of it.
WITH IDS (ID) AS (SELECT TOP (1000000) DAY2 * :positions + ((P + :positions - DAY2 * :shift % :positions) % :positions) * :inverse % :positions + 1 AS ID FROM (
            SELECT P, CYC * 4 + CASE WHEN LOT = 1 THEN 3 WHEN (P * 7 + CYC * 11) % 20 < 7 THEN 0 ELSE 1 END AS DAY2
            FROM (SELECT X.N + CAST(:first AS BIGINT) - 1 AS P, :cycles - 1 - J.N * 10 AS CYC, L.N AS LOT FROM OUTPACE_NUMBER AS X CROSS JOIN OUTPACE_NUMBER AS J CROSS JOIN OUTPACE_NUMBER AS L
                WHERE X.N <= CAST(:last AS BIGINT) - CAST(:first AS BIGINT) AND J.N < :keeps AND L.N < 2) AS Q) AS Q2),
STARTED (ID, R, S) AS (SELECT TOP (1000000) ID, (ID * :a1 + :a2) % 2147483399, (ID * :b1 + :b2) % 2147483399 FROM IDS),
MIXED (ID, R, S) AS (SELECT TOP (1000000) ID, (R * R % 2147483399 * R + :a3) % 2147483399, (S * S % 2147483399 * S + :b3) % 2147483399 FROM STARTED),
DRAW (ID, R, S) AS (SELECT TOP (1000000) ID, (R * R % 2147483399 * R + :a4) % 2147483399, (S * S % 2147483399 * S + :b4) % 2147483399 FROM MIXED),
PLACED (ID, R, S, DAYNO, K, P) AS (
    SELECT TOP (1000000) ID, R, S, (ID - 1) / :positions, (ID - 1) % :positions,
        ((ID - 1) % :positions * :stride + (ID - 1) / :positions * :shift) % :positions
    FROM DRAW
),
SHAPED (ID, R, S, DAYNO, K, P, A, J, CYC, STEP, KIND, LIFO, UNIT) AS (
    SELECT TOP (1000000) ID, R, S, DAYNO, K, P, P / 10, CAST(SUBSTRING('0011111222223333344444444', (P / 10 % 25 + 1), 1) AS INT), DAYNO / 4, DAYNO % 4,
        CASE WHEN (:cycles - 1 - DAYNO / 4) % 10 = 0 THEN 3 ELSE (P + DAYNO / 4) % 3 END,
        CASE WHEN (P * 7 + DAYNO / 4 * 11) % 20 < 7 THEN 1 ELSE 0 END,
        ((P * 3 + DAYNO / 4) % 4 + 1) * 100
    FROM PLACED
),
DRAWN (ID, DAYNO, K, P, A, CYC, STEP, KIND, LIFO, UNIT, CUST, TIER, SEC, MULT, PRICE, LIM, STOP, MARGIN, WAIT, DELAY, TAXBP) AS (
    SELECT TOP (1000000) ID, DAYNO, K, P, A, CYC, STEP, KIND, LIFO, UNIT, A / 25 * 5 + J, CAST(SUBSTRING('12223', (J + 1), 1) AS INT),
        (A * 7919 + P % 10 * (:securities / 10)) % :securities + 1,
        CAST(SUBSTRING('7634666284446646', (KIND * 4 + STEP + 1), 1) AS INT) - 5,
        (R * 630360016 + S) % 2147483563 % 1001 + 2000,
        CASE WHEN (R * 742938285 + S) % 2147483563 % 100 < 40 THEN 1 ELSE 0 END,
        (R * 950706376 + S) % 2147483563 % 2,
        CASE WHEN (R * 62089911 + S) % 2147483563 % 100 < 16 THEN 1 ELSE 0 END,
        (R * 69621 + S) % 2147483563 % 3600,
        (R * 48271 + S) % 2147483563 % 5 + 1,
        (R * 16807 + S) % 2147483563 % 40
    FROM SHAPED
),
TYPED (ID, P, A, CYC, STEP, KIND, LIFO, CUST, TIER, SEC, SELL, QTY, PRICE, LIM, TYP, CASH, T0, T1, T2, TAX, BP) AS (
    SELECT TOP (1000000) ID, P, A, CYC, STEP, KIND, LIFO, CUST, TIER, SEC,
        CASE WHEN MULT < 0 THEN 1 ELSE 0 END, ABS(MULT) * UNIT, PRICE, LIM,
        CASE WHEN MULT > 0 THEN 1 + LIM * 2 WHEN LIM = 0 THEN 2 ELSE 4 + STOP END,
        CASE WHEN MULT > 0 THEN 1 - MARGIN ELSE 1 END,
        (9133 + DAYNO) * 86400 + 32400 + K * 28800 / :positions,
        (9133 + DAYNO) * 86400 + 32400 + K * 28800 / :positions + LIM * WAIT,
        (9133 + DAYNO) * 86400 + 32400 + K * 28800 / :positions + LIM * WAIT + DELAY,
        CASE WHEN MULT < 0 AND A % 3 > 0 THEN ABS(MULT) * UNIT * PRICE * TAXBP / 10000 ELSE 0 END,
        40 - 5 * TIER + (SEC - 1) % 4
    FROM DRAWN
),
T (ID, P, A, CYC, STEP, KIND, LIFO, CUST, SEC, SELL, QTY, PRICE, LIM, TYP, CASH, T0, T1, T2, TAX, CHG, COMM) AS (
    SELECT TOP (1000000) ID, P, A, CYC, STEP, KIND, LIFO, CUST, SEC, SELL, QTY, PRICE, LIM, TYP, CASH, T0, T1, T2, TAX,
        100 + 50 * (3 - TIER) + 25 * TYP,
        (QTY * PRICE * (BP + 2 * TYP - 3 * CASE WHEN QTY > 900 THEN 3 ELSE (QTY - 1) / 300 END) + 5000) / 10000
    FROM TYPED
)
INSERT INTO HOLDING (TRADEID, ACCOUNTID, SECURITYID, MADE_AT, PRICE, QUANTITY)
SELECT
    ID, A + 1, SEC, T2, PRICE, QTY
FROM T
