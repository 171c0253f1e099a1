# SPDX-License-Identifier: Apache-2.0
"""Schema of DVD Store: its tables and scripts."""

from app.workloads.database.schema import Schema
from app.workloads.dvdstore.dvdstore_tables import TABLES

SCHEMA = Schema(
    "dvdstore",
    "DVD Store",
    1,
    TABLES,
    ("indexes", "fulltext"),
)
statement = SCHEMA.statement
statements = SCHEMA.statements
