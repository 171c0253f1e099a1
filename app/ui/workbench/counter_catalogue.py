# SPDX-License-Identifier: Apache-2.0
"""Catalogue of a session's counters by system and path, with names, units, titles and system colors.

In a storage session, storage counters come first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from app.model.documents import TargetFacts
from app.model.messages import Sentence
from app.results.disclosure import missing_reasons
from app.results.measurings import work_unit
from app.results.storage_results import is_storage
from app.session.reader import SessionReader
from app.session.recorded_stops import StoppedSystem
from app.session.records import Counter, SystemInfo
from app.ui.workbench.localised_figures import message_text
from app.ui.workbench.view import IN_PROGRESS, RESPONSE, curve_key
from app.ui.workbench.view import IOPS as FILE_IOPS
from widgets.theme import LETTERS, Theme
from widgets.translation import marked, tr

_PATH = re.compile(r"\\(?P<object>[^\\(]*)(?:\((?P<instance>.*)\))?\\(?P<counter>[^\\]+)")
_IOPS = re.compile(r"(Disk )?(Transfers|Reads|Writes)/sec")


@dataclass(frozen=True, slots=True)
class CounterName:
    r"""Parts of a counter path ``\Object(instance)\Counter``."""

    object: str
    instance: str
    counter: str


@lru_cache(maxsize=4096)
def counter_name(path: str) -> CounterName:
    """Split a counter path; any other text is taken as a counter name."""
    match = _PATH.fullmatch(path)
    if match is None:
        return CounterName("", "", path)
    return CounterName(match["object"], match["instance"] or "", match["counter"])


POWER = "\\Power Meter(_Total)\\Power"
TITLES: Mapping[str, str] = {
    FILE_IOPS: marked("IOPS"),
    "\\Engine File(_Total)\\Avg. sec/Transfer": marked("Time of a transfer"),
    "\\Engine File(_Total)\\Avg. Queue Length": marked("Queue length"),
    RESPONSE: marked("Order response time, p95"),
    RESPONSE.replace("p95", "p50"): marked("Order response time, median"),
    RESPONSE.replace("p95", "p99"): marked("Order response time, p99"),
    RESPONSE.replace("p95", "max"): marked("Order response time, maximum"),
    IN_PROGRESS: marked("Queue length, orders in progress"),
}
"""Chart titles by path, for readers who do not know the counters' names."""
LAYERS: Mapping[str, str] = {
    "application": "",
    "driver": marked("driver"),
    "engine file": marked("file calls of the database engine"),
    "operating-system file": marked("file, seen by the operating system"),
    "device": marked("device"),
    "engine process": marked("processes of the database engine"),
}
"""Names of layers in chart titles; the application layer, which is what users experience, has no name."""


LAYER_NAMES: Mapping[str, str] = {
    "application": marked("application"),
    "engine": marked("engine"),
    "engine file": marked("engine file"),
    "operating-system file": marked("operating-system file"),
    "device": marked("device"),
    "engine process": marked("engine process"),
    "machine": marked("machine"),
    "driver": marked("driver"),
}
"""Names of layers, as in the table on the help page."""


def layer_text(layer: str) -> str:
    """Return the name of a layer; an unknown layer, from a later version, is returned unchanged."""
    return tr(LAYER_NAMES.get(layer, layer))


def reason_text(reason: str | Sentence) -> str:
    """Return the translated reason why there is no data.

    A reason recorded as text is translated if it is known or consists of two known reasons; otherwise, it is unchanged.
    """
    if isinstance(reason, Sentence):
        return message_text(reason)
    sentences = reason.split(". ")
    for end in range(len(sentences), 0, -1):
        first = ". ".join(sentences[:end]) + ("." if end < len(sentences) else "")
        rest = ". ".join(sentences[end:])
        if first and tr(first) != first:
            return f"{tr(first)} {reason_text(rest)}".rstrip()
    return reason


def chart_title(path: str, layer: str, named: str = "") -> str:
    """Return a chart's title: the counter, its instance (unless it is the total), and its layer.

    `named` replaces the counter and the instance.
    """
    name = counter_name(path)
    instance = "" if name.instance in ("", "_Total") else name.instance
    known = named or (tr(TITLES[path]) if path in TITLES else "")
    layer_label = LAYERS.get(layer, layer)
    parts = [known] if known else [name.counter, instance]
    return " · ".join(part for part in (*parts, tr(layer_label) if layer_label else "") if part)


