"""What a reader of a result must know of the machine that drove it."""

import os
import platform
from pathlib import Path

import apsw
import psutil

from app import __version__


def driver_facts() -> dict[str, str | int | float]:
    """Captured facts of this machine. No name of host or user."""
    facts: dict[str, str | int | float] = {
        "Outpace": __version__,
        "Processor": _processor(),
        "Cores": psutil.cpu_count(logical=False) or os.cpu_count() or 0,
        "Threads": os.cpu_count() or 0,
        "Memory GiB": round(psutil.virtual_memory().total / 2**30, 1),
        "Operating system": platform.platform(aliased=True),
        "Python": platform.python_version(),
        "SQLite": apsw.sqlite_lib_version(),
    }
    try:
        frequency = psutil.cpu_freq()
    except (OSError, NotImplementedError, RuntimeError):  # not every virtual machine tells
        frequency = None
    if frequency is not None and frequency.max:
        facts["Processor MHz at most"] = round(frequency.max)
    if governor := _text(Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")):
        facts["Frequency governor"] = governor
    return facts


def _processor() -> str:
    for line in _text(Path("/proc/cpuinfo")).splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
