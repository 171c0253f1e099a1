-- Next order numbers of all districts: each new order takes one. D_YTD * 0 makes the sum a BIGINT on SQL Server.
SELECT SUM(D_YTD * 0 + D_NEXT_O_ID) AS NEXT_ORDERS FROM DISTRICT
