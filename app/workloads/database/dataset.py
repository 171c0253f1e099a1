# SPDX-License-Identifier: Apache-2.0
"""Interface of a workload's data of one size, as building, marking and checking need it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.workloads.database.draws import key
from app.workloads.database.schema import Schema, member


class SizedData(Protocol):
    """Parameters of a scenario that determine all rows."""

    @property
    def size(self) -> str:
        """The size's canonical name."""
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
    """Tables that are small at any size, whose checksums prove that an undo has restored them."""
    grown: str = ""
    """Table that runs add rows to, with the rows of other tables that belong to it; "" if nothing is undone."""
    grown_key: str = ""
    """Ascending key of the table `grown`."""
    grown_name: str = ""
    """Noun for the added rows, in messages."""
    reloaded: str = ""
    """Noun phrase for the other data that an undo restores, in messages."""

    def __init__(self, parameters: SizedData) -> None:
        self.parameters: Any = parameters
        self.size = parameters.size
        self.seed = parameters.data_seed

    @property
    @abstractmethod
    def rows(self) -> Mapping[str, int]:
        """Row counts of the tables that the size alone fixes."""

    @property
    def generated(self) -> Mapping[str, int]:
        """Upper bounds of the numbers over which each table's script runs; by default the table's row count."""
        return self.rows

    @abstractmethod
    def expected_bytes(self, dialect: str) -> int:
        """Return the free space that a build needs, for the database and the sorting of its indexes.

        Args:
            dialect: Folder of the engine's scripts.
        """

    @property
    def reload_numbers(self) -> Mapping[str, int]:
        """Numbers inserted into the script `reload`, which ends an undo."""
        return {}

    def numbers(self, table: str) -> Mapping[str, int]:
        """Return the numbers inserted into a table's scripts: keys of its draws, and numbers of the size."""
        return key(self.schema, self.seed, table)

    @property
    def next_numbers(self) -> Mapping[str, int]:
        """Numbers inserted into the script `keys`: the last and the next number of each table that numbers new rows."""
        last = {
            table.name.lower(): self.generated.get(table.name, 0) for table in self.schema.described if table.identity
        }
        return {f"last_{name}": count for name, count in last.items()} | {
            f"next_{name}": count + 1 for name, count in last.items()
        }


def dataset_of(parameters: SizedData) -> Dataset:
    """Return the data of a scenario's parameters: `dataset.DATASET` in the folder of their workload."""
    data: Dataset = member(parameters.package, "dataset", "DATASET")(parameters)
    return data
