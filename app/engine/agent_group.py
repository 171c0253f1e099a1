# SPDX-License-Identifier: Apache-2.0
"""Agents of a run or job: connected concurrently, monitored, and reported when unresponsive or lost."""

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter_ns

import msgspec

from app.agents import ssh
from app.agents.far_side import machine_number
from app.agents.machine import Agent, AgentError, decoded
from app.agents.remote_clock import DRIFT, Offset
from app.databases.address import Address
from app.driver.place import Here, Place
from app.engine.child import Child
from app.engine.consents import agents_of
from app.engine.far_work import MachineDescription, Reach, Reached, machine_there, servers_from_there
from app.engine.passwords import Passwords
from app.engine.recording import SECOND_NS, Recording
from app.engine.roster import drivers_of_targets
from app.engine.status import RunCancelledError, RunError
from app.model.agent_machine import AgentMachine
from app.model.documents import AgentSheet, SourceDetail
from app.model.errors import joined, phrase
from app.model.events import AgentBack, AgentClockUnsure, AgentEvent, AgentLost, AgentSilent, AgentUneven
from app.model.findings import Finding
from app.model.messages import Sentence, letter_of
from app.model.scenario import Scenario, System
from app.model.targets import Embedded, ScenarioTarget, Server
from app.scenario.order import LOOPBACK, chosen_order
from app.session.records import Severity
from collectors.series import Kind, Reading, Series

SILENT_S = 3.0
"""Seconds without an answer after which an agent is reported as unresponsive."""
UNSURE_MS = 10.0
TOO_UNSURE_MS = 100.0
ANSWER_S = 30.0
MOST_BUSY = 0.1
DRIFT_S = 5.0
"""Seconds for which a clock is observed before its drift is reported."""
OTHER_FILES = 64
"""Number of files that a worker opens, excluding those of its users."""
GIB = 2**30
FILES_OF_USER = 3
"""Open files per user of an embedded database: the database, its write-ahead log and the log's index.

On a server, each user has one connection instead.
"""
FIGURES: Sequence[tuple[str, str, Kind]] = (
    ("Clock Offset", "s", "gauge"),
    ("Clock Uncertainty", "s", "gauge"),
    ("Round Trip", "s", "gauge"),
    ("Late Frames", "", "gauge"),
    ("% Processor", "%", "gauge"),
    ("Bytes/sec", "B/s", "rate"),
)


@dataclass(slots=True)
class _Followed:
    """State of one agent.

    Attributes:
        first: perf_counter_ns when the agent was connected, and its clock offset at that time.
        users: number of users on the agent in the last second.
        users_all: number of users on all machines in the last second.
        worst_ms: largest clock uncertainty under load, in milliseconds.
    """

    machine: AgentMachine
    agent: Agent
    described: MachineDescription
    idle_cores: Callable[[], float]
    first: tuple[int, Offset]
    source: int | None = None
    silent_ns: int | None = None
    reported_lost: bool = False
    uneven: int = 0
    late: int = 0
    users: int = 0
    users_all: int = 0
    worst_ms: float = 0.0
    warned_unsure: bool = False


@dataclass(slots=True)
class AgentTroubles:
    """Problems of agents during a run, which may invalidate it.

    Attributes:
        silences: periods in which an agent was unresponsive.
    """

    lost: list[AgentLost] = field(default_factory=list)
    silences: list[AgentBack] = field(default_factory=list)
    others: list[AgentEvent] = field(default_factory=list)


