# SPDX-License-Identifier: Apache-2.0
"""Databases of a run: child processes, which may hang, build and restore them, and count their rows afterward."""

import contextlib
import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path

import msgspec

from app.agents.machine import Agent, decoded
from app.driver.place import Place
from app.engine import preparation
from app.engine.agent_group import ANSWER_S, AgentGroup
from app.engine.child import Child
from app.engine.far_work import FarTargets, targets_there
from app.engine.preparation import (
    Built,
    Counted,
    Message,
    PreparationFailed,
    Prepared,
    Progressed,
    Removed,
    Settled,
    Working,
)
from app.engine.recording import RecordedSystem, Recording
from app.engine.start_state import Settling
from app.engine.status import Observer, RunCancelledError, RunError, Status
from app.engine.storage_target import PRECONDITIONING, WRITING
from app.engine.target import Resumable, Shared, Target
from app.model import events
from app.model.errors import joined, phrase
from app.model.findings import Inspected
from app.model.messages import Sentence
from app.model.steps import IoPass
from app.workloads.workload import Ledger

COMMIT_EVERY_S = 0.2
COUNT_S = 60.0
GRACE_S = 2.0
"""Seconds to wait for other systems after the first failure, so that every failing system is reported."""
CANCEL_S = 5.0
"""Timeout in seconds for a canceled preparation to acknowledge; a hung disk must not block the program."""

LONGEST_TASK = 300
MESSAGES_AT_ONCE = 20
"""Number of messages to read from one child before polling the others and the user's commands."""

GoOn = Callable[[], bool]
"""Function called several times per second; returning False cancels the work."""


