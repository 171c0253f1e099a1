# SPDX-License-Identifier: Apache-2.0
"""Reasons that make a run invalid, and warnings: second by second, with artificial loads."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from app.engine.recording import RecordedSystem, Recording
from app.engine.soundness import Soundness, WallClock
from app.model.documents import LoadDriver, TargetDetail
from app.model.events import (
    DriverLimits,
    Incomplete,
    MixedDrivers,
    NoOrders,
    OtherPrograms,
    Outage,
    RowsAdded,
    RowsDiffer,
    ServerBack,
    ServerLost,
    SessionOnDevice,
    SharedDevice,
    StoodStill,
    Stopped,
    SystemStopped,
    TargetPlace,
    UsersChanged,
    UsersLost,
    UsersNotConnected,
)
from app.model.messages import Message
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.session.recorded_stops import TargetStop
from app.session.writer import SessionWriter
from app.workloads.workload import Ledger
from tests.support.recorded import SyntheticRun

SECOND_NS = 1_000_000_000
USERS = 8
GONE = "server closed the connection"


@dataclass
class MadeUpLoad:
    """Fake load on a target with the attributes that the engine reads."""

    users_requested: int = USERS
    users_alive: int = USERS
    users_stalled: int = 0
    operations: tuple[()] = ()
    places: frozenset[str] = frozenset(("",))
    beside: bool = False
    embedded: bool = False


@dataclass
class Clock:
    """The engine's clocks, set by the tests."""

    now_s: float = 0.0
    wall_s: float = 1e9

    def time(self) -> float:
        return self.wall_s + self.now_s

    def perf_counter(self) -> float:
        return self.now_s

    def perf_counter_ns(self) -> int:
        return round(self.now_s * SECOND_NS)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("app.engine.soundness.time", clock)
    return clock


@dataclass
class MadeUpRun:
    """Fake run of one system with one target."""

    soundness: Soundness
    recording: Recording
    clock: Clock
    load: MadeUpLoad = field(default_factory=MadeUpLoad)

    def __post_init__(self) -> None:
        if not self.recording.systems:
            self.recording.add_system("One", "baseline", "", {})
            self.recording.add_target(self.recording.systems[0], TargetDetail())
        load: Any = self.load
        self.target = self.recording.put_under_load(self.recording.systems[0], 0, load, [])

    def look(self, at_s: float, *, orders: int = 10, settling: bool = False) -> None:
        """Check the users after a second with a number of completed orders."""
        self.clock.now_s = at_s
        self.target.orders += orders
        self.soundness.second(0.0, settling=settling)

    def lose_all(self) -> None:
        self.load.users_alive = 0
        self.target.disconnects += USERS
        self.target.lost_text = GONE

    def reasons(self) -> list[Message]:
        return self.soundness.verdict(None).reasons

    def events(self) -> list[Message]:
        self.recording.writer.commit()
        with SessionReader.open(self.recording.writer.path) as reader:
            return [event.message for event in reader.events]


@pytest.fixture
def run(tmp_path: Path, clock: Clock) -> Iterator[MadeUpRun]:
    with SessionWriter.create(tmp_path / "x.outpace", title="x", scenario_toml="", clock_origin_ns=0) as writer:
        recording = Recording(writer, 0)
        recording.writer.start(0)
        yield MadeUpRun(Soundness(read_scenario("embedded-demo").scenario, recording), recording, clock)


def of(kind: type[Message], messages: list[Message]) -> list[Message]:
    return [one for one in messages if isinstance(one, kind)]


def test_outage_lasts_from_the_last_order_to_the_next(run: MadeUpRun) -> None:
    for second in (1, 2, 3):
        run.look(second)
    run.lose_all()
    run.look(4, orders=0)
    (lost,) = of(ServerLost, run.events())
    assert (lost.from_s, str(lost.error and lost.error.text)) == (3, GONE)
    run.look(5, orders=0)
    run.load.users_alive = USERS
    run.look(6, orders=0)
    (outage,) = of(Outage, run.reasons())
    assert (outage.from_s, outage.to_s, outage.hangs) == (3, None, False), "no order has come back yet"
    run.look(9)
    (outage,) = of(Outage, run.reasons())
    assert (outage.from_s, outage.to_s) == (3, 9)
    (back,) = of(ServerBack, run.events())
    assert back.seconds == 6


