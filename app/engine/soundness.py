"""Whether a run may be believed: what makes it invalid (also servers that went away under load, or that answered
nothing), and what its reader must be warned of."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.driver.limits import DriverLimit
from app.driver.target_load import Fact
from app.engine.preparation import Prepared
from app.engine.recording import SECOND_NS, RecordedSystem, RecordedTarget, Recording
from app.engine.target import RowCounts
from app.model.scenario import Scenario
from app.model.workloads import StorageIo
from collectors.block_devices import disks_below


@dataclass(slots=True)
class _Watched:
    """What is known of one target. disconnects: counted when it was last well. since_s: of its outage, after the common
    start; None while it is well."""

    disconnects: int = 0
    orders: int = 0
    well_s: float = 0.0
    since_s: float | None = None
    hangs: bool = False


class Outages:
    """Looks once a second at the users of every target, and tells an outage's beginning and end as events.

    A target is away when connections were lost and none of its users is connected, and hangs when every user's call
    has been under way for over ten seconds. It is back with the next order. The other targets go on.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._watched: dict[tuple[str, int], _Watched] = {}
        self._told: list[str] = []

    def second(self, now_ns: int) -> None:
        """now_ns: perf_counter_ns."""
        now_s = (now_ns - self._recording.start_ns) / SECOND_NS
        for system in self._recording.systems:
            for target in system.targets:
                watched = self._watched.setdefault((system.letter, target.target), _Watched())
                self._look(system, target, watched, now_s)

    def leave(self) -> None:
        """The load is off: the next one is watched anew."""
        self._told = self.reasons()
        self._watched.clear()

    def reasons(self) -> list[str]:
        """Why the run is not valid: each outage, ended or not."""
        lasting = []
        for system in self._recording.systems:
            for target in system.targets:
                watched = self._watched.get((system.letter, target.target))
                if watched is not None and watched.since_s is not None:
                    what = "answered nothing" if watched.hangs else "was away"
                    lasting.append(f"{_name(system, target)} {what} from {watched.since_s:.0f} s to the end")
        return [*self._told, *lasting]

    def _look(self, system: RecordedSystem, target: RecordedTarget, watched: _Watched, now_s: float) -> None:
        load = target.load
        asked = load.users_requested
        lost = asked > 0 and load.users_alive == 0 and target.disconnects > watched.disconnects
        hangs = asked > 0 and load.users_stalled >= asked
        worked = target.orders > watched.orders
        if watched.since_s is None:
            if lost or hangs:
                watched.since_s, watched.hangs = watched.well_s, hangs
                self._tell_lost(system, target, watched)
            elif worked or asked == 0:
                watched.well_s, watched.disconnects = now_s, target.disconnects
        elif worked and not lost and not hangs:
            self._tell_back(system, target, watched, now_s)
            watched.since_s, watched.well_s, watched.disconnects = None, now_s, target.disconnects
        watched.orders = target.orders

    def _tell_lost(self, system: RecordedSystem, target: RecordedTarget, watched: _Watched) -> None:
        name = _name(system, target)
        if watched.hangs:
            text = f"{name} has answered nothing since {watched.since_s:.0f} s; its calls are still waited for"
        else:
            text = f"{name} is away since {watched.since_s:.0f} s; its users try to connect again ({target.lost_text})"
        self._recording.event("server lost", text, severity="error", system=system.system)

    def _tell_back(self, system: RecordedSystem, target: RecordedTarget, watched: _Watched, now_s: float) -> None:
        name, since_s = _name(system, target), watched.since_s or 0.0
        text = f"{name} is back after {now_s - since_s:.0f} s"
        self._recording.event("server back", text, severity="warning", system=system.system)
        what = "answered nothing" if watched.hangs else "was away"
        self._told.append(f"{name} {what} from {since_s:.0f} s to {now_s:.0f} s")


def _name(system: RecordedSystem, target: RecordedTarget) -> str:
    name = f"{system.letter} ({system.name})"
    return name if len(system.targets) == 1 else f"{name}, target {target.number + 1}"


