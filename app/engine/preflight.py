# SPDX-License-Identifier: Apache-2.0
"""Checks before a run: inspect all targets and compare the results for unfair differences.

Failed checks stop the run. The driver's own machine is also checked.
"""

import os
import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import apsw
import msgspec
import psutil

from app import __version__
from app.databases.engine import ODBC
from app.driver.driver_choice import DriverChoice, choice_for, insists
from app.engine.agent_group import AgentGroup
from app.engine.databases import Databases
from app.engine.devices import size_phrase
from app.engine.passwords import Passwords
from app.engine.preparation import Prepared
from app.engine.recording import RecordedSystem, Recording
from app.engine.status import Observer, RunError, Status
from app.engine.target import Target
from app.engine.this_machine import hardware_of_this_machine
from app.model.documents import (
    ChangedSettings,
    CheckFinding,
    Document,
    DriverFacts,
    FileLayout,
    HardwareSheet,
    TargetFacts,
)
from app.model.errors import joined, phrase
from app.model.events import DatabaseBuilt
from app.model.findings import Finding, Inspected, summary_text
from app.model.messages import Sentence, letter_of
from app.model.scenario import Scenario
from app.native.native_library import INTERFACE
from collectors.block_devices import Use, device_below, disks_below, users_of

SPACE = "free space"
NO_CHOICE = phrase("Without OUTPACE_DRIVER=native the run uses the driver in Python")


