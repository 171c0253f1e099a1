# SPDX-License-Identifier: Apache-2.0
"""Simulated machine on which all ODBC logs are enabled: the drivers' and the driver manager's."""

import configparser
import re
import subprocess
from collections.abc import Collection
from pathlib import Path

import psutil

LOGS = Path("/tmp")
"""Folder of psqlODBC's logs, which is fixed (mylog.c)."""


def logging_odbc(folder: Path, *, debug: bool = True) -> dict[str, str]:
    """Return the environment of processes on such a machine: the drivers of this machine with other settings.

    Args:
        folder: folder of odbcinst.ini and the driver manager's trace.log.
        debug: whether the drivers log debug output; otherwise they log what Debian's packages enable.
    """
    told = subprocess.run(["odbcinst", "-j"], capture_output=True, text=True, check=True).stdout
    (system,) = re.findall(r"^DRIVERS\.*: (.*)$", told, re.MULTILINE)
    drivers = configparser.ConfigParser(interpolation=None)
    drivers.optionxform = str  # type: ignore[assignment,method-assign]
    drivers.read(system)
    for name in drivers.sections():
        drivers[name].update({"Debug": "1" if debug else "0", "CommLog": "1"})
    drivers["ODBC"] = {"Trace": "Yes", "TraceFile": str(folder / "trace.log")}
    folder.mkdir(exist_ok=True)
    with (folder / "odbcinst.ini").open("w", encoding="utf-8") as file:
        drivers.write(file)
    (folder / "odbc.ini").touch()
    return {"ODBCSYSINI": str(folder)}


def logs_of(pids: Collection[int], since_s: float) -> dict[Path, str]:
    """Return the logs that psqlODBC wrote in these processes since a time of the clock, with their contents.

    Earlier processes with the same IDs may have left other logs.
    """
    ends = tuple(f"{psutil.Process().username()}{pid}.log" for pid in pids)
    found = [path for name in ("mylog", "psqlodbc") for path in LOGS.glob(f"{name}_*.log") if path.name.endswith(ends)]
    return {path: path.read_text("utf-8", "replace") for path in found if path.stat().st_mtime >= since_s}