WALL_JUMP_S = 1.0
MOST_LATE = 0.01
"""Share of the samples that may come late in a valid run."""
MOST_ERRORS = 0.01
"""Errors for each order above which a run is invalid."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """reasons: why the run is invalid, none for a valid one. warnings: what its reader must know."""

    reasons: list[str]
    warnings: list[str]


class WallClock:
    """Sees a machine that slept, or whose clock was set: wall time against the clock that everything is measured by."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.perf_counter()

    def jump_s(self) -> float:
        """Seconds that wall time jumped since the last call, 0 where it did not."""
        offset_s = time.time() - time.perf_counter()
        jump_s, self._offset_s = offset_s - self._offset_s, offset_s
        return jump_s if abs(jump_s) > WALL_JUMP_S else 0.0


class Soundness:
    """Gathers during a run what speaks against it."""

    def __init__(self, scenario: Scenario, recording: Recording) -> None:
        self._scenario = scenario
        self._recording = recording
        self._reasons: list[str] = []
        self._warnings: list[str] = []
        self._measured_s = 0.0
        self._measured_steps = 0
        self._turns = 1
        self._over = False
        self._shared_client = False
        self._limits: dict[str, DriverLimit] = {}
        self._missing: dict[str, int] = {}
        self._outages = Outages(recording)
        self.last_trouble = ""
        self.unconnected = ""
        self.connecting = True

    def look_at_disks(self, folders: Sequence[tuple[str, Path]], session: Path) -> list[str]:
        """What shares a device is said: systems with each other (also returned), and the session's file with a system.

        folders: of each target, with its system's letter.
        """
        shared = []
        systems: dict[str, set[str]] = {}
        for letter, folder in folders:
            for disk in disks_below(folder):
                systems.setdefault(disk, set()).add(letter)
        for letters in dict.fromkeys(" and ".join(sorted(letters)) for letters in systems.values()):
            if " and " in letters:
                shared.append(f"{letters} lie on one device")
                if isinstance(self._scenario.workload, StorageIo):
                    # Here the device is what is measured.
                    self.warn("shared device", f"{shared[-1]}: they slow each other down while both are under load")
                else:
                    self._recording.event("shared device", shared[-1])
        if disks_below(session.parent) & systems.keys():
            self.warn("session on device", "the session is recorded on a device under test, and takes a little of it")
        return shared

    def prepared(self, prepared: Mapping[int, Prepared]) -> None:
        """The databases are ready: are they the same?"""
        if len({p.checksum for p in prepared.values()}) > 1:
            self._blame("different data", "the databases hold different data")

    def ready(self, prepared: Mapping[int, Prepared]) -> None:
        """The targets are ready for a load: what their preparation warns of."""
        for one in prepared.values():
            if one.pristine.warning:
                self.warn("preparation", one.pristine.warning)

    def fact(self, system: RecordedSystem, fact: Fact) -> None:
        """What a target's workers told."""
        text = f"{system.letter} ({system.name}): {fact.text}"
        if fact.severity != "info":
            self.last_trouble = f"{fact.text}."
        if fact.kind == "users not connected" and self.connecting:
            self.unconnected = text
        elif fact.kind in ("worker died", "worker failed"):
            self._reasons.append(text)
        elif fact.severity != "info":
            self._warnings.append(text)

    def planned(self, turns: int) -> None:
        """How often the plan is gone through, all systems and repeats together."""
        self._turns = turns

    def progress(self, phase: str, seconds: float) -> None:
        """A step of the plan is over."""
        if phase == "measure":
            self._measured_s += seconds
            self._measured_steps += 1

    def over(self) -> None:
        """The plan was gone through to its end."""
        self._over = True

    def left(self) -> None:
        """The load is off: what is watched begins anew with the next one."""
        self._outages.leave()
        self._missing.clear()
        self.connecting = True

    def users_changed(self, system: RecordedSystem) -> None:
        """A person changed the number of users while the load was on."""
        self._warnings.append(f"{system.letter} ({system.name}): its users were changed by hand during the run")

    def second(self, wall_jump_s: float, *, settling: bool = False) -> None:
        """Once a second under load. settling: users are still being added, and may take a while to connect."""
        if wall_jump_s:
            text = f"the machine slept or its clock was set: wall time jumped by {wall_jump_s:+.1f} s"
            self._blame("clock jump", text)
        self._recording.warn_of_limits()
        self._outages.second(time.perf_counter_ns())
        for system in self._recording.systems:
            alive = sum(target.load.users_alive for target in system.targets)
            asked = sum(target.load.users_requested for target in system.targets)
            key = system.letter
            # A user that is just being replaced is missing for a moment: three seconds in a row are a loss.
            self._missing[key] = self._missing.get(key, 0) + 1 if alive < asked and not settling else 0
            if self._missing[key] == 3:
                self._blame("users lost", f"{key} ({system.name}): {alive} of {asked} users are at work", system)

    def measured(self, step: str = "") -> None:
        """A measuring step is over. step: its load in words, where the plan has several.

        Of several steps in which the driver limits a system, the worst is told.
        """
        limits = self._recording.measured_limits()
        for letter, limit in limits.items():
            if letter not in self._limits or (limit.invalid and not self._limits[letter].invalid):
                at = f" ({step})" if step else ""
                self._limits[letter] = DriverLimit(f"{limit.text}{at}", limit.invalid)
        if len(limits) > 1 and not self._shared_client:
            self._shared_client = True
            text = f"{' and '.join(sorted(limits))} share a client that limits them: this machine drives them all"
            self._recording.event("shared client", text, severity="warning")

    def nothing_measured(self, system: RecordedSystem, words: str) -> None:
        """A measuring step saw no order of a system end. words: which run of several, "" where there is one."""
        where = f" ({words})" if words else ""
        text = f"{system.letter} ({system.name}): no order was completed in the measured time{where}"
        self._blame("nothing measured", text, system)

    def count_rows(self, rows: Mapping[int, RowCounts | None], prepared: Mapping[int, Prepared]) -> None:
        """Orders added must be the purchases without the rolled-back ones, row for row; of the targets under load.

        prepared: the targets before the load.
        """
        numbered = [(system, target) for system in self._recording.systems for target in system.targets]
        for system, target in numbered:
            number = target.place
            name = f"{system.letter} ({system.name})"
            if number not in rows:
                self._blame("rows", f"{name}: its rows could not be counted after the run", system)
                continue
            after, before = rows[number], prepared[number].rows
            if after is None or before is None:
                continue
            added = after[0] - before[0]
            expected = target.orders - target.rollbacks
            if added == expected:
                text = (
                    f"{name}: {added:,} orders added = {target.orders:,} purchases - {target.rollbacks:,} rolled back"
                )
                self._recording.event("rows", text, system=system.system)
            else:
                text = f"{name}: {added:,} orders were added to the database, but {expected:,} purchases were counted"
                self._blame("rows", text, system)

    def verdict(self, stopped: str | None) -> Verdict:
        """At the end. stopped: why the run ended before its time."""
        reasons = [*self._outages.reasons(), *self._reasons]
        if stopped is not None and (done := self._done_so_far()):
            reasons.insert(0, f"incomplete: {stopped} after {done}")
        for limit in self._limits.values():
            text = f"{limit.text}. Latencies include the driver's own delay: use more cores, or fewer users"
            (reasons if limit.invalid else self._warnings).append(text)
        for system in self._recording.systems:
            if not system.target_ids:
                continue
            if errors := system.errors:
                text = f"{system.letter} ({system.name}): {errors:,} errors in {system.orders:,} orders"
                (reasons if errors > MOST_ERRORS * max(system.orders, 1) else self._warnings).append(text)
            elif system.orders == 0:
                reasons.append(f"{system.letter} ({system.name}): no order was completed")
            if missed := system.missed_arrivals:
                text = f"{system.letter} ({system.name}): {missed:,} arrivals were missed, no user was free in time"
                self._warnings.append(text)
        late = self._recording.late_samples
        if late:
            bad = late > MOST_LATE * self._recording.frames
            (reasons if bad else self._warnings).append(f"{late:,} of {self._recording.frames:,} samples came late")
        return Verdict(list(dict.fromkeys(reasons)), list(dict.fromkeys(self._warnings)))

    def _done_so_far(self) -> str:
        """What was measured before an early end; "" where that was everything."""
        plan = self._scenario.plan
        if self._over:
            return ""
        if not plan.measured_s:
            return f"{self._measured_steps} measured steps of the {plan.title}"
        plan_s = plan.measured_s * self._turns
        if self._measured_s >= plan_s:
            return ""
        return f"{self._measured_s:.0f} of {plan_s:.0f} s of measuring"

    def warn(self, kind: str, text: str) -> None:
        """Something that a reader of the result must know."""
        self._warnings.append(text)
        self._recording.event(kind, text, severity="warning")

    def _blame(self, kind: str, text: str, system: RecordedSystem | None = None) -> None:
        self._reasons.append(text)
        identity = system.system if system is not None else None
        self._recording.event(kind, text, severity="error", system=identity)
