"""Brokerage on PostgreSQL."""
