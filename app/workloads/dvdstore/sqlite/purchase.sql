-- One purchase in one transaction (procedures.sql holds what each line does).
-- :date order date; :customer; :net amount in cents; :items JSON list of [product, quantity]
-- 8.25 % tax, rounded to the cent, as in generator.py.
BEGIN IMMEDIATE;
INSERT INTO ORDERS (ORDERDATE, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT)
VALUES (
    :date, :customer, :net / 100.0, (:net * 825 + 5000) / 10000 / 100.0,
    (:net + (:net * 825 + 5000) / 10000) / 100.0
);
INSERT INTO PURCHASE_LINE (CUSTOMERID, ORDERID, ORDERLINEID, PROD_ID, QUANTITY, ORDERDATE)
SELECT :customer, LAST_INSERT_ROWID(), ITEM.KEY + 1, ITEM.VALUE ->> 0, ITEM.VALUE ->> 1, :date
FROM JSON_EACH(:items) AS ITEM;
COMMIT
