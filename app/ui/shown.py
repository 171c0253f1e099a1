"""What of a session can be shown: its systems with letters and colours, and its counters by system and path."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.session.documents import missing_reasons
from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo
from app.ui.layout import curve_key
from app.ui.naming import counter_name
from app.ui.storage import names_of
from widgets.theme import LETTERS, Theme

_COLOR = re.compile("#[0-9a-fA-F]{6}")
MOST_LISTED, MOST_CHARTED = 12, 3
DRIVER, WORKER = "Outpace Driver", "worker"


@dataclass(frozen=True, slots=True)
class Curve:
    """One counter of one system, or of the driver's own machine (letter "", system None)."""

    key: str
    letter: str
    system: SystemInfo | None
    counter: Counter


class Catalogue:
    """The counters of a session by path, in the order of its systems."""

    def __init__(self, reader: SessionReader) -> None:
        self._reader = reader
        self.names = names_of(reader)
        """What counters are called in this session, by path, where that is not what their paths say."""
        self._curves: dict[str, list[Curve]] = {}
        self._workers: dict[tuple[str, str], list[Curve]] = {}
        self._known = -1
        self._documents = -1
        self._reasons: dict[int | None, dict[str, str]] = {}
        self.update()

    @property
    def paths(self) -> list[str]:
        """Every counter path, in the order of the file."""
        return list(self._curves)

    def update(self) -> bool:
        """Takes in what the session has now; whether any counter is new."""
        if len(self._reader.documents) != self._documents:
            self._documents = len(self._reader.documents)
            self._reasons = missing_reasons(self._reader.documents)
        counters = self._reader.counters
        if len(counters) == self._known:
            return False
        self._known = len(counters)
        by_id = {system.id: system for system in self._reader.systems}
        curves: dict[str, list[Curve]] = {}
        for counter in counters:
            system = None if counter.system is None else by_id[counter.system]
            letter = system.letter if system else ""
            curves.setdefault(counter.path, []).append(Curve(curve_key(letter, counter.path), letter, system, counter))
        for entries in curves.values():
            entries.sort(key=lambda curve: curve.letter)
        self._curves = curves
        self._workers = {}
        for curve in self:
            name = counter_name(curve.counter.path)
            if name.object == DRIVER and WORKER in name.instance.split():
                self._workers.setdefault((curve.letter, name.counter), []).append(curve)
        return True

    def curves(self, path: str) -> list[Curve]:
        """The curves of a counter, one a system that has it."""
        return self._curves.get(path, [])

    def curve(self, letter: str, path: str) -> Curve | None:
        """One system's curve of a counter."""
        return next((curve for curve in self.curves(path) if curve.letter == letter), None)

    def reason(self, system: SystemInfo, path: str) -> str:
        """Why a system has no data of a counter, as its collector says; "" where it has some, or where nobody knows."""
        if any(curve.system is not None and curve.system.id == system.id for curve in self.curves(path)):
            return ""
        return self._reasons.get(system.id, {}).get(path, "")

    def has_reason(self, path: str) -> bool:
        """Whether a system tells why it has no data of a counter."""
        return any(path in reasons for reasons in self._reasons.values())

    def of_workers(self, letter: str, counter: str) -> list[Curve]:
        """One system's curves of a counter that has an instance for each worker."""
        return self._workers.get((letter, counter), [])

    def __iter__(self) -> Iterator[Curve]:
        for curves in self._curves.values():
            yield from curves


def telling_paths(catalogue: Catalogue, systems: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What to list and to chart of a session that holds none of the counters asked for: what all its systems have
    comes first, totals before their parts, otherwise in the order of the file."""

    def rank(path: str) -> tuple[bool, bool]:
        curves, name = catalogue.curves(path), counter_name(path)
        compared = sum(curve.system is not None for curve in curves) >= systems > 0
        return (not compared, name.instance not in ("", "_Total"))

    ranked = sorted(catalogue.paths, key=rank)
    return tuple(ranked[:MOST_LISTED]), tuple(ranked[:MOST_CHARTED])


STAND_INS = {
    "\\Engine File(_Total)\\Transfers/sec": ("\\Engine File(database)\\Transfers/sec", "\\Database\\Transactions/sec"),
    "\\Engine File(_Total)\\Avg. sec/Transfer": ("\\Outpace Driver(order)\\Latency p95",),
    "\\Engine File(_Total)\\Avg. Queue Length": (
        "\\Engine File(log)\\Writes/sec",
        "\\Engine File(log)\\Transfers/sec",
        "\\Database\\Transactions/sec",
    ),
}
"""What tells most in the place of a counter that is charted by default, where a system has no data of it."""


def useful_paths(
    catalogue: Catalogue, systems: Sequence[SystemInfo], listed: Sequence[str], charted: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What to list and to chart where systems tell that they have no data of what is charted by default: another
    counter that all systems have takes its place, and it stays listed, with the reason."""

    def everywhere(path: str) -> bool:
        having = {curve.system.id for curve in catalogue.curves(path) if curve.system is not None}
        return all(system.id in having for system in systems)

    drawn: list[str] = []
    for path in charted:
        missing = any(catalogue.reason(system, path) for system in systems)
        others = [other for other in STAND_INS.get(path, ()) if everywhere(other) and other not in (*charted, *drawn)]
        drawn.append(others[0] if missing and others else path)
    return tuple(dict.fromkeys((*drawn, *listed))), tuple(drawn)


def system_color(system: SystemInfo | None, theme: Theme) -> str:
    """The colour that a system was given, else the theme's own; the driver's machine has the colour of quiet text."""
    if system is None:
        return theme.dim
    if _COLOR.fullmatch(system.color):
        return system.color
    return theme.system_color(system.letter) if system.letter in LETTERS else theme.dim


def baseline_of(reader: SessionReader) -> SystemInfo | None:
    """The system that the others are compared with."""
    return next((system for system in reader.systems if system.role == "baseline"), None)
