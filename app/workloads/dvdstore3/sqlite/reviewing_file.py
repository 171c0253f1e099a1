# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on the embedded engine."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.model.messages import Sentence
from app.native.native_library import NativeLibrary
from app.workloads.dvdstore.sqlite.embedded_workload import DvdStoreOnSqlite, DvdStoreUser, Shared, SqliteDescription
from app.workloads.dvdstore3.dataset import SCHEMA
from app.workloads.dvdstore3.reviewing import NEW_MEMBER, NEW_REVIEW, OPERATIONS, RATE_REVIEW, Reviewer, Row
from app.workloads.dvdstore3.reviewing_server import IN_PYTHON
from app.workloads.workload import Operation

WRITING = (NEW_MEMBER, NEW_REVIEW, RATE_REVIEW)


class Sqlite3Description(SqliteDescription, frozen=True):
    """What DvdStore3OnSqlite is built from."""

    def workload(self) -> "DvdStore3OnSqlite":
        return DvdStore3OnSqlite(Path(self.folder), self.parameters, self.settings)


class DvdStore3OnSqlite(DvdStoreOnSqlite):
    """The workload on the working copy in a folder."""

    @property
    def description(self) -> Sqlite3Description:
        return Sqlite3Description(str(self.folder), self.parameters, self.settings)

    @property
    def operations(self) -> Sequence[Operation]:
        """The keys in every export."""
        return OPERATIONS

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """As NativeWorkload."""
        return IN_PYTHON

    def _connected(self, shared: Shared, rng: random.Random) -> "ReviewerOnSqlite":
        return ReviewerOnSqlite(shared, rng)


class ReviewerOnSqlite(DvdStoreUser, Reviewer):
    """One virtual user with its connection."""

    def __init__(self, shared: Shared, rng: random.Random) -> None:
        super().__init__(shared, rng)
        keys = (operation.key for operation in OPERATIONS[NEW_MEMBER:])
        self._of = {NEW_MEMBER + number: SCHEMA.statement(key) for number, key in enumerate(keys)}

    def reviewed(self, operation: int, *arguments: Any) -> Sequence[Row]:
        """As Reviewer."""
        if operation not in WRITING:
            return self._execute(self._of[operation], arguments).fetchall()
        with self._writer:
            return self._execute(self._of[operation], arguments).fetchall()
