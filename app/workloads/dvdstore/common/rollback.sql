-- Chance that one drawn item finds too little stock: every 10,000th product is drawn ten times as often; quantity 1 to 3.
SELECT
    SUM(WEIGHT * CASE QUAN_IN_STOCK WHEN 0 THEN 3 WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE 0 END),
    SUM(WEIGHT * 3)
FROM (SELECT QUAN_IN_STOCK, CASE WHEN PROD_ID % 10000 = 0 THEN 10 ELSE 1 END AS WEIGHT FROM INVENTORY) AS STOCK
