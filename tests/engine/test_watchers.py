# SPDX-License-Identifier: Apache-2.0
"""Collector processes of a run: systems monitored on their servers, and the effects of hung sources."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.databases.postgresql.description import PostgreSqlTarget
from app.databases.server import connect
from app.driver.place import Here
from app.engine.collector_process import Beat, Message, Sample, Watched, decode, watch
from app.engine.recording import Recording
from app.engine.server_target import server_target
from app.engine.target import Target
from app.engine.watchers import Watchers
from app.model.documents import MissingCounters, RankedObject, TableRanking, TargetDetail, UnknownDocument
from app.model.messages import sentence
from app.model.scenario import Scenario, System
from app.model.watch import Prometheus, Typeperf
from app.model.workloads import DvdStore
from app.plans.timed_run import TimedRun
from app.results.disclosure import missing_reasons
from app.results.rankings import rankings
from app.scenario.reading import ScenarioError, parse_scenario
from app.session.reader import SessionReader
from app.session.writer import SessionWriter
from collectors.block_devices import device_below
from collectors.series import Reading, Series
from tests.support.driver_run import own_children
from tests.support.private_server import PrivateServer
from tests.support.servers import OwnServer, address_of

WAIT_S = 60.0
CACHE = r"\Database\Cache Hit Ratio"
TRANSACTIONS = r"\Database\Transactions/sec"
READS = r"\Engine File(database)\Reads/sec"


@dataclass
class Watching:
    """A recording with its watchers and the reader of its session."""

    recording: Recording
    watchers: Watchers
    path: Path
    events: list[tuple[str, str]] = field(default_factory=list)

    def until(self, seen: Callable[[SessionReader], bool]) -> SessionReader:
        """Process messages, commit as the engine does, and wait until the session shows a state."""
        reader = SessionReader.open(self.path)
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            self.watchers.read()
            self.recording.commit()
            reader.poll()
            self.events = [(event.kind, reader.sentence(event.message)) for event in reader.events]
            if seen(reader):
                return reader
            time.sleep(0.05)
        raise AssertionError(f"not seen in {WAIT_S} s; events: {self.events}")


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Callable[..., Watching]]:
    """Create a recording of systems with targets; `names` are the collectors of this machine."""
    made: list[Watching] = []

    def make(systems: list[System], passwords: list[str] | None = None, names: tuple[str, ...] = ()) -> Watching:
        path = tmp_path / f"{len(made)}.outpace"
        origin_ns = time.perf_counter_ns()
        writer = SessionWriter.create(path, title="test", scenario_toml="", clock_origin_ns=origin_ns)
        recording = Recording(writer, origin_ns)
        recording.commit()
        targets: list[tuple[Any, Target]] = []
        watchers = Watchers(names, recording, Here(), tmp_path / "log.txt")
        one = Watching(recording, watchers, path)
        made.append(one)
        secrets = iter(passwords or [])
        for position, system in enumerate(systems):
            recording.add_system(system.name, system.role, "", {})
            recorded = recording.systems[position]
            for target in system.targets:
                assert isinstance(target, PostgreSqlTarget)
                recording.add_target(recorded, TargetDetail())
                targets.append((recorded, server_target(position, system.name, target, DvdStore(), next(secrets))))
        watchers.watch_systems(Scenario(title="test", systems=tuple(systems), plan=TimedRun()), targets)
        return one

    yield make
    for one in made:
        one.watchers.end()
        one.recording.writer.close()


def on(server: PrivateServer, *databases: str) -> tuple[PostgreSqlTarget, ...]:
    return tuple(
        PostgreSqlTarget(host=server.host, port=server.port, database=name, user=server.user, tls="off")
        for name in databases
    )


@contextlib.contextmanager
def database(server: PrivateServer, *names: str) -> Iterator[None]:
    """Create databases with a table of a few rows."""
    with connected(server, "") as cursor:
        for name in names:
            cursor.execute(f"CREATE DATABASE {name}")
    for name in names:
        with connected(server, name) as cursor:
            cursor.execute("CREATE TABLE stock (id int PRIMARY KEY, text text)")
            cursor.execute("INSERT INTO stock SELECT n, repeat('x', 200) FROM generate_series(1, 2000) AS n")
    yield
    with connected(server, "") as cursor:
        for name in names:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def connected(server: PrivateServer, name: str) -> Iterator[Any]:
    connection = connect(address_of(server, name), server.password)
    cursor = connection.cursor()
    yield cursor
    cursor.close()
    connection.close()


def counted(reader: SessionReader, path: str, target: int | None = None) -> int:
    """Return how many samples of a counter of system A have data."""
    for counter in reader.counters:
        if counter.path == path and counter.system is not None:
            return reader.window(counter, -1e9, 1e9, target).samples
    return 0


def test_system_is_monitored_through_its_own_server(
    watching: Callable[..., Watching], postgresql: PrivateServer
) -> None:
    with database(postgresql, "watched_one"):
        system = System("A server", "baseline", on(postgresql, "watched_one"))
        one = watching([system], [postgresql.password], names=("memory",))
        one.watchers.rank("before", run=1)
        one.watchers.release(time.perf_counter_ns())
        one.until(lambda reader: counted(reader, TRANSACTIONS) >= 2 and counted(reader, READS) >= 2)
        with connected(postgresql, "watched_one") as cursor:
            assert len(cursor.execute("SELECT * FROM stock").fetchall()) == 2000
        one.watchers.rank("after", run=1)
        reader = one.until(lambda reader: len(rankings(reader)) == 1)
        (system_id,) = (recorded.system for recorded in one.recording.systems)
        (target,) = one.recording.systems[0].target_ids
        reasons = missing_reasons(reader)
        assert "track_io_timing" in sentence(reasons[system_id][r"\Engine File(database)\Avg. sec/Read"])
        assert None not in reasons
        paths = {counter.path for counter in reader.counters if counter.system == system_id}
        assert not paths & set(reasons[system_id])
        assert {counter.path for counter in reader.counters if counter.system is None} >= {r"\Memory\Available MBytes"}
        (ranking,) = rankings(reader)
        assert (ranking.system, ranking.target, ranking.run, ranking.since_begin) == (system_id, target, 1, False)
        assert {(found.kind, found.table) for found in ranking.objects} == {("table", "stock"), ("index", "stock")}
        assert all(found.writes is None and found.reads is not None for found in ranking.objects)
        text = one.path.read_bytes() + (one.path.parent / f"{one.path.name}-wal").read_bytes()
        assert postgresql.password.encode() not in text


def test_server_counters_are_collected_once_for_several_databases(
    watching: Callable[..., Watching], postgresql: PrivateServer
) -> None:
    with database(postgresql, "watched_two", "watched_three"):
        system = System("A server", "baseline", on(postgresql, "watched_two", "watched_three"))
        one = watching([system], [postgresql.password] * 2)
        reader = one.until(lambda reader: counted(reader, READS) >= 1 and counted(reader, TRANSACTIONS) >= 1)
        first, second = one.recording.systems[0].target_ids
        one.until(lambda reader: counted(reader, CACHE, first) >= 1 or counted(reader, TRANSACTIONS, second) >= 1)
        sources = one.recording.writer._connection.execute("SELECT name, target FROM source").fetchall()
        of_server = [(name, target) for name, target in sources if name.startswith("statistics of 127")]
        of_databases = [target for name, target in sources if name.startswith("statistics of watched_")]
        assert [target for _, target in of_server] == [None]
        assert sorted(of_databases) == [first, second]
        assert not [path for path in missing_reasons(reader)[1] if path == TRANSACTIONS]


def test_killed_or_hung_server_leaves_a_gap_and_its_counters_resume(
    watching: Callable[..., Watching], own_server: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.engine.watchers.SILENT_S", 3.0)
    server = own_server("postgresql", {"track_io_timing": "on"})
    with database(server, "watched_four"):
        one = watching([System("A server", "baseline", on(server, "watched_four"))], [server.password])

        def statistics() -> list[str]:
            """Return the messages about the server's own statistics; a busy machine may also delay other sources."""
            texts = (text for kind, text in one.events if kind.startswith("collector"))
            return [text for text in texts if text.startswith("A (A server): statistics of ")]

        one.until(lambda reader: counted(reader, READS) >= 1)
        server.kill()
        one.until(lambda _: any("no data" in text for text in statistics()))
        server.start()
        one.until(lambda _: any("data again" in text for text in statistics()))
        server.suspend()
        one.until(lambda _: any("no response" in text for text in statistics()))
        server.resume()
        one.until(lambda _: sum("data again" in text for text in statistics()) == 2)
        assert len(statistics()) == 4
        assert server.password not in str(one.events)


