"""A session of storage I/O in the window: its own counters come first, and its words are I/Os, not orders."""

from collections.abc import Mapping
from pathlib import PurePath

from app.report.storage import is_storage
from app.session.documents import documents_of
from app.session.reader import SessionReader
from app.ui.naming import counter_name
from app.ui.texts import marked, tr

_OWN = "\\Outpace Driver"
IOPS = f"{_OWN}(_Total)\\Orders/sec"
BYTES = f"{_OWN}(_Total)\\Bytes/sec"
OUTSTANDING = f"{_OWN}(_Total)\\Response Time/sec"
LATENCY = f"{_OWN}(order)\\Latency p50"
LISTED = (
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
    f"{_OWN}(_Total)\\Orders/min": marked("I/Os a minute"),
    OUTSTANDING: marked("Queue length (outstanding I/Os)"),
    f"{_OWN}(_Total)\\Users Alive": marked("Outstanding I/Os, taken up"),
    f"{_OWN}(_Total)\\Users Requested": marked("Outstanding I/Os, asked for"),
}
LATENCIES = {
    "order": marked("Latency {figure}, all I/Os"),
    "read": marked("Latency {figure}, reads"),
    "write": marked("Latency {figure}, writes"),
}
"""The driver's counters as they are called where a user is an I/O outstanding, and an order is an I/O."""


def names_of(reader: SessionReader) -> Mapping[str, str]:
    """Other names of counters, by path; none where the session is not of storage I/O."""
    if not is_storage(reader):
        return {}
    latencies = {
        f"{_OWN}({key})\\Latency {figure}": tr(words).format(figure=figure)
        for key, words in LATENCIES.items()
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
    return tuple(dict.fromkeys((*charted, *LISTED, *disks, *_disks(reader, "Avg. Disk Queue Length")))), charted


def _disks(reader: SessionReader, counter: str) -> tuple[str, ...]:
    """A counter of each device with a file on it: "vda" is that of /dev/vda1 too."""
    facts = [document.data for document in documents_of(reader.documents, "facts")]
    devices = {PurePath(str(data.get("Device", "")).split(" ")[0]).name for data in facts}
    devices |= {disk for data in facts for disk in str(data.get("Whole disks", "")).split(", ")}
    found = []
    for one in reader.counters:
        name = counter_name(one.path)
        ours = name.instance and any(device.startswith(name.instance) for device in devices)
        if name.object == "PhysicalDisk" and name.counter == counter and ours:
            found.append(one.path)
    return tuple(dict.fromkeys(found))
