# SPDX-License-Identifier: Apache-2.0
"""The window's background tasks: run in sequence, reported in the UI thread, discarded with their owner."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.session.paths import sessions_folder
from app.session.session_error import SessionError
from app.ui.window.background import BackgroundThread, Task
from tests.support.recorded import recorded
from tests.support.ui_window import Opener

WAIT_MS = 20_000
LONGEST_S = 300
"""Timeout that only a hang exceeds, because opening many windows on two cores takes a long time."""


@pytest.fixture
def owner(qapp: QObject) -> Iterator[QObject]:
    """Provide an owner of tasks."""
    made = QObject()
    yield made
    if shiboken6.isValid(made):
        shiboken6.delete(made)


def test_worker_runs_tasks_in_order_and_reports_in_the_ui_thread(owner: QObject, qtbot: QtBot) -> None:
    worker, did, told_in, threads = BackgroundThread(owner, low=True), [], set(), set()

    def piece(number: int) -> int:
        threads.add(threading.get_ident())
        return number

    def take(number: object) -> None:
        told_in.add(threading.get_ident())
        did.append(number)

    for number in range(50):
        task = Task(lambda number=number: piece(number), (), owner)
        task.done.connect(take)
        task.start(worker)
    qtbot.waitUntil(lambda: len(did) == 50, timeout=WAIT_MS)
    assert did == list(range(50))
    assert len(threads) == 1
    assert told_in == {threading.get_ident()} != threads


def test_progress_precedes_the_outcome_and_errors_arrive_as_text(owner: QObject, qtbot: QtBot) -> None:
    came: list[object] = []

    def work() -> None:
        for share in range(3):
            task.progress(share)
        raise SessionError("{path} is empty.", path="x.outpace")

    task = Task(work, (SessionError,), owner)
    task.progressed.connect(came.append)
    task.done.connect(came.append)
    task.failed.connect(came.append)
    task.start()
    qtbot.waitUntil(lambda: len(came) > 3, timeout=WAIT_MS)
    assert came == [0, 1, 2, "x.outpace is empty."]
    qtbot.waitUntil(lambda: not shiboken6.isValid(task), timeout=WAIT_MS)  # the task deletes itself


def test_deleting_the_owner_discards_queued_tasks_and_pending_reports(qapp: QObject) -> None:
    owner = QObject()
    worker, begun, go_on, did = BackgroundThread(owner), threading.Event(), threading.Event(), []

    def first() -> None:
        begun.set()
        assert go_on.wait(WAIT_MS / 1000)
        task.progress("half")
        did.append("first")

    task = Task(first, (), owner)
    task.progressed.connect(did.append)
    task.done.connect(did.append)
    task.start(worker)
    Task(lambda: did.append("second"), (), owner).start(worker)
    assert begun.wait(WAIT_MS / 1000)
    shiboken6.delete(owner)
    go_on.set()
    running = [thread for thread in threading.enumerate() if thread.name.startswith("window's work")]
    for thread in running:
        thread.join(WAIT_MS / 1000)
    qapp.processEvents()  # type: ignore[attr-defined]
    assert did == ["first"]


def test_finish_waits_for_the_running_task_and_the_worker_is_reusable(owner: QObject, qtbot: QtBot) -> None:
    worker, did = BackgroundThread(owner), []
    begun = threading.Event()
    worker.do(lambda: (begun.set(), did.append(1)))  # type: ignore[func-returns-value]
    assert begun.wait(WAIT_MS / 1000)
    worker.finish()
    assert did == [1]
    worker.do(lambda: did.append(2))
    worker.finish()
    assert did in ([1], [1, 2])  # the second task may not have started
    worker.do(lambda: did.append(3))
    qtbot.waitUntil(lambda: did[-1] == 3, timeout=WAIT_MS)


def telling(owner: QObject, number: int) -> threading.Event:
    """Start a task that reports progress often, with another task queued; `number` selects the variant."""
    worker, begun = BackgroundThread(owner), threading.Event()

    def work() -> None:
        begun.set()
        for share in range(200):
            task.progress(share)

    task: Task = Task(work, (), owner if number % 2 else QObject(owner))
    task.start(worker if number % 3 else None)
    Task(lambda: None, (), owner).start(worker)
    return begun


def test_owners_can_be_deleted_while_tasks_report_progress(qapp: QObject) -> None:
    for number in range(300):
        owner = QObject()
        begun = telling(owner, number)
        assert begun.wait(WAIT_MS / 1000)
        if number % 5 == 0:
            qapp.processEvents()  # type: ignore[attr-defined]
        shiboken6.delete(owner)
    for thread in threading.enumerate():
        if thread.name.startswith("window's work"):
            thread.join(WAIT_MS / 1000)
            assert not thread.is_alive()


@pytest.mark.window
def test_windows_close_in_any_order_while_sessions_are_read(tmp_path: Path) -> None:
    for number in range(4):
        recorded(tmp_path / f"{number}.outpace", seconds=60)
    command = [sys.executable, "-P", "-m", "tests.support.closing_windows", str(tmp_path), "15"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[0]) > 5, f"windows that were reading: {done.stdout}"


def test_welcome_page_shows_library_results_without_rereading_sessions(
    opened: Opener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions_folder().mkdir(parents=True)
    for number in range(6):
        recorded(sessions_folder() / f"{number}.outpace", seconds=60)
    controller = opened()
    cards = controller.shell.welcome.cards
    qtbot.waitUntil(lambda: all(card.result for card in cards), timeout=WAIT_MS)
    assert len(cards) == 4
    assert all(card._picture.pixmap().width() > 0 for card in cards)
    known = [entry for entry in controller.library.library.entries if entry.result]
    assert {entry.path for entry in known} == {card.recent.path for card in cards}, "only what is shown is read"
    controller.library.finish()

    def read_again(_filling: object, entry: object) -> None:
        raise AssertionError(f"{entry} is known")

    monkeypatch.setattr("app.ui.library.library_results.Filling._describe", read_again)
    later = opened(state="another.json")
    qtbot.waitUntil(lambda: all(card.result for card in later.shell.welcome.cards), timeout=WAIT_MS)
    assert [card.result for card in later.shell.welcome.cards] == [card.result for card in cards]
