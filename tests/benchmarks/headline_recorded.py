"""The live headline on recorded runs of the program itself: equal embedded pairs, and demos of a pair that differs.

    nice python -m tests.benchmarks.headline_recorded record FOLDER KIND SECONDS...

record: one run after the other, of so many seconds of measuring each, into FOLDER; what is there already stays. KIND:
"equal" (two write-ahead logs, and every other time two rollback journals, with fewer users, so that several recordings
fit on a machine) or "demo" (the embedded demo: rollback journal against write-ahead log). The load average before and
after each run is kept beside it.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Literal, get_args

import psutil

from tests.engine_runs import outpace

Kind = Literal["equal", "demo"]
ROLLBACK, WAL = "rollback", "wal"
SCENARIO = """
title = "{title}"

[workload]
name = "dvdstore"
db_size = "10MB"
users = {users}
think_time_s = {think_s}

[plan]
name = "timed"
ramp_users_per_s = 10
warmup_s = 5
run_s = {seconds}
"""
SYSTEM = """
[[systems]]
name = "{name}"
role = "{role}"
[[systems.targets]]
engine = "sqlite"
journal = "{journal}"
synchronous = "full"
folder = "databases"
"""


def scenario_file(folder: Path, kind: Kind, number: int, seconds: float) -> Path:
    """The scenario of one recording, with its databases below the folder."""
    journals = (ROLLBACK, WAL) if kind == "demo" else (WAL, WAL) if number % 2 else (ROLLBACK, ROLLBACK)
    users, think_s = (8, 0.005) if kind == "demo" else (4, 0.02)
    text = SCENARIO.format(title=kind, users=users, think_s=think_s, seconds=seconds)
    for letter, role, journal in zip("AB", ("baseline", "challenger"), journals, strict=True):
        text += SYSTEM.format(name=f"{letter}, {journal}", role=role, journal=journal)
    below = folder / "-".join((kind, *journals))
    below.mkdir(parents=True, exist_ok=True)
    path = below / f"{number}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def record(folder: Path, kind: Kind, lengths_s: list[float]) -> None:
    """One run after the other; the file's name says its kind, number and length."""
    for number, seconds in enumerate(lengths_s, 1):
        session = folder / f"{kind}-{number:02}-{seconds:.0f}s.outpace"
        if session.exists():
            continue
        scenario = scenario_file(folder, kind, number, seconds)
        began, before = time.strftime("%H:%M:%S"), psutil.getloadavg()[0]
        done = outpace("run", scenario, "--session", session, timeout_s=seconds + 900)
        loads = f"load {before:.1f} before, {psutil.getloadavg()[0]:.1f} after"
        line = f"{session.name}: from {began}, {loads}, exit {done.returncode}"
        with (folder / f"{kind}.txt").open("a", encoding="utf-8") as notes:
            notes.write(line + "\n")
        print(line, flush=True)
        if not session.exists():
            sys.exit(done.stdout + done.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("kind", choices=get_args(Kind))
    recording.add_argument("seconds", type=float, nargs="+")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    record(options.folder, options.kind, options.seconds)


if __name__ == "__main__":
    main()