def test_collector_process_is_restarted_after_it_dies(
    watching: Callable[..., Watching], postgresql: PrivateServer
) -> None:
    with database(postgresql, "watched_five"):
        system = System("A server", "baseline", on(postgresql, "watched_five"))
        one = watching([system], [postgresql.password], names=("memory",))
        one.watchers.release(time.perf_counter_ns())
        one.until(lambda reader: counted(reader, READS) >= 1)
        before = {child.pid for child in own_children("collectors")}
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        one.until(lambda _: len([kind for kind, _ in one.events if kind == "collector died"]) == len(before) == 2)
        seen = one.until(lambda reader: reader.length_s > 0)
        had = counted(seen, READS)
        one.until(lambda reader: counted(reader, READS) >= had + 2)
        sources = one.recording.writer._connection.execute("SELECT count(*) FROM source").fetchall()
        below = 1 if device_below(postgresql.data) else 0  # if this machine can determine that device
        # Memory, the server, its processes and the engine itself resume where they stopped.
        assert sources == [(4 + below,)]
        assert any("exit code -9" in text and "started again" in text for _, text in one.events)


@dataclass(frozen=True)
class FakeSource:
    """Fake source of one gauge, which can hang or fail to open."""

    name: str
    hang: threading.Event | None = None
    refuse: bool = False

    def open(self) -> "FakeCollector":
        if self.refuse:
            raise OSError("nobody at home")
        return FakeCollector(self)

    def work(self, over: Callable[[float], bool]) -> None:
        return None

    def ranking(self) -> None:
        return None