def test_server_with_some_active_users_has_no_outage(run: MadeUpRun) -> None:
    run.look(1)
    run.lose_all()
    run.load.users_alive = 1
    run.look(2, orders=0)
    assert of(Outage, run.reasons()) == []


def test_outage_in_the_first_second_starts_at_0(run: MadeUpRun) -> None:
    run.lose_all()
    run.look(0.5, orders=0)
    (outage,) = of(Outage, run.reasons())
    assert outage.from_s == 0


def test_hang_lasts_from_the_recorded_stop_to_the_next_order(run: MadeUpRun, monkeypatch: pytest.MonkeyPatch) -> None:
    stops: list[TargetStop] = []
    monkeypatch.setattr("app.engine.soundness.recorded_stops", lambda reader: stops)
    run.look(1)
    run.load.users_stalled = USERS
    run.look(12, orders=0)
    assert of(Outage, run.reasons()) == [], "late calls alone are no outage"
    stops.append(TargetStop(run.recording.systems[0].letter, 1, 1.0, 12.0, overdue=True))
    run.look(13, orders=0)
    (outage,) = of(Outage, run.reasons())
    assert (outage.from_s, outage.to_s, outage.hangs, outage.error) == (1, None, True, None)
    run.load.users_stalled = 1
    run.look(14)
    (outage,) = of(Outage, run.reasons())
    assert (outage.to_s, outage.hangs) == (14, True)


def test_users_are_lost_after_3_s_and_the_minimum_is_reported(run: MadeUpRun) -> None:
    run.look(1)
    run.load.users_alive = USERS - 1
    for second in (2, 3):
        run.look(second)
    assert of(UsersLost, run.reasons()) == []
    run.look(4)
    run.load.users_alive = USERS - 3
    run.look(5)
    run.load.users_alive = USERS - 2
    run.look(6)
    (lost,) = of(UsersLost, run.reasons())
    assert (lost.at_work, lost.users, lost.from_s, lost.to_s) == (USERS - 3, USERS, 1, None)
    run.load.users_alive = USERS
    run.look(7)
    (lost,) = of(UsersLost, run.reasons())
    assert (lost.from_s, lost.to_s) == (1, 7)


def test_users_still_being_added_are_not_lost(run: MadeUpRun) -> None:
    run.load.users_alive = 1
    for second in range(1, 10):
        run.look(second, settling=True)
    assert of(UsersLost, run.reasons()) == []


def test_no_outage_is_reported_within_3_s_after_a_pause(run: MadeUpRun) -> None:
    run.look(1)
    run.soundness.stood_still(2 * SECOND_NS, 5 * SECOND_NS)
    run.lose_all()
    run.look(7.9, orders=0)
    assert of(Outage, run.reasons()) == []
    run.look(8, orders=0)
    assert len(of(Outage, run.reasons())) == 1


@pytest.mark.parametrize(
    ("window", "measured"), [((5.0, 10.0), False), ((4.9, 10.0), True), ((0.0, 2.0), False), ((0.0, 2.1), True)]
)
def test_pause_invalidates_the_run_only_within_the_measured_window(
    run: MadeUpRun, window: tuple[float, float], measured: bool
) -> None:
    """The pause lasts from 2 to 5 s; a window that only touches it does not overlap it."""
    run.look(1)
    run.soundness.stood_still(2 * SECOND_NS, 5 * SECOND_NS)
    run.soundness.progress("warm-up", 0.0, 100.0)
    run.soundness.progress("measure", *window)
    verdict = run.soundness.verdict(None)
    still = StoodStill(from_s=2.0, to_s=5.0)
    assert (of(StoodStill, verdict.reasons), of(StoodStill, verdict.warnings)) == (
        ([still], []) if measured else ([], [still])
    )
    assert of(StoodStill, run.events()) == [still]


@pytest.mark.parametrize("orders", [0, 1])
def test_system_without_orders_invalidates_the_run(run: MadeUpRun, orders: int) -> None:
    run.look(1, orders=orders)
    assert run.reasons() == ([] if orders else [NoOrders(system="A")])


def test_run_is_complete_only_without_reasons_and_without_a_stop(run: MadeUpRun) -> None:
    run.look(1)
    assert run.soundness.verdict(None).whole
    run.soundness.warn(UsersChanged(system="A"))
    assert run.soundness.verdict(None).whole
    assert not run.soundness.verdict(Stopped()).whole
    run.lose_all()
    run.look(2, orders=0)
    assert not run.soundness.verdict(None).whole


