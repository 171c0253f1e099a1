"""A person's own SQL: the transactions of a scenario (docs/own-sql.md)."""