def driver_facts() -> dict[str, str | int | float]:
    """Return facts about this machine, without host and user names."""
    facts: dict[str, str | int | float] = {
        "Outpace": __version__,
        "Processor": processor_name(),
        "Cores": psutil.cpu_count(logical=False) or os.cpu_count() or 0,
        "Threads": os.cpu_count() or 0,
        "Memory GiB": round(psutil.virtual_memory().total / 2**30, 1),
        "Operating system": platform.platform(aliased=True),
        "Python": platform.python_version(),
        "SQLite": apsw.sqlite_lib_version(),
    }
    try:
        frequency = psutil.cpu_freq()
    except (OSError, NotImplementedError, RuntimeError):  # some virtual machines do not report it
        frequency = None
    if frequency is not None and frequency.max:
        facts["Processor MHz at most"] = round(frequency.max)
    if governor := _text(Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")):
        facts["Frequency governor"] = governor
    return facts


def driver_findings(choice: DriverChoice, transports: Sequence[str] = ()) -> Iterator[Finding]:
    """Yield findings about the run's driver. `transports` are the transports that the scenario names."""
    if choice.reason is None:
        yield Finding("driver", "passed", phrase("the native library, {name}", name=f"native {INTERFACE}"))
        return
    text = phrase("the one in Python: {reason}", reason=choice.reason)
    yield Finding("driver", "failed" if insists() else "passed", text, NO_CHOICE if insists() else "")
    for name in sorted(set(transports) - {"", "odbc"}):
        text = phrase('transport = "{name}" needs the native driver: {lack}', name=name, lack=choice.reason)
        yield Finding("driver", "failed", text, phrase('Build it, or write transport = "odbc" in the scenario'))


def processor_name() -> str:
    """Return the name of this machine's processor."""
    for line in _text(Path("/proc/cpuinfo")).splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def compared(targets: Sequence[Target], inspected: Sequence[Inspected], users: int, *, together: bool) -> list[Finding]:
    """Compare all targets.

    Args:
        targets: the targets, in the scenario's order.
        inspected: the results of their inspection.
        users: number of users of each target.
        together: whether all systems are under load at the same time.
    """
    pairs = list(zip(targets, inspected, strict=True))
    return [
        *_different_data(pairs),
        *_durability(pairs),
        *_memory(pairs),
        *_transport(pairs),
        *_load_transports(pairs),
        *_versions(pairs),
        *_devices(pairs, together=together),
        *_shared_space(pairs),
        *_servers(pairs, together=together),
        *_connections(pairs, users, together=together),
    ]


Pairs = Sequence[tuple[Target, Inspected]]


def _different_data(pairs: Pairs) -> Iterator[Finding]:
    built = [one for _, one in pairs if one.checksum]
    if len({one.checksum for one in built}) > 1:
        text = phrase(
            "the databases hold different data: {each}",
            each=_each(pairs, lambda one: one.checksum or phrase("not built")),
        )
        remedy = phrase("Drop the databases built by another version of Outpace and build them again")
        yield Finding("same data", "failed", text, remedy)
    elif len(built) == len(pairs) > 1:
        yield Finding(
            "same data", "passed", phrase("identical: all hold checksum {checksum}", checksum=built[0].checksum)
        )


def _durability(pairs: Pairs) -> Iterator[Finding]:
    known = {one.durable for _, one in pairs if one.durable is not None}
    if len(known) > 1:
        answers = {True: phrase("yes"), False: phrase("no"), None: phrase("unknown")}
        text = phrase(
            "not all systems have a commit on disk before they confirm it: {each}",
            each=_each(pairs, lambda one: answers[one.durable]),
        )
        remedy = phrase("Acceptable only if this difference is what you compare")
        yield Finding("durability", "warning", text, remedy)


def _memory(pairs: Pairs) -> Iterator[Finding]:
    """Check whether the data fits into the engine's memory, in which case a run would test memory instead of disks.

    Data of unknown size is skipped.
    """
    fits = {
        i: one.data_bytes <= one.memory_bytes for i, (_, one) in enumerate(pairs) if one.memory_bytes and one.data_bytes
    }
    for i, fit in fits.items():
        target, one = pairs[i]
        sizes = {"data": one.data_bytes / 2**20, "memory": one.memory_bytes / 2**20}
        if one.is_built:
            text = phrase("{data:,.0f} MiB of data, {memory:,.0f} MiB of memory to keep them in", **sizes)
        else:
            text = phrase(
                "at most {data:,.0f} MiB of data once they are built, their pristine copy not counted, {memory:,.0f} "
                "MiB of memory to keep them in",
                **sizes,
            )
        if fit:
            remedy = phrase("Use a larger database or give the engine less memory to test the disks")
            yield Finding(
                "memory", "warning", phrase("{text}: reads need no disk", text=text), remedy, target.system, i
            )
        else:
            yield Finding("memory", "passed", text, "", target.system, i)
    if len({one.memory_bytes for _, one in pairs if one.memory_bytes}) > 1:
        text = phrase("the engines' caches have different sizes: {each}", each=_each(pairs, _mib))
        yield Finding("memory", "warning", text, phrase("Set all to the same value, or state it with every result"))


def _transport(pairs: Pairs) -> Iterator[Finding]:
    if len({one.transport for _, one in pairs if one.transport}) > 1:
        text = phrase(
            "only some connections are encrypted: {each}",
            each=_each(pairs, lambda one: one.transport or phrase("unknown")),
        )
        remedy = phrase('Set tls = "require" or "off" for all targets: encrypting costs both sides processor time')
        yield Finding("TLS", "warning", text, remedy)


def _load_transports(pairs: Pairs) -> Iterator[Finding]:
    """Compare the transports (for example ODBC, libpq) that the load uses for the servers."""
    servers = [(target, one) for target, one in pairs if one.load_transport]
    if len({one.load_transport for _, one in servers}) > 1:
        text = phrase(
            "the load goes through different libraries: {each}", each=_each(servers, lambda one: one.load_transport)
        )
        remedy = phrase(
            'Write transport = "odbc" for all, unless the libraries are part of what you compare: each call costs '
            "processor time in them"
        )
        yield Finding("driver", "warning", text, remedy)


def _versions(pairs: Pairs) -> Iterator[Finding]:
    for product in dict.fromkeys(one.product for _, one in pairs if one.product):
        if len({one.version for _, one in pairs if one.product == product}) > 1:
            text = phrase(
                "different versions of {product}: {each}", product=product, each=_each(pairs, lambda one: one.version)
            )
            yield Finding("version", "warning", text, phrase("Acceptable only if you compare versions"))


def _devices(pairs: Pairs, *, together: bool) -> Iterator[Finding]:
    systems: dict[str, set[int]] = {}
    for target, one in pairs:
        for device in one.devices:
            systems.setdefault(device, set()).add(target.system)
    for device, sharing in systems.items():
        if len(sharing) > 1:
            letters = _letters(sharing)
            text = phrase("the data of {letters} is on one device, {device}", letters=letters, device=device)
            if any(one.server and target.system in sharing for target, one in pairs):
                shared_finding = phrase(
                    "{device} is used by {letters}: its latency and queue are told of the machine, and of no system",
                    device=device,
                    letters=letters,
                )
                yield Finding("machine", "passed", shared_finding)
            yield _shared(
                "device", text, phrase('Use devices of their own, or order = "alternating"'), together=together
            )


def _shared_space(pairs: Pairs) -> Iterator[Finding]:
    """Check that each volume has enough space for all builds on it together, not just for each one."""
    volumes: dict[str, list[tuple[Target, int, int]]] = {}
    for target, one in pairs:
        for volume, (needed, free) in one.space.items():
            if needed:
                volumes.setdefault(volume, []).append((target, needed, free))
    for builds in volumes.values():
        needed_together, free = sum(needed for _, needed, _ in builds), min(free for _, _, free in builds)
        if free < needed_together and all(needed <= free for _, needed, free in builds):
            text = phrase(
                "{targets} are built on one disk: {free} free, {needed} needed for all",
                targets=joined((phrase("{target}", target=target.label) for target, _, _ in builds), ", "),
                free=size_phrase(free),
                needed=size_phrase(needed_together),
            )
            yield Finding(SPACE, "failed", text, phrase("Make room, or choose smaller sizes or another disk for some"))


def _shared(check: str, text: Sentence, remedy: Sentence, *, together: bool) -> Finding:
    if together:
        return Finding(check, "warning", phrase("{text}: they slow each other down", text=text), remedy)
    return Finding(check, "passed", phrase("{text}: they take turns", text=text))


def _servers(pairs: Pairs, *, together: bool) -> Iterator[Finding]:
    systems: dict[str, set[int]] = {}
    for target, one in pairs:
        if one.server:
            systems.setdefault(one.server.rpartition("@")[2], set()).add(target.system)
    for server, sharing in systems.items():
        if len(sharing) > 1:
            letters = _letters(sharing)
            text = phrase("{letters} are databases of one server, {server}", letters=letters, server=server)
            remedy = phrase('order = "alternating" loads one after the other')
            yield _shared("server", text, remedy, together=together)


def _connections(pairs: Pairs, users: int, *, together: bool) -> Iterator[Finding]:
    """Check that each server has enough free connections for the users of its targets, and for monitoring."""
    servers: dict[str, list[int]] = {}
    for i, (_, one) in enumerate(pairs):
        if one.free_connections is not None:
            servers.setdefault(one.server.rpartition("@")[2], []).append(i)
    for server, numbers in servers.items():
        of_systems = Counter(pairs[i][0].system for i in numbers)
        at_once = of_systems.total() if together else max(of_systems.values())
        needed = at_once * users + 3 * len(numbers)
        free = min(pairs[i][1].free_connections or 0 for i in numbers)
        if free < needed:
            target = pairs[numbers[0]][0]
            text = phrase(
                "{server} has {free:,} connections left, {needed:,} are needed", server=server, free=free, needed=needed
            )
            remedy = phrase("Raise max_connections, end other programs, or ask for fewer users")
            yield Finding("connections", "failed", text, remedy, target.system, numbers[0])


def _each(pairs: Pairs, fact_of: Callable[[Inspected], str | Sentence]) -> Sentence:
    return joined((phrase("{target} {fact}", target=target.label, fact=fact_of(one)) for target, one in pairs), ", ")


def _letters(systems: set[int]) -> Sentence:
    """Return the letters of several systems as text: "A, B and C"."""
    *others, last = [letter_of(system) for system in sorted(systems)]
    return phrase("{first} and {last}", first=", ".join(others), last=last)


def _mib(one: Inspected) -> Sentence:
    return phrase("{size:,.0f} MiB", size=one.memory_bytes / 2**20) if one.memory_bytes else phrase("unknown")


class Preflight:
    """Checks of one run or job; records the findings."""

    def __init__(
        self,
        scenario: Scenario,
        databases: Databases,
        recording: Recording,
        observer: Observer,
        others: Sequence[Finding] = (),
        *,
        agents: AgentGroup,
        passwords: Passwords,
        log_path: Path,
    ) -> None:
        """Prepare the checks; `others` are findings about the scenario's own files."""
        self._agents = agents
        self._passwords = passwords
        self._log_path = log_path
        self._others = others
        self._scenario = scenario
        self._databases = databases
        self._recording = recording
        self._observer = observer
        self._inspected: Sequence[Inspected] = ()
        self.driver = DriverChoice()
        """Driver of the whole run, known after the targets have been inspected."""

    def look(self, go_on: Callable[[], bool], *, at_leisure: bool = False) -> list[Finding]:
        """Inspect all targets without changing them.

        Args:
            go_on: called several times per second; False cancels.
            at_leisure: whether to include checks that take several seconds.

        Raises:
            RunError: a target cannot be inspected.
            RunCancelledError: `go_on` returned False.
        """
        self._observer(Status("preparing", "checking the systems", 0, 0, {}))
        recording = self._recording
        recording.writer.document(recording.now_ns(), DriverFacts(lines=dict(driver_facts())))
        self._inspected = self._databases.check(go_on)
        targets = [target for _, target in self._databases.targets]
        findings = [finding for one in self._inspected for finding in one.findings]
        together = self._scenario.order in {"auto", "together"}
        lacks = [(target.label, one.native_lack) for target, one in zip(targets, self._inspected, strict=True)]
        self.driver = choice_for([*lacks, *self._agents.native_lacks])
        if not self.driver.native:
            over_odbc = (
                msgspec.structs.replace(one, load_transport=one.load_transport and ODBC) for one in self._inspected
            )
            self._inspected = list(over_odbc)
        findings += compared(targets, self._inspected, _users(self._scenario), together=together)
        if at_leisure:
            self._agents.watch_clocks(go_on)
        findings += self._agents.findings()
        findings += self._agents.reach(self._passwords, self._log_path, go_on)
        findings += driver_findings(self.driver, [one.named_transport for one in self._inspected])
        findings += self._others
        for finding in findings:
            self._record(finding)
        recording.commit()
        self._observer(Status("preparing", f"checked the systems, {summary_text(findings)}", 0, 0, {}))
        return findings

    def shared_disks(self, session: Path) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return, for each system by letter, the other users of the disks on this machine that hold its data.

        Users are listed by disk, and by device (a partition, a volume, a loop device) if known: letters of other
        systems, "" for the session's file.
        """
        uses_found = [("", device_below(session.parent), disks_below(session.parent))]
        for (system, target), one in zip(self._databases.targets, self._inspected, strict=True):
            device = ""
            if target.place is not None:
                with suppress(OSError):
                    device = device_below(target.place)
            uses_found.append((system.letter, device, frozenset(one.devices)))
        uses = [Use(*one) for one in uses_found]
        return {system.letter: users_of(uses, system.letter) for system in self._recording.systems}

    def require(self, go_on: Callable[[], bool], *, force: bool = False) -> list[Finding]:
        """Run the checks and, if one failed, raise RunError before anything is changed.

        Args:
            go_on: called several times per second; False cancels.
            force: whether to continue even if there is not enough free disk space for a build.

        Raises:
            RunError: checks failed; the message lists all of them.
            RunCancelledError: `go_on` returned False.
        """
        findings = self.look(go_on)
        self._stop_at([one for one in findings if one.check != SPACE or not force])
        return findings

    def require_space(self, go_on: Callable[[], bool]) -> None:
        """Check that there is enough space for the builds.

        Raises:
            RunError: there is not enough space.
            RunCancelledError: `go_on` returned False.
        """
        inspected = self._databases.check(go_on)
        shared = _shared_space([*zip((target for _, target in self._databases.targets), inspected, strict=True)])
        self._stop_at([*shared, *(one for each in inspected for one in each.findings if one.check == SPACE)])

    def _stop_at(self, findings: Sequence[Finding]) -> None:
        failed = [finding for finding in findings if finding.result == "failed"]
        if failed:
            reasons = joined(self.sentence(finding) for finding in failed)
            forced = phrase("{reasons} (--force goes on all the same)", reasons=reasons)
            raise RunError(forced if {one.check for one in failed} == {SPACE} else reasons)

    def sentence(self, finding: Finding) -> Sentence:
        """Return a finding as a sentence: system, problem and remedy."""
        text = phrase("{text}. {remedy}", text=finding.text, remedy=finding.remedy) if finding.remedy else finding.text
        where = self.where(finding)
        return phrase("{where}: {text}", where=where, text=text) if where else phrase("{text}", text=text)

    def where(self, finding: Finding) -> str:
        """Return the name of a finding's target or system, or "" for the whole run."""
        if finding.target >= 0:
            return self._databases.targets[finding.target][1].label
        return self._scenario.systems[finding.system].name if finding.system >= 0 else ""

    def record_facts(self, prepared: Mapping[int, Prepared]) -> None:
        """Record facts about each target in its pristine state: the automatic part of the disclosure sheet."""
        recording = self._recording
        numbers: dict[int, int] = {}
        for number, (system, _) in enumerate(self._databases.targets):
            position = numbers[system.system] = numbers.get(system.system, -1) + 1
            facts: dict[str, object] = dict(self._inspected[number].facts)
            pristine, memory_bytes = prepared[number].pristine, self._inspected[number].memory_bytes
            if pristine.rows is not None:
                facts["Data checksum"] = pristine.contents.checksum
                facts["Data rows"] = pristine.contents.rows
            if pristine.size_bytes:
                facts["Data MiB"] = round(pristine.size_bytes / 2**20, 1)
            if memory_bytes:
                facts["Data memory MiB"] = round(memory_bytes / 2**20, 1)
            if pristine.size_bytes and memory_bytes:
                facts["Data / data memory"] = round(pristine.size_bytes / memory_bytes, 3)
            target = system.target_ids[position]
            recording.writer.document(
                recording.now_ns(), TargetFacts(lines=facts), name=f"target {position + 1}",
                system=system.system, target=target,
            )  # fmt: skip
            if pristine.placement is not None:
                recording.writer.document(
                    recording.now_ns(), pristine.placement, name="placement", system=system.system, target=target
                )
            self._record_disclosed(prepared[number], system, target, built=self._inspected[number].is_built)
        self._record_hardware(prepared)

    def _record_disclosed(self, prepared: Prepared, system: RecordedSystem, target: int, *, built: bool) -> None:
        """Record the locations of a target's files and its changed settings, and whether this run built it."""
        recording, disclosed = self._recording, prepared.disclosed
        documents: list[Document] = []
        if disclosed.files:
            documents.append(FileLayout(files=list(disclosed.files)))
        if disclosed.settings:
            documents.append(ChangedSettings(settings=list(disclosed.settings)))
        for document in documents:
            recording.writer.document(recording.now_ns(), document, system=system.system, target=target)
        if not built:
            contents = prepared.pristine.contents
            built_event = DatabaseBuilt(
                place=self._databases.place_of(prepared.target), seconds=prepared.build_s, rows=contents.rows,
                checksum=contents.checksum, size=contents.size,
            )  # fmt: skip
            recording.event(built_event, system=system.system)

    def _record_hardware(self, prepared: Mapping[int, Prepared]) -> None:
        """Record this machine's hardware, for the driver and for each system that runs here."""
        recording, targets = self._recording, self._databases.targets
        for system in recording.systems:
            numbers = [number for number, (one, _) in enumerate(targets) if one is system]
            on_agents = any(self._agents.lies_on(number) for number in numbers)
            if numbers and not on_agents and all(targets[number][1].beside for number in numbers):
                files = [file for number in numbers for file in prepared[number].disclosed.files]
                sheet = HardwareSheet(hardware=hardware_of_this_machine(files))
                recording.writer.document(recording.now_ns(), sheet, name="captured", system=system.system)
        driver = HardwareSheet(hardware=hardware_of_this_machine())
        recording.writer.document(recording.now_ns(), driver, name="driver")

    def _record(self, finding: Finding) -> None:
        recording = self._recording
        system = recording.systems[finding.system].system if finding.system >= 0 else None
        document = CheckFinding(
            check=finding.check,
            result=finding.result,
            target=self.where(finding),
            text=finding.text,
            remedy=finding.remedy,
        )
        recording.writer.document(recording.now_ns(), document, name=finding.check, system=system)


def _users(scenario: Scenario) -> int:
    """Return the minimum number of users of each target according to the plan."""
    return scenario.plan.users_needed(scenario.workload.users)
