# SPDX-License-Identifier: Apache-2.0
"""Brokerage's rows on SQLite."""

from collections.abc import Sequence

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration, Step, generations

CHUNK = 10_000


class BrokerageTables:
    """SQLite's part of brokerage. Stateless. Weights count in rows."""

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
