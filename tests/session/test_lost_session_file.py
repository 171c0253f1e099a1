# SPDX-License-Identifier: Apache-2.0
"""Session files that are removed, truncated or overwritten during the recording."""

import os
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.model.events import RunFailed
from app.model.messages import Sentence
from app.session.connection import wal_path
from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.session.seal import verify
from app.session.session_error import SessionMovedError
from app.session.writer import SessionWriter
from collectors.series import Reading
from tests.support.engine_runs import PATIENCE_S, measured_s, phase_of, running, scenario_file, until
from tests.support.session_files import SECOND, SERIES, create

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


def overwrite_file(session: Path) -> None:
    session.write_text(STRANGER)


@pytest.mark.parametrize("take_away", [remove_folder, move_folder, replace_file, overwrite_file])
def test_recorded_data_of_a_lost_file_is_saved_to_the_sessions_folder(
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
            _, err = engine.communicate(timeout=PATIENCE_S)
    assert engine.returncode == 2
    (saved,) = sessions_folder().glob("*.outpace*")
    what = "truncated or overwritten" if take_away is overwrite_file else "removed, renamed or replaced"
    assert f"The session {session} was {what} while it was recorded." in err
    assert str(saved) in err
    assert verify(saved)
    with SessionReader.open(saved) as reader:
        assert reader.length_s >= recorded_s
        assert reader.end is not None
        (failed,) = reader.end.reasons
        assert isinstance(failed, RunFailed)
    if take_away in (replace_file, overwrite_file):
        # SQLite would apply the log of one file to the other.
        assert [file.name for file in folder.iterdir()] == [session.name]
        assert session.read_text() == STRANGER


def test_failure_to_save_a_lost_session_is_reported(own_home: Path, tmp_path: Path) -> None:
    session = tmp_path / "lost.outpace"
    sessions_folder().parent.mkdir(parents=True, exist_ok=True)
    sessions_folder().write_text("no folder")
    with running("run", scenario_file(tmp_path), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure")
        session.unlink()
        _, err = engine.communicate(timeout=PATIENCE_S)
    assert engine.returncode == 2
    assert "could not be saved among your sessions" in err
    assert "Traceback" not in err


def record(writer: SessionWriter, seconds: range, source: int) -> None:
    for second in seconds:
        writer.sample(source, second * SECOND, Reading(float(second), (float(second),)))
        writer.require_in_place()
        writer.commit()


def written_at(place: int, data: bytes) -> Callable[[Path], None]:
    """Return a function that overwrites a file from a given position on."""

    def change(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(place)
            file.write(data)

    return change


CHANGES: dict[str, Callable[[Path], None]] = {
    "emptied": lambda path: os.truncate(path, 0),
    "half": lambda path: os.truncate(path, os.path.getsize(path) // 2),
    "its end": lambda path: os.truncate(path, os.path.getsize(path) - 1),
    "its begin": written_at(0, bytes(100)),
    "a value": lambda path: path.write_bytes(path.read_bytes().replace(*(struct.pack("<d", n) for n in (7.0, 8.0)))),
    "another session": lambda path: path.write_bytes(path.with_name("other.outpace").read_bytes()),
    "a longer file": lambda path: path.write_bytes(path.read_bytes() * 2 + bytes(100)),
    "the log emptied": lambda path: os.truncate(wal_path(path), 0),
    "the log cut": lambda path: os.truncate(wal_path(path), os.path.getsize(wal_path(path)) - 8),
    "the log removed": lambda path: wal_path(path).unlink(),
    "the log overwritten": lambda path: written_at(32, bytes(os.path.getsize(wal_path(path)) - 32))(wal_path(path)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_file_changed_in_place_is_saved_completely(
    change: Callable[[Path], None], own_home: Path, tmp_path: Path
) -> None:
    with create(tmp_path / "other.outpace") as other:
        other.finish(SECOND, valid=False, reasons=[], warnings=[])
    path = tmp_path / "session.outpace"
    with create(path) as writer:
        source = writer.add_source("x", SERIES, 1, system=None)
        record(writer, range(1, 200), source)
        writer._checkpointed = 0.0  # the next commit writes the log into the file
        record(writer, range(200, 220), source)
        change(path)
        with pytest.raises(SessionMovedError) as raised:
            record(writer, range(220, 221), source)
        left = path.read_bytes()
        record(writer, range(221, 224), source)
        writer.finish(230 * SECOND, valid=False, reasons=[Sentence(text="lost")], warnings=[])
    what = "removed, renamed" if change is CHANGES["the log removed"] else "truncated or overwritten"
    assert what in str(raised.value)
    (saved,) = sessions_folder().glob("*.outpace")
    assert str(saved) in str(raised.value)
    assert verify(saved)
    with SessionReader.open(saved) as reader:
        assert list(reader.samples(reader.counters[0])[1]) == list(range(1, 224))
    assert path.read_bytes() == left, "nothing is written to what lies there now"
    assert not wal_path(path).exists()


def test_recording_continues_if_the_file_is_only_touched(own_home: Path, tmp_path: Path) -> None:
    path = tmp_path / "session.outpace"
    with create(path) as writer:
        source = writer.add_source("x", SERIES, 1, system=None)
        record(writer, range(1, 20), source)
        for second in range(20, 30):
            os.utime(path)
            os.utime(wal_path(path))
            record(writer, range(second, second + 1), source)
        writer.finish(40 * SECOND, valid=True, reasons=[], warnings=[])
    assert verify(path)
    assert not sessions_folder().exists()
