# SPDX-License-Identifier: Apache-2.0
"""A real system whose file system fills up during the measurement: it stops, recovers, and stops permanently."""

import contextlib
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.model.events import SystemStopped
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.session.recorded_stops import recorded_stops
from tests.support.engine_runs import measured_s, phase_of, running, scenario_file, so_far, until

STOPPED = "Write-ahead log has stopped: disk full"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system with space for little more than a database."""
    volume = tmp_path / "small"
    volume.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", volume]
    if shutil.which("mount") is None or subprocess.run(command, check=False).returncode:
        pytest.skip("this machine lets nobody mount a file system")
    yield volume
    subprocess.run(["umount", "--lazy", volume], check=False)


def fill(ballast: Path) -> None:
    """Use up all remaining space."""
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(65536)):
            pass


def said(session: Path) -> str:
    with so_far(session) as reader:
        return headline_text(session_headline(reader)).main


def test_system_on_a_full_file_system_stops_until_space_is_freed(tmp_path: Path, small: Path) -> None:
    scenario = scenario_file(tmp_path, think_s=0.01)
    text = scenario.read_text(encoding="utf-8")
    before, _, after = text.rpartition('folder = "databases"')
    scenario.write_text(f'{before}folder = "{small}"{after}', encoding="utf-8")
    session, taken, ballast = tmp_path / "s.outpace", tmp_path / "taken.outpace", small / "ballast"
    with running("run", scenario, "--session", session) as process:
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 3)
        fill(ballast)
        until(lambda: said(session) == STOPPED)
        snapshot(session, taken, name="full", note="", layout_json="{}", png=b"")
        ballast.unlink()
        until(lambda: "Write-ahead log has" not in said(session))
        fill(ballast)
        until(lambda: said(session) == STOPPED)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=90)
    assert process.returncode == 1
    assert STOPPED in out.splitlines()
    assert said(taken) == said(session) == STOPPED
    with SessionReader.open(session) as reader:
        first, last = recorded_stops(reader)
        assert reader.end is not None
        (reason,) = [one for one in reader.end.reasons if isinstance(one, SystemStopped)]
    assert (first.system, first.ended, last.ended) == ("B", False, True)
    assert (reason.system, reason.cause.text, reason.to_s) == ("B", "disk full", None)
