-- Full text on titles and actors, as an index over PRODUCTS without a second copy of the text.
-- No stop words, no stemming, phrases searchable.

CREATE VIRTUAL TABLE PRODUCTS_TEXT USING fts5 (
    TITLE, ACTOR, content = 'PRODUCTS', content_rowid = 'PROD_ID', tokenize = 'unicode61', columnsize = 0
);
INSERT INTO PRODUCTS_TEXT (PRODUCTS_TEXT) VALUES ('rebuild');
