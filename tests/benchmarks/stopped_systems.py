# SPDX-License-Identifier: Apache-2.0
"""Stop detection: false alarms in real runs without a stop, and the time until a killed server is detected.

    nice python -m tests.benchmarks.stopped_systems [--runs 20] [--folder EMPTY]

The runs are short runs of the program itself on an embedded pair: with think times from 0 to 10 s, arrivals at a low
rate, alternating turns, races, and sweeps; with a rollback journal and a write-ahead log with its checkpoints.
Expected: no stop is recorded in any of them. Before them, a private PostgreSQL server is killed under load while
another one continues; the benchmark prints the time from the signal to the end of the second in which the recording
reports the stop.
"""

import argparse
import json
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from app.results.headline_text import headline_text
from app.results.session_headline import session_headline
from app.session.reader import SessionReader
from app.session.recorded_stops import recorded_stops
from tests.support.engine_runs import measured_s, outpace, phase_of, plan_file, running, until
from tests.support.server_runs import Server, passwords, written
from tests.support.servers import started

TIMED = 'name = "timed"\nramp_users_per_s = 100\nwarmup_s = 1\nrun_s = {seconds}'
SWEEP = 'name = "user-sweep"\nfrom_users = 1\nto_users = 9\nstep_users = 4\nsettle_s = 1\ndwell_s = 4'
KINDS: dict[str, tuple[str, str, int, float]] = {
    "at full load": (TIMED.format(seconds=8), "", 4, 0.0),
    "think time 10 s": (TIMED.format(seconds=25), "", 3, 10.0),
    "many think 2 s": (TIMED.format(seconds=10), "", 40, 2.0),
    "arrivals": (TIMED.format(seconds=15), '[pacing]\nloop = "open"\nrate = 0.5', 4, 0.0),
    "turns": (f"{TIMED.format(seconds=5)}\nrepeats = 1", 'order = "alternating"', 4, 0.01),
    "race": ('name = "race"\norders = 600', "", 4, 0.0),
    "sweep": (SWEEP, "", 2, 0.01),
}


def run(folder: Path, number: int, kind: str) -> dict[str, object]:
    """Record one real run without a stop."""
    plan, top, users, think_s = KINDS[kind]
    name, session = f"run{number}", folder / f"run{number}.outpace"
    before, after = (top, "") if top.startswith("order") else ("", top)
    scenario = plan_file(folder, name, f"{plan}\n{after}", top=before, users=users, think_s=think_s)
    answer = outpace("run", scenario, "--session", session, timeout_s=300)
    if not session.exists():
        raise SystemExit(answer.stderr)
    with SessionReader.open(session) as reader:
        stops = [(stop.system, stop.from_s, stop.noticed_s, stop.to_s) for stop in recorded_stops(reader)]
        return {"kind": kind, "seconds": round(reader.length_s), "status": answer.returncode, "stops": stops}


def killed(folder: Path) -> dict[str, object]:
    """Kill a server under load."""
    with ExitStack() as stack:
        environment = stack.enter_context(pytest.MonkeyPatch.context())
        servers = [stack.enter_context(started("postgresql")) for _ in range(2)]
        systems = [Server(name, server) for name, server in zip(("Old", "New"), servers, strict=True)]
        passwords(environment, systems)
        scenario = written(folder, systems, users=4, think_s=0.02, run_s=60)
        session = folder / "killed.outpace"
        process = stack.enter_context(running("run", scenario, "--session", session))
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 4, 120)
        with SessionReader.open(session) as reader:
            start_ns = reader.start_ns or 0
        postmaster = int((servers[1].folder / "data" / "postmaster.pid").read_text().split()[0])
        tree = [psutil.Process(postmaster), *psutil.Process(postmaster).children(recursive=True)]
        killed_s = (time.perf_counter_ns() - start_ns) / 1e9
        for one in tree:
            one.kill()
        until(lambda: "has stopped" in said(session), 60)
        main = said(session)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        with SessionReader.open(session) as reader:
            stop = recorded_stops(reader)[0]
    return {"killed_s": round(killed_s, 1), "noticed_after_s": round(stop.noticed_s - killed_s, 1), "says": main}


def said(session: Path) -> str:
    """Return the session's current headline."""
    with SessionReader.open(session) as reader:
        return headline_text(session_headline(reader)).main


def main() -> int:
    """Print one JSON object per line; return 1 if a stop is reported for a run without one."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="outpace-stopped-"))
    print(json.dumps(killed(folder)), flush=True)
    false_alarms = 0
    for number in range(given.runs):
        found = run(folder, number, list(KINDS)[number % len(KINDS)])
        false_alarms += bool(found["stops"])
        print(json.dumps(found), flush=True)
    print(json.dumps({"runs": given.runs, "false_alarms": false_alarms}), flush=True)
    return 1 if false_alarms else 0


if __name__ == "__main__":
    sys.exit(main())
