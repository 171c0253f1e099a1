# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on a server."""

import random
from collections.abc import Sequence
from typing import Any

from app.databases.address import Address
from app.databases.dialect import dialect_of
from app.model.errors import phrase
from app.model.messages import Sentence
from app.native.native_library import NativeLibrary
from app.workloads.dvdstore.cycle import Shop
from app.workloads.dvdstore.server_workload import DvdStoreOnServer, DvdStoreServerUser, ServerDescription
from app.workloads.dvdstore3.reviewing import ARGUMENTS, NEW_MEMBER, OPERATIONS, Reviewer, Row
from app.workloads.workload import Operation

IN_PYTHON = phrase("version 3 of the DVD Store is driven in Python")


class Server3Description(ServerDescription, frozen=True):
    """What DvdStore3OnServer is built from."""

    def workload(self) -> "DvdStore3OnServer":
        return DvdStore3OnServer(self.address.address, self.password, self.parameters)


class DvdStore3OnServer(DvdStoreOnServer):
    """The workload on the working database of an address."""

    @property
    def description(self) -> Server3Description:
        """With its password."""
        return Server3Description(self.address.packed, self._password, self.parameters)

    @property
    def operations(self) -> Sequence[Operation]:
        """The keys in every export."""
        return OPERATIONS

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """As NativeWorkload."""
        return IN_PYTHON

    def _connected(self, shop: Shop, rng: random.Random) -> "ReviewerOnServer":
        return ReviewerOnServer(shop, rng, self.address, self._password)


class ReviewerOnServer(DvdStoreServerUser, Reviewer):
    """One virtual user with its connection."""

    def __init__(self, shop: Shop, rng: random.Random, address: Address, password: str) -> None:
        super().__init__(shop, rng, address, password)
        call = dialect_of(address.engine).call
        for operation, count in zip(OPERATIONS[NEW_MEMBER:], ARGUMENTS, strict=True):
            self._texts.append(call(operation.key, count))
            self._cursors.append(self._connection.cursor())

    def reviewed(self, operation: int, *arguments: Any) -> Sequence[Row]:
        """As Reviewer."""
        return self._called(operation, *arguments)
