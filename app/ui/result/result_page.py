# SPDX-License-Identifier: Apache-2.0
"""Result page of a session: one sentence, then the pictures that prove it, then the facts that it rests on."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.report.content import Block, Chart, DrawingGrid, Heading, Masthead, NewPage, ReportTable, VerdictBlock, tidied
from app.report.first_page import first_page
from app.report.review import latency_part, load_part
from app.report.storage_section import storage_part
from app.report.timelines import time_charts
from app.results.headline_text import HeadlineText, StatementText, headline_text
from app.results.session_headline import study_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.result.block_widgets import BlockBuilder, BlockCard
from app.ui.window.background import Task
from app.ui.window.icons import line_icon
from app.ui.workbench.counter_catalogue import system_color
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE
from widgets.fonts import display
from widgets.theme import NARROW, RESULT_SENTENCE, Theme
from widgets.translation import marked, tr

SENTENCE_NARROW = 30
"""Font size of the sentence in a narrow window, in pixels."""
_RATIO = re.compile(r"[<>]?\s?[\d.,\u202f\u00a0]*\d×")
NOTES, TESTED = marked("Notes"), marked("What was tested")
"""Headings of the report's first page."""


@dataclass(frozen=True, slots=True)
class SessionResult:
    """Result of a session.

    Attributes:
        text: Sentences, with what they rest on.
        blocks: The blocks of the report that the page shows.
    """

    text: HeadlineText
    blocks: tuple[Block, ...]


def result_of(path: Path) -> SessionResult:
    """Return the result of a session. Reads all of it; do not call this in the GUI thread. Raises SessionError."""
    with SessionReader.open(path) as reader:
        study = study_of([reader])
        headline = study_headline(study, [reader])
        blocks: list[Block] = list(first_page(study, headline))
        blocks += time_charts(reader, study, 0)[:1] if not study.points else ()
        blocks += list(storage_part(study, [reader])) or load_part(study)
        blocks += latency_part(study)
        shown = tuple(block for block in tidied(blocks) if not isinstance(block, Masthead | VerdictBlock | NewPage))
        return SessionResult(headline_text(headline, WINDOW_LANGUAGE), shown)


