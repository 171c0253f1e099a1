# SPDX-License-Identifier: Apache-2.0
"""Interface of a workload's data in one size, for building, marking and checking."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.workloads.database.draws import key
from app.workloads.database.schema import Schema, member


class SizedData(Protocol):
    """Scenario parameters that determine all rows."""

    @property
    def size(self) -> str:
        """Canonical name of the size."""
        ...

    @property
    def data_seed(self) -> int:
        """Seed of all draws."""
        ...

    @property
    def package(self) -> str:
        """Package of the workload."""
        ...


class Dataset(ABC):
    """Data of a workload in one size, the same on every engine. Picklable."""

    schema: Schema
    small: Sequence[str] = ()
    """Tables that are small at any size; their checksums verify that an undo has restored them."""
    grown: str = ""
    """Table to which runs add rows, along with dependent rows in other tables; "" if nothing is undone."""
    grown_key: str = ""
    """Ascending key of the table `grown`."""
    grown_name: str = ""
    """Noun for the added rows, in messages."""
    reloaded: str = ""
    """Noun phrase for other data that an undo restores, in messages."""

    def __init__(self, parameters: SizedData) -> None:
        self.parameters: Any = parameters
        self.size = parameters.size
        self.seed = parameters.data_seed

    @property
    @abstractmethod
    def rows(self) -> Mapping[str, int]:
        """Row counts of the tables whose count depends only on the size."""

    @property
    def generated(self) -> Mapping[str, int]:
        """Number of iterations of each table's script; by default the table's row count."""
        return self.rows

    @abstractmethod
    def expected_bytes(self, dialect: str) -> int:
        """Return the free space that a build needs, for the database and for sorting its indexes.

        Args:
            dialect: Folder of the engine's scripts.
        """

    @property
    def reload_numbers(self) -> Mapping[str, int]:
        """Numbers to insert into the script `reload`, the last step of an undo."""
        return {}

    def numbers(self, table: str) -> Mapping[str, int]:
        """Return the numbers to insert into a table's scripts: keys of its draws, and size-dependent numbers."""
        return key(self.schema, self.seed, table)

    @property
    def next_numbers(self) -> Mapping[str, int]:
        """Numbers to insert into the script `keys`: last and next row number of each table with automatic numbers."""
        last = {
            table.name.lower(): self.generated.get(table.name, 0) for table in self.schema.described if table.identity
        }
        return {f"last_{name}": count for name, count in last.items()} | {
            f"next_{name}": count + 1 for name, count in last.items()
        }


def dataset_of(parameters: SizedData) -> Dataset:
    """Return the data for a scenario's parameters: `dataset.DATASET` in the folder of their workload."""
    data: Dataset = member(parameters.package, "dataset", "DATASET")(parameters)
    return data