def test_incomplete_warning_comes_before_other_warnings(run: MadeUpRun) -> None:
    run.look(1)
    run.soundness.users_changed(run.recording.systems[0])
    run.soundness.warn(SessionOnDevice())
    run.soundness.progress("measure", 0.0, 3.0)
    verdict = run.soundness.verdict(Stopped())
    assert [type(one) for one in verdict.warnings] == [Incomplete, UsersChanged, SessionOnDevice]


def test_mixed_drivers_are_reported_once(run: MadeUpRun) -> None:
    python, native = LoadDriver(calls="python"), LoadDriver(calls="native 1")
    run.look(1)
    run.soundness.driven([python, python])
    assert run.reasons() == []
    for _ in range(2):
        run.soundness.driven([python, native])
    assert len(of(MixedDrivers, run.reasons())) == len(of(MixedDrivers, run.events())) == 1


@pytest.mark.parametrize("invalid", [False, True])
def test_driver_limits_invalidate_the_run_or_only_warn(
    run: MadeUpRun, monkeypatch: pytest.MonkeyPatch, invalid: bool
) -> None:
    limit = DriverLimits(system="A", reasons=(), invalid=invalid)
    monkeypatch.setattr(run.recording, "measured_limits", lambda: {"A": limit})
    run.look(1)
    run.soundness.measured()
    verdict = run.soundness.verdict(None)
    assert (len(of(DriverLimits, verdict.reasons)), len(of(DriverLimits, verdict.warnings))) == (invalid, not invalid)


@pytest.mark.parametrize(
    ("beside", "embedded", "place", "told"),
    [
        (False, False, "", True),
        (True, True, "", True),
        (True, False, "", False),
        (False, False, "agent", False),
        (True, True, "agent", False),
    ],
    ids=["driver alone", "embedded", "a server on this machine", "all elsewhere", "embedded elsewhere"],
)
def test_highest_share_of_other_programs_across_steps_is_reported(
    run: MadeUpRun, monkeypatch: pytest.MonkeyPatch, beside: bool, embedded: bool, place: str, told: bool
) -> None:
    """Each step has 100 s of processor time, of which programs use 50 s, part of it outside Outpace.

    A server on this machine counts as another program, so nothing is reported then.
    """
    run.load.beside, run.load.embedded, run.load.places = beside, embedded, frozenset((place,))
    spent = {"user": 0.0, "nice": 5.0, "system": 9.0, "guest": 70.0, "idle": 0.0}
    ours = {1: 10.0}

    def process(number: int | None = None) -> SimpleNamespace:
        pid = 1 if number is None else 2
        spent_s = SimpleNamespace(user=ours.get(pid, 0.0))
        return SimpleNamespace(pid=pid, cpu_times=lambda: spent_s, children=lambda recursive: [])

    times = SimpleNamespace(_asdict=lambda: dict(spent))
    own = SimpleNamespace(cpu_times=lambda: times, Process=process, Error=psutil.Error)
    monkeypatch.setattr("app.engine.soundness.psutil", own)
    run.look(1)
    for other_s in (10, 30, 45, 40):
        run.soundness.measuring()
        spent["user"] += 50
        spent["idle"] += 50
        ours[1] += 20
        ours[2] = ours.get(2, 0.0) + 30 - other_s
        run.soundness.measured()
    worst = [OtherPrograms(share=pytest.approx(0.45), limit=0.25)]
    assert of(OtherPrograms, run.soundness.verdict(None).warnings) == (worst if told else [])
    assert len(of(OtherPrograms, run.events())) == (2 if told else 0), "each that is worse than those before"


