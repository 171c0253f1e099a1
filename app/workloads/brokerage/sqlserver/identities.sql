-- The trades of runs go on behind those that were built; the numbers of the build's chunks are no longer needed.
DROP TABLE OUTPACE_NUMBER;

DBCC CHECKIDENT ('TRADE', RESEED, :trades);
