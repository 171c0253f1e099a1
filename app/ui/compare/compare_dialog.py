# SPDX-License-Identifier: Apache-2.0
"""Dialog for creating a comparison: the systems of each session to compare, the baseline and the alignment.

It lists the differences between the chosen systems.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.imports.joining.combined_session import Alignment
from app.imports.joining.session_comparison import MOST_COLUMNS
from app.imports.source import ImportedFileError
from app.session.session_error import SessionError
from app.ui.compare.compared_systems import BASELINE, Candidate, Chosen, candidate_of, chosen_columns, same_times
from app.ui.compare.comparison_session import CompareRequest, FinishedComparison, make_comparison
from app.ui.compare.differences import Differences, differences_of
from app.ui.compare.differences_dialog import DifferenceTable
from app.ui.window.background import BackgroundThread, Task, Underway
from app.ui.window.help_window import offer_help
from app.ui.workbench.localised_figures import duration_text, message_text
from app.ui.workbench.run_status import sentence
from widgets.theme import Theme
from widgets.translation import marked, tr

PLACE = Qt.ItemDataRole.UserRole
"""Item data role of a session's path, or of a system's (path, letter)."""
Mark = tuple[Path, str]


class SessionChoice(QWidget):
    """Checkable list of sessions and their systems, in chronological order.

    Attributes:
        changed: The selection changed, or a session was loaded.
    """

    changed = Signal()

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        """Create the list; `folder` is the initial folder of the dialog for adding sessions."""
        super().__init__(parent)
        self._folder = folder
        self._sessions: list[Candidate] = []
        self._marked: set[Mark] = set()
        self._wrong: dict[Path, str] = {}
        self._reading: set[Path] = set()
        self._worker = BackgroundThread(self)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Sessions and their systems"))
        self.tree.setHeaderLabels([tr("Sessions and their systems"), tr("Column")])
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setIndentation(18)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemChanged.connect(self._handle_tick)
        self.tree.currentItemChanged.connect(lambda *_items: self._enable())
        self.add_button, self.remove_button = QPushButton(tr("&Add Sessions…")), QPushButton(tr("&Remove"))
        beside = QHBoxLayout()
        for button, do in ((self.add_button, self._choose), (self.remove_button, self._remove)):
            button.setAutoDefault(False)
            button.clicked.connect(do)
            beside.addWidget(button)
        beside.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tree, 1)
        column.addLayout(beside)
        self._enable()

    @property
    def reading(self) -> bool:
        """True while sessions are being read."""
        return bool(self._reading)

    @property
    def columns(self) -> list[Chosen]:
        """Chosen systems, each a column of the comparison."""
        places = {session.path: number for number, session in enumerate(self._sessions)}
        return chosen_columns(self._sessions, [(places[path], letter) for path, letter in self._marked])

    @property
    def wrong(self) -> list[str]:
        """Error messages of sessions that cannot be compared."""
        return list(self._wrong.values())

    def add(self, paths: Sequence[Path]) -> None:
        """Read sessions in the background."""
        for path in paths:
            if path not in self._reading and all(one.path != path for one in self._sessions):
                self._read(path)
        self.changed.emit()

    def _read(self, path: Path) -> None:
        self._reading.add(path)
        self._wrong.pop(path, None)
        task = Task(lambda: candidate_of(path), (SessionError, ImportedFileError, OSError), self)
        task.done.connect(self._add_candidate)
        task.failed.connect(lambda text: self._show_unreadable(path, text))
        task.start(self._worker)

    def tick(self, path: Path, letter: str, *, on: bool = True) -> None:
        """Include a system of a session, or exclude it."""
        (self._marked.add if on else self._marked.discard)((path, letter))
        self._show()

    def _add_candidate(self, found: object) -> None:
        assert isinstance(found, Candidate)
        self._reading.discard(found.path)
        self._sessions.append(found)
        self._sessions.sort(key=lambda one: (one.started, one.view_s[1], str(one.path)))
        room = MOST_COLUMNS - len(self._marked)
        self._marked |= {(found.path, system.letter) for system in found.systems[: max(room, 0)]}
        self._show()

    def _show_unreadable(self, path: Path, text: str) -> None:
        self._reading.discard(path)
        self._wrong[path] = text
        self._show()

    def _show(self) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        letters = {(one.session.path, one.system.letter): one.letter for one in self.columns}
        for session in self._sessions:
            text = f"{session.title} · {session.when} · {duration_text(session.length_s)}"
            top = QTreeWidgetItem(self.tree, [text])
            top.setData(0, PLACE, session.path)
            top.setToolTip(0, f"{text}\n{session.path}")
            for system in session.systems:
                mark = session.path, system.letter
                item = QTreeWidgetItem(top, [system.name, letters.get(mark, "")])
                item.setFlags(
                    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
                )
                item.setCheckState(0, Qt.CheckState.Checked if mark in self._marked else Qt.CheckState.Unchecked)
                item.setData(0, PLACE, mark)
                item.setToolTip(0, system.name)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignCenter)
            top.setExpanded(True)
        for path, text in self._wrong.items():
            item = QTreeWidgetItem(self.tree, [tr("{file}: can't be compared").format(file=path.name)])
            item.setData(0, PLACE, path)
            item.setToolTip(0, text)
        self.tree.blockSignals(False)
        self._enable()
        self.changed.emit()

    def _handle_tick(self, item: QTreeWidgetItem, column: int) -> None:
        mark = item.data(0, PLACE)
        if column == 0 and isinstance(mark, tuple):
            self.tick(mark[0], mark[1], on=item.checkState(0) is Qt.CheckState.Checked)

    def _choose(self) -> None:
        folder = str(self._sessions[0].path.parent if self._sessions else self._folder)
        filters = tr("Outpace sessions (*.outpace)")
        found, _ = QFileDialog.getOpenFileNames(self, tr("Choose sessions"), folder, filters)
        self.add([Path(path) for path in found])

    def _remove(self) -> None:
        item = self.tree.currentItem()
        if item is None:
            return
        place = item.data(0, PLACE)
        path: Path = place[0] if isinstance(place, tuple) else place
        self._sessions = [one for one in self._sessions if one.path != path]
        self._marked = {mark for mark in self._marked if mark[0] != path}
        self._wrong.pop(path, None)
        self._show()

    def _enable(self) -> None:
        self.remove_button.setEnabled(self.tree.currentItem() is not None)


ALIGNMENTS: tuple[tuple[str, Alignment], ...] = (
    (marked("The start"), "start"),
    (marked("Start of measurement"), "measure"),
    (marked("Each step of the sweep"), "step"),
)
SIDE_BY_SIDE = 3
"""Maximum number of systems for which side-by-side display is the default."""
SIZE = (1120, 640)


class CompareDialog(QDialog):
    """Dialog that sets `comparison` before it emits `finished(1)`."""

    def __init__(self, sessions: Sequence[Path], theme: Theme, folder: Path, parent: QWidget | None = None) -> None:
        """Create the dialog; `folder` contains the saved sessions."""
        super().__init__(parent)
        self._folder = folder
        self.setWindowTitle(tr("Compare Sessions"))
        self.comparison: FinishedComparison | None = None
        self._differences = Differences((), (), (), ())
        self._against: tuple[Path, str] | None = None
        self._shape_chosen = False
        self.choice = SessionChoice(folder)
        self.baseline, self.alignment, self.shape = QComboBox(), QComboBox(), QComboBox()
        self.baseline.activated.connect(self._choose_baseline)
        for text, alignment in ALIGNMENTS:
            self.alignment.addItem(tr(text), alignment)
        self.shape.addItem(tr("Side by side, in columns"), False)
        self.shape.addItem(tr("Overlaid, in one chart"), True)
        self.shape.activated.connect(self._choose_shape)
        self.title = QLineEdit()
        self.keep = QCheckBox(tr("&Keep the comparison among the sessions"))
        self.sentences = QLabel()
        self.sentences.setWordWrap(True)
        self.sentences.setTextFormat(Qt.TextFormat.PlainText)
        self.sentences.setStyleSheet(f"color: {theme.chart.warning}")
        self.table = DifferenceTable(theme)
        self.only = QCheckBox(tr("&Only what differs"))
        self.only.setChecked(True)
        self.only.toggled.connect(self.table.set_only_differences)
        self.work = Underway()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "compare")
        self.compare_button = self.buttons.addButton(tr("Compare"), QDialogButtonBox.ButtonRole.ActionRole)
        self.compare_button.setObjectName("primary")
        self.compare_button.setDefault(True)
        self.compare_button.clicked.connect(self.begin)
        self.buttons.rejected.connect(self.reject)
        self._compose()
        self.choice.changed.connect(self._check)
        self.work.begun.connect(self._show_busy)
        self.work.over.connect(self._show_busy)
        self.work.done.connect(self._finish)
        self.work.stopped.connect(super().reject)
        self._check()
        self.choice.add(sessions)

    @property
    def problem(self) -> str:
        """Error message or hint about missing input; "" if absent."""
        return self.work.text

    @property
    def differences(self) -> Differences:
        """Differences between the chosen columns."""
        return self._differences

    def begin(self) -> None:
        """Create the comparison in the background."""
        columns = tuple(self.choice.columns)
        request = CompareRequest(
            columns=columns,
            baseline=str(self.baseline.currentData()),
            alignment=self.alignment.currentData(),
            title=self.title.text().strip() or self.title.placeholderText(),
            overlay=bool(self.shape.currentData()),
            differences=self._differences,
            keep_in=self._folder if self.keep.isChecked() else None,
        )
        self.work.begin(lambda progress: make_comparison(request, progress))

    def reject(self) -> None:
        """Cancel creating the comparison, or close the dialog. A canceled comparison leaves no file."""
        if self.work.busy:
            self.work.stop()
        else:
            super().reject()

    def _check(self) -> None:
        columns = self.choice.columns
        self._differences = differences_of(columns) if len(columns) > 1 else Differences((), (), (), ())
        self._offer_baselines(columns)
        self._offer_alignments(columns)
        if not self._shape_chosen:
            self.shape.setCurrentIndex(int(len(columns) > SIDE_BY_SIDE))
        titles = list(dict.fromkeys(column.session.title for column in columns))
        self.title.setPlaceholderText(tr("{title}, compared").format(title=titles[0]) if titles else "")
        found = self._differences
        lines = [*found.impossible, *found.unfair, *found.notes]
        self.sentences.setText("\n".join(sentence(message_text(line)) for line in lines))
        self.sentences.setVisible(bool(lines))
        self.table.show_rows(found.rows, [(column.letter, column.name) for column in columns])
        self._differs.setVisible(bool(found.rows))
        self._nothing.setVisible(not found.rows)
        missing, wrong = self._missing_text(columns), self.choice.wrong
        self.compare_button.setEnabled(not missing and not self.work.busy and not self.choice.reading)
        if wrong:
            self.work.say("\n".join([*wrong, missing]).strip())
        else:
            self.work.hint(missing)

    def _missing_text(self, columns: Sequence[Chosen]) -> str:
        if self.choice.reading:
            return ""
        if len({column.candidate for column in columns}) < 2:
            return tr("Choose systems of at least two sessions.")
        if len(columns) > MOST_COLUMNS:
            return tr("{count} systems selected: at most {most} fit side by side.").format(
                count=len(columns), most=MOST_COLUMNS
            )
        if (same := same_times(columns)) is not None:
            return tr(
                "{one} and {other} are the same time of the same run: there is nothing to compare. Add another "
                "session, or a snapshot of another time."
            ).format(one=same[0].letter, other=same[1].letter)
        return ""

    def _offer_baselines(self, columns: Sequence[Chosen]) -> None:
        """List the baselines; keep the selection if possible, else select the first former baseline."""
        self.baseline.clear()
        for column in columns:
            self.baseline.addItem(f"{column.letter} · {column.name}", column.letter)
        places = {(column.session.path, column.system.letter): number for number, column in enumerate(columns)}
        usual = next((n for n, column in enumerate(columns) if column.system.role == BASELINE), 0)
        self.baseline.setCurrentIndex(places.get(self._against, usual) if self._against else usual)

    def _choose_baseline(self, index: int) -> None:
        column = self.choice.columns[index]
        self._against = column.session.path, column.system.letter

    def _choose_shape(self, _index: int) -> None:
        self._shape_chosen = True

    def _offer_alignments(self, columns: Sequence[Chosen]) -> None:
        """List the alignments: parts of one run are aligned only at their starts, and only sweeps have steps."""
        pieces = bool(columns) and all(column.piece_s is not None for column in columns)
        self.alignment.setEnabled(not pieces)
        self.alignment.setToolTip(tr("Parts of one run are aligned at their starts.") if pieces else "")
        self.alignment.setItemText(0, tr("Start of each part") if pieces else tr(ALIGNMENTS[0][0]))
        if pieces:
            self.alignment.setCurrentIndex(0)
        steps = all(
            column.session.plan is not None and column.session.plan.results.by_steps for column in columns
        ) and bool(columns)
        index = self.alignment.findData("step")
        if steps and index < 0:
            self.alignment.addItem(tr(ALIGNMENTS[2][0]), "step")
            self.alignment.setCurrentIndex(self.alignment.findData("step"))
        elif not steps and index >= 0:
            self.alignment.removeItem(index)

    def _show_busy(self) -> None:
        busy = self.work.busy
        self._inputs.setEnabled(not busy)
        self.compare_button.setEnabled(not busy)
        self.compare_button.setText(tr("Comparing…") if busy else tr("Compare"))

    def _finish(self, comparison: object) -> None:
        self.comparison = comparison if isinstance(comparison, FinishedComparison) else None
        self.accept()

    def _compose(self) -> None:
        self._inputs = QWidget()
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("&Baseline"), self.baseline)
        form.addRow(tr("&Line up on"), self.alignment)
        form.addRow(tr("&Show"), self.shape)
        form.addRow(tr("&Title"), self.title)
        form.addRow("", self.keep)
        for combo in (self.baseline, self.alignment, self.shape):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(24)
        heading = QHBoxLayout()
        label = QLabel(tr("What differs"))
        label.setProperty("heading", True)
        heading.addWidget(label)
        heading.addStretch()
        heading.addWidget(self.only)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self.choice, 1)
        left.addLayout(form)
        left.setSpacing(12)
        right.setContentsMargins(0, 0, 0, 0)
        right.addLayout(heading)
        right.addWidget(self.sentences)
        right.addWidget(self.table, 1)
        self._differs = QWidget()
        self._differs.setLayout(right)
        self._nothing = QLabel(
            tr(
                "Add another session, of the same systems or others.\nThe differences between them are "
                "then listed here."
            )
        )
        self._nothing.setObjectName("welcomeText")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self._inputs)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(18)
        row.addLayout(left, 2)
        row.addWidget(self._differs, 3)
        row.addWidget(self._nothing, 3)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(self._inputs, 1)
        column.addWidget(self.work)
        column.addWidget(self.buttons)
        self.resize(*SIZE)
