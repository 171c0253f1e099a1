# SPDX-License-Identifier: Apache-2.0
"""Changes of the wall clock by an hour during a real run, simulated by `wall_clock.c`."""

import contextlib
import datetime
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.model.events import ClockJump
from app.results.result import result_of
from app.session.reader import SessionReader
from tests.support.engine_runs import measured_s, phase_of, running, scenario_file, until

SOURCE = Path(__file__).parents[1] / "support" / "wall_clock.c"
RUN_S = 8
HOUR_S = 3600

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the library is put before others by Linux's loader")


def test_clock_jump_leaves_times_rates_and_timestamps_correct(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock jumps forward in one of two concurrent runs, and backward in the other."""
    library = tmp_path / "wall_clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
    with contextlib.ExitStack() as stack:
        runs = {}
        for jump_s in (HOUR_S, -HOUR_S):
            folder = tmp_path / f"jump {jump_s}"
            folder.mkdir()
            with monkeypatch.context() as set_clock:
                set_clock.setenv("LD_PRELOAD", str(library))
                set_clock.setenv("WALL_CLOCK_FILE", str(folder / "clock"))
                before = datetime.datetime.now(datetime.UTC)
                scenario, session = scenario_file(folder, users=2, run_s=RUN_S), folder / "jump.outpace"
                runs[jump_s] = stack.enter_context(running("run", scenario, "--session", session)), session, before
        for jump_s, (_, session, _) in runs.items():
            until(lambda session=session: phase_of(session) == "measure" and measured_s(session) > 2)  # type: ignore[misc]
            session.with_name("clock").write_text(str(jump_s))
        for jump_s, (engine, session, before) in runs.items():
            out, err = engine.communicate(timeout=60)
            assert engine.returncode == 1, out + err
            assert "the machine slept or its clock was changed" in out
            check(session, jump_s, before)


def check(session: Path, jump_s: int, before: datetime.datetime) -> None:
    """Check a session. `before` is the run's start time on an unchanged clock."""
    after = datetime.datetime.now(datetime.UTC)
    lasted_s = (after - before).total_seconds()
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        (jump,) = [reason for reason in reader.end.reasons if isinstance(reason, ClockJump)]
        assert abs(jump.seconds - jump_s) < 5
        assert before - datetime.timedelta(seconds=2) <= reader.info.started <= after, "the stamp is of the begin"
        assert RUN_S < reader.length_s < lasted_s
        assert RUN_S < reader.end.t_s < lasted_s
        phase = next(phase for phase in reader.phases if phase.name == "measure")
        for system, figures in zip(reader.systems, result_of(reader).systems, strict=True):
            orders = reader.latency_seconds(system.id, "order")
            seconds = [round(float(row[0])) for row in orders]
            assert seconds == sorted(set(seconds)), "no second is there twice"
            inside = orders[(orders[:, 0] > phase.from_s) & (orders[:, 0] <= phase.from_s + RUN_S)]
            per_minute = 60 * float(np.sum(inside[:, 1])) / RUN_S
            assert abs(figures.opm / per_minute - 1) < 0.01, "orders a minute of this run's seconds"
        for counter in reader.counters:
            time_s, _ = reader.samples(counter)
            assert (np.diff(time_s) > 0).all()
            assert len(time_s) == 0 or time_s[-1] < lasted_s
