# SPDX-License-Identifier: Apache-2.0
"""DVD Store on SQLite."""

from collections.abc import Sequence
from dataclasses import replace

from app.workloads.cycle_language import JSON_ROWS, CallForms
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration, SchemaStatement, generations
from app.workloads.database.schema import Schema
from app.workloads.dvdstore.statements import SCHEMA

CHUNK = 10_000
FORMS = CallForms(
    lambda _: JSON_ROWS,
    writes=frozenset({"new_customer", "purchase", "new_member", "new_review", "rate_review"}),
    inserts=frozenset({"purchase"}),
    names={"purchase": ("customer", "date", "net", "items")},
    no_row_kind="LookupError",
)
WEIGHTS = {"products": 0.6, "inventory": 0.2, "orders": 0.4, "order lines": 1.2, "purchase history": 0.5}
"""Cost of generating one row, relative to a row of customers."""


class DvdStoreOnSqlite:
    """SQLite's part of DVD Store; stateless. Weights are relative to rows of customers."""

    forms = FORMS

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def sql(self, statement: str) -> str:
        """Return the SQL of a procedure, which is one statement or one transaction."""
        return self._schema.statement(statement)

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """Return the generation of all rows, in the same order as on servers."""
        return [replace(one, weight=WEIGHTS.get(one.name, 1.0)) for one in generations(data, "sqlite", CHUNK)]

    def finishing(self, data: Dataset) -> Sequence[SchemaStatement]:
        """Return the steps that follow the rows; the last one computes the checksum."""
        customers, statement = data.rows["CUSTOMERS"], data.schema.statement
        return [
            SchemaStatement("indexes", statement("indexes"), 1.2 * customers),
            SchemaStatement("full text", statement("fulltext"), 0.1 * customers),
            SchemaStatement("procedures", statement("procedures")),
            SchemaStatement("statistics", "ANALYZE", 0.2 * customers),
            SchemaStatement("checksum", statement("checksum"), 0.6 * customers),
        ]


STORE = DvdStoreOnSqlite(SCHEMA)
