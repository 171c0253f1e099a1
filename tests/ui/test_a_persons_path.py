# SPDX-License-Identifier: Apache-2.0
"""A user's session with a mouse: the real program under a window manager, from the first start to quitting."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.model.events import Marker
from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.window.state import default_log_path
from tests.support.person_display import Person
from tests.support.stranger_display import Screen, wait

PROGRAMS = ("Xvfb", "xdotool", "openbox")
DEMO = "SQLite: rollback journal and write-ahead log"
WINDOW = f"{DEMO} – Outpace"
MEASURED_S = 18
"""Seconds after the common start at which the demo shows a ratio and has earlier samples to drag to."""


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    """Provide a screen with a window manager, so that windows have frames and a click sets the keyboard focus."""
    screen = Screen(tmp_path)
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"], env={**os.environ, "DISPLAY": screen.name}, stderr=subprocess.DEVNULL
    )
    yield Person(screen, tmp_path / "seen.json")
    manager.terminate()
    manager.wait(20)
    screen.close()


def session(snapshot: str = "") -> Path:
    return next(sessions_folder().glob(f"*log{snapshot}.outpace"))


def length_s() -> float:
    """Return the seconds that the demo has recorded since the common start, or -1 before it."""
    try:
        with SessionReader.open(session()) as reader:
            return reader.length_s if reader.started else -1.0
    except (StopIteration, SessionError, OSError):
        return -1.0


def ended() -> bool:
    with SessionReader.open(session()) as reader:
        return reader.end is not None


def marked() -> bool:
    with SessionReader.open(session()) as reader:
        return any(isinstance(event.message, Marker) for event in reader.events)


def drag_and_select(person: Person) -> None:
    """Drag a chart to earlier times, select a span on its time axis, and resume following with the button."""
    chart = person.wait_for("A *", "TimeChart")
    person.screen.drag(chart.at(0.4, 0.98), chart.at(0.7, 0.98))
    held = person.wait_for("Frozen at*")
    person.screen.step("a span that was picked")
    person.screen.drag(chart.at(0.4, 0.6), chart.at(0.7, 0.6))
    wait(lambda: person.find("Frozen at*") and person.find("Frozen at*")[0].text != held.text, "dragged to earlier")
    person.screen.step("dragged")
    person.click("Frozen at*")
    person.until_gone("Frozen at*")
    person.screen.step("following again")


def mark_and_snapshot(person: Person) -> None:
    """Add a marker with the suggested text, and take a snapshot under the suggested name."""
    person.click("Menus", "Button")
    person.click("Run", "action")
    person.click("Mark This Moment…*", "action")
    person.click("Set (Enter)")
    wait(marked, "the marker is in the session")
    person.screen.step("marked")
    person.click("Snapshot", "Button", WINDOW)
    person.click("Save Snapshot")
    wait(lambda: list(sessions_folder().glob("*log_*.outpace")), "the snapshot")
    wait(lambda: list(sessions_folder().glob("*log_*.png")), "its picture")
    person.screen.step("snapshot")


def stop(person: Person) -> None:
    """Cancel the first request to stop, and confirm the second one."""
    person.click("Stop", "Button")
    person.click("Keep Running")
    person.until_gone("Keep Running")
    assert not ended()
    person.click("Stop", "Button")  # the run stops after five seconds, or at once if "Stop Now" is pressed
    wait(ended, "stopped")
    person.until("RECORDED*")
    person.screen.step("stopped")


def replay(person: Person) -> None:
    """Replay the recording from the start of the slider."""
    person.click("Charts", "Button")
    slider = person.wait_for("Position in the recording", "Slider")
    person.click_at(slider.at(0.3, 0.5))
    person.screen.step("an earlier moment")
    person.click("Play*", "Button")
    person.screen.step("replayed")
    person.click("Play*", "Button")


def compare(person: Person) -> None:
    """Compare the run with its snapshot."""
    person.click("More commands", "Button")
    person.click("Session Library*", "action")
    first, second = person.wait_for(f"{DEMO} —*", "row"), person.wait_for(DEMO, "row")
    person.click_together([first.middle, second.middle])
    person.click("Compare…", "Button")
    person.click("Compare", "Button", "Compare Sessions")
    person.until("COMPARED*")
    person.screen.step("compared")


def report(person: Person) -> None:
    """Write a report of the comparison next to the sessions."""
    person.click("Report", "Button")
    person.click("Open the folder when it is written", "CheckBox")
    person.click("Write Report")
    wait(lambda: list(sessions_folder().glob("*.html")), "the report")
    person.until("Report written to*")
    person.screen.step("report")


def booth(person: Person) -> None:
    """Show the booth window in full screen, and close it."""
    person.click("Booth", "Button")
    person.until("*", "HeadLine")
    person.screen.step("booth")
    person.click_at(person.wait_for("*", "HeadLine").middle, "3")
    person.click("Leave Booth View", "action")
    person.until_gone("*", "HeadLine")


@pytest.mark.xvfb
@pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason=f"one of {', '.join(PROGRAMS)} is missing")
def test_demo_to_booth_workflow_works_by_mouse_alone(person: Person, tmp_path: Path) -> None:
    own = {**os.environ, "DISPLAY": person.screen.name, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-P", "-m", "tests.support.person_display", str(tmp_path / "seen.json")]
    program = subprocess.Popen(command, env=own, cwd=Path(__file__).parents[2])
    try:
        person.screen.step("first start")
        person.click("Run the Demo")
        wait(lambda: length_s() >= MEASURED_S, "the demo measures", every_s=0.5)
        person.screen.step("demo")
        drag_and_select(person)
        mark_and_snapshot(person)
        engines = psutil.Process(program.pid).children(recursive=True)
        stop(person)
        _, left = psutil.wait_procs(engines, timeout=60)
        assert not left, "the engine has gone"
        replay(person)
        compare(person)
        report(person)
        booth(person)
        person.click("Menus", "Button")
        person.click("File", "action")
        person.click("Quit*", "action")
        assert program.wait(60) == 0
    finally:
        program.kill()
        program.wait()
    log = default_log_path().read_text(encoding="utf-8") if default_log_path().exists() else ""
    assert " ERROR " not in log
    assert "Traceback" not in log