class Databases:
    """All targets of a scenario, in its order. One child process per system prepares them, concurrently."""

    def __init__(
        self,
        targets: Sequence[Target],
        recording: Recording,
        place: Place,
        log_path: Path,
        observer: Observer,
        *,
        agents: AgentGroup,
        text: str,
    ) -> None:
        """Prepare the work; nothing is started yet.

        Args:
            targets: all targets of the scenario.
            recording: the session.
            place: machine that runs the children, this one.
            log_path: log of the children.
            observer: receives the progress.
            agents: other machines; their targets are prepared there.
            text: text of the scenario.
        """
        self._all = targets
        self._agents = agents
        self._text = text
        self._pass: IoPass | None = None
        self._recording = recording
        self._place = place
        self._log_path = log_path
        self._observer = observer
        self._settling: Settling | None = None
        self._size_bytes: dict[int, int] = {}
        self._wrong: dict[int, Sequence[Sentence]] = {}
        self._holding = contextlib.ExitStack()

    def end(self) -> None:
        """Release the databases for other programs."""
        self._holding.close()

    def turn_to(self, io_pass: IoPass) -> None:
        """Prepare the targets for this pass of the plan from now on."""
        self._pass = io_pass
        self._all = [target.turned_to(io_pass) for target in self._all]

    def settle_with(self, settling: Settling) -> None:
        """Bring databases to the start state of runs after each restore from now on."""
        self._settling = settling

    @property
    def places(self) -> list[tuple[str, Path]]:
        """Path of each target on this machine, with its system's letter; targets on servers are omitted."""
        return [(system.letter, target.place) for system, target in self.targets if target.place is not None]

    @property
    def targets(self) -> list[tuple[RecordedSystem, Target]]:
        """Each target with its system."""
        return [(self._recording.systems[target.system], target) for target in self._all]

    def place_of(self, number: int) -> events.TargetPlace:
        """Return the place of a target in messages. `number` counts over all systems."""
        siblings = [other for other, target in enumerate(self._all) if target.system == self._all[number].system]
        letter = self._recording.systems[self._all[number].system].letter
        return events.TargetPlace(system=letter, target=siblings.index(number) + 1 if len(siblings) > 1 else 0)

    def check(self, go_on: GoOn) -> list[Inspected]:
        """Return the description of each target, without changing anything.

        Raises:
            RunError: a target cannot be used.
            RunCancelledError: `go_on` returned False.
        """
        done = self._run_work("checking", preparation.check, go_on)
        inspected = (done[number] for number in range(len(self._all)))
        return [self._with_agent_names(message) for message in inspected if isinstance(message, Inspected)]

    def _with_agent_names(self, inspected: Inspected) -> Inspected:
        """Return the description with the agent's name added to its devices, so that machines can be distinguished."""
        agent = self._agents.lies_on(inspected.target)
        if not agent:
            return inspected
        devices = [f"{agent}: {device}" for device in inspected.devices]
        space = {f"{agent}: {volume}": bytes_ for volume, bytes_ in inspected.space.items()}
        return msgspec.structs.replace(inspected, devices=devices, space=space)

    @property
    def _lost(self) -> set[int]:
        """Return the numbers of the targets on lost machines."""
        hosts = {number: self._agents.lies_on(number) for number in range(len(self._all))}
        return {number for number, agent in hosts.items() if agent and self._agents[agent].lost}

    def discard(self, go_on: GoOn) -> None:
        """Remove temporary files on other machines.

        Raises:
            RunError: they cannot be removed.
            RunCancelledError: `go_on` returned False.
        """
        far = {number for number in range(len(self._all)) if self._agents.lies_on(number)} - self._lost
        if far:
            self._run_work("discarding", preparation.discard, go_on, without=set(range(len(self._all))) - far)

    def remove_unfinished(self, go_on: GoOn) -> list[Removed]:
        """Remove the remains of unfinished builds on servers.

        Raises:
            RunError: they cannot be removed.
            RunCancelledError: `go_on` returned False.
        """
        others = {number for number, target in enumerate(self._all) if not isinstance(target, Resumable)}
        done = self._run_work("removing", preparation.remove_unfinished, go_on, without=others)
        return [message for _, message in sorted(done.items()) if isinstance(message, Removed)]

    def build(self, go_on: GoOn) -> dict[int, Built]:
        """Build missing databases and return the contents of each target's pristine database.

        The databases are locked against other programs until `end`.

        Raises:
            RunError: a database cannot be built.
            RunCancelledError: `go_on` returned False.
        """
        self._hold(go_on)
        done = self._run_work("building", preparation.build, go_on)
        built = {number: message for number, message in done.items() if isinstance(message, Built)}
        for number, (system, target) in enumerate(self.targets):
            contents, seconds = built[number].contents, built[number].seconds
            message = events.DatabaseBuilt(
                place=self.place_of(number),
                seconds=seconds,
                rows=contents.rows,
                checksum=contents.checksum,
                size=contents.size,
            )
            self._recording.event(message, system=system.system)
            detail = msgspec.structs.replace(target.detail(), checksum=contents.checksum)
            self._recording.add_target(system, detail)
        return built

    def prepare(self, go_on: GoOn) -> dict[int, Prepared]:
        """Build missing databases, restore all of them to their pristine state, and record the targets.

        The databases are locked against other programs until `end`.

        Raises:
            RunError: a database cannot be prepared.
            RunCancelledError: `go_on` returned False.
        """
        self._hold(go_on)
        prepared = self._restore("preparing", preparation.prepare, go_on)
        for number, (system, target) in enumerate(self.targets):
            pristine = prepared[number].pristine
            detail = msgspec.structs.replace(target.detail(), size_bytes=pristine.size_bytes)
            if pristine.contents.checksum:
                detail = msgspec.structs.replace(
                    detail,
                    checksum=pristine.contents.checksum,
                    rollback_expected_percent=pristine.rollback_expected_percent,
                )
            self._recording.add_target(system, detail)
        return prepared

    def restore(self, go_on: GoOn, systems: Collection[int] | None = None) -> dict[int, Prepared]:
        """Restore the pristine state between two runs of a session.

        Args:
            go_on: called several times per second; False cancels.
            systems: places of the systems; None: all.

        Raises:
            RunError: a database cannot be restored.
            RunCancelledError: `go_on` returned False.
        """
        return self._restore("restoring", preparation.restore, go_on, systems)

    def counted_rows(
        self, systems: Collection[int] | None = None, without: Collection[int] = ()
    ) -> dict[int, Ledger | None]:
        """Return the current row counts of each target, None if it has no rows. Uncountable targets are omitted.

        Args:
            systems: places of the systems; None: all.
            without: targets to skip.
        """
        until = time.perf_counter() + COUNT_S
        counted: dict[int, Message] = {}
        without = {*without, *self._lost}
        with self._children("checking", preparation.count, systems, without) as children:
            while children and time.perf_counter() < until:
                wait([child.connection for child, _ in children], 0.2)
                self._listen(children, CommonProgress(self._all, len(self._all)), counted, {})
        results = {number: message for number, message in counted.items() if isinstance(message, Counted)}
        for number, message in results.items():
            self._report_growth(number, message.size_bytes)
            self._wrong[number] = message.wrong
        return {number: message.rows for number, message in results.items()}

    def found_wrong(self, number: int) -> Sequence[Sentence]:
        """Return the faults that the workload's own checks found in a target when its rows were last counted."""
        return self._wrong.get(number, ())

    def _report_growth(self, number: int, size_bytes: int) -> None:
        """Report files that grew during a run, because extending them takes time from the load."""
        before = self._size_bytes.get(number, 0)
        system, _ = self.targets[number]
        if before and size_bytes > before:
            grew = events.FilesGrew(place=self.place_of(number), before_bytes=before, after_bytes=size_bytes)
            self._recording.event(grew, system=system.system)

    def make_cold(self, go_on: GoOn, systems: Collection[int] | None) -> dict[int, Settled]:
        """Empty the caches that can be emptied from here.

        Raises:
            RunError: it failed.
            RunCancelledError: `go_on` returned False.
        """
        done = self._run_work("settling", preparation.make_cold, go_on, systems)
        return {number: message for number, message in done.items() if isinstance(message, Settled)}

    def wait_for_answers(self, go_on: GoOn, systems: Collection[int] | None, answer_s: float) -> None:
        """Wait until all targets answer again.

        Raises:
            RunError: a target does not answer.
            RunCancelledError: `go_on` returned False.
        """
        self._run_work("settling", partial(preparation.wait_for_answer, answer_s=answer_s), go_on, systems)

    def _hold(self, go_on: GoOn) -> None:
        """Lock targets that other programs can reach, in one child per system, until `end`."""
        shared = {target.system for target in self._all if isinstance(target, Shared)}
        if shared:
            reachable = {number for number, target in enumerate(self._all) if isinstance(target, Shared)}
            children = self._holding.enter_context(
                self._children("holding", preparation.hold, shared, set(range(len(self._all))) - reachable)
            )
            self._wait_for_answers(children, "holding", go_on)

    def _restore(
        self, purpose: str, work: Callable[..., None], go_on: GoOn, systems: Collection[int] | None = None
    ) -> dict[int, Prepared]:
        done = self._run_work(purpose, work, go_on, systems)
        prepared = {number: message for number, message in done.items() if isinstance(message, Prepared)}
        for number, (system, _) in enumerate(self.targets):
            if (message := prepared.get(number)) is None:
                continue
            restored = events.TargetRestored(
                place=self.place_of(number),
                seconds=message.seconds,
                how=message.pristine.how,
                existing=message.pristine.existing,
            )
            self._recording.event(restored, system=system.system)
            self._size_bytes[number] = message.pristine.size_bytes
        if self._settling is not None:
            self._settling.settle(self, go_on, systems)
        return prepared

    def _run_work(
        self,
        purpose: str,
        work: Callable[..., None],
        go_on: GoOn,
        systems: Collection[int] | None = None,
        without: Collection[int] = (),
    ) -> dict[int, Message]:
        with self._children(purpose, work, systems, without) as children:
            return self._wait_for_answers(children, purpose, go_on)

    def _wait_for_answers(self, children: "Children", purpose: str, go_on: GoOn) -> dict[int, Message]:
        """Return the last message about each target. The first failure, or a cancellation, ends all work."""
        number = sum(len(numbers) for _, numbers in children)
        progress = CommonProgress(self._all, number)
        done: dict[int, Message] = {}
        failures: dict[int, PreparationFailed] = {}
        failed_at: float | None = None
        ending: float | None = None
        committed = 0.0
        while children and len(done) < number:
            wait([child.connection for child, _ in children], 0.1)
            self._listen(children, progress, done, failures)
            now = time.perf_counter()
            if failures and failed_at is None:
                failed_at = now
            if ending is None and ((failed_at is not None and now - failed_at > GRACE_S) or not go_on()):
                ending = now
                for child, _ in children:
                    child.send(b"cancel")
            if ending is not None and now - ending > CANCEL_S:
                break
            if now - committed > COMMIT_EVERY_S:
                committed = now
                self._report(progress)
        self._report(progress)
        if reasons := [failures[number].message for number in sorted(failures) if not failures[number].cancelled]:
            raise RunError(joined(reasons))
        if failures:
            raise RunCancelledError(
                "Cancelled while the databases were being {participle}.", participle=PARTICIPLE[purpose]
            )
        if len(done) < number:
            raise RunCancelledError(
                "Cancelled before the databases were {participle}: the job did not respond and was ended.",
                participle=PARTICIPLE[purpose],
            )
        return done

    def _listen(
        self,
        children: "Children",
        progress: "CommonProgress",
        done: dict[int, Message],
        failures: dict[int, PreparationFailed],
    ) -> None:
        """Process the children's messages and drop finished children. `failures` is keyed by a child's first target."""
        for child, numbers in list(children):
            try:
                for _ in range(MESSAGES_AT_ONCE):
                    if (data := child.receive()) is None:
                        break
                    message = _decode(data, numbers)
                    if isinstance(message, Progressed):
                        progress.take(message)
                    elif isinstance(message, Working):
                        pass
                    elif isinstance(message, PreparationFailed):
                        failures[numbers[0]] = message
                    else:
                        progress.finish(message.target)
                        done[message.target] = message
                if child.place.name and child.silent_s > ANSWER_S:
                    raise EOFError
            except EOFError:
                children.remove((child, numbers))
                if numbers[0] not in failures and not all(number in done for number in numbers):
                    failures[numbers[0]] = PreparationFailed(self._why_ended(child))

    def _why_ended(self, child: Child) -> Sentence:
        """Return why a child ended before its work was done."""
        name = child.place.name
        if name and self._agents[name].lost:
            return phrase("{agent}: the machine is lost: {reason}", agent=name, reason=self._agents[name].why_lost())
        if name and child.silent_s > ANSWER_S:
            return phrase(
                "{agent}: the machine has said nothing of its work on the databases for {seconds:.0f} s. See what it "
                "does, and its agent.log",
                agent=name, seconds=ANSWER_S,
            )  # fmt: skip
        if name:
            return phrase(
                "{agent}: preparing the databases ended unexpectedly there. The details are in its agent.log",
                agent=name,
            )
        return phrase("Preparing the databases ended unexpectedly. The details are in {log}.", log=self._log_path)

    def _report(self, progress: "CommonProgress") -> None:
        recording = self._recording
        if progress.text:
            recording.writer.progress(recording.now_ns(), progress.text, progress.done, progress.total, progress.pace)
            share, pace = progress.done / progress.total, progress.pace
            for target, activity, text in progress.news():
                self._observer(Status("preparing", text, 0, 0, {}, share, pace, target, activity))
        recording.commit()

    def _encode_request(self, work: Callable[..., None], numbers: list[int]) -> bytes:
        """Return the encoded request for work on another machine."""
        answer_s = 0.0
        if isinstance(work, partial):
            answer_s, work = work.keywords["answer_s"], work.func
        return msgspec.msgpack.encode(
            FarTargets(scenario=self._text, work=work.__name__, numbers=numbers, io_pass=self._pass, answer_s=answer_s)
        )

    @contextlib.contextmanager
    def _children(
        self, purpose: str, work: Callable[..., None], only: Collection[int] | None, without: Collection[int] = ()
    ) -> "Iterator[Children]":
        """Start one child per system and machine, and yield them with the numbers of their targets.

        They are always ended on exit.

        Args:
            purpose: name of the work, for the processes.
            work: the function that the child runs.
            only: places of the systems; None: all.
            without: targets to skip.
        """
        systems: dict[tuple[int, str], list[tuple[int, Target]]] = {}
        for number, target in enumerate(self._all):
            if (only is None or target.system in only) and number not in without:
                place = target.system, self._agents.lies_on(number)
                systems.setdefault(place, []).append((number, target))
        started: Children = []
        try:
            for (system, agent), targets in systems.items():
                name = f"{purpose} {chr(ord('A') + system)}"
                if agent:
                    data = self._encode_request(work, [number for number, _ in targets])
                    child = _far_child(name, data, self._agents[agent], self._log_path)
                else:
                    child = Child(name, work, targets, place=self._place, log_path=self._log_path)
                started.append((child, [number for number, _ in targets]))
            yield list(started)
        finally:
            for child, _ in started:
                child.end()


