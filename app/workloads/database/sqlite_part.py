# SPDX-License-Identifier: Apache-2.0
"""The embedded engine's part of a workload that has table descriptions."""

from collections.abc import Sequence

from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_part import EnginePart
from app.workloads.database.engine_store import RowGeneration, SchemaStatement, generations

CHUNK = 10_000


class SqlitePart(EnginePart):
    """SQLite's part of a workload. Weights are in rows of the largest table."""

    folder = "sqlite"

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """Return the generation of all rows."""
        return generations(data, self.folder, CHUNK)

    def finishing(self, data: Dataset) -> Sequence[SchemaStatement]:
        """Return the steps that follow the rows; the last one computes the checksum."""
        largest = max(data.generated.values(), default=0)
        steps = [("indexes", 1.0), ("procedures", 0.0)]
        found = [(name, self.schema_of.statements(name, self.folder), weight) for name, weight in steps]
        return [
            *(
                SchemaStatement(name, sql, weight * largest / len(all_of))
                for name, all_of, weight in found
                for sql in all_of
            ),
            SchemaStatement("statistics", "ANALYZE", 0.2 * largest),
            SchemaStatement("checksum", self.schema_of.statement("checksum", self.folder), 1.0 * largest),
        ]
