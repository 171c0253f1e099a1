"""Brokerage on the embedded engine."""
