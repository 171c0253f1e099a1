# SPDX-License-Identifier: Apache-2.0
"""The tables of DVD Store, and its scripts."""

from app.workloads.database.schema import Schema

SCHEMA = Schema(
    "dvdstore",
    "DVD Store",
    1,
    ("CATEGORIES", "PRODUCTS", "INVENTORY", "CUSTOMERS", "ORDERS", "ORDERLINES", "CUST_HIST"),
    ("REORDER",),
    ("indexes", "fulltext"),
)
statement = SCHEMA.statement
statements = SCHEMA.statements
