-- Takes back the orders :first to :last with their lines and history. The history has no key of its own: each order's
-- rows are found through its customer. ORDERS goes last, so that a piece cut off in the middle is found again.
DELETE H
FROM ORDERS AS O
STRAIGHT_JOIN CUST_HIST AS H ON H.CUSTOMERID = O.CUSTOMERID AND H.ORDERID = O.ORDERID
WHERE O.ORDERID BETWEEN :first AND :last;

DELETE FROM ORDERLINES WHERE ORDERID BETWEEN :first AND :last;

DELETE FROM ORDERS WHERE ORDERID BETWEEN :first AND :last;
