-- Net amount of a basket in cents. ?1 JSON list of [product, quantity]
SELECT SUM(CAST(ROUND(P.PRICE * 100) AS INTEGER) * (ITEM.VALUE ->> 1))
FROM JSON_EACH(?1) AS ITEM
JOIN PRODUCTS AS P ON P.PROD_ID = (ITEM.VALUE ->> 0)
