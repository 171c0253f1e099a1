# SPDX-License-Identifier: Apache-2.0
"""Collector processes as managed by the engine: one for the driver's machine, and one for each system."""

import math
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from app.agents.machine import Agent
from app.databases.server_statistics import Scope
from app.driver.place import Place
from app.driver.worker_messages import Channel
from app.engine.agent_group import AgentGroup
from app.engine.child import Child
from app.engine.collector_process import (
    Command,
    Rank,
    Ranked,
    Sample,
    Start,
    Watched,
    Work,
    Worked,
    WorkOver,
    decode,
    reason_of,
    watch,
)
from app.engine.devices import devices_below_files
from app.engine.far_work import FarWatch, NamedSource, watch_there
from app.engine.recording import SECOND_NS, RecordedSystem, Recording
from app.engine.sources import (
    BlockDeviceSource,
    CollectorSource,
    ServerDeviceSource,
    ServerProcessSource,
    ServerSource,
    Source,
    UnwatchedMachine,
    watch_source,
)
from app.engine.target import Target
from app.model.bounds import AGENT_KEPT_BYTES, AGENT_SERIES, AGENT_TROUBLES, COLUMNS
from app.model.documents import LiveMeter, MissingCounters, ServerWork, SourceDetail
from app.model.errors import message_of
from app.model.events import CollectorDied, NoData, NoRanking, ReadAgain
from app.model.messages import Message, Sentence
from app.model.recordable import is_quantity, require_recordable
from app.model.scenario import Scenario
from app.model.watch import AgentWatch, PowerWatch, Watch
from collectors.power import MEASURES, PACKAGES
from collectors.series import Missing, Reading, Series

FAR_COLLECTORS = ("processor", "memory", "disks", "network")
STEER_NS = 50_000
MOST_NS = 1 << 62
NEAR_NS = 600 * SECOND_NS
"""Largest plausible difference between now and the timestamp of a sample from another machine."""
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0
"""Longest pause, in seconds, before a dead collector process is restarted; it doubles whenever the process sent no
sample.
"""
RANKING_S = 45.0
WORK_S = 5.0
"""Seconds to wait for statements and waits after the rankings have arrived."""
NOBODY_ELSE: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
MESSAGES_AT_ONCE = 64
"""Initial allowance of messages from an agent's collectors, in addition to one per second and source."""
MOST_INTRODUCED = 20
"""Maximum number of counter descriptions accepted from a source on an agent, including restarts."""
MOST_SERIES = 2 * COLUMNS
LONGEST_PATH = 1000
LONGEST_TROUBLE = 4096
SILENT_S = 10.0
"""Seconds without a message after which a source is reported as unresponsive."""


@dataclass(slots=True)
class _Followed:
    """Source and its state in the session.

    Attributes:
        recorded: ID of the source in the session; None before its description arrives.
        trouble: reason why it currently has no data.
    """

    source: Source
    target: int | None = None
    recorded: int | None = None
    series: Sequence[Series] = ()
    missing: Mapping[str, str | Sentence] = field(default_factory=dict)
    failing_since_ns: int | None = None
    trouble: NoData | None = None
    heard_ns: int = 0


@dataclass(slots=True)
class _Process:
    """Collectors of one system or, if the system is None, of the driver's machine.

    Attributes:
        agent: machine on which they run; None for this one.
        work: collectors to run on the agent; None on this machine.
        there_ns: common start on that machine's clock, as last sent.
        begun_s: time of the process's last start.
        messages: number of messages since the last start.
        introduced: total number of counter descriptions.
        recorded_bytes: total size of these descriptions.
        troubles: number of times that a source stopped providing data.
        strange: whether it sent an invalid message.
    """

    system: RecordedSystem | None
    followed: list[_Followed]
    child: Child | None = None
    pause_s: float = FIRST_PAUSE_S
    again_at_s: float = 0.0
    agent: Agent | None = None
    work: FarWatch | None = None
    there_ns: int = 0
    unranked: set[int] = field(default_factory=set)
    working: set[int] = field(default_factory=set)
    begun_s: float = 0.0
    messages: int = 0
    introduced: int = 0
    recorded_bytes: int = 0
    troubles: int = 0
    strange: bool = False

    @property
    def system_id(self) -> int | None:
        return self.system.system if self.system is not None else None

    @property
    def letter(self) -> str:
        return self.system.letter if self.system is not None else ""


