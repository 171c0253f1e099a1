# SPDX-License-Identifier: Apache-2.0
"""The data of a workload in one size: what building, marking and checking them must know."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.workloads.database.draws import key
from app.workloads.database.schema import Schema, member


class SizedData(Protocol):
    """What a scenario's parameters say of the data: all rows are a pure function of both."""

    @property
    def size(self) -> str:
        """The size's canonical name."""
        ...

    @property
    def data_seed(self) -> int:
        """Another number gives other rows."""
        ...

    @property
    def package(self) -> str:
        """Package of the workload."""
        ...


class Dataset(ABC):
    """One size of a workload's data, whatever the engine. Picklable."""

    schema: Schema
    small: Sequence[str] = ()
    """Tables that are small at any size: their checksums prove that an undo has restored them."""
    grown: str = ""
    """The table that runs add rows to, each with the rows of other tables that belong to it; "": nothing is undone."""
    grown_key: str = ""
    """Its key, which grows."""
    grown_name: str = ""
    """For people: what is added."""
    reloaded: str = ""
    """For people: what else an undo restores."""

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
        """Numbers that each table's script is run over; by default as many as the table has rows."""
        return self.rows

    @abstractmethod
    def expected_bytes(self, dialect: str) -> int:
        """Free space that a build needs: the database itself and the sorting of its indexes. dialect: the folder of the
        engine's scripts."""

    @property
    def reload_numbers(self) -> Mapping[str, int]:
        """What the script `reload`, which ends an undo, is told."""
        return {}

    def numbers(self, table: str) -> Mapping[str, int]:
        """What the scripts that make a table's rows are told: the keys of its draws, and the size's numbers."""
        return key(self.schema, self.seed, table)

    @property
    def next_numbers(self) -> Mapping[str, int]:
        """What the script `keys` is told: of each table that numbers new rows its last number and the next one."""
        last = {one.name.lower(): self.generated.get(one.name, 0) for one in self.schema.described if one.identity}
        return {f"last_{name}": count for name, count in last.items()} | {
            f"next_{name}": count + 1 for name, count in last.items()
        }


def dataset_of(parameters: SizedData) -> Dataset:
    """The data that a scenario's parameters ask for: `dataset.DATASET` in the folder of their workload."""
    data: Dataset = member(parameters.package, "dataset", "DATASET")(parameters)
    return data
