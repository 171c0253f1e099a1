# SPDX-License-Identifier: Apache-2.0
"""Presenter window on the operator's screen: the run's clock, the next step, notes and keys."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QGridLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.results.race_progress import race_progress
from app.scenario.recorded import scenario_key
from app.ui.presentation.presentation_keys import help_rows
from app.ui.presentation.visitor_texts import about_of
from app.ui.replay.follower import Follower
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import duration_text
from app.ui.workbench.run_progress import progress_of
from widgets.translation import tr

KEY = "presenter notes"
LONGEST = 20_000
"""Maximum number of characters of notes to store."""


class PresenterWindow(QWidget):
    """Presenter window, which can show any session; notes are stored per scenario."""

    def __init__(self, store: StateStore, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self.setObjectName("presenter")
        self.setWindowTitle(tr("Presenter's Notes"))
        self._store = store
        self._scenario = self._notes_key = ""
        self.title, self.clock, self.step = QLabel(), QLabel(), QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        for label, factor in ((self.title, 1.2), (self.clock, 3.0), (self.step, 1.2)):
            font = QFont(label.font())
            font.setPixelSize(round(QFontInfo(font).pixelSize() * factor))
            font.setBold(label is not self.step)
            label.setFont(font)
            label.setWordWrap(label is not self.clock)
        self.notes = QPlainTextEdit()
        self.notes.setAccessibleName(tr("Notes"))
        self.notes.setPlaceholderText(tr("Your notes on this comparison"))
        self.notes.setTabChangesFocus(True)
        self.notes.textChanged.connect(self._save_notes)
        keys = QGridLayout()
        keys.setColumnStretch(1, 1)
        for row, (key, meaning) in enumerate(help_rows()):
            bold = QLabel(f"<b>{key}</b>")
            meaning_label = QLabel(meaning)
            meaning_label.setObjectName("dim")
            keys.addWidget(bold, row, 0)
            keys.addWidget(meaning_label, row, 1)
        column = QVBoxLayout(self)
        for widget in (self.title, self.clock, self.step):
            column.addWidget(widget)
        column.addWidget(self.notes, 1)
        column.addLayout(keys)
        self.resize(520, 760)
        self.show_follower(None)

    def show_follower(self, follower: Follower | None) -> None:
        """Show the session's state at its current moment."""
        if follower is None or not follower.reader.systems:
            self.title.setText(tr("No session is open"))
            self.clock.clear()
            self.step.clear()
            self.notes.setEnabled(False)
            return
        reader, at_s = follower.reader, follower.now_s
        self.notes.setEnabled(True)
        self.title.setText(tr(reader.info.title))
        progress = progress_of(reader, at_s, live=follower.live)
        race = race_progress(reader, at_s) if reader.started else None
        if race is not None and race.began_s:
            self.clock.setText(duration_text(max(at_s - min(race.began_s.values()), 0.0)))
        elif progress.left_s > 0:
            self.clock.setText(tr("{time} left").format(time=duration_text(progress.left_s)))
        else:
            self.clock.setText(tr("ended") if reader.over else "")
        self.step.setText(progress.step)
        scenario = scenario_key(reader.info.scenario_toml) if reader.info.uuid != self._scenario else None
        if scenario is not None:
            self._scenario = reader.info.uuid
            about = [tr(reader.scenario.description) if reader.scenario.description else ""]
            about += [f"{system.name}: {about_of(system)}" for system in reader.systems if about_of(system)]
            blocked = self.notes.blockSignals(True)
            self._notes_key = f"{KEY} {scenario or reader.info.title}"
            self.notes.setPlainText(self._store.text(self._notes_key) or "\n".join(filter(None, about)))
            self.notes.blockSignals(blocked)

    def _save_notes(self) -> None:
        if self._scenario:
            self._store.put(self._notes_key, self.notes.toPlainText()[:LONGEST])
