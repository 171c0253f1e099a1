-- The sum of all balances without the cash of new trades: as it was built.
SELECT
    (SELECT SUM(BALANCE) FROM CUSTOMER_ACCOUNT)
    - (SELECT COALESCE(SUM(AMOUNT), 0) FROM CASH_TRANSACTION WHERE TRADEID > :trades)
