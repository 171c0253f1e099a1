-- Watch item.
WITH IDS (ID) AS (
    SELECT TOP (1000000) N + CAST(:first AS BIGINT) FROM OUTPACE_NUMBER WHERE N <= CAST(:last AS BIGINT) - CAST(:first AS BIGINT)
)
INSERT INTO WATCH_ITEM (LISTID, SECURITYID)
SELECT
    (ID - 1) / :watched + 1,
    ((ID - 1) / :watched * 613 + (ID - 1) % :watched * (:securities / :watched)) % :securities + 1
FROM IDS
