# SPDX-License-Identifier: Apache-2.0
"""Targets of storage I/O, which child processes inspect, prepare and check, and workers open."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from app.databases.failures import DatabaseError
from app.engine.devices import Device, device_of, size_phrase
from app.engine.target import DatabaseContents, Pristine, Target, TargetDisclosure, system_slug
from app.engine.this_machine import placed_here
from app.model.data_folder import data_folder
from app.model.documents import PlacedFile, TargetDetail
from app.model.errors import message_of, phrase
from app.model.findings import Finding, Inspected, Result
from app.model.messages import Sentence
from app.model.scenario import Scenario
from app.model.steps import IoPass
from app.model.targets import Storage
from app.model.workloads import MIB, PATTERN_LABELS, StorageIo
from app.workloads.storage_io.faults import StorageError
from app.workloads.storage_io.file import MARK_BYTES, SPARE_BYTES, NoMark, StorageFile, mark_of
from app.workloads.storage_io.opening import IN_MEMORY, file_system_of
from app.workloads.storage_io.parameters import BlockShare, StorageIoParameters
from app.workloads.storage_io.preconditioning import MOST_ROUNDS, Conditioned, precondition
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from app.workloads.storage_io.trimming import no_trim
from app.workloads.workload import Cancelled, Progress
from collectors.block_devices import disks_below


def inspected_storage(number: int, system: int, file: StorageFile, target: Storage, work: StorageIo) -> Inspected:
    """Inspect the location of one file, or one device. `number` is the target's number over all systems."""

    def finding(check: str, result: Result, text: str | Sentence, remedy: str | Sentence = "") -> Finding:
        return Finding(check, result, text, remedy, system, number)

    path = file.path
    try:
        known = _device(path) if target.device else device_of(path)
        size, what = _size(file, target)
    except (StorageError, OSError) as error:
        return Inspected(number, [finding("file", "failed", message_of(error))])
    findings = [finding("file", "passed", what)]
    space = {}
    if known is not None:
        findings.append(finding("device", "passed", known.name))
        if not target.device:
            needed = 0 if size else work.size_bytes + MARK_BYTES + SPARE_BYTES
            findings.append(_space(finding("free space", "passed", ""), known, needed))
            space = {known.volume: (needed, known.free_bytes)}
    findings += [finding(*parts) for parts in [_cache_of_system(path, work), *_cache_of_storage(file, target, work)]]
    if file.parameters.trims and (refusal := no_trim(path, device=target.device)) is not None:
        remedy = phrase("Leave trim_percent out here")
        findings.append(finding("trim", "failed", refusal, remedy))
    if file.parameters.writes:
        findings.append(finding("write-through", "passed", _write_through(work)))
    if work.write_pattern in PATTERN_LABELS:
        flattered = phrase(
            "{pattern}: drives that compress or deduplicate look better than they are",
            pattern=PATTERN_LABELS[work.write_pattern],
        )
        remedy = phrase('Use write_pattern = "incompressible" to measure the drive')
        findings.append(finding("data", "warning", flattered, remedy))
    for text in file.warnings(1) if target.device else ():
        findings.append(finding("device", "warning", text, phrase("Read only, or make sure that nobody needs it")))
    facts: dict[str, str | int | float] = {
        "Product": "Block device" if target.device else "File",
        "I/O": work.io_label,
        "Cache of the operating system": "used" if work.cached else "passed by (direct I/O)",
        "Write-through": "on" if work.write_through else "off",
    }
    if work.write_pattern in PATTERN_LABELS:
        facts["Data"] = work.write_pattern
    if work.verify:
        facts["Verify"] = "on"
    if known is not None:
        facts["Device"] = known.name
        facts["Whole disks"] = ", ".join(sorted(known.disks))
    if not target.device and (kind := file_system_of(path if path.exists() else _existing(path))):
        facts["File system"] = kind
    if target.cache_mb:
        facts["Cache of the storage MiB"] = target.cache_mb
    devices = sorted(known.disks) if known is not None else []
    built = target.device or size > 0
    return Inspected(number, findings, facts=facts, data_bytes=size, devices=devices, is_built=built, space=space)


