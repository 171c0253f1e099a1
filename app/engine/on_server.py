"""Targets on servers: built, restored and counted over ODBC in child processes, opened by the workers."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import msgspec

from app.databases.address import Address, ServerEngine
from app.databases.caches import emptied_cache
from app.databases.dialect import dialect_of
from app.engine.checking import inspected
from app.engine.consents import clear_text_login, is_confirmed
from app.engine.embedded import contents_of, parameters_of
from app.engine.finding import Inspected
from app.engine.targets import Cancelled, Contents, Pristine, RowCounts, Tell
from app.plans.repeated import Part
from app.scenario.model import DvdStore
from app.scenario.targets import MySql, Placement, PostgreSql, Server, SqlServer
from app.workloads.dvdstore.on_server import DvdStoreOnServer
from app.workloads.dvdstore.parameters import Parameters
from app.workloads.dvdstore.server_part import StorePlacement
from app.workloads.dvdstore.server_store import ServerStore, store_on


def engine_of(target: Server) -> ServerEngine:
    """The engine's name in scenarios, which is also its dialect's."""
    engines: dict[type[Server], ServerEngine] = {PostgreSql: "postgresql", MySql: "mysql", SqlServer: "sqlserver"}
    return engines[type(target)]


def address_of(target: Server) -> Address:
    """Where a target's database is. Raises DatabaseError for an ODBC string that can't be taken."""
    return Address(
        engine=engine_of(target),
        host=target.host,
        port=target.port,
        database=target.database,
        user=target.user,
        tls=target.tls,
        tls_ca=target.tls_ca,
        driver=target.driver,
        odbc=target.odbc,
        settings=dict(target.settings),
    )


def placement_of(target: Server) -> StorePlacement:
    """Where the server is to keep the parts of the database."""
    place: Placement = target.placement
    return StorePlacement(
        data=place.data,
        log=place.log,
        index=place.index,
        backup=place.backup,
        temporary=place.temporary,
        data_files=place.data_files,
        tables=dict(place.tables),
        connections=target.data_connections,
        recovery=target.recovery if isinstance(target, SqlServer) else "full",
    )


def login_address(target: Server) -> Address:
    """Where a target's database is, for logins: without TLS a password goes to another machine only where this user has
    confirmed that."""
    address = address_of(target)
    plain = target.password == "none" or not address.remote or is_confirmed(clear_text_login(address))  # noqa: S105
    return msgspec.structs.replace(address, plain_login=plain)


@dataclass(frozen=True, slots=True)
class ServerTarget:
    """One database on a server. The password goes to child processes over their pipe, and nowhere else."""

    system: int
    label: str
    address: Address
    password: str = field(repr=False)
    parameters: Parameters
    placement: StorePlacement
    users: int

    @property
    def embedded(self) -> bool:
        return False

    def unit_of(self, task: str) -> str:
        return "rows"

    @property
    def place(self) -> Path | None:
        return None

    @property
    def store(self) -> ServerStore:
        """What finds, builds and restores it. Connects to nothing yet."""
        return store_on(self.address, self.password, self.parameters, self.placement)

    def turned_to(self, part: Part) -> Self:
        return self

    def workload(self) -> DvdStoreOnServer:
        return DvdStoreOnServer(self.address, self.password, self.parameters)

    def detail(self) -> dict[str, object]:
        settings = {str(name): value for name, value in self.address.settings.items()}
        return {
            "engine": dialect_of(self.address.engine).name,
            "database": f"DVD Store {self.parameters.size}",
            **settings,
            "users": self.users,
        }

    def held(self) -> AbstractContextManager[None]:
        return self.store.held()

    def inspect(self, number: int) -> Inspected:
        return inspected(number, self)

    def build(self, tell: Tell, cancelled: Cancelled) -> Contents:
        return contents_of(self.store.build(tell, cancelled))

    def restore(self, tell: Tell, cancelled: Cancelled) -> Pristine:
        store = self.store
        how = store.restore(tell, cancelled)
        mark = store.find()
        assert mark is not None, "a restored database has a pristine one"
        counts = store.order_counts()
        return Pristine(
            contents_of(mark),
            how,
            store.expected_rollback_percent(self.parameters.line_items),
            (counts.orders, counts.orderlines, counts.cust_hist),
            store.size_bytes(),
        )

    def count(self) -> RowCounts:
        counts = self.store.order_counts()
        return counts.orders, counts.orderlines, counts.cust_hist

    def size_bytes(self) -> int:
        return self.store.size_bytes()

    def make_cold(self) -> tuple[str, bool]:
        refused = self.store.checkpoint()
        how = f"no checkpoint ({refused})" if refused else "checkpoint"
        emptied = emptied_cache(self.address, self.password)
        if emptied is None:
            return f"{how}; its own cache is emptied only by a restart", False
        return f"{how}; {emptied or 'its cache was emptied'}", not emptied


def server_target(system: int, label: str, target: Server, store: DvdStore, password: str) -> ServerTarget:
    """The target of a scenario, with the password that was found for it."""
    return ServerTarget(
        system, label, login_address(target), password, parameters_of(store), placement_of(target), store.users
    )