def unit_caption(path: str, unit_text: str) -> str:
    """Return the unit shown next to a current value; "IOPS" for transfers per second."""
    return "IOPS" if _IOPS.fullmatch(counter_name(path).counter) else unit_text


_OWN = "\\Outpace Driver"
IOPS = f"{_OWN}(_Total)\\Orders/sec"
BYTES = f"{_OWN}(_Total)\\Bytes/sec"
OUTSTANDING = f"{_OWN}(_Total)\\Response Time/sec"
LATENCY = f"{_OWN}(order)\\Latency p50"
STORAGE_LISTED = (
    IOPS,
    LATENCY,
    BYTES,
    f"{_OWN}(order)\\Latency p99",
    OUTSTANDING,
    f"{_OWN}(read)\\Latency p99",
    f"{_OWN}(write)\\Latency p99",
)
NAMES: Mapping[str, str] = {
    IOPS: "IOPS",
    BYTES: marked("Throughput"),
    f"{_OWN}(_Total)\\Orders/min": marked("I/Os per minute"),
    OUTSTANDING: marked("Queue length (outstanding I/Os)"),
    f"{_OWN}(_Total)\\Orders in Progress": marked("I/Os in progress"),
    f"{_OWN}(_Total)\\Users Alive": marked("Outstanding I/Os, reached"),
    f"{_OWN}(_Total)\\Users Requested": marked("Outstanding I/Os, requested"),
}
TRANSACTION_NAMES: Mapping[str, str] = {
    f"{_OWN}(_Total)\\Orders/sec": marked("Transactions per second"),
    f"{_OWN}(_Total)\\Orders/min": marked("Transactions per minute"),
    f"{_OWN}(_Total)\\Orders in Progress": marked("Queue length, transactions in progress"),
    f"{_OWN}(_Total)\\Response Time/sec": marked("Transactions in progress"),
    f"{_OWN}(order)\\Latency p50": marked("Transaction response time, median"),
    f"{_OWN}(order)\\Latency p95": marked("Transaction response time, p95"),
    f"{_OWN}(order)\\Latency p99": marked("Transaction response time, p99"),
    f"{_OWN}(order)\\Latency max": marked("Transaction response time, maximum"),
}
"""Names of the driver's counters for custom SQL, in which an order is a transaction."""
LATENCIES = {
    "order": marked("Latency {figure}, all I/Os"),
    "read": marked("Latency {figure}, reads"),
    "write": marked("Latency {figure}, writes"),
}
"""Names of the driver's latency counters for storage I/O, in which an order is an I/O."""


def names_of(reader: SessionReader) -> Mapping[str, str]:
    """Return counter names that apply in this session, by path; empty except for storage I/O and custom SQL."""
    if work_unit(reader) == "transaction":
        return {path: tr(name) for path, name in TRANSACTION_NAMES.items()}
    if not is_storage(reader):
        return {}
    latencies = {
        f"{_OWN}({key})\\Latency {figure}": tr(label).format(figure=figure)
        for key, label in LATENCIES.items()
        for figure in ("p50", "p95", "p99", "max")
    }
    return {path: tr(name) for path, name in NAMES.items()} | latencies


def storage_paths(reader: SessionReader) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the counters to list and to chart in a storage session; None for other sessions, or before they exist.

    They are IOPS, latency, throughput and outstanding I/Os. If no throughput was recorded, that of the files' devices
    is shown.
    """
    if not reader.started or not reader.counters or not is_storage(reader):
        return None
    disks = _disks(reader, "Disk Bytes/sec")
    counted = any(counter.path == BYTES for counter in reader.counters)
    charted = (IOPS, LATENCY, *((BYTES,) if counted else disks), OUTSTANDING)
    return tuple(dict.fromkeys((*charted, *STORAGE_LISTED, *disks, *_disks(reader, "Avg. Disk Queue Length")))), charted


def _disks(reader: SessionReader, counter: str) -> tuple[str, ...]:
    """Return this counter's path for each device that contains the files: "vda" also for a file on /dev/vda1."""
    facts = [document.data for document in reader.documents_of(TargetFacts)]
    devices = {PurePath(data.line("Device").split(" ")[0]).name for data in facts}
    devices |= {disk for data in facts for disk in data.line("Whole disks").split(", ")}
    found = []
    for one in reader.counters:
        name = counter_name(one.path)
        ours = name.instance and any(device.startswith(name.instance) for device in devices)
        if name.object == "PhysicalDisk" and name.counter == counter and ours:
            found.append(one.path)
    return tuple(dict.fromkeys(found))


