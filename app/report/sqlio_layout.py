# SPDX-License-Identifier: Apache-2.0
"""Storage I/O session as text in SQLIO's layout, for tools that read it; one block per step and system."""

from collections.abc import Iterator

from app.model.workloads import MIB, pattern_label
from app.results.storage_results import CLASSES_MS, StorageFigures, StorageStep, storage_steps
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.session.session_error import SessionError

BUFFERING = {
    "H": "buffering set to use hardware disk cache (but not file cache)",
    "N": "buffering set to not use file nor disk caches (as is SQL Server)",
    "Y": "buffering set to use both file and disk caches",
}
"""Descriptions of buffering, by the letter of SQLIO's -B option."""


def sqlio_text(reader: SessionReader) -> str:
    """Return every step of every system, in chronological order. A system's targets count as one file.

    As in SQLIO, MBs/sec are MiB, truncated to two decimals, and latencies are whole milliseconds.

    Raises:
        SessionError: If the session has another workload.
    """
    steps = storage_steps(reader)
    if not steps:
        raise SessionError(
            "{path} contains no measured storage I/O; SQLIO's layout is for storage I/O only.", path=reader.path
        )
    lines: list[str] = []
    for step in steps:
        for system in reader.systems:
            figures = step.systems.get(system.letter)
            if figures is not None:
                lines += [*_block(reader, system, step, figures), ""]
    return "\n".join(lines)


def _block(reader: SessionReader, system: SystemInfo, step: StorageStep, figures: StorageFigures) -> Iterator[str]:
    buffering = "Y" if step.cached else "N" if step.write_through and step.read_percent < 100 else "H"
    kind = {100.0: "R", 0.0: "W"}.get(step.read_percent, "")
    # Threads and outstanding I/Os of all targets; their product is what was requested from the system.
    threads = step.threads * max(len(system.targets), 1)
    name = "".join(letter if letter.isalnum() else "_" for letter in system.name) + ".dat"
    seconds = round(figures.seconds)
    arguments = [f"-k{kind}"] if kind else []
    arguments += [f"-t{threads}", f"-s{seconds}", f"-o{step.outstanding}", f"-f{step.access}", f"-b{step.block_kb}"]
    yield f"sqlio {' '.join(arguments)} -B{buffering} -LS {name}"
    yield f"Outpace {reader.info.outpace_version}, in the layout of sqlio v1.5.SG{pattern_label(step.data)}"
    doing = {"R": "reading", "W": "writing"}.get(kind, "reading and writing")
    direction = {"R": "from", "W": "to"}.get(kind, "on")
    yield f"{threads} threads {doing} for {seconds} secs {direction} file {name}"
    yield f"\tusing {step.block_kb}KB {step.access} I/Os"
    if step.outstanding > 1:
        yield f"\tenabling multiple I/Os per thread with {step.outstanding} outstanding"
    yield f"\t{BUFFERING[buffering]}"
    size = sum(int((target.detail.size_bytes or 0) / MIB) for target in system.targets)
    yield f"using current size: {size} MB for file: {name}"
    yield "initialization done"
    yield from _figures(figures)


def _figures(figures: StorageFigures) -> Iterator[str]:
    latency = figures.latency.get("order")
    yield "CUMULATIVE DATA:"
    yield "throughput metrics:"
    yield f"IOs/sec: {figures.iops or 0:8.2f}"
    yield f"MBs/sec: {int(100 * (figures.mib_per_s or 0)) / 100:8.2f}"
    if latency is None:
        return
    yield "latency metrics:"
    for name, value in (("Min", latency.min_ms), ("Avg", latency.mean_ms), ("Max", latency.max_ms)):
        yield f"{name}_Latency(ms): {int(value or 0)}"
    yield "histogram:"
    yield "ms: " + " ".join(f"{one:>2}" for one in [*map(str, range(CLASSES_MS - 1)), f"{CLASSES_MS - 1}+"]).lstrip()
    yield "%: " + " ".join(f"{round(share):>2}" for share in latency.histogram_percent).lstrip()
