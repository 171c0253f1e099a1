# SPDX-License-Identifier: Apache-2.0
"""Brokerage's rows on SQLite."""

from collections.abc import Mapping, Sequence
from functools import cache

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.brokerage.sqlite.operations import FORMS
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration, Step, generations

CHUNK = 10_000


@cache
def statements() -> Mapping[str, str]:
    """Return the SQL of all statements by their names."""
    return SCHEMA.named("operations", "sqlite")


class BrokerageTables:
    """SQLite's part of brokerage. Stateless. Weights count in rows."""

    forms = FORMS

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement."""
        return statements()[statement]

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """As servers make them."""
        return generations(data, "sqlite", CHUNK)

    def finishing(self, data: Dataset) -> Sequence[Step]:
        """The checksum last."""
        assert isinstance(data, BrokerageData)
        trades = data.counts.trades
        return [
            Step("indexes", SCHEMA.statement("indexes"), 1.0 * trades),
            Step("statistics", "ANALYZE", 0.2 * trades),
            Step("checksum", SCHEMA.statement("checksum"), 1.0 * trades),
        ]


STORE = BrokerageTables()