_COLOR = re.compile("#[0-9a-fA-F]{6}")
MOST_LISTED, MOST_CHARTED = 12, 3
DRIVER, WORKER = "Outpace Driver", "worker"


@dataclass(frozen=True, slots=True)
class CatalogueCounter:
    """A counter of one system or, with letter "" and system None, of the driver's machine."""

    key: str
    letter: str
    system: SystemInfo | None
    counter: Counter


class Catalogue:
    """Counters of a session by path, with systems in display order."""

    def __init__(self, reader: SessionReader) -> None:
        self._reader = reader
        self.names = names_of(reader)
        """Names of counters in this session by path if they differ from the paths' names."""
        self.storage = is_storage(reader)
        self._curves: dict[str, list[CatalogueCounter]] = {}
        self._workers: dict[tuple[str, str], list[CatalogueCounter]] = {}
        self._known = -1
        self._documents = -1
        self._reasons: dict[int | None, dict[str, str | Sentence]] = {}
        self.update()

    @property
    def paths(self) -> list[str]:
        """All counter paths, in recorded order."""
        return list(self._curves)

    def update(self) -> bool:
        """Read the session's current counters; return whether there are new counters."""
        if len(self._reader.documents) != self._documents:
            self._documents = len(self._reader.documents)
            self._reasons = missing_reasons(self._reader)
        counters = self._reader.counters
        if len(counters) == self._known:
            return False
        self._known = len(counters)
        by_id = {system.id: system for system in self._reader.systems}
        curves: dict[str, list[CatalogueCounter]] = {}
        for counter in counters:
            system = None if counter.system is None else by_id[counter.system]
            letter = system.letter if system else ""
            curves.setdefault(counter.path, []).append(
                CatalogueCounter(curve_key(letter, counter.path), letter, system, counter)
            )
        for entries in curves.values():
            entries.sort(key=lambda curve: curve.letter)
        self._curves = curves
        self._workers = {}
        for curve in self:
            name = counter_name(curve.counter.path)
            if name.object == DRIVER and WORKER in name.instance.split():
                self._workers.setdefault((curve.letter, name.counter), []).append(curve)
        return True

    def curves(self, path: str) -> list[CatalogueCounter]:
        """Return the curves of a counter, one per system that has it."""
        return self._curves.get(path, [])

    def curve(self, letter: str, path: str) -> CatalogueCounter | None:
        """Return a system's curve of a counter; None if the system lacks the counter."""
        return next((curve for curve in self.curves(path) if curve.letter == letter), None)

    def reason(self, system: SystemInfo, path: str) -> str:
        """Return why a system's collector has no data for a counter; "" if there is data or no known reason."""
        if any(curve.system is not None and curve.system.id == system.id for curve in self.curves(path)):
            return ""
        return reason_text(self._reasons.get(system.id, {}).get(path, ""))

    def has_reason(self, path: str) -> bool:
        """Return whether any system reports why it has no data for a counter."""
        return any(path in reasons for reasons in self._reasons.values())

    def of_workers(self, letter: str, counter: str) -> list[CatalogueCounter]:
        """Return a system's curves of a per-worker counter, one per worker."""
        return self._workers.get((letter, counter), [])

    def __iter__(self) -> Iterator[CatalogueCounter]:
        for curves in self._curves.values():
            yield from curves


TELLING = (
    re.compile(r"(Disk )?Transfers/sec"),
    re.compile(r"Avg\. (Disk )?sec/Transfer"),
    re.compile(r"Avg\. (Disk )?Queue Length"),
    re.compile(r"Current (Disk )?Queue Length"),
    re.compile(r"(Disk )?(Reads|Writes)/sec"),
    re.compile(r"Avg\. (Disk )?sec/(Read|Write)"),
    re.compile(r"(Disk )?Bytes/sec"),
)
"""Counters that readers of performance logs look for first, in this order."""


