-- No new customers, stock and sales as they were built, from the pristine database; the reorders of runs are gone.
-- (TRUNCATE and INSERT fire no trigger.)
DELETE FROM CUSTOMERS WHERE CUSTOMERID > :last_customer;

TRUNCATE TABLE INVENTORY;

INSERT INTO INVENTORY (PROD_ID, QUAN_IN_STOCK, SALES)
SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM {pristine}.INVENTORY;

TRUNCATE TABLE REORDER;

-- The ids go on behind the last one that was built.
DBCC CHECKIDENT ('ORDERS', RESEED, :last_order);

DBCC CHECKIDENT ('CUSTOMERS', RESEED, :last_customer);
