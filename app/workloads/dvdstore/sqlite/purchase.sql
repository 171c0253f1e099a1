-- One purchase in one transaction (procedures.sql holds what each line does).
-- :date order date; :customer; :net, :tax, :total amounts; :items JSON list of [product, quantity]
BEGIN IMMEDIATE;
INSERT INTO ORDERS (ORDERDATE, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT)
VALUES (:date, :customer, :net, :tax, :total);
INSERT INTO PURCHASE_LINE (CUSTOMERID, ORDERID, ORDERLINEID, PROD_ID, QUANTITY, ORDERDATE)
SELECT :customer, LAST_INSERT_ROWID(), ITEM.KEY + 1, ITEM.VALUE ->> 0, ITEM.VALUE ->> 1, :date
FROM JSON_EACH(:items) AS ITEM;
COMMIT
