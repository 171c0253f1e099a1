"""What is known of a folder before a drive is measured in it: its device, file system, free space, and what speaks
against it. Nothing is written."""

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStorageInfo

from app.scenario.storage import StorageIo
from app.ui.figures import label_text
from app.ui.texts import tr
from collectors.block_devices import disks_below

SPARE_BYTES = 64 * 2**20
"""Left free beside the file."""
IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")
"""File systems that have no direct I/O, since there is no storage behind them."""


@dataclass(frozen=True, slots=True)
class DriveFacts:
    """device, kind: of the file system that the folder lies on, empty where unknown. problem: why it can't be
    measured, with what to do; "" where nothing speaks against it. disks: whole ones, where known: two partitions of one
    disk are one device."""

    device: str
    kind: str
    free_bytes: float
    problem: str = ""
    disks: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """All of it in a line."""
        free = (
            tr("{free_bytes} free").format(free_bytes=label_text(self.free_bytes, "B")) if self.free_bytes >= 0 else ""
        )
        return " · ".join(part for part in (self.device, self.kind, free) if part)


def drive_facts(folder: str, work: StorageIo, targets: int = 1) -> DriveFacts:
    """Looks at a folder in which so many files for this workload are to lie."""
    path = Path(folder).expanduser()
    if not folder:
        return DriveFacts("", "", -1, tr("Choose a folder on this drive."))
    if not path.is_absolute():
        return DriveFacts(
            "", "", -1, tr("{folder} is not a whole path. Choose the folder with the button.").format(folder=folder)
        )
    if not path.is_dir():
        words = tr("{path} is a file.") if path.exists() else tr("{path} does not exist.")
        choose = tr("Choose an existing folder, or make one first.")
        return DriveFacts("", "", -1, f"{words.format(path=path)} {choose}")
    storage = QStorageInfo(str(path.resolve()))
    device = bytes(storage.device().data()).decode(errors="replace")
    kind = bytes(storage.fileSystemType().data()).decode(errors="replace")
    free = float(storage.bytesAvailable())
    return DriveFacts(device, kind, free, _problem(path, storage, kind, work, targets), disks_below(path))


def _problem(path: Path, storage: QStorageInfo, kind: str, work: StorageIo, targets: int) -> str:
    if storage.isReadOnly():
        mounted = tr("{rootpath} is mounted read-only, and the test writes a file.").format(rootpath=storage.rootPath())
        return tr("{mounted} Mount it for writing, or choose a folder on another drive.").format(mounted=mounted)
    if not os.access(path, os.W_OK | os.X_OK):
        return tr(
            "You may not write in {path}. Choose a folder of your own on this drive, or get the right to write."
        ).format(path=path)
    if kind in IN_MEMORY and not work.cached:
        return tr("{path} lies in memory ({kind}), not on a drive. Choose a folder on a disk.").format(
            path=path, kind=kind
        )
    needed, free = float(targets * (work.size_bytes + SPARE_BYTES)), float(storage.bytesAvailable())
    if free < needed and not _has_file(path):
        told = tr("{needed} are needed for the test's file, {free} are free.").format(
            needed=label_text(needed, "B"), free=label_text(free, "B")
        )
        return tr("{told} Make room, or choose another folder.").format(told=told)
    return ""


def one_device(first: DriveFacts, second: DriveFacts) -> str:
    """What to say where two folders lie on one device; "" where they do not, or where that is not known."""
    shared = ", ".join(sorted(first.disks & second.disks)) or (first.device if first.device == second.device else "")
    if not shared:
        return ""
    return tr(
        "Both folders lie on one device, {shared}: the two systems slow each other down. "
        "To compare two drives, choose a folder on each."
    ).format(shared=shared)


def _has_file(folder: Path) -> bool:
    """Whether a file of an earlier test is there, which is used again."""
    return any(folder.glob("outpace-*.dat"))
