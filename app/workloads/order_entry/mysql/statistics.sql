-- The optimizer's statistics, and the next number of a payment; the numbers of the build's chunks are no longer needed.
DROP TABLE OUTPACE_NUMBER;

ALTER TABLE HISTORY AUTO_INCREMENT = :next_history;

ANALYZE TABLE WAREHOUSE, DISTRICT, CUSTOMER, HISTORY, ORDERS, NEW_ORDER, ORDER_LINE, ITEM, STOCK;
