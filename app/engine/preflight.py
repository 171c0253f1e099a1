"""The checks before a run: every target is asked, the answers are compared, and what failed stops the run."""

from collections.abc import Callable, Mapping, Sequence

from app.engine.comparing import compared
from app.engine.databases import Databases
from app.engine.driver_machine import driver_facts
from app.engine.finding import Finding, Inspected
from app.engine.observing import Observer, RunError, Status
from app.engine.preparation import Prepared
from app.engine.recording import Recording
from app.scenario.model import Scenario
from app.scenario.plans import LatencyLimit, UserSweep


class Preflight:
    """The checks of one run or job; what they find is part of its record."""

    def __init__(self, scenario: Scenario, databases: Databases, recording: Recording, observer: Observer) -> None:
        self._scenario = scenario
        self._databases = databases
        self._recording = recording
        self._observer = observer
        self._inspected: Sequence[Inspected] = ()

    def look(self, go_on: Callable[[], bool]) -> list[Finding]:
        """Asks all targets; nothing is changed by that. Raises RunError, RunCancelledError."""
        self._observer(Status("preparing", "checking the systems", 0, 0, {}))
        recording = self._recording
        recording.writer.document(recording.now_ns(), "driver", "", driver_facts())
        self._inspected = self._databases.check(go_on)
        targets = [target for _, target in self._databases.targets]
        found = [finding for one in self._inspected for finding in one.findings]
        together = self._scenario.order in {"auto", "together"}
        found += compared(targets, self._inspected, _users(self._scenario), together=together)
        for finding in found:
            self._record(finding)
        recording.commit()
        counts = {result: sum(finding.result == result for finding in found) for result in ("passed", "warning")}
        text = f"checked the systems, {counts['passed']} passed, {counts['warning']} warnings"
        self._observer(Status("preparing", text, 0, 0, {}))
        return found

    def require(self, go_on: Callable[[], bool]) -> list[Finding]:
        """As `look`. Raises RunError, with every failed check, before anything is touched."""
        found = self.look(go_on)
        if failed := [finding for finding in found if finding.result == "failed"]:
            raise RunError("\n".join(self.sentence(finding) for finding in failed))
        return found

    def sentence(self, finding: Finding) -> str:
        """Which system, what, and what to do."""
        text = f"{where}: {finding.text}" if (where := self.where(finding)) else finding.text
        return f"{text.rstrip('.')}. {finding.remedy}".rstrip()

    def where(self, finding: Finding) -> str:
        """The target, or the system, that a finding is of; "" for the whole."""
        if finding.target >= 0:
            return self._databases.targets[finding.target][1].label
        return self._scenario.systems[finding.system].name if finding.system >= 0 else ""

    def record_facts(self, prepared: Mapping[int, Prepared]) -> None:
        """The facts of each target, once it is in its pristine state: the disclosure sheet's captured part."""
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
                recording.now_ns(), "facts", f"target {position + 1}", facts, system=system.system, target=target
            )

    def _record(self, finding: Finding) -> None:
        recording = self._recording
        system = recording.systems[finding.system].system if finding.system >= 0 else None
        data = {
            "check": finding.check,
            "result": finding.result,
            "target": self.where(finding),
            "text": finding.text,
            "remedy": finding.remedy,
        }
        recording.writer.document(recording.now_ns(), "finding", finding.check, data, system=system)


def _users(scenario: Scenario) -> int:
    """How many users of each target the plan needs for sure."""
    plan = scenario.plan
    if isinstance(plan, UserSweep):
        return plan.to_users
    return plan.from_users if isinstance(plan, LatencyLimit) else scenario.workload.users
