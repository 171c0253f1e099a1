# SPDX-License-Identifier: Apache-2.0
"""Built-in brokerage scenarios, scaled down to a test machine: private servers, few users."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.engine.consents import Consent, confirm
from app.scenario.reading import read_scenario
from app.scenario.writing import Writing
from tests.support.private_server import PrivateServer, give_to, server_for_tests
from tests.support.storage_folders import loop_device, mounted

SMALL_MEMORY = {"shared_buffers": "2MB", "max_connections": "260", "track_io_timing": "on", "jit": "off"}
"""Settings with so little memory, less than a hundredth of a 20 MB database, that the server must read its files."""
COMMITS_US = (90_000, 30_000, 0)
"""commit_delay, in microseconds, of the three servers of a search, to simulate disks, a cache and flash."""


@dataclass(frozen=True)
class Scaled:
    """Scaled parameters of a scenario.

    Attributes:
        size: value of db_size.
        users: first and last number of users, and the step.
        limit_ms: latency limit of a search.
    """

    size: str = "20MB"
    users: tuple[int, int, int] = (10, 100, 20)
    think_time_s: float = 0.2
    settle_s: float = 2
    dwell_s: float = 5
    limit_ms: float = 100


TINY = Scaled("1MB", users=(2, 4, 2), think_time_s=0.1, settle_s=0, dwell_s=2, limit_ms=60_000)
"""Scale whose limit holds on any machine."""


def scaled(name: str, scale: Scaled, systems: Sequence[Mapping[str, Any]]) -> str:
    """Return a built-in scenario's text, with new keys for the only target of each system."""
    writing = Writing(read_scenario(name).text)
    first, last, step = scale.users
    values = {
        ("workload", "db_size"): scale.size,
        ("workload", "users"): first,
        ("workload", "think_time_s"): scale.think_time_s,
        ("plan", "from_users"): first,
        ("plan", "to_users"): last,
        ("plan", "step_users"): step,
        ("plan", "settle_s"): scale.settle_s,
        ("plan", "dwell_s"): scale.dwell_s,
    }
    if writing.value(("plan", "name")) == "latency-limit":
        values["plan", "limit_ms"] = scale.limit_ms
    for key, value in values.items():
        writing.put(key, value)
    for number, keys in enumerate(systems):
        for key, value in keys.items():
            writing.put(("systems", number, "targets", 0, key), value)
    return writing.text


@contextmanager
def limit_on_postgresql(scale: Scaled, devices: int = 0) -> Iterator[str]:
    """Return brokerage-limit on three private servers.

    devices: size of a memory device for each server, so that their I/Os are separate; 0: all data is in the temporary
    folder.
    """
    with ExitStack() as stack:
        systems = []
        for delay_us in COMMITS_US:
            settings = {**SMALL_MEMORY, "commit_delay": str(delay_us), "commit_siblings": "0", "fsync": "on"}
            place: Path | None = None
            if devices:
                made = stack.enter_context(loop_device(devices, folder="/dev/shm"))
                place = Path(stack.enter_context(TemporaryDirectory()))
                place.chmod(0o755)
                stack.enter_context(mounted(made, place))
            server = server_for_tests("postgresql", settings, durable=True, within=place)
            systems.append(login(stack.enter_context(server)))
        yield scaled("brokerage-limit", scale, systems)


@contextmanager
def tiering_on_postgresql(scale: Scaled) -> Iterator[str]:
    """Return brokerage-tiering on one private server."""
    with server_for_tests("postgresql", SMALL_MEMORY) as server:
        yield tiering_on(server, scale)


def tiering_on(server: PrivateServer, scale: Scaled) -> str:
    """Return brokerage-tiering on a server, with one of its folders as the fast storage."""
    folder = server.folder / "fast"
    folder.mkdir()
    give_to(folder, server.account)
    tables = dict.fromkeys(("TRADE", "TRADE_HISTORY", "WATCH_ITEM", "CUSTOMER"), str(folder))
    one = login(server)
    return scaled("brokerage-tiering", scale, [one, {**one, "placement": {"tables": tables}}])


def login(server: PrivateServer) -> dict[str, Any]:
    """Return the keys of a target on a private server, and store its password in the environment."""
    name = f"OUTPACE_TEST_PASSWORD_{server.port}"
    os.environ[name] = server.password
    confirm(Consent("env", f"{name} for {server.user}@{server.host}:{server.port}"))
    return {"host": server.host, "port": server.port, "user": server.user, "password": f"env:{name}"}


def written(folder: Path, name: str, text: str) -> Path:
    """Write a scenario file."""
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path