def _size(file: StorageFile, target: Storage) -> tuple[int, Sentence]:
    """Return the size of the file or device and a description of it; 0 for a file that has not been written yet.

    Raises:
        StorageError: the file or device cannot be used.
        OSError: the file or device cannot be read.
    """
    if file.device:
        size = file.verify().file_bytes
        return size, phrase("{path}, {size}", path=file.path, size=size_phrase(size))
    if target.path and not file.path.parent.is_dir():
        raise StorageError(
            "the folder {folder} does not exist; create it first, or name another one", folder=file.path.parent
        )
    size_mib = file.parameters.file_bytes / MIB
    if not os.path.lexists(file.path):
        return 0, phrase("a file of {wanted:,.0f} MiB will be written before the load", wanted=size_mib)
    mark = mark_of(file.path)
    if isinstance(mark, NoMark):
        raise StorageError(
            "{path} was not created by Outpace ({reason}) and is left unchanged; name another "
            "file, or move that one away",
            path=file.path,
            reason=mark.reason,
        )
    if file.suits(mark):
        return mark.file_bytes, phrase("a file of {wanted:,.0f} MiB is there", wanted=size_mib)
    return 0, phrase(
        "a file of another size is there; one of {wanted:,.0f} MiB will be written in its place"
        if mark.file_bytes != file.parameters.file_bytes
        else "a file of other data is there; one of {wanted:,.0f} MiB will be written in its place",
        wanted=size_mib,
    )


def _existing(path: Path) -> Path:
    while not path.exists():
        path = path.parent
    return path


def _device(path: Path) -> Device:
    return Device(os.path.realpath(path), 0, disks_below(path))


def _space(passed: Finding, device: Device, needed: int) -> Finding:
    free = size_phrase(device.free_bytes)
    text = (
        phrase("{free} free of {needed} needed", free=free, needed=size_phrase(needed))
        if needed
        else phrase("{free} free; none is needed, the file is there", free=free)
    )
    if device.free_bytes >= needed:
        return msgspec.structs.replace(passed, result="passed", text=text)
    remedy = phrase("Make room, or choose another folder or a smaller file_size")
    return msgspec.structs.replace(passed, result="failed", text=text, remedy=remedy)


CheckFields = tuple[str, Result, str | Sentence, str | Sentence]


def _cache_of_system(path: Path, work: StorageIo) -> CheckFields:
    if work.cached:
        text = phrase("cached I/O: the operating system's memory may answer in place of the storage")
        remedy = phrase("Every figure says so; leave cached out to measure the storage")
        return "direct I/O", "warning", text, remedy
    kind = file_system_of(_existing(path))
    if sys.platform == "linux" and kind in IN_MEMORY:
        text = phrase("{folder} lies in memory ({kind}), which has no direct I/O", folder=path.parent, kind=kind)
        remedy = phrase("Choose a folder on a disk, or allow cached = true: every figure says so")
        return "direct I/O", "failed", text, remedy
    return "direct I/O", "passed", phrase("past the operating system's cache"), ""


def _cache_of_storage(file: StorageFile, target: Storage, work: StorageIo) -> Iterator[CheckFields]:
    """Yield warnings if the file is small enough to be served from a cache instead of the disks."""
    if target.device:
        return
    cache_bytes = round(target.cache_mb * MIB)
    texts = [text for text in file.warnings(cache_bytes or None) if cache_bytes or work.cached]
    for text in texts:
        yield "cache", "warning", text, phrase("Take a larger file_size to measure the disks")
    if not texts:
        known = (
            phrase("the storage's own cache: at most half of the file ({cache:,.0f} MiB)", cache=target.cache_mb)
            if cache_bytes
            else phrase("the storage's own cache: not known (cache_mb)")
        )
        yield "cache", "passed", known, ""


def _write_through(work: StorageIo) -> Sentence:
    if work.write_through:
        return phrase("write-through on: a write is answered when it is on the medium")
    return phrase("write-through off: the drive's own cache may answer a write")


PRECONDITIONING = "preconditioning"
STEADYING = f"{PRECONDITIONING} until steady"
WRITING = "writing its file"


