"""Brokerage: operations of a brokerage's customers (docs/brokerage.md)."""
