# SPDX-License-Identifier: Apache-2.0
"""The file of a session is taken away while it is recorded."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.model.events import Failed
from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.session.seal import verify
from tests.support.engine_runs import measured_s, phase_of, running, scenario_file, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take an open file away")
STRANGER = "somebody else's file"


def remove_folder(session: Path) -> None:
    shutil.rmtree(session.parent)


def move_folder(session: Path) -> None:
    session.parent.rename(session.parent.with_name("elsewhere"))


def replace_file(session: Path) -> None:
    other = session.with_name("other")
    other.write_text(STRANGER)
    os.replace(other, session)


@pytest.mark.parametrize("take_away", [remove_folder, move_folder, replace_file])
def test_what_was_recorded_is_saved_among_the_sessions(
    take_away: Callable[[Path], None], own_home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "recordings"
    folder.mkdir()
    session = folder / "lost.outpace"
    with running("run", scenario_file(tmp_path), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 2)
        with SessionReader.open(session) as follower:
            recorded_s = follower.length_s
            take_away(session)
            _, err = engine.communicate(timeout=10)
    assert engine.returncode == 2
    (saved,) = sessions_folder().glob("*.outpace*")
    assert f"The session {session} was removed, renamed or replaced while it was recorded." in err
    assert str(saved) in err
    assert verify(saved)
    with SessionReader.open(saved) as reader:
        assert reader.length_s >= recorded_s
        assert reader.end is not None
        (failed,) = reader.end.reasons
        assert isinstance(failed, Failed)
    if take_away is replace_file:
        # SQLite would take the log of the one for the other's.
        assert [file.name for file in folder.iterdir()] == [session.name]
        assert session.read_text() == STRANGER


def test_where_it_cannot_be_saved_either_the_message_says_so(own_home: Path, tmp_path: Path) -> None:
    session = tmp_path / "lost.outpace"
    sessions_folder().parent.mkdir(parents=True, exist_ok=True)
    sessions_folder().write_text("no folder")
    with running("run", scenario_file(tmp_path), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure")
        session.unlink()
        _, err = engine.communicate(timeout=10)
    assert engine.returncode == 2
    assert "could not be saved among your sessions" in err
    assert "Traceback" not in err
