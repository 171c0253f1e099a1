"""Targets of storage I/O: their files made and checked in child processes, opened by the workers."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import msgspec
import platformdirs

from app.databases.errors import DatabaseError
from app.engine.checking_storage import inspected_storage
from app.engine.finding import Inspected
from app.engine.targets import Cancelled, Contents, Pristine, Target, Tell, system_slug
from app.plans.repeated import Part
from app.scenario.model import Scenario
from app.scenario.storage import MIB, PATTERN_WORDS, Storage, StorageIo
from app.workloads.storage_io.file import StorageFile
from app.workloads.storage_io.on_file import StorageIoOnFile
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.preconditioning import MOST_ROUNDS, Conditioned, precondition

PRECONDITIONING = "preconditioning"
STEADYING = f"{PRECONDITIONING} until steady"
WRITING = "writing its file"


class StorageTarget(msgspec.Struct, frozen=True):
    """One file or device. path: its own, whole."""

    system: int
    label: str
    path: str
    settings: Storage
    work: StorageIo

    @property
    def embedded(self) -> bool:
        return False

    def unit_of(self, task: str) -> str:
        return "" if task == STEADYING else "MiB"

    @property
    def place(self) -> Path | None:
        return Path(self.path)

    @property
    def parameters(self) -> StorageIoParameters:
        """What is done on it."""
        work = self.work
        return StorageIoParameters(
            block_bytes=1024 * work.block_kb,
            read_percent=work.read_percent,
            access=work.access,
            file_bytes=0 if self.settings.device else work.size_bytes,
            write_through=work.write_through,
            cached=work.cached,
            pattern=work.write_pattern,
            force_device=self.settings.force_write,
        )

    @property
    def file(self) -> StorageFile:
        """What finds and makes it. Opens nothing yet."""
        return StorageFile(Path(self.path), self.parameters, device=self.settings.device)

    def turned_to(self, part: Part) -> Self:
        work = msgspec.structs.replace(self.work, block_kb=part.block_kb, read_percent=part.read_percent)
        return msgspec.structs.replace(self, work=work)

    def workload(self) -> StorageIoOnFile:
        return StorageIoOnFile(Path(self.path), self.parameters, device=self.settings.device)

    def detail(self) -> dict[str, object]:
        work = self.work
        pattern = {"data": work.write_pattern} if work.write_pattern in PATTERN_WORDS else {}
        return {
            "engine": "Storage",
            "database": "block device" if self.settings.device else f"file of {work.file_size}",
            "cache": "cached by the operating system" if work.cached else "direct",
            "write_through": "on" if work.write_through else "off",
            "threads": work.threads,
            "outstanding": work.outstanding,
            "users": work.users,
            **pattern,
        }

    def inspect(self, number: int) -> Inspected:
        return inspected_storage(number, self.system, self.file, self.settings, self.work)

    def build(self, tell: Tell, cancelled: Cancelled) -> Contents:
        if not self.settings.path:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)

        def told(_: str, done: float, total: float) -> None:
            tell(WRITING, done / MIB, total / MIB)

        return self._contents(self.file.prepare(told, cancelled).file_bytes)

    def restore(self, tell: Tell, cancelled: Cancelled) -> Pristine:
        """Whether the file is ours and whole; before writes it is preconditioned as the scenario wants."""
        ready = self.file.verify()
        how, warning = "whole, and Outpace's own" if not self.settings.device else "a device", ""
        if self.parameters.writes and (self.work.precondition_fills or self.work.precondition_steady):
            how, warning = self._words(self._precondition(ready.file_bytes, tell, cancelled))
        size = 0 if self.settings.device else ready.file_bytes
        return Pristine(self._contents(ready.file_bytes), how, 0.0, None, size, warning)

    def _precondition(self, file_bytes: int, tell: Tell, cancelled: Cancelled) -> Conditioned:
        work = self.work

        def told(task: str, done: float, total: float) -> None:
            if task == "fill":
                number = min(int(done // file_bytes) + 1, work.precondition_fills)
                tell(f"{PRECONDITIONING} {number} of {work.precondition_fills}", done / MIB, total / MIB)
            else:
                tell(STEADYING, done, total)

        return precondition(
            Path(self.path),
            self.parameters,
            told,
            cancelled,
            fills=work.precondition_fills,
            until_steady=work.precondition_steady,
            round_s=work.precondition_round_s,
            device=self.settings.device,
        )

    def _words(self, done: Conditioned) -> tuple[str, str]:
        """How it was preconditioned, and what has to be warned of."""
        told = [f"overwritten {done.fills} time{'s' * (done.fills > 1)}"] if done.fills else []
        if done.steady is None:
            return ", ".join(told), ""
        length_s = self.work.precondition_round_s
        rounds = f"{len(done.rounds)} rounds of {length_s:g} s, {done.rounds[-1]:,.0f} writes/s in the last"
        if done.steady:
            return ", ".join([*told, f"written at random until steady ({rounds})"]), ""
        told.append(f"written at random and not steady after {rounds}")
        return ", ".join(told), (
            f"{self.label}: writes were not steady after {MOST_ROUNDS} rounds of {length_s:g} s: the drive may still "
            "be changing while it is measured"
        )

    def count(self) -> None:
        return None

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
        """Removes the file, where the scenario does not keep it. Raises DatabaseError."""
        if not self.work.keep_file:
            self.file.remove()

    def _contents(self, size_bytes: int) -> Contents:
        what = "a device" if self.settings.device else "a file"
        return Contents(f"{what} of {size_bytes / MIB:,.0f} MiB", "", 0)


def storage_paths(scenario: Scenario, relative_to: Path) -> list[Path | None]:
    """The file or device of each target, in the scenario's order; None of what is no storage. In a folder it is named
    after its system. Raises DatabaseError where two are one."""
    own = Path(platformdirs.user_data_dir("outpace", appauthor=False)) / "storage"
    paths: list[Path | None] = []
    for system in scenario.systems:
        for number, target in enumerate(system.targets):
            if not isinstance(target, Storage):
                paths.append(None)
                continue
            chosen = Path(os.path.abspath(relative_to / os.path.expanduser(target.path))) if target.path else own
            named = target.device or (target.path and chosen.suffix and not chosen.is_dir())
            path = chosen if named else _free_name(chosen, system_slug(system.name), number, paths)
            if path in paths:
                raise DatabaseError(f"{system.name}: {path} is another target's already; give each a file of its own")
            paths.append(path)
    return paths


def _free_name(folder: Path, slug: str, number: int, taken: Sequence[Path | None]) -> Path:
    path = folder / f"outpace-{slug}{'' if number == 0 else f'-{number + 1}'}.dat"
    while path in taken:
        path = path.with_name(f"{path.stem}-other.dat")
    return path


def discard_files(targets: Sequence[Target]) -> list[str]:
    """Removes the files that are not to be kept; what went wrong, each a sentence."""
    texts = []
    for target in targets:
        if isinstance(target, StorageTarget):
            try:
                target.discard()
            except (DatabaseError, OSError) as error:
                texts.append(f"{target.label}: {error}")
    return texts
