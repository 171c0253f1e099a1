# SPDX-License-Identifier: Apache-2.0
"""What of a session can be shown: its systems with letters and colours, and its counters by system and path, each with
the name that a person reads; those of storage I/O come first where it is one of storage."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from app.model.documents import TargetFacts
from app.model.messages import Sentence
from app.results.disclosure import missing_reasons
from app.results.measurings import work_unit
from app.results.storage_results import is_storage
from app.session.reader import SessionReader
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
    """The parts of a path ``\\Object(instance)\\Counter``."""

    object: str
    instance: str
    counter: str


@lru_cache(maxsize=4096)
def counter_name(path: str) -> CounterName:
    """Split a path; one that has not the form is a counter's name as it is."""
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
"""Charts that need no knowledge of counters' names, by path."""
LAYERS: Mapping[str, str] = {
    "application": "",
    "driver": marked("driver"),
    "engine file": marked("file calls of the database engine"),
    "operating-system file": marked("file, seen by the operating system"),
    "device": marked("device"),
    "engine process": marked("processes of the database engine"),
}
"""Where a counter was measured, as a chart's title says it. What the users see needs no word."""


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
"""The layers by their own names, as the help's table has them."""


def layer_text(layer: str) -> str:
    """The name of a layer; that of a later version as it is."""
    return tr(LAYER_NAMES.get(layer, layer))


def reason_text(reason: str | Sentence) -> str:
    """Why there is no data.

    Of a reason that was recorded as text: a known one, or two of them one after the other; what is not known stands as
    it was recorded.
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
    """A chart's title: the counter, its instance unless that is the total, and the layer it was measured on.

    named: what stands for counter and instance in this session.
    """
    name = counter_name(path)
    instance = "" if name.instance in ("", "_Total") else name.instance
    known = named or (tr(TITLES[path]) if path in TITLES else "")
    layer_label = LAYERS.get(layer, layer)
    parts = [known] if known else [name.counter, instance]
    return " · ".join(part for part in (*parts, tr(layer_label) if layer_label else "") if part)


def unit_caption(path: str, unit_text: str) -> str:
    """The unit beside a current value: transfers a second are IOPS."""
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
"""The driver's counters as they are called where an order is a transaction of own SQL."""
LATENCIES = {
    "order": marked("Latency {figure}, all I/Os"),
    "read": marked("Latency {figure}, reads"),
    "write": marked("Latency {figure}, writes"),
}
"""The driver's counters as they are called where a user is an I/O outstanding, and an order is an I/O."""


def names_of(reader: SessionReader) -> Mapping[str, str]:
    """Return other names of counters, by path, of a session of storage I/O or own SQL."""
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
    """What to list and to chart of a session of storage I/O once its counters are there: IOPS, latency, bytes a second
    (of sessions without them those of the devices that its files lie on), and the queue. None of other sessions."""
    if not reader.started or not reader.counters or not is_storage(reader):
        return None
    disks = _disks(reader, "Disk Bytes/sec")
    counted = any(counter.path == BYTES for counter in reader.counters)
    charted = (IOPS, LATENCY, *((BYTES,) if counted else disks), OUTSTANDING)
    return tuple(dict.fromkeys((*charted, *STORAGE_LISTED, *disks, *_disks(reader, "Avg. Disk Queue Length")))), charted


def _disks(reader: SessionReader, counter: str) -> tuple[str, ...]:
    """A counter of each device with a file on it: "vda" is that of /dev/vda1 too."""
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
        self.storage = is_storage(reader)
        self._curves: dict[str, list[Curve]] = {}
        self._workers: dict[tuple[str, str], list[Curve]] = {}
        self._known = -1
        self._documents = -1
        self._reasons: dict[int | None, dict[str, str | Sentence]] = {}
        self.update()

    @property
    def paths(self) -> list[str]:
        """Every counter path, in the order of the file."""
        return list(self._curves)

    def update(self) -> bool:
        """Take in what the session has now; whether any counter is new."""
        if len(self._reader.documents) != self._documents:
            self._documents = len(self._reader.documents)
            self._reasons = missing_reasons(self._reader)
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
        return reason_text(self._reasons.get(system.id, {}).get(path, ""))

    def has_reason(self, path: str) -> bool:
        """Whether a system tells why it has no data of a counter."""
        return any(path in reasons for reasons in self._reasons.values())

    def of_workers(self, letter: str, counter: str) -> list[Curve]:
        """One system's curves of a counter that has an instance for each worker."""
        return self._workers.get((letter, counter), [])

    def __iter__(self) -> Iterator[Curve]:
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
"""The counters that who opens a performance log looks for, first first."""


def telling_paths(catalogue: Catalogue, systems: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What to list and to chart of a session that holds none of the counters asked for: what all its systems have
    comes first, then transfers, latency and queue length, then totals before their parts, otherwise in the order of the
    file."""

    def rank(path: str) -> tuple[bool, int, bool]:
        curves, name = catalogue.curves(path), counter_name(path)
        compared = sum(curve.system is not None for curve in curves) >= systems > 0
        telling = next((n for n, known in enumerate(TELLING) if known.fullmatch(name.counter)), len(TELLING))
        return (not compared, telling, name.instance not in ("", "_Total"))

    ranked = sorted(catalogue.paths, key=rank)
    first: dict[str, str] = {}
    for path in ranked:  # one disk's transfers, latency and queue, before another disk's transfers
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
"""What tells most in the place of a counter that is charted or listed by default, where a system has no data of it."""


def useful_paths(
    catalogue: Catalogue, systems: Sequence[SystemInfo], listed: Sequence[str], charted: Sequence[str], *, young: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What to list and to chart where systems have no data of what is charted by default: another counter that all
    systems have takes its place, and it stays listed, with the reason; beside what is listed and missing stands what
    tells most instead. young: counters may still come, so that only those with a reason are missing."""

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


STOPPED = marked("stopped")
"""What stands in place of a figure of a system that has stopped."""
WORK_UNITS = ("/s", "/min", "B/s", "s")


def counts_work(counter: Counter) -> bool:
    """Whether a counter is a rate of work or a latency, which a system that has stopped has none of."""
    return counter.system is not None and counter.layer != "driver" and counter.unit in WORK_UNITS


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
