"""A run that holds: everybody is connected, a person says when, and what is shown counts down by the systems' clock."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.control.commands import Go, Stop
from app.control.link import start_engine
from app.session.errors import SessionError
from app.session.reader import SessionReader
from app.ui.follower import Follower
from tests.engine_runs import scenario_file, until

LONG_MS = 60_000


def ready(session: Path) -> bool:
    """Whether the run waits for the word to start."""
    try:
        with SessionReader.open(session) as reader:
            return reader.progress is not None and reader.progress.task == "ready"
    except SessionError:  # its first rows are still to be written
        return False


def test_a_run_that_holds_starts_on_command_after_a_countdown(qtbot: QtBot, tmp_path: Path) -> None:
    session = tmp_path / "held.outpace"
    scenario = scenario_file(tmp_path, run_s=1, warmup_s=0)
    engine = start_engine(["run", str(scenario), "--session", str(session), "--hold"])
    try:
        until(lambda: ready(session), 60)
        follower = Follower(session, live=True)
        moments: list[float] = []
        follower.advanced.connect(lambda: moments.append(follower.now_s))
        assert not follower.reader.started
        engine.send(Go(2.0))
        qtbot.waitUntil(lambda: not follower.live, timeout=LONG_MS)
        counted = [moment for moment in moments if moment < 0]
        assert counted
        assert set(counted) <= {-2.0, -1.0}
        assert counted == sorted(counted)
        reader = follower.reader
        assert reader.end is not None
        assert reader.end.valid, reader.end.reasons
        connected = next(phase for phase in reader.phases if phase.name == "connect")
        assert connected.from_s < -2  # the users were there before the countdown began
        follower.close()
    finally:
        engine.send(Stop())
        assert engine.wait(60)
        engine.release()


def test_a_run_that_holds_can_be_stopped(tmp_path: Path) -> None:
    session = tmp_path / "held.outpace"
    engine = start_engine(["run", str(scenario_file(tmp_path)), "--session", str(session), "--hold"])
    try:
        until(lambda: ready(session), 60)
    finally:
        engine.send(Stop())
        assert engine.wait(60)
    assert "before the start" in engine.failure()
    engine.release()
    with SessionReader.open(session) as reader:
        assert not reader.started
        assert reader.end is not None
        assert not reader.end.valid
