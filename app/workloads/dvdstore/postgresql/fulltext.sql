-- Full text on titles and actors: words as they are, no stop words, no stemming. A phrase is checked against the row, so
-- the indexes hold no second copy of the text.

CREATE INDEX IX_PROD_TITLE_TEXT ON PRODUCTS USING GIN (TO_TSVECTOR('simple', TITLE)) WITH (FASTUPDATE = OFF);

CREATE INDEX IX_PROD_ACTOR_TEXT ON PRODUCTS USING GIN (TO_TSVECTOR('simple', ACTOR)) WITH (FASTUPDATE = OFF);