def test_shared_disks_are_reported_with_a_warning_in_storage_runs(
    tmp_path: Path, run: MadeUpRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    disks = {"one": {"sda"}, "other": {"sda", "sdb"}, "alone": {"sdc"}, "session": {"sdb"}, "home": {"sdd"}}
    monkeypatch.setattr("app.engine.soundness.disks_below", lambda folder: disks[folder.name])
    folders = [("A", Path("one")), ("B", Path("other")), ("C", Path("alone")), ("C", Path("alone"))]
    shared = SharedDevice(systems=("A", "B"))
    run.look(1)
    assert run.soundness.look_at_disks(folders, Path("home/x.outpace")) == [shared]
    assert run.soundness.verdict(None).warnings == []
    assert run.soundness.look_at_disks(folders, Path("session/x.outpace")) == [shared]
    assert run.soundness.verdict(None).warnings == [SessionOnDevice()]
    assert of(SharedDevice, run.events()) == [shared, shared]
    storage = Soundness(read_scenario("drives-sweep").scenario, run.recording)
    assert storage.look_at_disks(folders, Path("home/x.outpace")) == [shared]
    assert storage.verdict(None).warnings == [SharedDevice(systems=("A", "B"), slower=True)]


def test_missing_row_count_is_not_reported_as_a_difference(run: MadeUpRun) -> None:
    run.look(1)

    def ledger(orders: int | None) -> Ledger | None:
        return None if orders is None else Ledger({"orders": orders, "lines": 5}, "orders")

    def count(after: int | None, before: int | None) -> list[Message]:
        prepared: Any = {0: SimpleNamespace(rows=ledger(before))}
        run.soundness.count_rows({0: ledger(after)}, prepared, lambda _: ())
        return run.reasons()

    assert count(None, 5) == count(5, None) == count(15, 5) == []
    assert count(14, 5) == [RowsDiffer(place=TargetPlace(system="A"), added=9, expected=10)]


def test_rows_are_compared_with_the_calls_of_the_operation_that_adds_them(run: MadeUpRun) -> None:
    run.look(1, orders=100)
    run.target.calls.update(new_order=45, payment=55)
    run.target.rollbacks = 2

    def count(added: int) -> list[Message]:
        before, after = (Ledger({"next": one}, "next", "new_order") for one in (7, 7 + added))
        prepared: Any = {0: SimpleNamespace(rows=before)}
        run.soundness.count_rows({0: after}, prepared, lambda _: ())
        return run.reasons()

    assert count(43) == []
    assert of(RowsAdded, run.events()) == [
        RowsAdded(place=TargetPlace(system="A"), added=43, purchases=45, rolled_back=2)
    ]
    assert count(98) == [RowsDiffer(place=TargetPlace(system="A"), added=98, expected=43)]


def test_failed_connections_are_recorded_for_the_next_load_too(run: MadeUpRun) -> None:
    message = UsersNotConnected(place=TargetPlace(system="A"), worker=0, connected=7, users=8, error=None)
    run.soundness.connecting = False
    run.soundness.fact(message, "error")
    assert run.soundness.unconnected is None
    run.soundness.left()
    run.soundness.fact(message, "error")
    assert run.soundness.unconnected == message


@pytest.mark.parametrize(
    ("outage_s", "stops"),
    [(None, 1), ((20.0, 30.0), 1), ((30.0, 40.0), 0), ((35.0, None), 0), ((50.0, 55.0), 0)],
)
def test_stop_already_covered_by_an_outage_is_not_reported_again(
    tmp_path: Path, clock: Clock, outage_s: tuple[float, float | None] | None, stops: int
) -> None:
    """The disk of system B is full from 40 s to the end, 60 s after the common start."""
    synthetic = SyntheticRun(tmp_path / "stopped.outpace")
    synthetic.seconds(40)
    synthetic.stop("B")
    synthetic.seconds(20)
    recording = Recording(synthetic.writer, 0)
    recording.systems.append(RecordedSystem(2, "B", "Write-ahead log", target_ids=[2]))
    run = MadeUpRun(Soundness(read_scenario("embedded-demo").scenario, recording), recording, clock)
    run.look(1)
    if outage_s is not None:
        run.look(outage_s[0])
        run.lose_all()
        run.look(outage_s[0] + 1, orders=0)
        if outage_s[1] is not None:
            run.load.users_alive = USERS
            run.look(outage_s[1])
    synthetic.writer.commit()
    run.soundness.progress("measure", 6.0, 60.0)
    run.soundness.look_for_stops()
    found = of(SystemStopped, run.reasons())
    assert len(found) == stops
    assert all((one.system, one.from_s, one.to_s) == ("B", 40, None) for one in found)
    assert len(of(Outage, run.reasons())) == (outage_s is not None)


def test_clock_change_is_distinguished_from_elapsed_time(clock: Clock) -> None:
    wall = WallClock()
    clock.now_s += 100
    assert wall.jump_s() == 0
    clock.wall_s -= 7
    clock.now_s += 1
    assert wall.jump_s() == pytest.approx(-7)
    assert wall.jump_s() == 0
    clock.wall_s += 0.9
    assert wall.jump_s() == 0
