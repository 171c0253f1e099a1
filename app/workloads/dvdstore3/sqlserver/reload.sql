-- What runs have added: no member is one of the build whose number is no multiple of ten.
DELETE FROM REVIEWS WHERE REVIEW_ID > :last_review;

DELETE FROM REVIEWS_HELPFULNESS WHERE REVIEW_HELPFULNESS_ID > :last_rating;

DELETE FROM MEMBERSHIP WHERE CUSTOMERID % 10 <> 0 OR CUSTOMERID > :last_customer;

DBCC CHECKIDENT ('REVIEWS', RESEED, :last_review);

DBCC CHECKIDENT ('REVIEWS_HELPFULNESS', RESEED, :last_rating);
