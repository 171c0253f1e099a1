-- Watch item.
INSERT INTO WATCH_ITEM (LISTID, SECURITYID)
WITH IDS (ID) AS MATERIALIZED (SELECT N + :first AS ID FROM OUTPACE_NUMBER WHERE N <= :last - :first)
SELECT
    (ID - 1) / :watched + 1,
    ((ID - 1) / :watched * 613 + (ID - 1) % :watched * (:securities / :watched)) % :securities + 1
FROM IDS
