# SPDX-License-Identifier: Apache-2.0
"""Scenarios for a laboratory of agents, run by the program without its window, and the contents of their sessions."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.control.link import own_program
from app.driver.series import column
from app.engine.consents import allow, consents_of
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.session.stored_session import StoredSession
from app.session.tables import OperationRow
from tests.support.agent_lab import Lab

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

PASSWORD = "OUTPACE_TEST_LAB_PASSWORD"
TIMED = """
[plan]
name = "timed"
ramp_users_per_s = 100
warmup_s = {warmup_s}
run_s = {run_s}
"""
SWEEP = """
[workload]
name = "storage-io"
block_kb = 8
access = "random"
threads = 1
file_size = "{file_size}"
write_through = false

[plan]
name = "queue-depth-sweep"
depths = {depths}
passes = ["read"]
settle_s = {settle_s}
dwell_s = {dwell_s}
"""


def agents_text(names: Sequence[str]) -> str:
    return "".join(f'[[agents]]\nname = "{name}"\nhost = "{name}"\npython = "{sys.executable}"\n' for name in names)


def from_text(name: str) -> str:
    return f'from = ["{name}"]\n' if name else ""


def same_load(
    drivers: Sequence[Sequence[str]],
    target: Callable[[int, int], str],
    *,
    users: int,
    think_s: float,
    warmup_s: float,
    run_s: float,
) -> str:
    """Return the same load on two systems at the same time, with a separate DVD Store for every client.

    Args:
        drivers: for each system, what drives each of its targets: an agent's name, or "" for this machine.
        target: engine and location, by the system's and the target's number, from 1.
        users: number of users of each target.
        think_s: mean think time.
        warmup_s: length of the warm-up.
        run_s: length of the measurement.
    """
    text = [
        'title = "The same load from one machine and from agents"\n[workload]\nname = "dvdstore"\ndb_size = "1MB"\n'
        f"users = {users}\nthink_time_s = {think_s}\n{TIMED.format(warmup_s=warmup_s, run_s=run_s)}"
    ]
    text.append(agents_text(sorted({name for every in drivers for name in every if name})))
    for number, every in enumerate(drivers, 1):
        role = "challenger" if number > 1 else "baseline"
        text.append(f'[[systems]]\nname = "{number} {"agents" if any(every) else "one machine"}"\nrole = "{role}"\n')
        text += [
            f"[[systems.targets]]\n{target(number, client)}{from_text(name)}" for client, name in enumerate(every, 1)
        ]
    return "".join(text)


def on_server(server: "PrivateServer", host: str) -> Callable[[int, int], str]:
    """Return targets for `same_load`: databases on one PostgreSQL server, at a `host` that all machines can reach."""

    def target(system: int, client: int) -> str:
        return (
            f'engine = "postgresql"\nhost = "{host}"\nport = {server.port}\nuser = "{server.user}"\n'
            f'database = "outpace_lab_{system}_{client}"\ntls = "off"\npassword = "env:{PASSWORD}"\n'
        )

    return target


def in_files(folder: Path) -> Callable[[int, int], str]:
    """Return targets for `same_load`: embedded databases, each in a separate folder."""

    def target(system: int, client: int) -> str:
        return f'engine = "sqlite"\njournal = "wal"\nfolder = "{(folder / f"{system}-{client}").as_posix()}"\n'

    return target


def two_hosts(
    folder: Path,
    hosts: Sequence[tuple[str, str, Sequence[str]]],
    *,
    depths: Sequence[int],
    file_size: str = "8MB",
    settle_s: int = 1,
    dwell_s: int = 2,
) -> str:
    """Return depth sweeps on files of agents, and the counters of their hosts.

    hosts: each system's name, the agent that is the host itself ("" for none), and the agents that read a file each (""
    for this machine).
    """
    names = sorted({name for _, host, readers in hosts for name in (host, *readers) if name})
    sweep = SWEEP.format(file_size=file_size, depths=list(depths), settle_s=settle_s, dwell_s=dwell_s)
    text = [f'title = "{len(hosts)} hosts, {len(names)} agents"\n{sweep}{agents_text(names)}']
    for number, (system, host, readers) in enumerate(hosts):
        text.append(f'[[systems]]\nname = "{system}"\nrole = "{"challenger" if number else "baseline"}"\n')
        for client, name in enumerate(readers, 1):
            path = folder / f"{number + 1}-{client}"
            path.mkdir(exist_ok=True)
            text.append(f'[[systems.targets]]\nengine = "storage"\npath = "{path}"\n{from_text(name)}')
        if host:
            text.append(f'[[systems.watch]]\nsource = "agent"\nagent = "{host}"\n')
    return "".join(text)


def run_in(
    lab: Lab, scenario: str, session: Path, *, password: str = "", window: bool = False, timeout_s: float = 300
) -> str:
    """Run a scenario's text to its end and return the output.

    The engine is connected over the network, like the agents.

    window: whether the window starts and shows the run, on the display of this process.

    Raises:
        AssertionError: nothing was measured.
    """
    path = session.with_suffix(".toml")
    path.write_text(scenario, encoding="utf-8")
    file = read_scenario(str(path))
    allow(file.scenario, [one.text for one in consents_of(file.scenario, runs=True)])
    os.environ[PASSWORD] = password
    program = [sys.executable, "-P", "-m", "tests.support.window_run"] if window else [*own_program(), "run"]
    try:
        with lab.on_path():
            done = subprocess.run(
                [*lab.on_a_wire, *program, str(path), "--session", str(session)],
                capture_output=True, text=True, timeout=timeout_s, check=False,
            )  # fmt: skip
    finally:
        del os.environ[PASSWORD]
    assert session.exists(), done.stdout + done.stderr
    with SessionReader.open(session) as reader:
        assert any(phase.name == "measure" for phase in reader.phases), done.stdout + done.stderr
    return done.stdout + done.stderr


@dataclass(frozen=True)
class Parts:
    """Orders of a target until the end of its load: from its latency rows, and as counted by its workers."""

    rows: int
    workers: Sequence[float]


def parts_of(session: Path) -> list[Parts]:
    """Return the orders of every target, in the order of the scenario."""
    with StoredSession(session) as stored:
        order = next(row.id for row in stored.rows(OperationRow) if row.key == "order")
        rows: dict[int, int] = {}
        for row in stored.latencies():
            if row.operation == order:
                rows[row.target] = rows.get(row.target, 0) + row.histogram.count
        workers = {one.id: one.target for one in stored.sources() if one.name.startswith("worker ")}
        end_ns = max(phase.t_ns for phase, _ in stored.phases() if phase.name == "stop")
        in_time = (one for one in stored.samples() if one.source in workers and one.t_ns <= end_ns)
        last = {one.source: one.values[column("orders")] for one in in_time}
    return [
        Parts(rows[target], [count for source, count in last.items() if workers[source] == target])
        for target in sorted(rows)
    ]


@contextlib.contextmanager
def postgresql_for(lab: Lab) -> Iterator["PrivateServer"]:
    """Start a private PostgreSQL on the loopback address and on one that the laboratory's machines can reach."""
    from tests.support.private_server import give_to  # noqa: PLC0415 - pwd is not available on Windows
    from tests.support.servers import started  # noqa: PLC0415

    rules = Path(lab.folder, "rules")
    rules.mkdir(exist_ok=True)
    lab.folder.chmod(0o711)
    file = rules / "pg_hba.conf"
    file.write_text("host all all samenet scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n", "utf-8")
    rules.chmod(0o755)
    give_to(file, "postgres") if os.geteuid() == 0 else None
    listen = ",".join(dict.fromkeys(("127.0.0.1", lab.address)))
    with started("postgresql", {"listen_addresses": listen, "hba_file": str(file), "max_connections": "300"}) as server:
        yield server
