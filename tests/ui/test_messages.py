# SPDX-License-Identifier: Apache-2.0
"""Run messages in the German window: a lost worker, warnings and an invalid result, without any English."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QGroupBox, QLabel, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.control.link import ControlError, start_engine
from app.model.events import (
    BusyWorker,
    DriverLimits,
    Errors,
    Outage,
    RowsDiffer,
    ServerBack,
    ServerLost,
    SessionOnDevice,
    TargetPlace,
    WorkerDied,
    WorkerReplaced,
)
from app.model.messages import Message, Sentence
from app.session.library import Library
from app.session.reader import SessionReader
from app.ui.library.library_list import explanation
from app.ui.start.questions import listed
from app.ui.start.running_engine import failure_message
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.run_status import ending_message, messages_text, outages_at
from tests.support.recorded import PAIR, SECOND, SyntheticRun
from tests.support.ui_window import Opener, settled
from widgets.text import ElidedLabel

PLACE = TargetPlace(system="B")
ENGLISH = re.compile(r"\b(the|is|was|were|worker|died|away|since|from|of|orders|limits|its|users|takes)\b")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Record a run that lost a worker and, for a while, a server, and ended invalid and with warnings."""
    run = SyntheticRun(tmp_path / "run.outpace", PAIR)
    run.seconds(8)
    died, replaced = WorkerDied(place=PLACE, worker=0, exit_code=-9), WorkerReplaced(place=PLACE, worker=1, before=0)
    error = Sentence(text="gone")
    lost = ServerLost(place=PLACE, from_s=5, error=error)
    for message in (died, replaced, lost):
        run.writer.event(run.start_ns + 5 * SECOND, message, severity="error", system=2)
    run.writer.event(run.start_ns + 7 * SECOND, ServerBack(place=PLACE, seconds=2), severity="warning", system=2)
    reasons: list[Message] = [
        Outage(place=PLACE, from_s=5, to_s=7, hangs=False),
        died,
        RowsDiffer(place=PLACE, added=259, expected=238),
    ]
    busy = BusyWorker(worker=0, share=0.8, limit=0.7)
    limits = DriverLimits(system="A", reasons=(busy,), invalid=False, measured=True)
    warnings: list[Message] = [SessionOnDevice(), limits, Errors(system="A", errors=1, orders=1234)]
    return run.finish(valid=False, reasons=reasons, warnings=warnings)


@pytest.mark.usefixtures("german")
def test_messages_are_in_german_with_local_figures_and_system_names(path: Path) -> None:
    with SessionReader.open(path) as reader:
        assert reader.end is not None
        texts = messages_text(reader, [*reader.end.reasons, *reader.end.warnings])
        texts += messages_text(reader, [event.message for event in reader.events if event.system == 2])
        texts += outages_at(reader, 6).values()
        ending = ending_message(reader)
    assert ending is not None
    texts.append(ending[0])
    english = [text for text in texts if ENGLISH.search(text)]
    assert not english
    assert "B (Write-ahead log) war von 5 s bis 7 s nicht erreichbar" in texts
    assert "A (Rollback journal): 1 Fehler bei 1.234 Bestellungen" in texts
    assert "Nicht erreichbar seit 5 s" in texts


def visible_texts(window: QWidget) -> list[str]:
    """Return all text of a window: visible widgets, their tooltips, and actions."""
    texts = [action.text() for action in window.findChildren(QAction)]
    for widget in (one for one in window.findChildren(QWidget) if one.isVisible()):
        texts.append(widget.toolTip())
        if isinstance(widget, (QLabel, QAbstractButton, ElidedLabel)):
            texts.append(widget.text())
        elif isinstance(widget, QGroupBox):
            texts.append(widget.title())
        elif isinstance(widget, (QTextEdit, QPlainTextEdit)):
            texts.append(widget.toPlainText())
    return [text for text in texts if text]


@pytest.mark.usefixtures("german")
def test_german_window_of_an_invalid_run_has_no_english_text(path: Path, opened: Opener, qtbot: QtBot) -> None:
    controller = settled(opened(path), qtbot)
    window = controller.shell
    texts = visible_texts(window)
    assert not [text for text in texts if ENGLISH.search(text)]
    assert any("Arbeitsprozess 0" in text for text in texts)
    assert any("Dieser Lauf ist nicht gültig" in text for text in texts)


@pytest.mark.usefixtures("german")
def test_engine_startup_failure_is_reported_in_german(tmp_path: Path) -> None:
    scenario = tmp_path / "wrong.toml"
    scenario.write_text('title = "No Systems"\n', encoding="utf-8")
    engine = start_engine(["run", str(scenario), "--session", str(tmp_path / "never.outpace")])
    try:
        assert engine.wait(60)
        failure = engine.failure()
        assert failure is not None
        text = failure_message(failure).replace(str(tmp_path), "")
    finally:
        engine.release()
    assert "wrong.toml" in text
    assert "fehlt" in text
    assert not ENGLISH.search(text), text
    with pytest.raises(ControlError) as refused:
        listed(str(tmp_path / "none.toml"))
    text = error_text(refused.value).replace(str(tmp_path), "")
    assert "none.toml" in text
    assert not ENGLISH.search(text), text


@pytest.mark.usefixtures("german")
def test_unreadable_library_file_is_explained_in_german(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    (folder / "text.outpace").write_text("no session at all", encoding="utf-8")
    for _ in range(2):  # as read from the file, and as stored in the index
        library = Library(folder, tmp_path / "index.sqlite")
        library.refresh()
        entry = library.entry(folder / "text.outpace")
        assert entry is not None
        text = explanation(entry).replace(str(tmp_path), "")
        library.close()
        assert "text.outpace ist" in text
        assert not ENGLISH.search(text), text
