"""What is looked at before a run on storage itself, in a child process: nothing is changed by it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from app.engine.devices import Device, device_of
from app.engine.finding import Finding, Inspected, Result
from app.scenario.storage import MIB, PATTERN_WORDS, Storage, StorageIo
from app.workloads.storage_io.errors import StorageError
from app.workloads.storage_io.file import SPARE_BYTES, StorageFile
from app.workloads.storage_io.mark import MARK_BYTES, NoMark, mark_of
from app.workloads.storage_io.opening import IN_MEMORY, file_system_of
from collectors.block_devices import disks_below

GIB = 2**30


def inspected_storage(number: int, system: int, file: StorageFile, target: Storage, work: StorageIo) -> Inspected:
    """Looks at one file's place, or one device. number: of the target over all systems."""

    def finding(check: str, result: Result, text: str, remedy: str = "") -> Finding:
        return Finding(system, number, check, result, text, remedy)

    path = file.path
    try:
        known = _device(path) if target.device else device_of(path)
        size, what = _size(file, target)
    except (StorageError, OSError) as error:
        return Inspected(number, [finding("file", "failed", str(error))])
    findings = [finding("file", "passed", what)]
    if known is not None:
        findings.append(finding("device", "passed", known.name))
        if not target.device:
            findings.append(_space(finding("free space", "passed", ""), known, size, work))
    findings += [finding(*told) for told in [_cache_of_system(path, work), *_cache_of_storage(file, target, work)]]
    if file.parameters.writes:
        findings.append(finding("write-through", "passed", _write_through(work)))
    if work.write_pattern in PATTERN_WORDS:
        text = f"{PATTERN_WORDS[work.write_pattern]}: drives that compress or deduplicate look better than they are"
        findings.append(finding("data", "warning", text, 'Use write_pattern = "incompressible" to measure the drive'))
    for text in file.warnings(1) if target.device else ():
        findings.append(finding("device", "warning", text, "Read only, or make sure that nobody needs it"))
    facts: dict[str, str | int | float] = {
        "Product": "Block device" if target.device else "File",
        "I/O": work.io_words,
        "Cache of the operating system": "used" if work.cached else "passed by (direct I/O)",
        "Write-through": "on" if work.write_through else "off",
    }
    if work.write_pattern in PATTERN_WORDS:
        facts["Data"] = work.write_pattern
    if known is not None:
        facts["Device"] = known.name
        facts["Whole disks"] = ", ".join(sorted(known.disks))
    if not target.device and (kind := file_system_of(path if path.exists() else _existing(path))):
        facts["File system"] = kind
    if target.cache_mb:
        facts["Cache of the storage MiB"] = target.cache_mb
    devices = sorted(known.disks) if known is not None else []
    return Inspected(number, findings, facts=facts, data_bytes=size, devices=devices)


def _size(file: StorageFile, target: Storage) -> tuple[int, str]:
    """Of the file or device, and what to say of it; 0 of one that has to be written. Raises StorageError, OSError."""
    if file.device:
        size = file.verify().file_bytes
        return size, f"{file.path}, {size / GIB:,.2f} GiB"
    if target.path and not file.path.parent.is_dir():
        raise StorageError(f"there is no folder {file.path.parent}; make it first, or name another one")
    wanted = f"{file.parameters.file_bytes / MIB:,.0f} MiB"
    if not os.path.lexists(file.path):
        return 0, f"a file of {wanted} will be written before the load"
    mark = mark_of(file.path)
    if isinstance(mark, NoMark):
        raise StorageError(
            f"{file.path} was not made by Outpace ({mark.reason}) and is left as it is; name another file, or move "
            "that one away"
        )
    if file.suits(mark):
        return mark.file_bytes, f"a file of {wanted} is there"
    other = "another size" if mark.file_bytes != file.parameters.file_bytes else "other data"
    return 0, f"a file of {other} is there; one of {wanted} will be written in its place"


def _existing(path: Path) -> Path:
    while not path.exists():
        path = path.parent
    return path


def _device(path: Path) -> Device:
    return Device(os.path.realpath(path), 0, disks_below(path))


def _space(passed: Finding, device: Device, size: int, work: StorageIo) -> Finding:
    needed = 0 if size else work.size_bytes + MARK_BYTES + SPARE_BYTES
    wanted = f" of {needed / GIB:,.2f} GiB needed" if needed else "; none is needed, the file is there"
    text = f"{device.free_bytes / GIB:,.1f} GiB free{wanted}"
    if device.free_bytes >= needed:
        return Finding(passed.system, passed.target, passed.check, "passed", text)
    remedy = "Make room, or choose another folder or a smaller file_size"
    return Finding(passed.system, passed.target, passed.check, "failed", text, remedy)


Told = tuple[str, Result, str, str]


def _cache_of_system(path: Path, work: StorageIo) -> Told:
    if work.cached:
        text = "cached I/O: the operating system's memory may answer in place of the storage"
        return "direct I/O", "warning", text, "Every figure says so; leave cached out to measure the storage"
    kind = file_system_of(_existing(path))
    if sys.platform == "linux" and kind in IN_MEMORY:
        text = f"{path.parent} lies in memory ({kind}), which has no direct I/O"
        return "direct I/O", "failed", text, "Choose a folder on a disk, or allow cached = true: every figure says so"
    return "direct I/O", "passed", "past the operating system's cache", ""


def _cache_of_storage(file: StorageFile, target: Storage, work: StorageIo) -> Iterator[Told]:
    """Whether the file is so small that a cache answers in place of the disks."""
    if target.device:
        return
    cache_bytes = round(target.cache_mb * MIB)
    texts = [text for text in file.warnings(cache_bytes or None) if cache_bytes or work.cached]
    for text in texts:
        yield "cache", "warning", text, "Take a larger file_size to measure the disks"
    if not texts:
        known = f"at most half of the file ({target.cache_mb:,.0f} MiB)" if cache_bytes else "not known (cache_mb)"
        yield "cache", "passed", f"the storage's own cache: {known}", ""


def _write_through(work: StorageIo) -> str:
    if work.write_through:
        return "write-through on: a write is answered when it is on the medium"
    return "write-through off: the drive's own cache may answer a write"
