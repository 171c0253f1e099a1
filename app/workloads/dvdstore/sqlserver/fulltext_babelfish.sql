-- Full text on Babelfish: no catalog, no stop list, filled at once.

CREATE FULLTEXT INDEX ON PRODUCTS (ACTOR, TITLE) KEY INDEX PK_PRODUCTS;