class Watchers:
    """Manager of child processes that read the counters of the driver's machine and of every system.

    A child process that dies is restarted; meanwhile the run continues without its counters.
    """

    def __init__(
        self,
        names: Sequence[str],
        recording: Recording,
        place: Place,
        log_path: Path,
        secret_of: Callable[[str], str] = lambda account: "",
    ) -> None:
        """Start this machine's collectors, whose `names` are in the scenario; if there are none, it is not watched.

        `secret_of` returns the secret of an account that a watched source logs in with.
        """
        self._recording = recording
        self._secret_of = secret_of
        self._place = place
        self._log_path = log_path
        self._start_ns: int | None = None
        self._ranking = 0
        self._work = 0
        self._work_of: frozenset[str] = frozenset()
        self._steps: dict[int, tuple[int, int]] = {}
        self._processes: list[_Process] = []
        self._far_series = 0
        if names:
            self._add(_Process(None, [_Followed(CollectorSource(name)) for name in names]))

    def watch_systems(
        self,
        scenario: Scenario,
        targets: Sequence[tuple[RecordedSystem, Target]],
        shared: Mapping[str, Mapping[str, tuple[str, ...]]] = NOBODY_ELSE,
    ) -> None:
        """Watch each system. The session must contain the targets, and their databases must exist.

        This covers its databases on servers, the processes and devices of servers on this machine, and its `watch`
        entries.

        Args:
            scenario: the scenario.
            targets: targets in the scenario's order, with their systems.
            shared: for each system, by letter, the other users of this machine's disks.
        """
        for position, described in enumerate(scenario.systems):
            system = self._recording.systems[position]
            system_targets = [target for of_system, target in targets if of_system is system]
            if not system_targets:
                continue  # the system does not take part in this run
            others, watched = shared.get(system.letter, {}), bool(described.watch)
            devices, missing = _devices(system_targets, others, watched=watched)
            if missing:
                self._recording.writer.document(
                    self._recording.now_ns(), MissingCounters(reasons={one.path: reason_of(one) for one in missing}),
                    name="devices", system=system.system,
                )  # fmt: skip
            followed = [*_databases(system_targets, system.target_ids), *devices]
            followed += _machines(system_targets, others, watched=watched)
            for one in named_meters(described.watch):
                if not isinstance(one, AgentWatch):
                    followed.append(_Followed(watch_source(one, self._secret_of)))
                if isinstance(one, PowerWatch):
                    self._recording.writer.document(
                        self._recording.now_ns(), live_meter(one), name=f"meter {one.meter}", system=system.system
                    )
            if followed:
                self._add(_Process(system, followed))

    def watch_agents(self, scenario: Scenario, agents: AgentGroup) -> None:
        """Watch agents, which must be connected.

        Those that drive load are watched with the agent's name as instance; machines watched by a system are recorded
        as belonging to the system.
        """
        for name in agents.driving if scenario.collectors else ():
            collectors = [one for one in scenario.collectors if one in FAR_COLLECTORS]
            self._add(self._process_on_agent(None, agents[name], FarWatch(collectors, name)))
        for position, described in enumerate(scenario.systems):
            for one in described.watch:
                if isinstance(one, AgentWatch) and one.agent in agents.names:
                    system, watched = self._recording.systems[position], FarWatch(list(one.collectors))
                    self._add(self._process_on_agent(system, agents[one.agent], watched))

    def _process_on_agent(self, system: RecordedSystem | None, agent: Agent, work: FarWatch) -> _Process:
        sources = [NamedSource(name, instance=work.instance) for name in work.collectors]
        return _Process(system, [_Followed(source) for source in sources], agent=agent, work=work)

    def _add(self, process: _Process) -> None:
        self._processes.append(process)
        self._begin(process)

    def _begin(self, process: _Process) -> None:
        sources = [followed.source for followed in process.followed]
        for followed in process.followed:
            followed.heard_ns = time.perf_counter_ns()
        process.begun_s, process.messages = time.perf_counter(), 0
        if process.agent is not None and process.agent.lost:
            process.again_at_s = math.inf  # AgentGroup reports the loss of the machine
            return
        try:
            if process.agent is not None:
                data = msgspec.msgpack.encode(process.work)
                process.child = Child("collectors", watch_there, data, place=process.agent, log_path=self._log_path)
            else:
                process.child = Child("collectors", watch, sources, place=self._place, log_path=self._log_path)
        except OSError as error:
            self._died(process, error=message_of(error))
            return
        if self._start_ns is not None:
            self._start(process, self._start_ns)

    def _start(self, process: _Process, start_ns: int) -> None:
        """Send the common start, converted to the clock of the process's machine."""
        if process.agent is not None:
            process.there_ns = start_ns = process.agent.there_ns(start_ns)
        _send(process, Start(start_ns))

    def _steer(self, process: _Process, agent: Agent) -> None:
        """Adjust the whole seconds on an agent to the drift of its clock."""
        if self._start_ns is not None and abs(agent.there_ns(self._start_ns) - process.there_ns) > STEER_NS:
            self._start(process, self._start_ns)

    @property
    def connections(self) -> list[Channel]:
        """Connections to use with multiprocessing.connection.wait."""
        return [process.child.connection for process in self._processes if process.child is not None]

    def release(self, start_ns: int) -> None:
        """Align all later readings to whole seconds after `start_ns`, a time of perf_counter_ns."""
        self._start_ns = start_ns
        for process in self._processes:
            self._start(process, start_ns)

    def read(self) -> None:
        """Process messages, and restart processes that have died."""
        for process in self._processes:
            if process.child is None:
                if time.perf_counter() >= process.again_at_s:
                    self._begin(process)
                continue
            try:
                while (data := process.child.receive()) is not None:
                    self._take(process, data)
                self._report_silence(process)
            except (EOFError, msgspec.MsgspecError, ValueError, IndexError, RecursionError) as error:
                # A compromised machine may send anything, whereas a local process sends only valid messages.
                if process.agent is None and not isinstance(error, EOFError):
                    raise
                process.strange = process.strange or not isinstance(error, EOFError)
                code = process.child.end()
                process.child = None
                if process.agent is None or not process.agent.lost:
                    self._died(process, exit_code=code)

    def rank(
        self,
        name: str,
        *,
        run: int = 0,
        systems: Collection[str] | None = None,
        go_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Record the ranking of every database's tables and indexes.

        Databases whose ranking is missing or late are reported by an event.

        Args:
            name: "before" or "after".
            run: number of the repeat.
            systems: letters of the systems; None for all.
            go_on: called several times per second; False ends the wait.
        """
        self._ranking += 1
        began_s = time.perf_counter()
        polled = [
            process
            for process in self._processes
            if process.child is not None
            and process.system is not None
            and (systems is None or process.system.letter in systems)
        ]
        for process in polled:
            process.unranked = {
                number for number, one in enumerate(process.followed) if isinstance(one.source, ServerSource)
            }
            _send(process, Rank(self._ranking))
        self._ranked_as = (name, run)

        def is_expected(process: _Process, missing: set[int]) -> bool:
            # Do not wait for a failing source, because it may repeatedly take its full timeout.
            answering = (number for number in missing if process.followed[number].failing_since_ns is None)
            return process.child is not None and any(True for _ in answering)

        def wait_for(missing: Callable[[_Process], set[int]], until_s: float) -> None:
            while any(is_expected(process, missing(process)) for process in polled):
                wait(self.connections, 0.1)
                self.read()
                if not go_on() or time.perf_counter() > until_s:
                    break

        wait_for(lambda process: process.unranked, began_s + RANKING_S)
        wait_for(lambda process: process.working, time.perf_counter() + WORK_S)
        for process in polled:
            for number in sorted(process.unranked):
                self._warn(process, NoRanking(system=process.letter, source=process.followed[number].source.title))
            process.unranked = set()

    @property
    def failing_targets(self) -> set[int]:
        """Targets whose server no longer returns its statistics, by their numbers in the session."""
        return {
            followed.target
            for process in self._processes
            for followed in process.followed
            if followed.target is not None
            and followed.failing_since_ns is not None
            and isinstance(followed.source, ServerSource)
        }

    @property
    def without_data(self) -> list[NoData]:
        """Sources that currently have no data, with the reasons."""
        sources = [followed for process in self._processes for followed in process.followed]
        return [followed.trouble for followed in sources if followed.trouble is not None]

    def follow_work(self, systems: Collection[str], run: int, step: int) -> None:
        """Track statements and waits in these systems' databases for this step, until `work_over`."""
        self._work += 1
        self._work_of = frozenset(systems)
        self._steps[self._work] = (run, step)
        for process in self._working_processes():
            # Sources that have no statements, and unreachable ones, answer immediately.
            process.working = {
                number for number, one in enumerate(process.followed) if isinstance(one.source, ServerSource)
            }
            _send(process, Work(self._work))

    def work_over(self) -> None:
        """End the tracking started by `follow_work`. Results are recorded when they arrive; `rank` waits for them."""
        for process in self._working_processes():
            _send(process, WorkOver(self._work))
        self._work_of = frozenset()

    def _working_processes(self) -> list[_Process]:
        return [
            process
            for process in self._processes
            if process.child is not None and process.system is not None and process.system.letter in self._work_of
        ]

    def end(self) -> None:
        """End the processes. May be called twice."""
        for process in self._processes:
            if process.child is not None:
                process.child.end()
        self._processes = []

    # Messages from the processes

    def _take(self, process: _Process, data: bytes) -> None:
        message = decode(data)
        if process.agent is not None:
            _require_few(process, data, message)
        if isinstance(message, Ranked):
            self._take_ranking(process, message)
            return
        if isinstance(message, Worked):
            self._take_work(process, message)
            return
        followed = process.followed[message.source]
        if isinstance(message, Watched):
            followed.heard_ns = time.perf_counter_ns()
            self._record_description(process, followed, message)
        else:
            self._take_sample(process, followed, message)

    def _take_sample(self, process: _Process, followed: _Followed, message: Sample) -> None:
        if process.agent is not None:
            _require_own(message, followed)
            message = msgspec.structs.replace(message, at_ns=process.agent.here_ns(message.at_ns))
            if abs(message.at_ns - time.perf_counter_ns()) > NEAR_NS:
                raise ValueError("a sample of another time")
            self._steer(process, process.agent)
        followed.heard_ns = message.at_ns
        if message.trouble:
            if followed.failing_since_ns is None:
                process.troubles += 1
                if process.agent is not None and process.troubles > AGENT_TROUBLES:
                    raise ValueError("counters that come and go again and again")
                followed.failing_since_ns = message.at_ns
                trouble = NoData(system=process.letter, source=followed.source.title, trouble=message.trouble)
                self._no_data(process, followed, trouble)
        elif followed.recorded is not None:
            if followed.failing_since_ns is not None:
                gone_s = (message.at_ns - followed.failing_since_ns) / SECOND_NS
                followed.failing_since_ns = followed.trouble = None
                back = ReadAgain(system=process.letter, source=followed.source.title, seconds=gone_s)
                self._recording.event(back, system=process.system_id)
            if not process.strange:
                process.pause_s = FIRST_PAUSE_S
            at_ns = self._recording.at_ns(message.at_ns)
            reading = Reading(message.time_s, tuple(message.values))
            self._recording.writer.sample(followed.recorded, at_ns, reading)

    def _report_silence(self, process: _Process) -> None:
        """Report each hung source once."""
        now_ns = time.perf_counter_ns()
        for followed in process.followed:
            silent = followed.series and now_ns - followed.heard_ns > SILENT_S * SECOND_NS
            if silent and followed.failing_since_ns is None:
                followed.failing_since_ns = followed.heard_ns
                trouble = NoData(system=process.letter, source=followed.source.title, seconds=SILENT_S)
                self._no_data(process, followed, trouble)

    def _no_data(self, process: _Process, followed: _Followed, trouble: NoData) -> None:
        followed.trouble = trouble
        self._warn(process, trouble)

    def _record_description(self, process: _Process, followed: _Followed, watched: Watched) -> None:
        """Record a source's description; sources of a restarted process continue unless their columns changed."""
        self._far_series += len(watched.series) if process.agent is not None else 0
        if self._far_series > AGENT_SERIES:
            raise ValueError("more counters than a session holds")
        writer = self._recording.writer
        if watched.series and (followed.recorded is None or list(followed.series) != watched.series):
            followed.series = watched.series
            followed.recorded = writer.add_source(
                _source_name(process, followed), watched.series, watched.columns, system=process.system_id,
                target=followed.target, **_clock_of(process.agent),
            )  # fmt: skip
        if watched.missing and followed.missing != watched.missing:
            followed.missing = watched.missing
            writer.document(
                self._recording.now_ns(), MissingCounters(reasons=dict(watched.missing)),
                name=_source_name(process, followed),
                system=process.system_id, target=followed.target,
            )  # fmt: skip

    def _take_ranking(self, process: _Process, ranked: Ranked) -> None:
        if ranked.number != self._ranking or ranked.source not in process.unranked:
            return
        process.unranked.discard(ranked.source)
        followed = process.followed[ranked.source]
        if ranked.trouble:
            warning = NoRanking(system=process.letter, source=followed.source.title, trouble=ranked.trouble)
            self._warn(process, warning)
        elif ranked.ranking is not None:
            name, run = self._ranked_as
            self._recording.writer.document(
                self._recording.now_ns(), ranked.ranking, name=name,
                system=process.system_id, target=followed.target, run=run,
            )  # fmt: skip

    def _take_work(self, process: _Process, worked: Worked) -> None:
        """Record a step's statements and waits, or why they are unavailable."""
        if worked.number == self._work:
            process.working.discard(worked.source)
        work = worked.work
        if worked.trouble is not None:
            work = ServerWork(no_statements=worked.trouble, no_waits=worked.trouble)
        if work is None or worked.number not in self._steps:
            return
        run, step = self._steps[worked.number]
        self._recording.writer.document(
            self._recording.now_ns(), work, name="work", system=process.system_id,
            target=process.followed[worked.source].target, run=run, step=step,
        )  # fmt: skip

    def _died(self, process: _Process, *, exit_code: int | None = None, error: Sentence | None = None) -> None:
        process.unranked = set()
        process.working = set()
        process.again_at_s = time.perf_counter() + process.pause_s
        died = CollectorDied(system=process.letter, again_s=process.pause_s, exit_code=exit_code, error=error)
        self._warn(process, died)
        process.pause_s = min(2 * process.pause_s, LONGEST_PAUSE_S)

    def _warn(self, process: _Process, message: Message) -> None:
        self._recording.event(message, severity="warning", system=process.system_id)


def named_meters(watches: Sequence[Watch]) -> Sequence[Watch]:
    """Return the sources of a system with a name for each of several meters, so that a missing one is noticed."""
    meters = [one for one in watches if isinstance(one, PowerWatch) and one.meter != "rapl"]
    if len(meters) < 2:
        return watches
    names = {one: one.name or f"{one.meter} {urlsplit(one.url).hostname or one.host or 'here'}" for one in meters}
    return [
        msgspec.structs.replace(one, name=names[one]) if isinstance(one, PowerWatch) and one in names else one
        for one in watches
    ]


def live_meter(watch: PowerWatch) -> LiveMeter:
    """Return the record of a meter."""
    place = f" at {watch.url or watch.host}" if watch.url or watch.host else ""
    name = PACKAGES if watch.meter == "rapl" else watch.name
    return LiveMeter(source=f"{watch.meter}{place}", measures=MEASURES[watch.meter], name=name)


def _source_name(process: _Process, followed: _Followed) -> str:
    name = followed.source.name
    return name if process.agent is None else f"{name} of {process.agent.name}"


def _clock_of(agent: Agent | None) -> dict[str, Any]:
    """Return the session's metadata about the clock that a source's readings use."""
    if agent is None:
        return {}
    clock = agent.clock
    return {
        "offset_ns": round(clock.ns),
        "uncertainty_ns": round(clock.uncertainty_ns),
        "detail": SourceDetail(agent=agent.name),
    }


def _require_few(process: _Process, data: bytes, message: object) -> None:
    """Check that a message of an agent's collectors is plausible, because the session stores nearly all of them.

    Raises:
        ValueError: the message is not plausible.
    """
    process.messages += 1
    expected = len(process.followed) * (time.perf_counter() - process.begun_s)
    if process.messages > MESSAGES_AT_ONCE + 2 * expected:
        raise ValueError("too many messages")
    match message:
        case Watched(columns=columns, series=series):
            process.introduced += 1
            process.recorded_bytes += len(data)
            require_recordable(message.missing)
            if process.introduced > MOST_INTRODUCED * len(process.followed):
                raise ValueError("counters that change again and again")
            possible = 0 <= columns <= COLUMNS and len(series) <= MOST_SERIES
            if not possible or any(
                len(one.path) > LONGEST_PATH or len(one.unit) > LONGEST_PATH
                or not (0 <= one.value < columns and -1 <= one.base < columns and is_quantity(one.scale))
                for one in series
            ):  # fmt: skip
                raise ValueError("counters that can't be")
        case Sample(trouble=None):
            pass
        case Sample(trouble=trouble):
            require_recordable(trouble)
            if len(data) > LONGEST_TROUBLE:
                raise ValueError("a reason of that length")
        case Ranked(ranking=None, trouble=None) | Worked(work=None, trouble=None):
            pass  # a machine's collectors support neither, and report that
        case _:
            raise ValueError("an answer that no agent's collectors have")
    if process.recorded_bytes > AGENT_KEPT_BYTES:
        raise ValueError("more about its counters than a session holds")


def _require_own(sample: Sample, followed: _Followed) -> None:
    """Check that a sample from another machine fits its source.

    Raises:
        ValueError: the sample does not fit.
    """
    columns = 1 + max((max(one.value, one.base) for one in followed.series), default=-1)
    whole = sample.trouble is not None or len(sample.values) == columns
    if not (whole and 0 <= sample.at_ns < MOST_NS and is_quantity(sample.time_s)):
        raise ValueError("a sample that can't be")


def _send(process: _Process, command: Command) -> None:
    if process.child is not None:
        process.child.send(msgspec.msgpack.encode(command))


def _devices(
    targets: Sequence[Target], shared: Mapping[str, tuple[str, ...]], *, watched: bool
) -> tuple[list[_Followed], tuple[Missing, ...]]:
    """Return sources for the block devices below a system's files, or the reasons why their counters are unavailable.

    Args:
        targets: all targets of the system.
        shared: other users of this machine's disks and devices.
        watched: whether the scenario names a source for an embedded engine's disks.
    """
    files = [target.place for target in targets if target.place is not None]
    if not files or sys.platform != "linux":
        return [], ()
    embedded = any(target.embedded for target in targets)
    if embedded and watched:
        return [], ()
    # For storage I/O, the driver's own counts describe the system.
    below = devices_below_files(files, shared if embedded else NOBODY)
    if below.names:
        return [_Followed(BlockDeviceSource(tuple(sorted(below.names))))], ()
    return [], below.missing[:1]


NOBODY: Mapping[str, tuple[str, ...]] = {}


def _machines(
    targets: Sequence[Target], shared: Mapping[str, tuple[str, ...]], *, watched: bool
) -> Iterator[_Followed]:
    """Yield sources for the machines of a system's servers.

    Args:
        targets: the system's targets.
        shared: other users of this machine's disks.
        watched: whether the scenario names a source for its disks.
    """
    from app.engine.local_server import is_here  # noqa: PLC0415 - a run of embedded databases needs none of this
    from app.engine.server_target import DatabaseTarget  # noqa: PLC0415

    servers = {target.address.where: target for target in targets if isinstance(target, DatabaseTarget)}
    local = [(one.address, one.password) for one in servers.values() if is_here(one.address)]
    remote = [one.address.where for one in servers.values() if not is_here(one.address)]
    if local:
        yield _Followed(ServerProcessSource(tuple(local)))
    if local and not watched:
        yield _Followed(ServerDeviceSource(tuple(local), shared))
    if remote and not watched:
        yield _Followed(UnwatchedMachine(", ".join(remote)))


def _databases(targets: Sequence[Target], ids: Sequence[int]) -> Sequence[_Followed]:
    """Return a source for each database of a system on a server.

    If several databases are on one server, its server-wide counters have a separate source, which belongs to no
    database.
    """
    from app.engine.server_target import DatabaseTarget  # noqa: PLC0415 - a run of embedded databases needs no ODBC

    servers: dict[tuple[str, str], list[tuple[DatabaseTarget, int]]] = {}
    for target, number in zip(targets, ids, strict=True):
        if isinstance(target, DatabaseTarget):
            servers.setdefault((target.address.engine, target.address.where), []).append((target, number))
    followed = []
    for databases in servers.values():
        alone = len(databases) == 1
        for database, number in databases:
            scope: Scope = "all" if alone else "database"
            followed.append(_Followed(ServerSource(database.address, database.password, scope), number))
        if not alone:
            first = databases[0][0]
            followed.append(_Followed(ServerSource(first.address, first.password, "server")))
    return followed