class StorageTarget(msgspec.Struct, frozen=True):
    """One file or device.

    Attributes:
        path: full path.
    """

    system: int
    label: str
    path: str
    settings: Storage
    work: StorageIo

    @property
    def embedded(self) -> bool:
        return False

    @property
    def beside(self) -> bool:
        return False

    def unit_of(self, task: str) -> str:
        return "" if task == STEADYING else "MiB"

    @property
    def place(self) -> Path | None:
        return None if self.settings.driven_from else Path(self.path)

    @property
    def parameters(self) -> StorageIoParameters:
        """I/O parameters derived from the scenario."""
        work = self.work
        return StorageIoParameters(
            block_bytes=1024 * work.block_kb,
            read_mix=_in_bytes(work.mix("read")) if work.mixed else (),
            write_mix=_in_bytes(work.mix("write")) if work.mixed else (),
            read_percent=work.read_percent,
            access=work.access,
            skew=work.skew,
            zipf_theta=work.zipf_theta,
            hot_percent=work.hot_percent,
            hot_io_percent=work.hot_io_percent,
            file_bytes=0 if self.settings.device else work.size_bytes,
            write_through=work.write_through,
            cached=work.cached,
            verify=work.verify,
            trim_percent=work.trim_percent,
            pattern=work.write_pattern,
            force_device=self.settings.force_write,
        )

    @property
    def file(self) -> StorageFile:
        """File access for finding and creating. It is not open yet."""
        return StorageFile(Path(self.path), self.parameters, device=self.settings.device)

    def turned_to(self, io_pass: IoPass) -> Self:
        changes: dict[str, Any] = {}
        if io_pass.block_kb:
            changes = {"block_kb": io_pass.block_kb, "blocks_kb": {}, "write_blocks_kb": {}}
        if io_pass.access:
            changes["skew"] = "even"
        work = msgspec.structs.replace(
            self.work,
            **changes,
            read_percent=io_pass.read_percent,
            access=io_pass.access or self.work.access,
        )
        return msgspec.structs.replace(self, work=work)

    def workload(self) -> StorageIoOnFile:
        return StorageIoOnFile(Path(self.path), self.parameters, device=self.settings.device)

    def detail(self) -> TargetDetail:
        work = self.work
        return TargetDetail(
            engine="Storage",
            database="block device" if self.settings.device else f"file of {work.file_size}",
            cache="cached by the operating system" if work.cached else "direct",
            write_through="on" if work.write_through else "off",
            threads=work.threads,
            outstanding=work.outstanding,
            users=work.users,
            data=work.write_pattern if work.write_pattern in PATTERN_LABELS else "",
        )

    def inspect(self, number: int) -> Inspected:
        return inspected_storage(number, self.system, self.file, self.settings, self.work)

    def build(self, progress: Progress, cancelled: Cancelled) -> DatabaseContents:
        if not self.settings.path:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)

        def report(_: str, done: float, total: float) -> None:
            progress(WRITING, done / MIB, total / MIB)

        return self._contents(self.file.prepare(report, cancelled).file_bytes)

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        """Verify that the file is complete and was created by Outpace; precondition it if the load writes."""
        ready = self.file.verify()
        how, warning = "file complete, made by Outpace" if not self.settings.device else "a device", ""
        if self.parameters.trims:
            self.file.mark_trimmed()
        # This also fills, before each load, the holes left by trims.
        if self.parameters.writes and (self._fills or self.work.precondition_steady):
            how, warning = self._description(self._precondition(ready.file_bytes, progress, cancelled))
        size = 0 if self.settings.device else ready.file_bytes
        return Pristine(self._contents(ready.file_bytes), Sentence(text=how), 0.0, None, size, warning)

    @property
    def _fills(self) -> int:
        return max(self.work.precondition_fills, 1 if self.work.trim_percent else 0)

    def _precondition(self, file_bytes: int, progress: Progress, cancelled: Cancelled) -> Conditioned:
        work = self.work

        def report(task: str, done: float, total: float) -> None:
            if task == "fill":
                number = min(int(done // file_bytes) + 1, self._fills)
                progress(f"{PRECONDITIONING} {number} of {self._fills}", done / MIB, total / MIB)
            else:
                progress(STEADYING, done, total)

        return precondition(
            Path(self.path),
            self.parameters,
            report,
            cancelled,
            fills=self._fills,
            until_steady=work.precondition_steady,
            round_s=work.precondition_round_s,
            device=self.settings.device,
        )

    def _description(self, done: Conditioned) -> tuple[str, str]:
        """Return how the file was preconditioned, and a warning if no steady state was reached."""
        parts = [f"overwritten {done.fills} time{'s' * (done.fills > 1)}"] if done.fills else []
        if done.steady is None:
            return ", ".join(parts), ""
        length_s = self.work.precondition_round_s
        rounds = f"{len(done.rounds)} rounds of {length_s:g} s, {done.rounds[-1]:,.0f} writes/s in the last"
        if done.steady:
            return ", ".join([*parts, f"written at random until steady ({rounds})"]), ""
        parts.append(f"written at random and not steady after {rounds}")
        return ", ".join(parts), (
            f"{self.label}: writes were not steady after {MOST_ROUNDS} rounds of {length_s:g} s: the drive may still "
            "be changing while it is measured"
        )

    def disclosed(self) -> TargetDisclosure:
        path = Path(self.path)
        if self.settings.device:
            known = _device(path)
            device = PlacedFile(
                what="block device", place=self.path, size_bytes=self.file.verify().file_bytes,
                device=Path(known.name).name, disks=sorted(known.disks),
            )  # fmt: skip
            return TargetDisclosure([device])
        file = PlacedFile(what="file", name=path.name, place=str(path.parent), files=1, size_bytes=path.stat().st_size)
        return TargetDisclosure([placed_here(file)])

    def count(self) -> None:
        return None

    def checked(self) -> Sequence[Sentence]:
        return ()

    def size_bytes(self) -> int:
        return 0 if self.settings.device else self.work.size_bytes

    def make_cold(self) -> tuple[str, bool]:
        if not self.work.cached:
            return "read and written past the system's cache; the drive's own can't be emptied", True
        how = "this system's own cache can't be emptied"
        if sys.platform == "linux":
            descriptor = os.open(self.path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(descriptor)
            how = "dropped from the system's cache"
        return how, sys.platform == "linux"

    def discard(self) -> None:
        """Remove the file unless the scenario keeps it.

        Raises:
            DatabaseError: the file cannot be removed.
        """
        if not self.work.keep_file:
            self.file.remove()

    def _contents(self, size_bytes: int) -> DatabaseContents:
        what = "a device" if self.settings.device else "a file"
        return DatabaseContents(f"{what} of {size_bytes / MIB:,.0f} MiB", "", 0)


def _in_bytes(mix: Mapping[int, float]) -> tuple[BlockShare, ...]:
    return tuple((1024 * size_kb, share) for size_kb, share in mix.items())


def storage_paths(scenario: Scenario, relative_to: Path) -> list[Path | None]:
    """Return the file or device of each target, in the scenario's order; None for targets without storage.

    A file in a folder is named after its system.

    Raises:
        DatabaseError: two targets have the same path.
    """
    default_folder = data_folder() / "storage"
    paths: list[Path | None] = []
    taken: set[tuple[tuple[str, ...], Path]] = set()
    for system in scenario.systems:
        for number, target in enumerate(system.targets):
            if not isinstance(target, Storage):
                paths.append(None)
                continue
            agents = system.drivers_of(target)
            if agents:
                # The path is on another machine and cannot be examined here.
                chosen = Path(target.path)
                is_file: object = target.device or chosen.suffix
            else:
                chosen = (
                    Path(os.path.abspath(relative_to / os.path.expanduser(target.path)))
                    if target.path
                    else default_folder
                )
                is_file = target.device or (target.path and chosen.suffix and not chosen.is_dir())
            path = chosen if is_file else _free_name(chosen, system_slug(system.name), number, paths)
            if (agents, path) in taken:
                raise DatabaseError(
                    "{name}: {path} is another target's already; give each a file of its own",
                    name=system.name,
                    path=path,
                )
            taken.add((agents, path))
            paths.append(path)
    return paths


def _free_name(folder: Path, slug: str, number: int, taken: Sequence[Path | None]) -> Path:
    path = folder / f"outpace-{slug}{'' if number == 0 else f'-{number + 1}'}.dat"
    while path in taken:
        path = path.with_name(f"{path.stem}-other.dat")
    return path


def discard_files(targets: Sequence[Target]) -> list[tuple[int, Sentence]]:
    """Remove temporary files; return each failure with its target's number."""
    failures = []
    for number, target in enumerate(targets):
        if isinstance(target, StorageTarget) and target.place is not None:
            try:
                target.discard()
            except (DatabaseError, OSError) as error:
                failures.append((number, message_of(error)))
    return failures
