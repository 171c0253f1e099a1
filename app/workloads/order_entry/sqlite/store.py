# SPDX-License-Identifier: Apache-2.0
"""Order entry on SQLite: its transactions are made of the statements in operations.sql."""

from app.workloads.database.sqlite_part import SqlitePart
from app.workloads.order_entry.dataset import SCHEMA
from app.workloads.order_entry.sqlite.operations import FORMS

STORE = SqlitePart(SCHEMA, FORMS)
