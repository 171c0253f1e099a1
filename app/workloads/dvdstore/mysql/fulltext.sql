-- Full text on titles and actors: one index each (InnoDB makes one at a time). The session that runs this has
-- innodb_ft_enable_stopword off, which the index keeps; every word has 5 letters or more, above the shortest length
-- that InnoDB indexes by default (3).

ALTER TABLE PRODUCTS ADD FULLTEXT INDEX IX_PROD_ACTOR (ACTOR);

ALTER TABLE PRODUCTS ADD FULLTEXT INDEX IX_PROD_TITLE (TITLE);
