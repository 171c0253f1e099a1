# SPDX-License-Identifier: Apache-2.0
"""Thresholds of a scenario: the list, and buttons to add a set or file of thresholds, and to remove all."""

from functools import partial
from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from app.model.mistakes import KeyPath
from app.model.thresholds import SETS, Threshold
from app.scenario.reading import ScenarioError
from app.scenario.threshold_sets import thresholds_of
from app.ui.editor.scenario_draft import Draft
from app.ui.workbench.localised_figures import message_text
from app.ui.workbench.threshold_marks import threshold_text
from app.ui.workbench.thresholds_dialog import LEVELS, SET_TITLES
from widgets.translation import tr

KEY: KeyPath = ("thresholds",)
MOST_SHOWN = 6


class ThresholdFields(QWidget):
    """List of thresholds. Individual thresholds are edited in the file; only whole sets are added or removed here."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.hint = QLabel()
        self.hint.setObjectName("hint")
        self.hint.setWordWrap(True)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.add = QPushButton(tr("Add a Set"))
        menu = QMenu(self.add)
        for name in SETS:
            menu.addAction(tr(SET_TITLES[name])).triggered.connect(partial(self._add_set, name))
        self.add.setMenu(menu)
        self.file = QPushButton(tr("Add from a File…"))
        self.file.clicked.connect(self._choose_file)
        self.clear = QPushButton(tr("Take Out All"))
        self.clear.setObjectName("link")
        self.clear.clicked.connect(lambda: draft.do(lambda writing: writing.remove(KEY)))
        line = QHBoxLayout()
        for button in (self.add, self.file, self.clear):
            button.setAutoDefault(False)
            line.addWidget(button)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.summary)
        column.addLayout(line)
        column.addWidget(self.hint)

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the draft, and remove the mistakes shown here from `mistakes`."""
        tables = self._draft.value(KEY) or []
        texts = [_text_of(table) for table in tables if isinstance(table, dict)]
        more = len(texts) - MOST_SHOWN
        lines = texts[:MOST_SHOWN] + ([tr("… and {rest} more").format(rest=more)] if more > 0 else [])
        self.summary.setText("\n".join(lines))
        self.summary.setVisible(bool(lines))
        self.clear.setVisible(bool(texts))
        wrong = [f"{_number_prefix(key)}{mistakes.pop(key)}" for key in list(mistakes) if key[:1] == KEY]
        self._show_hint("\n".join(wrong), wrong=bool(wrong))

    def put_in(self, reference: str) -> None:
        """Add the thresholds of a set, given by name, or of a file, given by path."""
        try:
            found = thresholds_of(reference)
        except ScenarioError as error:
            self._show_hint(message_text(error.message), wrong=True)
            return
        there = [table for table in self._draft.value(KEY) or [] if isinstance(table, dict)]
        added = [table for one in found if (table := _as_table(one)) not in there]
        self._draft.do(lambda writing: writing.put(KEY, [*there, *added]))

    def _add_set(self, name: str, _on: bool = False) -> None:
        self.put_in(name)

    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("A file of thresholds"), "", "TOML (*.toml)")
        if path:
            self.put_in(path)

    def _show_hint(self, text: str, *, wrong: bool) -> None:
        about = tr("Values that counters should not pass for some time; they are marked, and change no result.")
        self.hint.setText(text or about)
        if bool(self.hint.property("wrong")) != wrong:
            self.hint.setProperty("wrong", wrong)
            self.hint.style().unpolish(self.hint)
            self.hint.style().polish(self.hint)


def _as_table(threshold: Threshold) -> dict[str, Any]:
    """Return the table to write to a scenario: the counter, and all values other than defaults."""
    usual = Threshold(counter="")
    built: dict[str, Any] = msgspec.to_builtins(threshold)
    return {
        name: list(value) if isinstance(value, (list, tuple)) else value
        for name, value in built.items()
        if getattr(usual, name) != getattr(threshold, name)
    }


def _text_of(table: dict[str, Any]) -> str:
    try:
        threshold = msgspec.convert(table, Threshold)
    except msgspec.ValidationError:
        return str(table.get("counter", "?"))
    return f"{threshold_text(threshold)} ({tr(LEVELS[threshold.level])}) – {threshold.counter}"


def _number_prefix(key: KeyPath) -> str:
    number = key[1] if len(key) > 1 else None
    return f"{number + 1}: " if isinstance(number, int) else ""
