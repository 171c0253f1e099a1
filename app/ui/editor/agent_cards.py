# SPDX-License-Identifier: Apache-2.0
"""Cards of the scenario's agents, the remote machines that drive load or are monitored, with their test results."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.model.agent_machine import AgentMachine
from app.model.mistakes import KeyPath
from app.scenario import drafting
from app.ui.editor import form_entries
from app.ui.editor.field_form import FieldForm, FieldGroup
from app.ui.editor.scenario_draft import Draft
from app.ui.workbench.run_status import check_text
from widgets.flow_layout import Flow
from widgets.tables.finding_table import RESULTS, SIGNS, FindingRow
from widgets.translation import tr

OF_AGENTS = ("agent", "agents", "reach")
"""Checks that concern agents."""
CARD_WIDTH = 370
MOST_CARDS = 4
COLUMNS = 2


class AgentCard(QFrame):
    """Card of one agent.

    Attributes:
        test_wanted: The user wants to check whether the agent is reachable and set up.
    """

    test_wanted = Signal()

    def __init__(self, draft: Draft, index: int) -> None:
        super().__init__()
        self.setObjectName("card")
        self.table: KeyPath = (*drafting.AGENTS, index)
        self.form = FieldForm(draft, [FieldGroup(self.table, AgentMachine, form_entries.AGENT)], columns=COLUMNS)
        self.test_button = _link(tr("Test"))
        self.test_button.setToolTip(tr("Log in there and see whether it has what it needs; nothing is changed"))
        self.test_button.clicked.connect(self.test_wanted)
        self.remove_button = remove = _link(tr("Remove"))
        remove.clicked.connect(lambda: self._remove(draft, index))
        self._state = QLabel()
        self._findings = QVBoxLayout()
        self._findings.setSpacing(6)
        foot = QHBoxLayout()
        foot.addWidget(self.test_button)
        foot.addWidget(self._state, 1)
        foot.addWidget(remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 8)
        column.setSpacing(8)
        column.addWidget(self.form)
        column.addLayout(self._findings)
        column.addStretch(1)
        column.addLayout(foot)
        self._name_buttons(draft, remove)

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the draft, and remove the mistakes shown here from `mistakes`."""
        self.form.refresh(mistakes)

    def begin_test(self) -> None:
        """Show that a test is running."""
        self._show_state(tr("testing…"), "")
        self.test_button.setEnabled(False)
        self.show_findings(())

    def end_test(self, rows: Sequence[FindingRow], failure: str = "") -> None:
        """Show the findings of a test, or in `failure` why there are none."""
        self.test_button.setEnabled(True)
        results = {row.result for row in rows}
        worst = next((one for one in RESULTS if one in results), "failed")
        said = {"failed": tr("not ready"), "warning": tr("ready, with a warning"), "passed": tr("ready")}
        self._show_state(said[worst], worst)
        self.show_findings(rows, failure)

    def forget_test(self) -> None:
        """Discard the test results; they do not apply to edited values."""
        if self.test_button.isEnabled():
            self._show_state("", "")
            self.show_findings(())

    def show_findings(self, rows: Sequence[FindingRow], failure: str = "") -> None:
        """Show the findings that did not pass, the most severe first."""
        while (item := self._findings.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if failure:
            self._findings.addWidget(_label(failure, "failed"))
        for row in sorted(rows, key=lambda row: RESULTS.index(row.result)):
            if row.result != "passed":
                text = f"{tr(SIGNS[row.result])} · {row.check}: {row.text}"
                self._findings.addWidget(_label(text, row.result))
                if row.remedy:
                    self._findings.addWidget(_label(row.remedy, ""))

    def _show_state(self, text: str, result: str) -> None:
        self._state.setText(text)
        self._state.setObjectName("result" if result else "hint")
        self._state.setProperty("result", result)
        self._state.style().unpolish(self._state)
        self._state.style().polish(self._state)

    def _name_buttons(self, draft: Draft, remove: QPushButton) -> None:
        name = str(draft.value((*self.table, "name"), ""))
        for button in (self.test_button, remove):
            button.setAccessibleName(f"{button.text()}: {name}")

    def _remove(self, draft: Draft, index: int) -> None:
        name = draft.value((*self.table, "name"), "")
        note = tr("The agent “{name}” was removed; nothing is driven from it any more.").format(name=name)
        draft.do(lambda writing: drafting.remove_agent(writing, index), note=note)


class AgentTest(QObject):
    """Shows the test of one agent in its card; implements the same interface as the panel of a full test."""

    cancelled = Signal()

    def __init__(self, card: "AgentCard") -> None:
        super().__init__(card)
        self._card = card
        self._rows: list[FindingRow] = []

    def begin(self) -> None:
        """Show that the test has started."""
        if isValid(self._card):  # the card may have been re-created meanwhile
            self._card.begin_test()

    def show_progress(self, task: str, done: float, total: float, text: str) -> None:
        """Ignore the progress because the test takes only seconds."""

    def set_findings(self, rows: Sequence[FindingRow]) -> None:
        """Keep the findings so far."""
        about = {check_text(check) for check in OF_AGENTS}
        self._rows = [row for row in rows if row.check in about]

    def end(self, summary: str, severity: str, text: str) -> None:
        """Show the result."""
        if isValid(self._card):
            self._card.end_test(self._rows, "" if self._rows else text or summary)


class AgentCards(QWidget):
    """Cards of all agents.

    Attributes:
        test_wanted: The user wants to test the agent at this index.
    """

    test_wanted = Signal(int)

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self._tables: list[Any] = []
        self.cards: list[AgentCard] = []
        self._about = _label(
            tr(
                "Other machines that drive the load over OpenSSH, or are watched. The host is called as ssh knows it; "
                "user, port, key and jump host belong into ssh's configuration. Without any agent this machine drives "
                "everything."
            ),
            "",
        )
        self.add_button = _link(tr("+ Add an Agent"))
        self.add_button.clicked.connect(self._add)
        self.hint = _label("", "failed")
        self.hint.hide()
        self._grid = Flow(CARD_WIDTH, spacing=12, most=MOST_CARDS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._about)
        column.addWidget(self._grid)
        column.addWidget(self.hint)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def refresh(self, mistakes: dict[KeyPath, str]) -> bool:
        """Show the draft; return whether any card was re-created. Shown mistakes are removed from `mistakes`."""
        found = self._draft.value(drafting.AGENTS, [])
        tables = [dict(one) for one in found if isinstance(one, dict)] if isinstance(found, list) else []
        anew = len(tables) != len(self.cards)
        if anew:
            old, self.cards = self.cards, [AgentCard(self._draft, index) for index in range(len(tables))]
            for index, card in enumerate(self.cards):
                card.test_wanted.connect(lambda index=index: self.test_wanted.emit(index))
            self._grid.set_widgets(self.cards)
            for card in old:
                card.hide()
                card.deleteLater()
        for card in self.cards:
            card.refresh(mistakes)
        for card, now, before in zip(self.cards, tables, self._tables, strict=False):
            if now != before:
                card.forget_test()
        self._tables = tables
        self._grid.setVisible(bool(tables))
        return anew

    def tell(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the remaining mistakes about agents, and remove them from `mistakes`."""
        keys = [key for key in mistakes if key[: len(drafting.AGENTS)] == drafting.AGENTS]
        texts = [mistakes.pop(key) for key in keys]
        self.hint.setText("\n".join(text[:1].upper() + text[1:] for text in texts))
        self.hint.setVisible(bool(texts))

    def _add(self) -> None:
        self._draft.do(drafting.add_agent)


def _label(text: str, result: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("hint")
    label.setProperty("wrong", result == "failed")
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _link(title: str) -> QPushButton:
    button = QPushButton(title)
    button.setObjectName("link")
    button.setAutoDefault(False)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
