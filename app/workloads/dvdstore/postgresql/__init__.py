"""DVD Store on PostgreSQL."""
