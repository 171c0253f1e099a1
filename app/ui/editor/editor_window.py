# SPDX-License-Identifier: Apache-2.0
"""Scenario editor window: the form, next to it the test or the file's text, and buttons below.

It asks about unsaved changes before closing.
"""

from enum import Enum
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QFontDatabase, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.scenario import drafting
from app.scenario.estimate import run_time
from app.scenario.reading import checked
from app.scenario.writing import Writing, save_text
from app.ui.editor.agent_cards import AgentTest
from app.ui.editor.scenario_check import CheckPanel, Testing
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.scenario_files import SUFFIX, changed_elsewhere, remember_scenario, usual_path
from app.ui.editor.scenario_form import Form, estimate_text
from app.ui.start.running_engine import Starter
from app.ui.window.notice import NoticeBar
from app.ui.window.screen_fit import fit_to_screen, keep_on_screen
from app.ui.window.state import StateStore
from app.ui.window.theme import EDITOR_NAME
from widgets.text import ElidedLabel
from widgets.theme import Theme
from widgets.translation import tr


class Leaving(Enum):
    """Answers to the question about unsaved changes."""

    SAVE = "save"
    DISCARD = "discard"
    STAY = "stay"


def ask_overwriting(parent: QWidget, name: str) -> bool:
    """Ask whether to overwrite a file that another program has changed."""
    box = QMessageBox(parent)
    box.setWindowTitle(tr("Save the Scenario"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("{name} was changed by another program since it was opened here.").format(name=name))
    box.setInformativeText(tr("Overwriting loses those changes. “Save As…” keeps both."))
    over = box.addButton(tr("Overwrite"), QMessageBox.ButtonRole.DestructiveRole)
    back = box.addButton(tr("Keep Editing"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(back)
    box.setEscapeButton(back)
    box.exec()
    return box.clickedButton() is over


def ask_leaving(parent: QWidget, title: str) -> Leaving:
    """Ask what to do with unsaved changes; closing the question keeps the window open."""
    box = QMessageBox(parent)
    box.setWindowTitle(tr("Close the Scenario"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("“{title}” has changes that are not saved.").format(title=title))
    save = box.addButton(tr("Save"), QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton(tr("Don't Save"), QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton(tr("Keep Editing"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(save)
    box.setEscapeButton(stay)
    box.exec()
    answers = {save: Leaving.SAVE, discard: Leaving.DISCARD}
    clicked = box.clickedButton()
    return next((answer for button, answer in answers.items() if button is clicked), Leaving.STAY)


USUAL = (1240, 860)
SMALLEST = (640, 400)
SIDE_WIDTH = 420
GEOMETRY = "editor geometry"
REFRESH_MS = 0
FIRST = ("title",)
"""Field that initially has the focus: the title, at the top."""


class EditorWindow(QMainWindow):
    """Window of one scenario.

    Attributes:
        run_wanted: The user wants to run this scenario file.
        new_wanted: The user wants to create a scenario.
        open_wanted: The user wants to open another scenario.
        closed: The window was closed.
    """

    run_wanted = Signal(object)
    new_wanted = Signal()
    open_wanted = Signal()
    closed = Signal()

    def __init__(
        self, draft: Draft, store: StateStore, starter: Starter, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.draft = draft
        self._store = store
        draft.setParent(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(EDITOR_NAME)
        self._page = QWidget()
        self.notice = NoticeBar(self._page)
        self.form = Form(draft, theme)
        self.panel = CheckPanel()
        self.text = QPlainTextEdit()
        self.text.setObjectName("toml")
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(tr("Text of the scenario file"))
        self.testing = Testing(self, self.notice, self.panel, starter, theme)
        self._starter = starter
        self._agent_tests: list[Testing] = []
        self.side = QTabWidget()
        self.side.setObjectName("side")
        self.side.setDocumentMode(True)
        self.side.addTab(self.panel, tr("Test"))
        self.side.addTab(self.text, tr("File"))
        self.side.setMinimumWidth(SIDE_WIDTH * 3 // 4)
        self.side.hide()
        self.actions_ = self._create_actions()
        self._compose()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(REFRESH_MS)
        self._later.timeout.connect(self._refresh)
        draft.changed.connect(self._later.start)
        draft.changed.connect(self.panel.outdated)
        draft.refused.connect(self.notice.say)
        draft.noted.connect(self._offer_undo)
        self.form.agents.test_wanted.connect(self.test_agent)
        self.form.password_wanted.connect(self._store_passwords)
        self.panel.again.connect(self.test)
        self.set_theme(theme)
        saved = store.octets(GEOMETRY)
        if not (saved and self.restoreGeometry(QByteArray(saved))):
            self.resize(*USUAL)
        fit_to_screen(self, SMALLEST, framed=False)
        keep_on_screen(self, SMALLEST)
        self._refresh()
        self.form.focus(FIRST, reveal=False)

    # User actions

    def test(self) -> None:
        """Check the systems with the values in the form."""
        self.draft.look_again()
        self._refresh()
        if self._go_to_mistake():
            return
        assert self.draft.scenario is not None
        self.show_side(self.panel)
        self.testing.begin(self.draft, self.draft.scenario)

    def test_agent(self, index: int) -> None:
        """Check a single agent with the values in the form; several agents can be tested at the same time."""
        self._refresh()
        mistake = next((one.key for one in self.draft.mistakes if one.key[:2] == ("agents", index)), None)
        table = self.draft.value(("agents", index), {})
        text = drafting.agent_alone(table)
        scenario, _ = checked(Writing(text).document)
        if scenario is None:
            self.form.focus(mistake or ("agents", index, "host"))
            return
        card = self.form.agents.cards[index]
        testing = Testing(self, self.notice, AgentTest(card), self._starter, self._theme)
        self._agent_tests.append(testing)
        testing.begin_text(text, self.draft.folder, scenario)

    def save(self) -> bool:
        """Save the file, asking for a path if it has none; return whether it was saved."""
        path = self.draft.path
        if path is None:
            return self.save_as()
        if changed_elsewhere(path, self.draft.saved) and not ask_overwriting(self, path.name):
            return False
        return self._write(path)

    def save_as(self) -> bool:
        """Ask for a path and save the file; return whether it was saved."""
        usual = self.draft.path or usual_path(str(self.draft.value(("title",), "")))
        if self.draft.path is None:
            try:
                usual.parent.mkdir(parents=True, exist_ok=True)
            except OSError:
                usual = Path.home() / usual.name
        filters = tr("Scenarios (*.toml)")
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save the Scenario"), str(usual), filters)
        if not chosen:
            return False
        path = Path(chosen)
        return self._write(path if path.suffix else path.with_suffix(SUFFIX))

    def save_and_run(self) -> None:
        """Save the file if needed and run it. A new scenario gets a default file name."""
        self.draft.look_again()
        self._refresh()
        if self._go_to_mistake():
            return
        written = True
        if self.draft.path is None:
            path = usual_path(str(self.draft.value(("title",), "")))
            written = self._write(path)
        elif self.draft.dirty:
            written = self.save()
        if written and self.draft.path is not None:
            path = self.draft.path
            self.close()
            self.run_wanted.emit(path)

    def may_close(self) -> bool:
        """Ask what to do with unsaved changes; return whether the window may close."""
        if not self.draft.dirty:
            return True
        answer = ask_leaving(self, self._name)
        return answer is Leaving.DISCARD or (answer is Leaving.SAVE and self.save())

    def show_side(self, page: QWidget | None) -> None:
        """Show the test or the file's text next to the form; None hides the pane."""
        if page is not None:
            self.side.setCurrentWidget(page)
            if self.side.isHidden():
                self.side.show()
                self._splitter.setSizes([max(self.width() - SIDE_WIDTH, 1), SIDE_WIDTH])
        else:
            self.side.hide()
        self.actions_["side"].setChecked(not self.side.isHidden())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.form.set_theme(theme)
        self.testing.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, lambda: fit_to_screen(self, SMALLEST, framed=True))

    def changeEvent(self, event: QEvent) -> None:
        """Check the scenario again when the window is activated: a script it uses may have been edited elsewhere."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.draft.look_again()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        for testing in (self.testing, *self._agent_tests):
            testing.leave()
        self._store.put(GEOMETRY, bytes(self.saveGeometry().data()))
        event.accept()
        self.closed.emit()

    # Construction

    @property
    def _name(self) -> str:
        return str(self.draft.value(("title",), "")) or tr("Scenario")

    def _create_actions(self) -> dict[str, QAction]:
        bar = self.menuBar()
        file, edit, view = bar.addMenu(tr("&File")), bar.addMenu(tr("&Edit")), bar.addMenu(tr("&View"))
        actions: dict[str, QAction] = {}

        def add(menu: QMenu, key: str, label: str, keys: str) -> QAction:
            action = menu.addAction(label)
            action.setObjectName(key)
            action.setShortcut(QKeySequence(keys))
            actions[key] = action
            return action

        add(file, "new", tr("&New Scenario"), "Ctrl+N").triggered.connect(lambda _on=False: self.new_wanted.emit())
        add(file, "open", tr("&Open…"), "Ctrl+O").triggered.connect(lambda _on=False: self.open_wanted.emit())
        file.addSeparator()
        add(file, "save", tr("&Save"), "Ctrl+S").triggered.connect(lambda _on=False: self.save())
        add(file, "save_as", tr("Save &As…"), "Ctrl+Shift+S").triggered.connect(lambda _on=False: self.save_as())
        file.addSeparator()
        add(file, "test", tr("&Test"), "Ctrl+T").triggered.connect(lambda _on=False: self.test())
        add(file, "run", tr("Save and &Run"), "Ctrl+Return").triggered.connect(lambda _on=False: self.save_and_run())
        file.addSeparator()
        add(file, "close", tr("&Close"), "Ctrl+W").triggered.connect(lambda _on=False: self.close())
        add(edit, "undo", tr("&Undo"), "Ctrl+Z").triggered.connect(lambda _on=False: self.draft.undo())
        add(edit, "redo", tr("&Redo"), "Ctrl+Shift+Z").triggered.connect(lambda _on=False: self.draft.redo())
        side = add(view, "side", tr("Test and &File beside the Form"), "Ctrl+E")
        side.setCheckable(True)
        side.triggered.connect(lambda on: self.show_side(self.side.currentWidget() if on else None))
        return actions

    def _compose(self) -> None:
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.addWidget(self.form)
        self._splitter.addWidget(self.side)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setCollapsible(0, False)
        self._estimate = ElidedLabel()
        self._estimate.setAccessibleName(tr("Estimate of the run time"))
        self._problem = QPushButton()
        self._problem.setObjectName("problem")
        self._problem.clicked.connect(lambda _on=False: self._go_to_mistake())
        self._where = QLabel()
        self._where.setObjectName("dim")
        self._where.setTextFormat(Qt.TextFormat.PlainText)
        self.test_button = self._button("test", tr("Test"))
        self.save_button = self._button("save", tr("Save"))
        self.run_button = self._button("run", tr("Save and Run"))
        self.run_button.setObjectName("primary")
        foot = QWidget()
        foot.setObjectName("foot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(foot)
        row.setContentsMargins(20, 10, 20, 10)
        row.setSpacing(10)
        row.addWidget(self._estimate, 1)
        row.addWidget(self._problem)
        for button in (self.test_button, self.save_button, self.run_button):
            row.addWidget(button)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        whole = QVBoxLayout(self._page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._splitter)
        column.addWidget(self._page, 1)
        column.addWidget(foot)
        self.setCentralWidget(centre)
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(14, 0, 14, 0)
        bar.messageChanged.connect(lambda text: bar.setVisible(bool(text)))
        bar.hide()

    def _button(self, key: str, label: str) -> QPushButton:
        button = QPushButton(label)
        action = self.actions_[key]
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{label} ({keys})")
        button.clicked.connect(lambda _on=False: action.trigger())
        return button

    # Display

    def _refresh(self) -> None:
        self._later.stop()
        draft = self.draft
        self.form.refresh()
        if self.text.toPlainText() != draft.text:
            at = self.text.verticalScrollBar().value()
            self.text.setPlainText(draft.text)
            self.text.verticalScrollBar().setValue(at)
        scenario, number = draft.scenario, len(draft.mistakes)
        self._estimate.setText(estimate_text(run_time(scenario)) if scenario is not None and not number else "")
        self._problem.setVisible(number > 0)
        self._problem.setText(tr("1 error to fix") if number == 1 else tr("{n} errors to fix").format(n=number))
        self.actions_["undo"].setEnabled(draft.can_undo)
        self.actions_["redo"].setEnabled(draft.can_redo)
        place = draft.path.name if draft.path is not None else tr("not saved yet")
        self.setWindowTitle(f"{self._name} ({place})[*] – Outpace")
        self.setWindowModified(draft.dirty)
        self.statusBar().showMessage("" if draft.path is None else str(draft.path))

    def _go_to_mistake(self) -> bool:
        """Focus the first mistake; return whether there is one."""
        if not self.draft.mistakes:
            return False
        key = self.form.first_mistake()
        if key is None or not self.form.focus(key):
            self.form.verticalScrollBar().setValue(self.form.verticalScrollBar().maximum())
        return True

    def _write(self, path: Path) -> bool:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            save_text(path, self.draft.text)
        except OSError as error:
            template = tr("{path} can't be written: {reason}. Save it in another folder.")
            self.notice.say(template.format(path=path, reason=error.strerror or error))
            return False
        self.draft.saved_as(path)
        remember_scenario(self._store, path)
        self._store.put("scenario", str(path))
        number = len(self.draft.mistakes)
        self.notice.say(tr("Saved: {path}").format(path=path), "info")
        if number:
            text = tr("Saved. To run it, first fix what is marked in red.")
            self.notice.say(text, "warning")
        return True

    def _offer_undo(self, text: str) -> None:
        def undo() -> None:
            self.notice.hide()
            self.draft.undo()

        self.notice.say(text, "info", offers=[(tr("Undo"), undo)])

    def _store_passwords(self) -> None:
        self._refresh()
        if not self._go_to_mistake():
            self.testing.store_passwords(self.draft)
