# SPDX-License-Identifier: Apache-2.0
"""Runs that are held, with all users connected, until they are started (tested in tests/ui/test_stand.py)."""

from pathlib import Path

from app.control.engine_commands import StopCommand
from app.control.link import start_engine
from app.model.messages import sentence
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from tests.support.engine_runs import scenario_file, so_far, until


def ready(session: Path) -> bool:
    """Return whether the run is waiting for the start command."""
    try:
        with so_far(session) as reader:
            return reader.progress is not None and reader.progress.task == "ready"
    except SessionError:  # its first rows are not written yet
        return False


def test_held_run_can_be_stopped_before_its_start(tmp_path: Path) -> None:
    session = tmp_path / "held.outpace"
    engine = start_engine(["run", str(scenario_file(tmp_path)), "--session", str(session), "--hold"])
    try:
        until(lambda: ready(session))
    finally:
        engine.send(StopCommand())
        assert engine.wait(60)
    assert "before the start" in sentence(engine.failure())
    engine.release()
    with SessionReader.open(session) as reader:
        assert not reader.started
        assert reader.end is not None
        assert not reader.end.valid
