# SPDX-License-Identifier: Apache-2.0
"""Brokerage on SQLite: operations are transactions of the statements in operations.sql."""

from app.workloads.brokerage.dataset import SCHEMA
from app.workloads.brokerage.sqlite.operations import FORMS
from app.workloads.database.sqlite_part import SqlitePart

STORE = SqlitePart(SCHEMA, FORMS)
