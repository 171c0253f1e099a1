# SPDX-License-Identifier: Apache-2.0
"""DVD Store on a test server: the store, and plain connections to inspect it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.databases.address import Address
from app.databases.server import connect
from app.model.targets import Placement
from app.model.workloads import DvdStore
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.dvdstore.statements import statement
from tests.support.dvdstores import SMALL
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


@dataclass(frozen=True)
class Place:
    """Database of a given name on a server."""

    address: Address
    password: str

    def store(
        self, parameters: DvdStore = SMALL, placement: Placement | None = None, *, connections: int = 2
    ) -> ServerStore:
        address = self.address.changed(placement=placement or Placement(), data_connections=connections)
        return ServerStore(address, self.password, parameters)

    def workload(self, parameters: DvdStore = SMALL) -> WorkloadOnServer:
        workload = WorkloadOnServer(self.address, self.password, parameters)
        workload.open()
        return workload

    @contextmanager
    def cursor(self, database: str | None = None) -> Iterator[Any]:
        """Return a cursor on the working database or another one; "" is the maintenance database."""
        connection = connect(self.address if database is None else self.address.at(database), self.password)
        try:
            yield connection.cursor()
        finally:
            connection.close()

    def value(self, sql: str, database: str | None = None) -> Any:
        with self.cursor(database) as cursor:
            return cursor.execute(sql).fetchval()

    def rows(self, sql: str, database: str | None = None) -> list[tuple[Any, ...]]:
        with self.cursor(database) as cursor:
            return [tuple(row) for row in cursor.execute(sql).fetchall()]

    def execute(self, sql: str, database: str | None = None) -> None:
        with self.cursor(database) as cursor:
            cursor.execute(sql)

    def checksums(self, database: str | None = None) -> Mapping[str, int]:
        rows = self.rows(statement("checksum", self.address.engine), database)
        return {table: int(value) for table, _, value in rows}


def place_on(server: "PrivateServer", database: str) -> Place:
    return Place(address_of(server, database), server.password)
