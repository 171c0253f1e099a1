# SPDX-License-Identifier: Apache-2.0
"""Fixtures: private database servers, one of each kind per test process, and the available SQL Server.

tests/conftest.py imports them. A test that kills its server uses a disposable one; a test that
needs other settings uses `own_server`.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

from app.databases.address import Address
from app.databases.registry import ENGINES
from app.model.odbc import connection_string, parse, value_of, without
from app.model.targets import Tls

if TYPE_CHECKING:
    from tests.support.private_server import Engine, PrivateServer

SQL_SERVER = "OUTPACE_TEST_SQLSERVER"
OwnServer = Callable[..., "PrivateServer"]


def address_on(engine: str, database: str = "", **fields: object) -> Address:
    """Return the address of a database on a target with these fields."""
    return Address(ENGINES[engine].target(**fields), database)  # type: ignore[arg-type]


def address_of(server: "PrivateServer", database: str = "", *, tls: Tls = "off") -> Address:
    """Return the server's address for `app.databases.server.connect`; its password is `server.password`."""
    return address_on(
        "postgresql" if server.engine == "postgresql" else "mysql",
        database,
        host=server.host,
        port=server.port,
        user=server.user,
        tls=tls,
    )


@contextlib.contextmanager
def started(
    engine: "Engine",
    settings: Mapping[str, str] | None = None,
    *,
    durable: bool = False,
    tls: bool = False,
    version: int = 0,
    on_disk: bool = False,
) -> Iterator["PrivateServer"]:
    """Start `server_for_tests`, or skip the test if the machine lacks the server's programs.

    Its data is in memory where possible, which halves the time of a restore.

    Args:
        engine: kind of server.
        settings: server settings.
        durable: whether writes must reach the disk.
        tls: whether the server offers TLS.
        version: PostgreSQL version, 0 for the system's own.
        on_disk: whether its data must be in the temporary folder, for tests of its devices.
    """
    if sys.platform == "win32":
        pytest.skip("private servers need a POSIX system")
    from tests.support import private_server  # noqa: PLC0415 - pwd and signals are not available on Windows

    if version:
        newer = private_server.bundled_postgresql(version)
        if newer is None:
            pytest.skip(f"PostgreSQL {version} is not here: packaging/test.py installs it on Linux (x86-64)")
    else:
        newer = None
    if newer is None and not private_server.has_programs(engine):
        pytest.skip(f"the programs of {engine} are not on this machine: packaging/test.py installs them on Debian")
    within = None if durable or on_disk else private_server.memory_folder()
    with private_server.server_for_tests(
        engine, settings, durable=durable, tls=tls, programs=newer, within=within
    ) as server:
        yield server


@pytest.fixture(scope="session")
def postgresql() -> Iterator["PrivateServer"]:
    """Start a PostgreSQL shared by the tests of this process: leave it unchanged, use databases with unique names."""
    with started("postgresql", tls=True) as server:
        yield server


@pytest.fixture(scope="session")
def mariadb() -> Iterator["PrivateServer"]:
    """Start a MariaDB shared by the tests of this process: leave it unchanged, use databases with unique names."""
    with started("mariadb", tls=True) as server:
        yield server


@pytest.fixture(scope="session")
def mysql() -> Iterator["PrivateServer"]:
    """Start a MySQL with a binary log, shared by the tests of this process like `mariadb`."""
    with started("mysql", tls=True) as server:
        yield server


@pytest.fixture(params=["postgresql", "mariadb", "mysql"])
def each_server(request: pytest.FixtureRequest) -> "PrivateServer":
    """Provide `postgresql`, `mariadb` and `mysql` in turn."""
    found: PrivateServer = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session", params=["postgresql", "mariadb"])
def small_server(request: pytest.FixtureRequest) -> Iterator["PrivateServer"]:
    """Provide servers with few connections and no TLS; a test that stops or kills one must start it again."""
    with started(request.param, {"max_connections": "10"}) as server:
        yield server


DISPOSABLE: Mapping[str, Mapping[str, str]] = {
    "postgresql": {"max_connections": "16"},
    "mariadb": {"innodb_log_file_size": "8M"},
}


@pytest.fixture(scope="session")
def _disposable() -> Iterator[Callable[["Engine"], "PrivateServer"]]:
    """Provide a function that starts, or restarts, the disposable server of a kind."""
    with contextlib.ExitStack() as stack:
        servers: dict[str, PrivateServer] = {}

        def running(engine: "Engine") -> "PrivateServer":
            if engine not in servers:
                servers[engine] = stack.enter_context(started(engine, DISPOSABLE[engine]))
            if servers[engine].process is None:
                servers[engine].start()
            return servers[engine]

        yield running


@pytest.fixture
def disposable_postgresql(_disposable: Callable[["Engine"], "PrivateServer"]) -> "PrivateServer":
    """Provide a PostgreSQL with few connections, shared by tests that kill it."""
    return _disposable("postgresql")


@pytest.fixture
def disposable_mariadb(_disposable: Callable[["Engine"], "PrivateServer"]) -> "PrivateServer":
    """Provide a MariaDB shared by tests that kill, stop and suspend it."""
    return _disposable("mariadb")


@pytest.fixture
def own_server() -> Iterator[OwnServer]:
    """Provide a function that starts servers for this test alone.

    Example: own_server("postgresql", {"track_io_timing": "on"}, durable=True).
    """
    with contextlib.ExitStack() as stack:
        yield lambda *given, **options: stack.enter_context(started(*given, **options))


@contextlib.contextmanager
def pooled(server: "PrivateServer", **settings: str) -> Iterator[int]:
    """Return the port of a PgBouncer with these settings for a PostgreSQL, or skip the test."""
    from tests.support import private_server  # noqa: PLC0415 - as above

    if private_server.pgbouncer_program() is None:
        pytest.skip("PgBouncer is not on this machine: packaging/test.py installs it on Debian")
    with private_server.pgbouncer_before(server, settings) as port:
        yield port


@pytest.fixture(scope="session")
def sqlserver() -> tuple[Address, str]:
    """Return the address and the password of the SQL Server (or Babelfish) in OUTPACE_TEST_SQLSERVER."""
    if not os.environ.get(SQL_SERVER, ""):
        pytest.skip(f"no SQL Server at hand: {SQL_SERVER} holds no ODBC connection string")
    return sqlserver_at_hand()


def sqlserver_at_hand() -> tuple[Address, str]:
    """Return the address and the password in OUTPACE_TEST_SQLSERVER, which must be set."""
    pairs = parse(os.environ[SQL_SERVER])
    return address_on("sqlserver", odbc=connection_string(without(pairs, "PWD", "DATABASE"))), value_of(pairs, "PWD")
