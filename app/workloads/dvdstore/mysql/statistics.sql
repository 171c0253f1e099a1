-- The optimizer's statistics; the numbers of the build's chunks are no longer needed.
DROP TABLE OUTPACE_NUMBER;

ANALYZE TABLE CATEGORIES, PRODUCTS, INVENTORY, CUSTOMERS, ORDERS, ORDERLINES, CUST_HIST, REORDER;
