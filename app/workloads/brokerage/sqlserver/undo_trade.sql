-- Takes back the trades :first to :last with all that belongs to them alone (Babelfish; SQL Server restores its backup).
-- TRADE goes last, so that a piece cut off in the middle is found again.
DELETE FROM HOLDING WHERE TRADEID BETWEEN :first AND :last;

DELETE FROM HOLDING_HISTORY WHERE TRADEID BETWEEN :first AND :last;

DELETE FROM CASH_TRANSACTION WHERE TRADEID BETWEEN :first AND :last;

DELETE FROM SETTLEMENT WHERE TRADEID BETWEEN :first AND :last;

DELETE FROM TRADE_HISTORY WHERE TRADEID BETWEEN :first AND :last;

DELETE FROM TRADE WHERE TRADEID BETWEEN :first AND :last;
