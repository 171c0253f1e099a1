-- A review. ?1 product, ?2 date, ?3 stars, ?4 customer, ?5 summary, ?6 text
INSERT INTO REVIEWS (PROD_ID, REVIEW_DATE, STARS, CUSTOMERID, REVIEW_SUMMARY, REVIEW_TEXT)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
RETURNING REVIEW_ID
