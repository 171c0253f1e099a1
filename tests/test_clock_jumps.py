"""The wall clock is set by an hour while a real run is recorded: `wall_clock.c` stands between the program and it."""

import datetime
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.model.events import ClockJump
from app.results.result import result_of
from app.session.reader import SessionReader
from tests.engine_runs import measured_s, phase_of, running, scenario_file, until

SOURCE = Path(__file__).with_name("wall_clock.c")
RUN_S = 8
HOUR_S = 3600

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library is put before others by Linux's loader"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
]


@pytest.mark.parametrize("jump_s", [HOUR_S, -HOUR_S])
def test_times_rates_and_stamps_stay_right(jump_s: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, session, library = tmp_path / "clock", tmp_path / "jump.outpace", tmp_path / "wall_clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("WALL_CLOCK_FILE", str(clock))
    scenario = scenario_file(tmp_path, users=2, run_s=RUN_S)
    before = datetime.datetime.now(datetime.UTC)
    with running("run", scenario, "--session", session) as engine:
        monkeypatch.undo()
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 3, 60)
        clock.write_text(str(jump_s))
        out, err = engine.communicate(timeout=60)
    after = datetime.datetime.now(datetime.UTC)
    assert engine.returncode == 1, out + err
    assert "the machine slept or its clock was changed" in out
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        (jump,) = [reason for reason in reader.end.reasons if isinstance(reason, ClockJump)]
        assert abs(jump.seconds - jump_s) < 5
        assert before - datetime.timedelta(seconds=2) <= reader.info.started <= after, "the stamp is of the begin"
        lasted_s = (after - before).total_seconds()
        assert RUN_S < reader.length_s < lasted_s
        assert RUN_S < reader.end.t_s < lasted_s
        phase = next(phase for phase in reader.phases if phase.name == "measure")
        for system, figures in zip(reader.systems, result_of(reader).systems, strict=True):
            orders = reader.latency_seconds(system.id, "order")
            seconds = [round(float(row[0])) for row in orders]
            assert seconds == list(range(seconds[0], seconds[0] + len(seconds))), "a second a row, none twice"
            inside = orders[(orders[:, 0] > phase.from_s) & (orders[:, 0] <= phase.from_s + RUN_S)]
            assert len(inside) == RUN_S
            per_minute = 60 * float(np.sum(inside[:, 1])) / RUN_S
            assert abs(figures.opm / per_minute - 1) < 0.01, "orders a minute of this run's seconds"
        for counter in reader.counters:
            time_s, _ = reader.samples(counter)
            assert (np.diff(time_s) > 0).all()
            assert len(time_s) == 0 or time_s[-1] < lasted_s