class FakeCollector:
    def __init__(self, source: FakeSource) -> None:
        self.name = source.name
        self._source = source

    @property
    def series(self) -> tuple[Series, ...]:
        return (Series(r"\Fake\Value", "", "gauge", "machine", 0),)

    def read(self) -> Reading:
        if self._source.hang is not None:
            self._source.hang.wait(WAIT_S)
        return Reading(time.perf_counter(), (1.0, 2.0))  # the second value has no series

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class FakeChannel:
    """The engine's end of a connection; it stores what is sent."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.over = threading.Event()

    def send_bytes(self, data: bytes) -> None:
        self.sent.append(decode(data))

    def recv_bytes(self) -> bytes:
        self.over.wait(WAIT_S)
        raise EOFError


def test_hung_or_failed_source_does_not_delay_others() -> None:
    hang = threading.Event()
    sources = [FakeSource("hangs", hang), FakeSource("refuses", refuse=True), FakeSource("works")]
    channel = FakeChannel()

    def watching_them() -> None:
        with contextlib.suppress(EOFError):
            watch(channel, sources)  # type: ignore[arg-type]

    work = threading.Thread(target=watching_them)
    work.start()
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        samples = [message for message in channel.sent if isinstance(message, Sample)]
        if len([one for one in samples if one.source == 2]) >= 3:
            break
        time.sleep(0.05)
    assert {message.source for message in channel.sent if isinstance(message, Watched)} == {0, 2}
    assert {one.source for one in samples if not one.trouble} == {2}
    assert {sentence(one.trouble) for one in samples if one.trouble} == {"nobody at home"}
    assert {(one.columns, *one.missing) for one in channel.sent if isinstance(one, Watched)} == {(1,)}
    assert {tuple(one.values) for one in samples if not one.trouble} == {(1.0,)}
    hang.set()
    channel.over.set()
    work.join(WAIT_S)
    assert not work.is_alive()


def test_beat_is_aligned_to_the_common_start() -> None:
    beat = Beat()
    origin_ns = time.perf_counter_ns() + 300_000_000
    waiting: list[tuple[int, int] | None] = []
    thread = threading.Thread(target=lambda: waiting.append(beat.wait((0, 0))))
    thread.start()
    beat.start(origin_ns)
    thread.join(WAIT_S)
    assert waiting == [(origin_ns, 0)]
    assert time.perf_counter_ns() >= origin_ns
    beat.end()
    assert beat.wait((origin_ns, 0)) is None


SCENARIO = """
title = "watched"
[[systems]]
name = "A"
role = "baseline"
targets = [{{ engine = "sqlite" }}]
watch = [{watch}]
"""


def test_scenario_defines_additional_watches_of_a_system() -> None:
    scenario = parse_scenario(
        SCENARIO.format(
            watch='{ source = "prometheus", url = "http://db1:9100/metrics", devices = ["sda"] },'
            ' { source = "typeperf", host = "db2" }'
        )
    )
    first, second = scenario.systems[0].watch
    assert first == Prometheus("http://db1:9100/metrics", ("sda",))
    assert isinstance(second, Typeperf)
    assert any("Avg. Disk sec/Read" in counter for counter in second.counters)


@pytest.mark.parametrize(
    "watch",
    [
        '{ source = "prometheus", url = "http://user:secret@db1:9100/metrics" }',
        '{ source = "prometheus", url = "file:///etc/passwd" }',
        '{ source = "typeperf", host = "db2 -o c:\\\\x" }',
        '{ source = "typeperf", counters = ["-cf"] }',
        '{ source = "snmp" }',
    ],
)
def test_unsafe_or_unknown_watch_is_rejected(watch: str) -> None:
    with pytest.raises(ScenarioError, match="watch"):
        parse_scenario(SCENARIO.format(watch=watch))


def test_documents_are_returned_by_kind(tmp_path: Path) -> None:
    path = tmp_path / "x.outpace"
    writer = SessionWriter.create(path, title="x", scenario_toml="", clock_origin_ns=0)
    system = writer.add_system("A", "baseline", "", {})
    target = writer.add_target(system, "target 1", TargetDetail())
    reasons = {r"\A\B": "off", r"\A\C": 3}
    writer.document(1, UnknownDocument(stored_kind=MissingCounters.kind, data=reasons), name="one", system=system)
    before = TableRanking(objects=[
        RankedObject(name="t", table="t", kind="table", reads=5.0, read_s=2.0),
        RankedObject(name="i", table="t", kind="index", reads=9.0, writes=4.0),
    ])  # fmt: skip
    writer.document(2, before, name="before", system=system, target=target, run=1)
    after = UnknownDocument(stored_kind=TableRanking.kind, data={"objects": [
        {"name": "t", "table": "t", "kind": "table", "reads": 8.0, "read_s": 2.5, "writes": None, "write_s": None},
        {"name": "i", "table": "t", "kind": "index", "reads": 2.0, "read_s": None, "writes": 10.0, "write_s": "?"},
        {"name": "n", "table": "n", "kind": "table", "reads": 1.0, "read_s": None, "writes": None, "write_s": None},
    ]})  # fmt: skip
    writer.document(3, after, name="after", system=system, target=target, run=1)
    writer.finish(4, valid=True, reasons=[], warnings=[])
    with SessionReader.open(path) as reader:
        reader.poll()
        assert [document.name for document in reader.documents_of(TableRanking)] == ["before", "after"]
        assert missing_reasons(reader) == {system: {r"\A\B": "off"}}
        (ranking,) = rankings(reader)
    assert [(one.name, one.reads, one.read_s, one.writes) for one in ranking.objects] == [
        ("i", None, None, 6.0),  # its reads fell: the engine was restarted or its counters were reset
        ("t", 3.0, 0.5, None),
        ("n", 1.0, None, None),  # it was created during the run
    ]