class AgentGroup:
    """Agents of a scenario; empty if it names none."""

    def __init__(self, scenario: Scenario, text: str, recording: Recording, here: Here) -> None:
        """Prepare the group; nothing is connected yet. `text` is the scenario's text."""
        self._scenario = scenario
        self._text = text
        self._recording = recording
        self._here = here
        self._drivers = drivers_of_targets(scenario)
        self._followed: dict[str, _Followed] = {}
        self.troubles = AgentTroubles()

    def open(self, go_on: Callable[[], bool]) -> None:
        """Connect to all agents that the present systems need, concurrently.

        Raises:
            RunError: agents cannot be used; the message lists all of them.
            RunCancelledError: `go_on` returned False.
        """
        needed = agents_of(self._scenario)
        if not needed:
            return
        stopped = threading.Event()
        pool = ThreadPoolExecutor(len(needed), thread_name_prefix="agent")
        opening: list[tuple[AgentMachine, Future[tuple[Agent, MachineDescription]]]] = [
            (one, pool.submit(_connect, one, lambda: not stopped.is_set())) for one in needed
        ]
        while not stopped.is_set() and not all(future.done() for _, future in opening):
            time.sleep(0.05)
            if not go_on():
                stopped.set()
        cancelled = stopped.is_set()
        pool.shutdown(cancel_futures=cancelled)
        failures: list[Sentence] = []
        for machine, future in opening:
            if cancelled:
                future.add_done_callback(_close_opened)
                continue
            error = future.exception()
            if isinstance(error, AgentError):
                failures.append(error.message)
            elif error is not None:
                raise error
            else:
                agent, described = future.result()
                first = (perf_counter_ns(), agent.clock)
                self._followed[machine.name] = _Followed(machine, agent, described, agent.idle_cores(), first)
        if cancelled:
            raise RunCancelledError("Stopped while the agents were being connected.")
        if failures:
            raise RunError(joined(failures))
        for followed in self._followed.values():
            self._record(followed)

    def close(self) -> None:
        """Stop everything that was started on the agents and disconnect. May be called twice."""
        if agents := [followed.agent for followed in self._followed.values()]:
            with ThreadPoolExecutor(len(agents), thread_name_prefix="closing") as pool:
                list(pool.map(lambda agent: agent.close(), agents))

    @property
    def names(self) -> list[str]:
        return list(self._followed)

    @property
    def driving(self) -> list[str]:
        """Names of the agents that drive load."""
        return [name for name in self._followed if any(name in names for names in self._drivers)]

    @property
    def native_lacks(self) -> list[tuple[str, Sentence | None]]:
        """Reasons why agents that drive load need the Python driver, by name; None if they can use the native one."""
        return [(name, self._followed[name].described.no_native) for name in self.driving]

    def __getitem__(self, name: str) -> Agent:
        return self._followed[name].agent

    def places_of(self, target: int) -> Sequence[Place]:
        """Return the places where a target's workers run. `target` is its number over all systems."""
        return [self[name] for name in self._drivers[target]] or [self._here]

    def lies_on(self, target: int) -> str:
        """Return the name of the agent that hosts a target, or "" if it is on this machine or a server."""
        return self._hosting_agents[target]

    @property
    def _hosting_agents(self) -> list[str]:
        return [
            "" if isinstance(one, Server) or not names else names[0]
            for (_, one), names in zip(self._targets, self._drivers, strict=True)
        ]

    @property
    def _targets(self) -> list[tuple[int, ScenarioTarget]]:
        """Targets, each with its system's position in the scenario, in the order of `drivers_of_targets`."""
        return [(place, target) for place, system in self._present for target in system.targets]

    @property
    def _present(self) -> list[tuple[int, System]]:
        """Systems under load, each with its position in the scenario."""
        return [(place, self._scenario.systems[place]) for place in chosen_order(self._scenario, []).present]

    # During a run

    def look(self) -> None:
        """Report agents that became unresponsive, recovered or were lost; called several times per second."""
        for name, one in self._followed.items():
            agent = one.agent
            if one.reported_lost:
                continue
            if agent.lost:
                one.reported_lost = True
                self._report_lost(name, one)
            elif one.silent_ns is None:
                if agent.silent_s > SILENT_S:
                    one.silent_ns = perf_counter_ns() - round(agent.silent_s * SECOND_NS)
                    self._event(AgentSilent(agent=name, from_s=self._after_start(one.silent_ns)), "warning")
            elif agent.silent_s <= SILENT_S:
                self._report_back(name, one, perf_counter_ns())
            if agent.uneven > one.uneven:
                one.uneven = agent.uneven
                self.troubles.others.append(AgentUneven(agent=name, at_s=self._after_start(perf_counter_ns())))
                self._event(self.troubles.others[-1], "warning")

    def _report_back(self, name: str, one: _Followed, now_ns: int) -> None:
        assert one.silent_ns is not None
        back = AgentBack(
            agent=name, seconds=(now_ns - one.silent_ns) / SECOND_NS, from_s=self._after_start(one.silent_ns)
        )
        one.silent_ns = None
        self.troubles.silences.append(back)
        self._event(back, "warning")

    def _report_lost(self, name: str, one: _Followed) -> None:
        at_ns = one.agent.lost_ns or perf_counter_ns()
        lost = AgentLost(
            agent=name,
            at_s=self._after_start(at_ns),
            cause=one.agent.why_lost(),
            users=one.users,
            users_all=one.users_all,
        )
        self.troubles.lost.append(lost)
        self._event(lost, "error")

    def second(self) -> None:
        """Record each agent's figures; called once per second under load."""
        users_all = sum(target.load.users_requested for system in self._recording.systems for target in system.targets)
        for name, one in self._followed.items():
            if one.reported_lost:
                continue
            loads = [target.load for system in self._recording.systems for target in system.targets]
            one.users, one.users_all = sum(load.users_on(name) for load in loads), users_all
            clock, now_ns = one.agent.clock, perf_counter_ns()
            unsure_ms = clock.uncertainty_ns / 1e6
            one.worst_ms = max(one.worst_ms, unsure_ms)
            if unsure_ms > UNSURE_MS and not one.warned_unsure:
                one.warned_unsure = True
                self._event(AgentClockUnsure(agent=name, uncertainty_ms=unsure_ms, limit_ms=UNSURE_MS), "warning")
            late = self._recording.late_by_agent.get(name, 0)
            busy = 100.0 * (1.0 - min(one.idle_cores() / max(one.agent.cores, 1), 1.0))
            figures = (
                clock.ns / SECOND_NS,
                clock.uncertainty_ns / SECOND_NS,
                one.agent.round_trip_s,
                float(late - one.late),
                busy,
                float(one.agent.bytes_received),
            )
            one.late = late
            at_ns = self._recording.at_ns(now_ns)
            self._recording.writer.sample(self._source(name, one), at_ns, Reading(now_ns / SECOND_NS, figures))

    def release_s(self, least_s: float) -> float:
        """Return how many seconds before the start to release users, so that every machine gets the command in time."""
        trips_s = [one.agent.round_trip_s for one in self._followed.values() if not one.reported_lost]
        return max([least_s, *(0.2 + 4 * trip_s for trip_s in trips_s)])

    def finish(self, *, together: bool) -> AgentTroubles:
        """Return the problems during the whole run; `together` if the systems are compared second by second."""
        for name, one in self._followed.items():
            if one.silent_ns is not None and not one.reported_lost:
                self._report_back(name, one, perf_counter_ns())
            if one.worst_ms > UNSURE_MS:
                bad = together and one.worst_ms > TOO_UNSURE_MS
                limit_ms = TOO_UNSURE_MS if bad else UNSURE_MS
                unsure = AgentClockUnsure(agent=name, uncertainty_ms=one.worst_ms, limit_ms=limit_ms, invalid=bad)
                self.troubles.others.append(unsure)
        return self.troubles

    def _after_start(self, at_ns: int) -> float | None:
        start_ns = self._recording.start_ns
        return max((at_ns - start_ns) / SECOND_NS, 0.0) if start_ns else None

    def _event(self, message: AgentEvent, severity: Severity) -> None:
        self._recording.event(message, severity=severity)

    def _source(self, name: str, one: _Followed) -> int:
        if one.source is None:
            clock = one.agent.clock
            series = [
                Series(rf"\Outpace Agent({name})\{figure}", unit, kind, "driver", number)
                for number, (figure, unit, kind) in enumerate(FIGURES)
            ]
            one.source = self._recording.writer.add_source(
                f"agent {name}", series, len(FIGURES), system=None, offset_ns=round(clock.ns),
                uncertainty_ns=round(clock.uncertainty_ns), detail=SourceDetail(agent=name),
            )  # fmt: skip
        return one.source

    # Before a run

    def _record(self, one: _Followed) -> None:
        """Record an agent's data sheet."""
        agent, introduction, clock = one.agent, one.agent.introduction, one.agent.clock
        drives, watches = set(), set()
        for place, system in enumerate(self._scenario.systems):
            if any(agent.name in system.drivers_of(target) for target in system.targets):
                drives.add(letter_of(place))
            if any(getattr(watch, "agent", "") == agent.name for watch in system.watch):
                watches.add(letter_of(place))
        sheet = AgentSheet(
            host=one.machine.host,
            outpace=introduction.outpace[:80],
            python=introduction.python[:80],
            system=introduction.system[:200],
            cores=introduction.cores,
            hardware=one.described.hardware,
            drives=sorted(drives),
            watches=sorted(watches),
            offset_s=clock.ns / SECOND_NS,
            uncertainty_s=clock.uncertainty_ns / SECOND_NS,
            round_trip_s=agent.round_trip_s,
            same_machine=self._same_machine(agent.name),
        )
        self._recording.writer.document(self._recording.now_ns(), sheet, name=agent.name)

    def _same_machine(self, name: str) -> list[str]:
        """Return the names of the other agents on the same machine; "" stands for the engine."""
        machine_id = self[name].introduction.machine
        others = {"": machine_number()} | {other: self[other].introduction.machine for other in self._followed}
        return [other for other, other_id in others.items() if machine_id and other_id == machine_id and other != name]

    def watch_clocks(self, go_on: Callable[[], bool]) -> None:
        """Wait until each clock has been observed long enough to determine its drift.

        Raises:
            RunCancelledError: `go_on` returned False.
        """
        until_ns = max((one.first[0] for one in self._followed.values()), default=0) + round(DRIFT_S * SECOND_NS)
        while self._followed and perf_counter_ns() < until_ns:
            if not go_on():
                raise RunCancelledError("Cancelled while the agents' clocks were being watched.")
            time.sleep(0.05)

    def findings(self) -> Iterator[Finding]:
        """Yield findings about the machines for the checks before a run."""
        for name, one in self._followed.items():
            introduction, described = one.agent.introduction, one.described
            memory_gib = described.memory_bytes / GIB
            text = phrase(
                "{agent}: Outpace {version}, {system}, {cores} cores, {memory:.0f} GiB",
                agent=name, version=introduction.outpace, system=introduction.system[:200],
                cores=introduction.cores, memory=memory_gib,
            )  # fmt: skip
            yield Finding("agent", "passed", text)
            yield from self._place_findings(name)
            busy = 1.0 - min(described.idle_cores / max(introduction.cores, 1), 1.0)
            if busy > MOST_BUSY:
                text = phrase("{agent}: other programs use {share:.0%} of its processors", agent=name, share=busy)
                yield Finding("agent", "warning", text, phrase("End them: they slow the load down"))
            yield from self._file_findings(name, one)
            yield self._clock_finding(name, one)
            yield from self._pace_findings(name, one)
        yield from self._power_findings()

    def _place_findings(self, name: str) -> Iterator[Finding]:
        for other in self._same_machine(name):
            text = (
                phrase("{agent} and {other} are one machine", agent=name, other=other)
                if other
                else phrase("{agent} is the machine that Outpace itself runs on", agent=name)
            )
            if not other or other < name:
                yield Finding("agent", "warning", text, phrase("Name another machine, or let this one drive its part"))
        for (place, target), names in zip(self._targets, self._drivers, strict=True):
            if not isinstance(target, Server) or name not in names:
                continue
            if not target.odbc and target.host.casefold() in LOOPBACK:
                text = phrase("{host} is {agent} itself, seen from there", host=target.host, agent=name)
                remedy = phrase("Name the server's host as all machines call it")
                yield Finding("agent", "warning", text, remedy, place)

    def _clock_finding(self, name: str, one: _Followed) -> Finding:
        clock = one.agent.clock
        unsure_ms = clock.uncertainty_ns / 1e6
        text = phrase(
            "{agent}: its clock is known to ± {unsure:.3g} ms, an answer takes {trip:.3g} ms",
            agent=name, unsure=unsure_ms, trip=1e3 * one.agent.round_trip_s,
        )  # fmt: skip
        if unsure_ms > UNSURE_MS:
            remedy = phrase("Look for a slow or busy network between here and there")
            return Finding("agent", "warning", text, remedy)
        return Finding("agent", "passed", text)

    def _pace_findings(self, name: str, one: _Followed) -> Iterator[Finding]:
        """Yield findings about a clock's drift, if it was observed long enough, and about its synchronization."""
        (began_ns, first), now = one.first, one.agent.clock
        lasted_ns = perf_counter_ns() - began_ns
        if one.agent.uneven:
            text = phrase(
                "{agent}: its clock jumps, or goes by more than {most:g} ppm faster or slower than the one here",
                agent=name, most=1e6 * DRIFT,
            )  # fmt: skip
            yield Finding("agent", "warning", text, phrase("See what sets the clock there; no good one does that"))
        elif lasted_ns >= DRIFT_S * SECOND_NS:
            text = phrase(
                "{agent}: in {seconds:.0f} s its clock went {ppm:+.0f} ppm (± {unsure:.0f}) against the one here",
                agent=name, seconds=lasted_ns / SECOND_NS, ppm=1e6 * (now.ns - first.ns) / lasted_ns,
                unsure=1e6 * (now.uncertainty_ns + first.uncertainty_ns) / lasted_ns,
            )  # fmt: skip
            yield Finding("agent", "passed", text)
        if one.described.clock_is_set is not None:
            synchronized = phrase("{agent}: its time of day is kept by NTP or the like", agent=name)
            unsynchronized = phrase(
                "{agent}: nothing keeps its time of day right; Outpace's own times need none", agent=name
            )
            yield Finding("agent", "passed", synchronized if one.described.clock_is_set else unsynchronized)

    def _file_findings(self, name: str, one: _Followed) -> Iterator[Finding]:
        """Yield a warning if an agent's limit on open files is too low for a target's users."""
        users = self._scenario.plan.users_needed(self._scenario.workload.users)
        needed = max(
            (
                (1 if isinstance(target, Server) else FILES_OF_USER) * math.ceil(users / len(names)) + OTHER_FILES
                for (_, target), names in zip(self._targets, self._drivers, strict=True)
                if name in names and isinstance(target, Server | Embedded)
            ),
            default=0,
        )
        if 0 < one.described.open_files < needed:
            text = phrase(
                "{agent}: a process may have {most:,} files open there, and {users:,} users of a target need "
                "{needed:,}",
                agent=name, most=one.described.open_files, users=users, needed=needed,
            )  # fmt: skip
            remedy = phrase("Raise the limit there for whoever logs in (ulimit -n, limits.conf)")
            yield Finding("agent", "warning", text, remedy)

    def _power_findings(self) -> Iterator[Finding]:
        """Yield a warning if the machines that drive the systems have unequal numbers of cores."""
        cores: dict[str, int] = {}
        for place, system in self._present:
            names = {name for target in system.targets for name in system.drivers_of(target) or ("",)}
            cores[letter_of(place)] = sum(self[name].cores if name else self._here.cores for name in names)
        if self._drivers and any(self._drivers) and len(set(cores.values())) > 1:
            each = joined((phrase("{system} {cores}", system=letter, cores=n) for letter, n in cores.items()), ", ")
            text = phrase("the systems are driven by unequal numbers of cores: {each}", each=each)
            yield Finding("agents", "warning", text, phrase("Give each system the same machines to be driven from"))

    def reach(self, passwords: Passwords, log_path: Path, go_on: Callable[[], bool]) -> list[Finding]:
        """Check whether each server is reachable from the agents that drive it, and return the findings.

        Raises:
            RunCancelledError: `go_on` returned False.
        """
        positions = [place for place, _ in self._targets]
        findings: list[Finding] = []
        for name in self.driving:
            servers = {
                number: target
                for number, ((_, target), names) in enumerate(zip(self._targets, self._drivers, strict=True))
                if isinstance(target, Server) and name in names
            }
            if not servers:
                continue
            numbers = list(servers)
            request = Reach(self._text, numbers, secrets_of(servers.values(), passwords))
            child = Child(
                "servers", servers_from_there, msgspec.msgpack.encode(request), place=self[name], log_path=log_path
            )
            try:
                reached = _answers(child, len(numbers), go_on)
            finally:
                child.end()
            for number in numbers:
                answer = reached.get(number)
                if answer is None or answer.trouble is not None:
                    reason = phrase("no answer") if answer is None or answer.trouble is None else answer.trouble
                    text = phrase("{agent} does not reach it: {reason}", agent=name, reason=reason)
                    remedy = phrase("See whether its host is known there, and whether a driver and a route are there")
                    findings.append(Finding("reach", "failed", text, remedy, positions[number], number))
                else:
                    trip_ms = 1e3 * answer.round_trip_s
                    text = phrase("{agent} reaches it in {trip:.3g} ms", agent=name, trip=trip_ms)
                    findings.append(Finding("reach", "passed", text, "", positions[number], number))
        return findings