class ResultPage(QScrollArea):
    """Result of the session; it is read in the background.

    Attributes:
        slide_requested: The user wants the image for a slide.
        report_requested: The user wants a report.
        closed: The user wants to see the charts.
    """

    slide_requested = Signal()
    report_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: object = None
        self._path: Path | None = None
        self._result: SessionResult | None = None
        self._reader: SessionReader | None = None
        self.setAccessibleName(tr("Result"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.sentence.setWordWrap(True)
        self.basis = QLabel()
        self.basis.setTextFormat(Qt.TextFormat.PlainText)
        self.basis.setWordWrap(True)
        self.basis.setObjectName("resultBasis")
        self.slide_button = QPushButton(tr("Copy Slide"))
        self.slide_button.clicked.connect(self.slide_requested)
        self.report_button = QPushButton(tr("Save Report…"))
        self.report_button.clicked.connect(self.report_requested)
        said = QVBoxLayout()
        said.setSpacing(6)
        said.addWidget(self.sentence)
        said.addWidget(self.basis)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addLayout(said, 1)
        for button in (self.slide_button, self.report_button):
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        board = QWidget()
        board.setAutoFillBackground(False)
        self._column = QVBoxLayout(board)
        self._column.setContentsMargins(24, 20, 24, 24)
        self._column.setSpacing(12)
        self._column.addLayout(top)
        self._column.addSpacing(6)
        self._parts = QWidget()
        self._column.addWidget(self._parts)
        self._column.addStretch()
        self.setWidget(board)
        self._draw_icons()
        self.clear()

    @property
    def result(self) -> SessionResult | None:
        """Result shown; None while it is being read."""
        return self._result

    def clear(self) -> None:
        """Show nothing, because another session is shown."""
        self._state = self._path = self._result = self._reader = None
        self.sentence.clear()
        self.basis.clear()
        self._set_parts([])

    def set_theme(self, theme: Theme) -> None:
        """Show the result in this theme."""
        self._theme = theme
        self._draw_icons()
        self._build()

    def refresh(self, reader: SessionReader) -> None:
        """Show the result of a session, as far as it is recorded."""
        state = (reader.path, reader.over, len(reader.phases) if not reader.over else 0)
        self._reader = reader
        if state == self._state:
            return
        self._state, path = state, reader.path
        if path != self._path:
            self._path, self._result = path, None
            self._say(tr("Reading the result…"), "")
            self._set_parts([])
        task = Task(lambda: result_of(path), (SessionError, OSError), self)
        task.done.connect(lambda found: self._show(path, found))
        task.failed.connect(lambda text: self._fail(path, text))
        task.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (event.size().width() < NARROW) != (event.oldSize().width() < NARROW):
            self._build()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self.widget() is not None:
            self._show_sentence()

    def _show(self, path: Path, found: object) -> None:
        if path == self._path and isinstance(found, SessionResult):
            self._result = found
            self._build()

    def _fail(self, path: Path, text: str) -> None:
        if path == self._path:
            self._say(tr("No result"), text)

    def _build(self) -> None:
        """Build the page of the result."""
        result, reader = self._result, self._reader
        if result is None or reader is None:
            return
        self._show_sentence()
        colors = {system.letter: system_color(system, self._theme) for system in reader.systems}
        builder = BlockBuilder(self._theme, colors)
        self._set_parts(_arranged(builder, result.blocks, wide=self.width() >= NARROW))

    def _show_sentence(self) -> None:
        result, reader = self._result, self._reader
        if result is None or reader is None:
            return
        colors = {system.letter: system_color(system, self._theme) for system in reader.systems}
        names = {system.letter: system.name for system in reader.systems}
        lines = [_colored(one, colors.get(one.leader, ""), names.get(one.leader, "")) for one in result.text.statements]
        self._say("<br>".join(lines), result.text.small, plain=result.text.main)

    def _say(self, sentence: str, basis: str, plain: str = "") -> None:
        font = QFont(self.font())
        font.setPixelSize(RESULT_SENTENCE if self.width() >= NARROW else SENTENCE_NARROW)
        font = display(font)
        font.setWeight(QFont.Weight.DemiBold)
        self.sentence.setFont(font)
        self.sentence.setText(sentence)
        self.sentence.setAccessibleName(plain or sentence)
        self.basis.setText(basis)

    def _draw_icons(self) -> None:
        self.slide_button.setIcon(line_icon("slide", self._theme.label))
        self.report_button.setIcon(line_icon("report", self._theme.label))

    def _set_parts(self, widgets: Sequence[QWidget]) -> None:
        parts = QWidget()
        column = QVBoxLayout(parts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in widgets:
            column.addWidget(widget)
        self._column.replaceWidget(self._parts, parts)
        self._parts.hide()
        self._parts.deleteLater()
        self._parts = parts


def _arranged(builder: BlockBuilder, blocks: Sequence[Block], *, wide: bool) -> list[QWidget]:
    """Return the page's rows: the first chart next to the small ones, and the notes next to the figures."""
    rest = list(blocks)
    first = next((one for one in rest if isinstance(one, Chart)), None)
    small = next((one for one in rest if isinstance(one, DrawingGrid)), None)
    notes = _section(rest, NOTES)
    rows: list[QWidget] = []
    if first is not None:
        rest.remove(first)
        if small is not None and small.charts:
            rest.remove(small)
            rows.append(_side_by_side(builder.widgets([first]), [builder.stacked(small, wide=wide)], wide=wide))
        else:
            rows += builder.widgets([first])
    trust = BlockCard(marked("How far to trust it"))
    texts = [(text, "warning") for block in notes for text in getattr(block, "texts", ())]
    before = [one for one in rest if isinstance(one, Heading)][:1]
    position = rest.index(before[0]) if before else len(rest)
    table = next((one for one in rest[:position] if isinstance(one, ReportTable)), None)
    remarks = [one for one in rest[:position] if one is not table and not isinstance(one, Chart | DrawingGrid)]
    for block in remarks:
        content = builder.content(block)
        if content is not None:
            trust.column.addWidget(content)
    if texts:
        trust.column.addWidget(builder.items([(text, "warning") for text, _ in texts]))
    figures = BlockCard(marked("Figures"))
    if table is not None and (content := builder.content(table)) is not None:
        figures.column.addWidget(content)
    for card in (figures, trust):
        card.column.addStretch()
    rows.append(_side_by_side([figures] if table is not None else [], [trust], wide=wide))
    left = [one for one in rest if one not in remarks and one is not table and one not in notes]
    over_time, tested = [one for one in left if isinstance(one, Chart)][:1], _section(left, TESTED)
    if over_time and tested:
        left = [one for one in left if one not in over_time and one not in tested]
        rows.append(_side_by_side(builder.widgets(over_time), builder.widgets(tested), wide=wide))
    return rows + builder.widgets(left)


def _section(blocks: Sequence[Block], heading: str) -> list[Block]:
    """Return a heading and the text and tables below it, up to the next one."""
    found: list[Block] = []
    inside = False
    for block in blocks:
        if isinstance(block, Heading):
            inside = block.text == heading
        if inside and not isinstance(block, Chart | DrawingGrid):
            found.append(block)
    return found


def _side_by_side(left: Sequence[QWidget], right: Sequence[QWidget], *, wide: bool) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box) if wide else QVBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(12)
    for widget in left:
        row.addWidget(widget, 3)
    for widget in right:
        row.addWidget(widget, 2)
    return box


def _colored(statement: StatementText, color: str, leader: str) -> str:
    """Return a statement as rich text, with the leader's name and the ratio in the leader's color."""

    def dyed(text: str) -> str:
        escaped = html.escape(text)
        return f'<span style="color:{color}">{escaped}</span>' if color else escaped

    found = ""
    for part in statement.parts:
        if part.name:
            found += dyed(part.text) if part.text == leader else html.escape(part.text)
            continue
        at = 0
        for ratio in _RATIO.finditer(part.text):
            found += html.escape(part.text[at : ratio.start()]) + dyed(ratio[0])
            at = ratio.end()
        found += html.escape(part.text[at:])
    return found
