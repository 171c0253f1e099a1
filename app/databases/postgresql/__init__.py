"""PostgreSQL: how to talk to it, what it says of itself, what it counts."""