def secrets_of(servers: Iterable[Server], passwords: Passwords) -> dict[str, str]:
    """Return the passwords for these servers, by account. An agent receives no other passwords."""
    accounts = (Address(server).account for server in servers)
    return {account: secret for account in accounts if (secret := passwords.of(account))}


def _received(receive: Callable[[], bytes | None], go_on: Callable[[], bool]) -> Iterator[bytes]:
    """Yield messages of a child until it ends or `ANSWER_S` has passed.

    Raises:
        RunCancelledError: `go_on` returned False.
    """
    until_s = time.perf_counter() + ANSWER_S
    with suppress(EOFError):
        while time.perf_counter() < until_s:
            if (data := receive()) is not None:
                yield data
            elif go_on():
                time.sleep(0.02)
            else:
                raise RunCancelledError("Cancelled while the agents were being asked.")


def _answers(child: Child, number: int, go_on: Callable[[], bool]) -> Mapping[int, Reached]:
    """Return the child's answers about `number` servers; fewer if it ends early.

    Raises:
        RunCancelledError: `go_on` returned False.
    """
    answers: dict[int, Reached] = {}
    with suppress(msgspec.MsgspecError):
        for data in _received(child.receive, go_on):
            answer = decoded(data, Reached)
            answers[answer.target] = answer
            if len(answers) == number:
                break
    return answers