def _decode(data: bytes, numbers: Sequence[int]) -> Message:
    """Decode a message of a child.

    Raises:
        EOFError: the message is invalid, for example because an agent was tampered with.
    """
    try:
        message: Message = decoded(data, preparation.Message)  # type: ignore[arg-type] # a union
    except msgspec.DecodeError as error:
        raise EOFError from error
    if not isinstance(message, PreparationFailed) and message.target not in numbers:
        raise EOFError
    if isinstance(message, Progressed) and len(message.task) > LONGEST_TASK:
        raise EOFError
    return message


def _far_child(name: str, data: bytes, agent: Agent, log_path: Path) -> Child:
    """Start a child process on an agent.

    Raises:
        RunError: the agent's machine is lost.
    """
    try:
        return Child(name, targets_there, data, place=agent, log_path=log_path)
    except OSError as error:
        raise RunError("{agent}: the machine is lost; nothing can be done there", agent=agent.name) from error


Children = list[tuple[Child, list[int]]]
PARTICIPLE = {
    "holding": phrase("reserved"),
    "preparing": phrase("prepared"),
    "building": phrase("built"),
    "restoring": phrase("restored"),
    "checking": phrase("checked"),
    "discarding": phrase("discarded"),
    "removing": phrase("removed"),
    "settling": phrase("settled"),
}


