# SPDX-License-Identifier: Apache-2.0
"""Time to turn a long session into DataFrames and files: 8 hours of 60 counters once per second, with latencies.

`python -m tests.benchmarks.frames_8h [HOURS] [--forms counters,csv,...] [--session FILE]`; the target for the DataFrame
of all counters is below 2 s and 500 MB. A separate process creates each DataFrame and each export. The time runs from
opening the file to the finished DataFrame or files, without the import of pandas, which is measured separately; the
memory is the process's peak above its memory after all imports. --session: file of the session; an existing one is
reused.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.report_8h import write

ROUNDS = 5
FRAMES = ("counters", "samples", "latencies", "histograms", "steps", "results", "percentiles")
EXPORTS = ("csv", "parquet")
PROGRAM = """
import json, resource, sys, time
from pathlib import Path
form, session, output = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
from app.report import session_export
from app.session.reader import SessionReader
began = time.perf_counter()
if form in {frames}:
    import pandas
    from app.results.frames import open_session
imported_s = time.perf_counter() - began
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
began, busy = time.perf_counter(), time.process_time()
if form in {exports}:
    with SessionReader.open(session) as reader:
        getattr(session_export, "export_" + form)(reader, output)
else:
    with open_session(session) as opened:
        frame = opened.percentiles(["system", "run", "operation"]) if form == "percentiles" else getattr(opened, form)
taken, busy = time.perf_counter() - began, time.process_time() - busy
print(json.dumps([taken, busy, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, imported_s]))
"""


def measured(form: str, session: Path, output: Path) -> tuple[float, float, float, float]:
    """Measure in a process: seconds, processor seconds, MB above the start, seconds of pandas' import."""
    program = PROGRAM.format(frames=FRAMES, exports=EXPORTS)
    command = [sys.executable, "-c", program, form, str(session), str(output)]
    seconds, busy, memory, imported_s = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return seconds, busy, memory / (1e6 if sys.platform == "darwin" else 1e3), imported_s


def main() -> None:
    if sys.platform == "win32":
        raise SystemExit("this benchmark needs getrusage, which Windows lacks")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hours", nargs="?", type=float, default=8.0)
    parser.add_argument("--forms", default=",".join((*FRAMES, *EXPORTS)))
    parser.add_argument("--session", type=Path)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        session = options.session or Path(folder) / "long.outpace"
        if not session.exists():
            write(session, round(options.hours * 3600))
        print(f"{session.stat().st_size / 1e6:.0f} MB")
        for form in options.forms.split(","):
            found = [measured(form, session, Path(folder) / f"{form}-{number}") for number in range(options.rounds)]
            seconds, busy, memory, imported_s = zip(*found, strict=True)
            spread = f"({min(seconds):.2f} - {max(seconds):.2f})"
            imported = f", pandas imported in {statistics.median(imported_s):.2f} s" if form in FRAMES else ""
            times = f"{statistics.median(seconds):6.2f} s {spread:16} {statistics.median(busy):5.2f} CPU-s"
            print(f"{form:12} {times} {max(memory):5.0f} MB{imported}")


if __name__ == "__main__":
    main()
