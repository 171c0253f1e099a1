-- Takes back the orders :first to :last with their lines and history. The history has no key of its own: each order's
-- rows are found through its customer. ORDERS goes last, so that a piece cut off in the middle is found again.
DELETE FROM CUST_HIST
WHERE EXISTS (
    SELECT 1 FROM ORDERS
    WHERE ORDERS.ORDERID BETWEEN :first AND :last
    AND ORDERS.CUSTOMERID = CUST_HIST.CUSTOMERID AND ORDERS.ORDERID = CUST_HIST.ORDERID
);

DELETE FROM ORDERLINES WHERE ORDERID BETWEEN :first AND :last;

DELETE FROM ORDERS WHERE ORDERID BETWEEN :first AND :last;
