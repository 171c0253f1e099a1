# SPDX-License-Identifier: Apache-2.0
"""Processes of a real run that are suspended, as in a paused virtual machine, and are resumed later or never."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from app.engine.watchers import SILENT_S
from app.model.events import (
    CollectorDied,
    Incomplete,
    LateSample,
    NoData,
    Outage,
    RunFailed,
    ServerLost,
    StoodStill,
    UsersLost,
    WorkerDied,
    WorkerStoodStill,
)
from app.session.reader import SessionReader
from tests.support.engine_runs import children_of, has_ended, measured_s, phase_of, running, scenario_file, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="whose children end with the engine by the kernel")
ROOT = Path(__file__).parents[2]
STANDSTILL_S = 6.0
"""Seconds of suspension; longer than the timeout for a child on other systems."""
ENDS_S = 60


def workers_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return the worker processes of a run."""
    return [child for child in children_of(process) if any("dvdstore" in file.path for file in child.open_files())]


WINDOW = """
import sys, time
from app.control.link import start_engine
link = start_engine(sys.argv[1:])
print(link.pid, flush=True)
time.sleep(600)
"""


def measuring(session: Path) -> bool:
    return phase_of(session) == "measure" and measured_s(session) > 1


def test_run_survives_suspension_of_all_processes_but_is_invalid(tmp_path: Path) -> None:
    """The pause is reported and invalidates the run; all processes survive, and no figure is missing."""
    session = tmp_path / "still.outpace"
    with running("run", scenario_file(tmp_path, run_s=12), "--session", session) as engine:
        until(lambda: measuring(session))
        everybody = [psutil.Process(engine.pid), *children_of(engine)]
        for process in everybody:
            process.suspend()
        time.sleep(STANDSTILL_S)
        for process in reversed(everybody):
            process.resume()
        out, err = engine.communicate(timeout=ENDS_S)
    assert engine.returncode == 1, out + err
    assert "the computer or Outpace stood still from " in out
    with SessionReader.open(session) as reader:
        (still,) = [one.message for one in reader.events if isinstance(one.message, StoodStill)]
        assert still.to_s - still.from_s >= STANDSTILL_S
        assert reader.end is not None
        assert still in reader.end.reasons
        also = {type(one.message) for one in reader.events}
        assert not also & {WorkerDied, CollectorDied, WorkerStoodStill, ServerLost, UsersLost, LateSample}
        assert not [one for one in reader.end.reasons if isinstance(one, Outage)]
        assert all(seconds >= 12 for seconds in _seconds_of_workers(reader)), "every second came, late or not"


def _seconds_of_workers(reader: SessionReader) -> list[int]:
    path = "\\Outpace Driver(_Total)\\Users Alive"
    return [len(reader.samples(counter)[0]) for counter in reader.counters if counter.path == path]


def test_suspension_of_one_process_is_reported_and_invalidates_the_run(tmp_path: Path) -> None:
    """First only the engine is suspended, then only one worker."""
    session = tmp_path / "one.outpace"
    with running("run", scenario_file(tmp_path, run_s=18), "--session", session) as engine:
        until(lambda: measuring(session))
        for process in (psutil.Process(engine.pid), workers_of(engine)[0]):
            process.suspend()
            time.sleep(STANDSTILL_S - 1)
            process.resume()
            time.sleep(1)
        out, err = engine.communicate(timeout=ENDS_S)
    assert engine.returncode == 1, out + err
    with SessionReader.open(session) as reader:
        told = [one.message for one in reader.events if isinstance(one.message, StoodStill | WorkerStoodStill)]
        assert [type(one) for one in told] == [StoodStill, WorkerStoodStill]
        assert reader.end is not None
        assert set(told) <= set(reader.end.reasons)
        assert not [one for one in reader.events if isinstance(one.message, WorkerDied | CollectorDied)]


@pytest.mark.program
def test_run_does_not_wait_for_a_suspended_window(tmp_path: Path) -> None:
    """The process that started the engine and reads its output is suspended."""
    session = tmp_path / "alone.outpace"
    command = [sys.executable, "-c", WINDOW, "run", scenario_file(tmp_path, run_s=4), "--session", session]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as window:
        try:
            assert window.stdout is not None
            window.stdout.readline()
            psutil.Process(window.pid).suspend()
            until(lambda: phase_of(session) and has_ended(session), ENDS_S)
        finally:
            window.kill()
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not [reason for reason in reader.end.reasons if isinstance(reason, Incomplete | RunFailed)]


def test_run_ends_in_time_if_a_worker_and_collectors_hang_forever(tmp_path: Path) -> None:
    """The run ends in time, reports the missing processes, and leaves none behind."""
    session = tmp_path / "ever.outpace"
    with running("run", scenario_file(tmp_path, run_s=SILENT_S + 4), "--session", session) as engine:
        until(lambda: measuring(session))
        everybody = children_of(engine)
        workers = workers_of(engine)
        collectors = [one for one in everybody if one not in workers and "resource_tracker" not in str(one.cmdline())]
        for process in (workers[0], *collectors):
            process.suspend()
        out, err = engine.communicate(timeout=ENDS_S)
        _, alive = psutil.wait_procs(everybody, timeout=ENDS_S)
    assert engine.returncode == 1, out + err
    assert alive == []
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        (lost,) = [one for one in reader.end.reasons if isinstance(one, UsersLost)]
        assert lost.at_work == 0
        (died,) = [one for one in reader.end.reasons if isinstance(one, WorkerDied)]
        assert "did not end in time" in reader.sentence(died)
        assert [one for one in reader.events if isinstance(one.message, NoData)], "who shows no counters"
