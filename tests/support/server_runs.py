# SPDX-License-Identifier: Apache-2.0
"""Scenarios on the private servers, their passwords in the environment, and databases that tests share."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.databases.address import Address
from app.databases.server import connect
from app.engine.consents import Consent, confirm
from app.engine.server_target import DatabaseTarget, server_target
from app.model.findings import Finding
from app.model.workloads import DvdStore
from app.session.session_error import SessionError
from tests.support.engine_runs import PATIENCE_S, measured_s, phase_of, running, so_far, until
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

ENGINES = {"postgresql": "postgresql", "mariadb": "mysql", "mysql": "mysql"}


@dataclass(frozen=True)
class Server:
    """System of a scenario on a private server.

    Attributes:
        databases: one per target.
        extra: more lines for each target.
    """

    name: str
    server: "PrivateServer"
    databases: Sequence[str] = ("outpace_shared",)
    extra: str = ""
    user: str = ""
    port: int = 0


def scenario_text(
    systems: Sequence[Server],
    *,
    size: str = "1MB",
    users: int = 2,
    think_s: float = 0.05,
    warmup_s: float = 1,
    run_s: float = 3,
    more: str = "",
    workload: str = "dvdstore",
) -> str:
    """Return the scenario of a timed run whose passwords come from the environment (see `passwords`).

    think_s: think time, without which two users and their server would occupy all cores.
    """
    lines = [
        'title = "Servers, shortly"', more,
        "[workload]", f'name = "{workload}"', f'db_size = "{size}"', f"users = {users}",
        f"think_time_s = {think_s}",
        "[plan]", 'name = "timed"', f"warmup_s = {warmup_s}", f"run_s = {run_s}", "ramp_users_per_s = 50",
    ]  # fmt: skip
    for index, system in enumerate(systems):
        lines += ["[[systems]]", f'name = "{system.name}"', f'role = "{"challenger" if index else "baseline"}"']
        for database in system.databases:
            lines += [
                "[[systems.targets]]", f'engine = "{ENGINES[system.server.engine]}"', f'host = "{system.server.host}"',
                f"port = {system.port or system.server.port}", f'user = "{system.user or system.server.user}"',
                f'database = "{database}"', f'password = "env:OUTPACE_TEST_PASSWORD_{index}"', system.extra,
            ]  # fmt: skip
    return "\n".join(lines) + "\n"


def written(folder: Path, systems: Sequence[Server], name: str = "servers.toml", **options: object) -> Path:
    """Write a scenario file of these systems."""
    path = folder / name
    path.write_text(scenario_text(systems, **options), encoding="utf-8")  # type: ignore[arg-type]
    return path


def passwords(
    monkeypatch: pytest.MonkeyPatch, systems: Sequence[Server], given: Mapping[int, str] | None = None
) -> None:
    """Store each system's password in the environment, with consent to send it to its server.

    given: passwords to use instead, by the system's position.
    """
    without_authorities(monkeypatch)
    for index, system in enumerate(systems):
        account = f"{system.user or system.server.user}@{system.server.host}:{system.port or system.server.port}"
        confirm(Consent("env", f"OUTPACE_TEST_PASSWORD_{index} for {account}"))
        monkeypatch.setenv(f"OUTPACE_TEST_PASSWORD_{index}", (given or {}).get(index, system.server.password))


def without_authorities(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent OpenSSL from loading the system's certificates, which these tests do not check.

    MariaDB's driver loads them for each connection with TLS, which takes 30 ms of processor time.
    """
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)


def copied(server: "PrivateServer", *databases: str) -> None:
    """Create more databases on a PostgreSQL server as copies of the shared one, which is faster than building them."""
    shared = address_of(server).changed(database="outpace_shared").target
    server_target(0, "A", shared, DvdStore(db_size="1MB"), server.password).build(lambda *_: None, lambda: False)
    for name in databases:
        execute(server, f'CREATE DATABASE "{name}_pristine" TEMPLATE "outpace_shared_pristine"')


def target_at_hand(
    monkeypatch: pytest.MonkeyPatch, sqlserver: tuple[Address, str], database: str, variable: str = "OUTPACE_TEST_T_SQL"
) -> str:
    """Return the keys of a target on the available SQL Server; store its password in the environment, with consent."""
    address, password = sqlserver
    confirm(Consent("env", f"{variable} for {address.who}"))
    monkeypatch.setenv(variable, password)
    return target_on(address, database, variable)


def target_on(address: Address, database: str, variable: str) -> str:
    """Return the keys of a target on a SQL Server whose password is in an environment variable."""
    odbc = address.target.odbc.replace("\\", "\\\\").replace('"', '\\"')
    return f'engine = "sqlserver"\nodbc = "{odbc}"\ndatabase = "{database}"\npassword = "env:{variable}"\n'


def execute(server: "PrivateServer", *statements: str, database: str = "") -> list[tuple[object, ...]]:
    """Execute statements as the server's administrator; return the rows of the last one."""
    found: list[tuple[object, ...]] = []
    connection = connect(address_of(server), server.password, database=database)
    with closing(connection), closing(connection.cursor()) as cursor:
        for statement in statements:
            cursor.execute(statement)
            found = [tuple(row) for row in cursor.fetchall()] if cursor.description else []
    return found


def rights_of(target: DatabaseTarget) -> dict[str, Finding]:
    """Return the findings about the privileges of a target's user."""
    return {one.check: one for one in target.inspect(0).findings if one.check in ("rights", "triggers")}


@contextlib.contextmanager
def dropped_after(server: "PrivateServer", *databases: str) -> Iterator[None]:
    """Drop databases (and their pristine ones) after a test."""
    try:
        yield
    finally:
        for database in databases:
            for name in (database, f"{database}_pristine"):
                if server.engine == "postgresql":
                    execute(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
                else:
                    execute(server, f"DROP DATABASE IF EXISTS `{name}`")


def address(server: "PrivateServer", database: str) -> Address:
    """Return the address of a database on a private server."""
    return address_of(server, database)


LONG_S = 600


@contextmanager
def under_load(scenario: Path, session: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a run and wait until it measures."""
    with running("run", scenario, "--session", session) as process:
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 1, PATIENCE_S)
        yield process


def stopped(process: subprocess.Popen[str]) -> str:
    """Stop a run as Ctrl+C does; return its output."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)
    return out + err


def events(session: Path, kind: str) -> list[str]:
    """Return the text of all events of one kind so far."""
    try:
        with so_far(session) as reader:
            return [reader.sentence(event.message) for event in reader.events if event.kind == kind]
    except SessionError:
        return []


def orders_by_second(session: Path) -> list[dict[int, float]]:
    """Return the orders of each second that has any, by system."""
    with so_far(session) as reader:
        tables = [reader.latency_seconds(system.id, "order") for system in reader.systems]
    return [{round(row[0]): row[1] for row in table if row[1] > 0} for table in tables]


def fill(path: Path) -> None:
    """Write a file until its disk is full."""
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(1 << 16)):
            continue
