"""Servers that went away under load, or that answer nothing: since when, and when they were back."""

from dataclasses import dataclass

from app.engine.recording import SECOND_NS, RecordedSystem, RecordedTarget, Recording


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
