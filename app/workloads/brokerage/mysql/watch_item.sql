-- Watch item.
INSERT INTO WATCH_ITEM (LISTID, SECURITYID)
WITH IDS (ID) AS (SELECT N + :first AS ID FROM OUTPACE_NUMBER WHERE N <= :last - :first)
SELECT
    (ID - 1) DIV :watched + 1,
    ((ID - 1) DIV :watched * 613 + (ID - 1) % :watched * (:securities DIV :watched)) % :securities + 1
FROM IDS