def telling_paths(catalogue: Catalogue, systems: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the counters to list and to chart in a session that has none of the requested ones.

    Counters that all systems have come first, then transfers, latency and queue length, then totals before their parts;
    otherwise, they are in file order.
    """

    def rank(path: str) -> tuple[bool, int, bool]:
        curves, name = catalogue.curves(path), counter_name(path)
        compared = sum(curve.system is not None for curve in curves) >= systems > 0
        telling = next((n for n, known in enumerate(TELLING) if known.fullmatch(name.counter)), len(TELLING))
        return (not compared, telling, name.instance not in ("", "_Total"))

    ranked = sorted(catalogue.paths, key=rank)
    first: dict[str, str] = {}
    for path in ranked:  # chart transfers, latency and queue of one disk before those of another
        first.setdefault(counter_name(path).counter, path)
    return tuple(ranked[:MOST_LISTED]), tuple(dict.fromkeys((*first.values(), *ranked)))[:MOST_CHARTED]


STAND_INS = {
    FILE_IOPS: ("\\Engine File(database)\\Transfers/sec", "\\Database\\Transactions/sec"),
    RESPONSE: ("\\Engine File(_Total)\\Avg. sec/Transfer",),
    IN_PROGRESS: (OUTSTANDING, "\\Engine File(_Total)\\Avg. Queue Length"),
    "\\Engine File(_Total)\\Avg. sec/Transfer": ("\\Engine File(database)\\Avg. sec/Read",),
    "\\Engine File(_Total)\\Avg. Queue Length": (
        "\\Engine File(database)\\Avg. Read Queue Length",
        "\\Engine File(_Total)\\Current Queue Length",
    ),
}
"""Substitutes for default counters that a system lacks, the most informative first."""


def useful_paths(
    catalogue: Catalogue, systems: Sequence[SystemInfo], listed: Sequence[str], charted: Sequence[str], *, young: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the counters to list and to chart when systems lack data for default ones.

    In the charts, a missing counter is replaced by one that all systems have. In the list, it stays with the reason,
    followed by its replacement. If `young` is true, counters may still appear, so only those with a reason are missing.
    """

    def everywhere(path: str) -> bool:
        having = {curve.system.id for curve in catalogue.curves(path) if curve.system is not None}
        return all(system.id in having for system in systems)

    drawn: list[str] = []
    for path in charted:
        missing = any(catalogue.reason(system, path) for system in systems) or not (young or catalogue.curves(path))
        others = [other for other in STAND_INS.get(path, ()) if everywhere(other) and other not in (*charted, *drawn)]
        drawn.append(others[0] if missing and others else path)
    paths: list[str] = []
    for path in listed:
        paths.append(path)
        if any(catalogue.reason(system, path) for system in systems):
            paths += [other for other in STAND_INS.get(path, ()) if catalogue.curves(other)]
    return tuple(dict.fromkeys((*drawn, *paths))), tuple(drawn)


STOPPED, LATE = marked("stopped"), marked("no answer")
"""Texts shown instead of a value for a system that has stopped or does not respond."""
WORK_UNITS = ("/s", "/min", "B/s", "s")


def stop_marks(stopped: Iterable[StoppedSystem]) -> dict[str, str]:
    """Return the texts to show instead of values, by letter, for systems that have stopped or do not respond."""
    return {one.letter: tr(LATE if one.hanging else STOPPED) for one in stopped}


def counts_work(counter: Counter) -> bool:
    """Return whether a counter is a work rate or latency; these have no value once a system has stopped."""
    return counter.system is not None and counter.layer != "driver" and counter.unit in WORK_UNITS


def system_color(system: SystemInfo | None, theme: Theme) -> str:
    """Return a system's color, by default the theme's; dimmed text color for the driver's machine."""
    if system is None:
        return theme.dim
    if _COLOR.fullmatch(system.color):
        return system.color
    return theme.system_color(system.letter) if system.letter in LETTERS else theme.dim


def baseline_of(reader: SessionReader) -> SystemInfo | None:
    """Return the baseline system; None if absent."""
    return next((system for system in reader.systems if system.role == "baseline"), None)
