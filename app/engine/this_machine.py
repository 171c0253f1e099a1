# SPDX-License-Identifier: Apache-2.0
"""Hardware of this machine, which drives the load and may run systems under test, as far as visible to any user."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePath

import psutil
from msgspec.structs import replace

from app.engine.linux_hardware import linux_hardware
from app.engine.mounts import Mount, mount_of, mounts
from app.engine.other_hardware import mac_hardware, windows_hardware
from app.model.documents import PlacedFile
from app.model.hardware import FileSystem, Hardware
from collectors.block_devices import device_of_number, disks_of_number

GB = 1e9
SYSCTL = "/usr/sbin/sysctl"
ANSWER_S = 5.0


def hardware_of_this_machine(files: Sequence[PlacedFile] = ()) -> Hardware:
    """Return the hardware. `files` are files on this machine whose file systems and volumes are included."""
    below = {one.device for one in files} | {disk for one in files for disk in one.disks}
    try:
        machine = _machine(below)
    except OSError:  # optional: a run does not need it
        machine = Hardware()
    return replace(machine, file_systems=_file_systems(files))


def placed_here(file: PlacedFile, among: Sequence[Mount] | None = None) -> PlacedFile:
    """Return a file with its mount and devices, if this machine knows them; `among` are the machine's mounts."""
    if not file.place:
        return file
    mount = mount_of(PurePath(os.path.realpath(file.place)), mounts() if among is None else among)
    if mount is None:
        return file
    try:
        disks = sorted(disks_of_number(mount.number, mount.source)) if mount.number else []
        device = device_of_number(mount.number, mount.source) if mount.number else mount.source
    except OSError:  # this user is not allowed to see the devices below the mount
        disks, device = [], ""
    return replace(
        file,
        mounted=mount.point,
        file_system=mount.kind,
        options=mount.options,
        device=device,
        disks=disks,
    )


def _machine(below: Collection[str]) -> Hardware:
    if sys.platform == "linux":
        return linux_hardware(below=below)
    elif sys.platform == "win32":
        return windows_hardware(
            _registry,
            psutil.cpu_count(logical=False) or 0,
            psutil.cpu_count() or 0,
            psutil.virtual_memory().total,
            _swap(),
        )
    else:
        return mac_hardware(_sysctl, platform.mac_ver()[0])


def _swap() -> int:
    """Return the size of swap space in bytes.

    The result is 0 on Windows if performance counters are disabled, because psutil needs them for the used share.
    """
    try:
        return psutil.swap_memory().total
    except RuntimeError:
        return 0


def _file_systems(files: Sequence[PlacedFile]) -> tuple[FileSystem, ...]:
    by_mount: dict[str, FileSystem] = {}
    for one in files:
        if one.mounted and one.mounted not in by_mount:
            try:
                size_gb = round(shutil.disk_usage(one.mounted).total / GB, 2)
            except OSError:
                size_gb = 0.0
            by_mount[one.mounted] = FileSystem(
                mounted=one.mounted[:500], kind=one.file_system, device=one.device, options=one.options[:500],
                size_gb=size_gb,
            )  # fmt: skip
    return tuple(by_mount.values())


def _registry(key: str) -> Mapping[str, str | int]:
    """Return a key's values, as defined by `Registry`."""
    values: dict[str, str | int] = {}
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415 - only on Windows

        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
                for index in range(winreg.QueryInfoKey(opened)[1]):
                    value_name, value, _ = winreg.EnumValue(opened, index)
                    if isinstance(value, str | int):
                        values[value_name] = value
        except OSError:
            return values
    return values


def _sysctl(name: str) -> str:
    if not Path(SYSCTL).exists():
        return ""
    try:
        done = subprocess.run([SYSCTL, "-n", name], capture_output=True, text=True, timeout=ANSWER_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