class CommonProgress:
    """Combined progress of all targets: one text and one pair of figures."""

    def __init__(self, targets: Sequence[Target], number: int) -> None:
        """Start at zero.

        Args:
            targets: all targets of the run.
            number: number of targets to process.
        """
        self._targets = targets
        self._number = number
        self._now: dict[int, Progressed] = {}
        self._begun: dict[int, Progressed] = {}
        self._finished: set[int] = set()
        self._began = time.perf_counter()
        self._reported: dict[int, str] = {}

    def take(self, message: Progressed) -> None:
        """Update the progress of one target. Work done according to its first message is from an earlier build."""
        first = self._begun.get(message.target)
        if first is None or message.done < first.done:
            self._begun[message.target] = message
        self._now[message.target] = message

    def finish(self, target: int) -> None:
        """Mark a target as finished."""
        self._finished.add(target)

    @property
    def text(self) -> str:
        """Tasks of the targets in progress, or "" before the first one."""
        under_way = {number: m for number, m in self._now.items() if number not in self._finished} or self._now
        return " · ".join(f"{self._targets[n].label}: {under_way[n].task}" for n in sorted(under_way))

    @property
    def done(self) -> float:
        """Completed work, in targets."""
        return sum(1.0 if number in self._finished else _share(m) for number, m in self._now.items())

    @property
    def total(self) -> float:
        """Total work, in targets."""
        return float(self._number)

    @property
    def pace(self) -> str:
        """Rate, if all tasks count the same unit (rows, MiB), and the estimated remaining time."""
        elapsed_s = time.perf_counter() - self._began
        gained = self.done - sum(_share(m) for m in self._begun.values())
        if elapsed_s < 1 or gained <= 0:
            return ""
        counted = {n: unit for n, m in self._now.items() if (unit := self._targets[n].unit_of(m.task))}
        units = sorted(set(counted.values()))
        done = sum(self._now[number].done - self._begun[number].done for number in counted)
        left_s = elapsed_s * (self.total - self.done) / gained
        left = f"{math.ceil(left_s):,} s left" if left_s < 120 else f"{math.ceil(left_s / 60):,} min left"
        return f"{done / elapsed_s:,.0f} {units[0]}/s, {left}" if done and len(units) == 1 else left

    def news(self) -> list[tuple[str, str, str]]:
        """Return (label, activity, line) for each target whose task or percentage has changed since the last call."""
        lines = []
        for number, message in self._now.items():
            label = self._targets[number].label
            text = f"{label}: {message.task} {math.floor(100 * _share(message))} %"
            if self._reported.get(number) != text:
                self._reported[number] = text
                lines.append((label, _activity(message.task), text))
        return lines


def _activity(task: str) -> str:
    """Return the activity to which a task belongs: building or restoring a database; for files, the task itself."""
    if task.startswith((WRITING, PRECONDITIONING)):
        return task
    return "restoring its database" if task.startswith("restor") else "building its database"


def _share(message: Progressed) -> float:
    return min(message.done / message.total, 1.0) if message.total else 1.0
