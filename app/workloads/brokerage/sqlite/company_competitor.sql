-- Company competitor.
INSERT INTO COMPANY_COMPETITOR (COMPANYID, COMPETITORID, INDUSTRYID)
WITH IDS (ID) AS MATERIALIZED (SELECT N + :first AS ID FROM OUTPACE_NUMBER WHERE N <= :last - :first)
SELECT
    (ID - 1) / 3 + 1, ((ID - 1) / 3 + ((ID - 1) % 3 + 1) * 7) % :companies + 1, (ID * 7) % 100 + 1
FROM IDS