def _connect(machine: AgentMachine, go_on: Callable[[], bool]) -> tuple[Agent, MachineDescription]:
    """Connect to an agent and describe its machine.

    Raises:
        AgentError: the agent cannot be used.
        RunCancelledError: `go_on` returned False.
    """
    agent = ssh.connected(machine.name, machine.host, machine.python, go_on)
    try:
        return agent, _describe_machine(agent, go_on)
    except BaseException:
        agent.close()
        raise


def tried(machine: AgentMachine, go_on: Callable[[], bool]) -> Sentence:
    """Connect to an agent, describe it, and disconnect.

    Args:
        machine: the agent.
        go_on: called several times per second; False stops the attempt.

    Raises:
        AgentError: the agent cannot be used.
        RunCancelledError: the attempt was stopped.
    """
    agent, described = _connect(machine, go_on)
    try:
        clock = agent.clock
        introduction = agent.introduction
        return phrase(
            "{agent}: Outpace {version}, {system}, {cores} cores ({idle:.1f} idle), {memory:.0f} GiB; clock known to "
            "± {unsure:.3g} ms, an answer takes {trip:.3g} ms",
            agent=machine.name, version=introduction.outpace[:80], system=introduction.system[:200],
            cores=introduction.cores,
            idle=described.idle_cores, memory=described.memory_bytes / GIB, unsure=clock.uncertainty_ns / 1e6,
            trip=1e3 * agent.round_trip_s,
        )  # fmt: skip
    finally:
        agent.close()


def _describe_machine(agent: Agent, go_on: Callable[[], bool]) -> MachineDescription:
    """Describe an agent's machine.

    Raises:
        AgentError: the agent does not answer.
        RunCancelledError: `go_on` returned False.
    """
    try:
        running = agent.start("machine", machine_there, log_path=None)
    except OSError as error:
        raise AgentError("{agent}: the machine is lost: {reason}", agent=agent.name, reason=agent.why_lost()) from error
    try:
        with suppress(msgspec.MsgspecError):
            for data in _received(running.receive, go_on):
                return decoded(data, MachineDescription)
    finally:
        running.close()
    raise AgentError(
        "{name}: Outpace there does not describe its machine within {seconds:.0f} s; see agent.log in its log folder",
        name=agent.name,
        seconds=ANSWER_S,
    )


def _close_opened(future: "Future[tuple[Agent, MachineDescription]]") -> None:
    if not future.cancelled() and future.exception() is None:
        future.result()[0].close()
