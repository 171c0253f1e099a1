-- No new customers, stock and sales as they were built, from the pristine schema; the reorders of runs are gone. (TRUNCATE and INSERT fire
-- no trigger and leave the tables' files as new ones.)
DELETE FROM CUSTOMERS WHERE CUSTOMERID > :last_customer;

TRUNCATE TABLE INVENTORY;

INSERT INTO INVENTORY (PROD_ID, QUAN_IN_STOCK, SALES)
SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM {pristine}.INVENTORY ORDER BY PROD_ID;

TRUNCATE TABLE REORDER;

-- The next ids: what rolled-back purchases have used up is given again.
ALTER TABLE ORDERS AUTO_INCREMENT = :next_order;

ALTER TABLE CUSTOMERS AUTO_INCREMENT = :next_customer;

ANALYZE TABLE INVENTORY, CUSTOMERS, ORDERS, ORDERLINES, CUST_HIST, REORDER;
