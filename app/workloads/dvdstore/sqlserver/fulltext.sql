-- Full text on SQL Server: a catalog, one index without a stop list on titles and actors (neutral language: words are
-- taken as they stand), and the wait until it is filled.

CREATE FULLTEXT CATALOG OUTPACE AS DEFAULT;

CREATE FULLTEXT INDEX ON PRODUCTS (ACTOR LANGUAGE 0, TITLE LANGUAGE 0) KEY INDEX PK_PRODUCTS
WITH (CHANGE_TRACKING = AUTO, STOPLIST = OFF);

-- A phrase that stands in the data must be found before anybody runs. One hour is the longest wait.
DECLARE @WAITED INT = 0;
WHILE @WAITED < 7200 AND (
    OBJECTPROPERTYEX(OBJECT_ID('PRODUCTS'), 'TableFulltextPopulateStatus') <> 0
    OR NOT EXISTS (SELECT 1 FROM PRODUCTS WHERE CONTAINS(TITLE, '":title"'))
)
BEGIN
    WAITFOR DELAY '00:00:00.500';
    SET @WAITED = @WAITED + 1;
END
IF @WAITED = 7200 THROW 50000, 'full text is not filled after an hour', 1;
