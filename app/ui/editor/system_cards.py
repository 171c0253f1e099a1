# SPDX-License-Identifier: Apache-2.0
"""Cards of the scenario's systems, side by side."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QRadioButton, QVBoxLayout, QWidget

from app.model.mistakes import KeyPath
from app.model.scenario import System
from app.scenario import drafting
from app.ui.editor import form_entries
from app.ui.editor.choice_fields import ColorField
from app.ui.editor.field_form import Block, FieldForm, FieldGroup
from app.ui.editor.hardware_form import HardwareForm
from app.ui.editor.hint import mistake_label
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.target_box import TargetBox, WatchBox
from widgets.flow_layout import Flow, FoldLink
from widgets.fonts import emphasized
from widgets.theme import Theme
from widgets.translation import tr

CARD_WIDTH = 330
LETTER_WIDTH = 34


class SystemFormCard(QFrame):
    """Card of one system.

    Attributes:
        password_wanted: The user wants to store a password.
    """

    password_wanted = Signal()

    def __init__(self, draft: Draft, index: int, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.table: KeyPath = ("systems", index)
        self._index = index
        self._draft = draft
        self._theme = theme
        self._letter = _Letter(drafting.LETTERS[index % 3])
        self.baseline = QRadioButton(tr("Baseline"))
        self.baseline.setToolTip(tr("The others are compared with it"))
        self.baseline.setAutoExclusive(False)
        self.baseline.clicked.connect(lambda _on: draft.do(lambda writing: drafting.set_baseline(writing, index)))
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._letter)
        head.addStretch()
        head.addWidget(self.baseline)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(10)
        column.addLayout(head)
        self.name = Block(draft, self.table, System, form_entries.NAME, self)
        self.driven = Block(draft, self.table, System, form_entries.DRIVEN, self)
        column.addWidget(self.name)
        column.addWidget(self.driven)
        targets = draft.value((*self.table, "targets"), [])
        number = len(targets) if isinstance(targets, list) else 0
        self.targets = [
            TargetBox(
                draft,
                (*self.table, "targets", one),
                tr("Target {number}").format(number=one + 1) if number > 1 else "",
                self,
            )
            for one in range(number)
        ]
        for box in self.targets:
            box.password_wanted.connect(self.password_wanted)
            box.removed.connect(lambda table=box.table: self._remove_table(table, tr("The target was removed.")))
            column.addWidget(box)
        self._add_target = _link(tr("+ Add a target"))
        self._add_target.setToolTip(tr("Another database or drive of this system, loaded at the same time"))
        self._add_target.clicked.connect(lambda: draft.do(lambda writing: drafting.add_target(writing, index)))
        column.addWidget(self._add_target, 0, Qt.AlignmentFlag.AlignLeft)
        self.watches = self._watch_boxes()
        column.addWidget(self._machine_fold())
        self.about = FieldForm(draft, [FieldGroup(self.table, System, form_entries.SYSTEM)], parent=self)
        self.about_fold = self._fold("about", self.about)
        column.addWidget(self.about_fold)
        self.hardware = HardwareForm(draft, self.table)
        self.hardware_fold = self._fold("hardware", self.hardware)
        self.hardware_fold.toggled.connect(self._unfold_hardware)
        column.addWidget(self.hardware_fold)
        self.hint = mistake_label()
        column.addWidget(self.hint)
        column.addStretch(1)
        column.addLayout(self._compose_foot())

    @staticmethod
    def shape(draft: Draft, index: int) -> tuple[Any, ...]:
        """Return the values that require a new card when they change."""
        targets = draft.value(("systems", index, "targets"), [])
        watches = draft.value(("systems", index, "watch"), [])
        return (
            tuple(one.get("engine") for one in targets if isinstance(one, dict)) if isinstance(targets, list) else (),
            tuple(one.get("source") for one in watches if isinstance(one, dict)) if isinstance(watches, list) else (),
        )

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the draft, and remove the mistakes shown here from `mistakes`."""
        own = self._theme.system_color(drafting.LETTERS[self._index % 3])
        color = str(self._draft.value((*self.table, "color"), "")) or own
        self._letter.set_colors(color, self._theme.window)
        for block in self.about.blocks:
            if isinstance(block.field, ColorField):
                block.field.own = own
        self.name.refresh(mistakes.pop(self.name.key, ""))
        self.driven.refresh(self.driven.mistake_in(mistakes))
        targets = self._draft.value((*self.table, "targets"), [])
        by_target = bool(targets) and all(isinstance(one, dict) and one.get("from") for one in targets)
        self.driven.setVisible(self.driven.fits() and (not by_target or self.driven.chosen))
        self.baseline.setChecked(self._draft.value((*self.table, "role")) == "baseline")
        for target in self.targets:
            target.refresh(mistakes)
        for watch in self.watches:
            watch.refresh(mistakes)
        self.about.refresh(mistakes)
        if any(block.wrong for block in self.about.blocks):
            self.about_fold.set_open(True)
        if self.hardware_fold.is_open:
            self.hardware.unfold()
        self.hardware.refresh(mistakes)
        if self.hardware.has_mistake:
            self.hardware_fold.set_open(True)
        title, number = tr("Hardware"), self.hardware.number
        self.hardware_fold.set_title(f"{title} ({number})" if number else title)
        facts = self._draft.value((*self.table, "facts"), {})
        title, number = tr("Details"), len(facts) if isinstance(facts, dict) else 0
        self.about_fold.set_title(f"{title} ({number})" if number else title)
        self._offer()

    def tell(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the mistakes about the system as a whole and remove them from `mistakes`."""
        keys = [key for key in mistakes if key[: len(self.table)] == self.table]
        _show_texts(self.hint, [mistakes.pop(key) for key in keys])

    def _offer(self) -> None:
        systems = self._draft.value(("systems",), [])
        others = [index for index in range(len(systems)) if index != self._index]
        self._remove.setVisible(len(systems) > 1)
        self._copy.setVisible(bool(others))
        if len(others) == 1:
            self._copy.setText(tr("Copy settings from {letter}").format(letter=drafting.LETTERS[others[0] % 3]))
        else:
            self._copy.setText(tr("Copy settings from…"))

    def _copy_from(self) -> None:
        others = [index for index in range(len(self._draft.value(("systems",), []))) if index != self._index]
        if len(others) == 1:
            self._copy_settings(others[0])
            return
        menu = QMenu(self)
        for other in others:
            name = str(self._draft.value(("systems", other, "name"), "")).replace("&", "&&")
            action = menu.addAction(f"{drafting.LETTERS[other % 3]} · {name}")
            action.triggered.connect(lambda _on=False, source=other: self._copy_settings(source))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._copy.mapToGlobal(self._copy.rect().bottomLeft()))

    def _copy_settings(self, source: int) -> None:
        template = tr("{letter} has the settings of {other} now, with databases of its own.")
        note = template.format(letter=drafting.LETTERS[self._index % 3], other=drafting.LETTERS[source % 3])
        self._draft.do(lambda writing: drafting.copy_system(writing, source, self._index), note=note)

    def _remove_system(self) -> None:
        note = tr("“{name}” was removed.").format(name=self._draft.value((*self.table, "name"), ""))
        self._draft.do(lambda writing: drafting.remove_system(writing, self._index), note=note)

    def _remove_table(self, table: KeyPath, note: str) -> None:
        self._draft.do(lambda writing: writing.remove(table), note=note)

    def _watch_boxes(self) -> list[WatchBox]:
        found = self._draft.value((*self.table, "watch"), [])
        boxes = [
            WatchBox(self._draft, (*self.table, "watch", one))
            for one in range(len(found) if isinstance(found, list) else 0)
        ]
        for box in boxes:
            box.removed.connect(lambda table=box.table: self._remove_table(table, tr("The source was removed.")))
        return boxes

    def _machine_fold(self) -> FoldLink:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        about = QLabel(tr("Databases are monitored anyway. These are for the machine they run on."))
        about.setObjectName("hint")
        about.setWordWrap(True)
        column.addWidget(about)
        for box in self.watches:
            column.addWidget(box)
        add = _link(tr("+ Add a Source"))
        add.clicked.connect(self._add_watch)
        column.addWidget(add, 0, Qt.AlignmentFlag.AlignLeft)
        title = tr("Counters of its machine")
        return self._fold("machine", content, f"{title} ({len(self.watches)})" if self.watches else title)

    def _add_watch(self) -> None:
        self._draft.unfolded.add((*self.table, "machine"))
        self._draft.do(
            lambda writing: writing.append(
                (*self.table, "watch"), {"source": "prometheus", "url": "http://127.0.0.1:9100/metrics"}
            )
        )

    def _compose_foot(self) -> QHBoxLayout:
        self._copy = _link(tr("Copy settings from…"))
        self._copy.clicked.connect(self._copy_from)
        self._remove = _link(tr("Remove System"))
        self._remove.clicked.connect(self._remove_system)
        foot = QHBoxLayout()
        foot.addWidget(self._copy)
        foot.addStretch()
        foot.addWidget(self._remove)
        return foot

    def _unfold_hardware(self, on: bool) -> None:
        if on:
            self.hardware.unfold()
            self.hardware.refresh({})

    def _fold(self, name: str, content: QWidget, title: str = "") -> FoldLink:
        place = (*self.table, name)
        fold = FoldLink(title, content)
        fold.set_open(place in self._draft.unfolded)
        unfolded = self._draft.unfolded
        fold.toggled.connect(lambda on: (unfolded.add if on else unfolded.discard)(place))
        return fold


class Systems(QWidget):
    """Cards of all systems.

    Attributes:
        password_wanted: The user wants to store a password.
    """

    password_wanted = Signal()

    def __init__(self, draft: Draft, theme: Theme) -> None:
        super().__init__()
        self._draft = draft
        self._theme = theme
        self._shapes: list[tuple[Any, ...]] = []
        self.cards: list[SystemFormCard] = []
        self.add_button = _link(tr("+ Add a Third System"))
        self.add_button.clicked.connect(lambda: draft.do(drafting.add_system))
        self.hint = mistake_label()
        self._grid = Flow(CARD_WIDTH, spacing=12, most=drafting.MOST_SYSTEMS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._grid)
        column.addWidget(self.hint)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for card in self.cards:
            card.set_theme(theme)

    def refresh(self, mistakes: dict[KeyPath, str]) -> bool:
        """Show the draft; return whether any card was re-created. Shown mistakes are removed from `mistakes`."""
        systems = self._draft.value(("systems",), [])
        number = len(systems) if isinstance(systems, list) else 0
        shapes = [SystemFormCard.shape(self._draft, index) for index in range(number)]
        anew = shapes != self._shapes
        if anew:
            self._shapes = shapes
            old, self.cards = self.cards, [self._card(index) for index in range(number)]
            for card in self.cards:
                card.password_wanted.connect(self.password_wanted)
            self._grid.set_widgets(self.cards)
            for card in old:
                card.hide()
                card.deleteLater()
        for card in self.cards:
            card.refresh(mistakes)
        self.add_button.setVisible(number < drafting.MOST_SYSTEMS)
        title = tr("+ Add a Second System") if number < 2 else tr("+ Add a Third System")
        self.add_button.setText(title)
        return anew

    def _card(self, index: int) -> SystemFormCard:
        return SystemFormCard(self._draft, index, self._theme, self._grid)

    def tell(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the mistakes about individual systems and about all systems, and remove them from `mistakes`."""
        for card in self.cards:
            card.tell(mistakes)
        _show_texts(self.hint, [mistakes.pop(key) for key in list(mistakes) if key == ("systems",)])


class _Letter(QWidget):
    """A system's letter on a background of the system's color."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter = letter
        self.setAccessibleName(tr("System {title}").format(title=letter))
        self._colors = ("#000000", "#ffffff")
        self.setFont(emphasized(self.font()))
        self.setFixedSize(LETTER_WIDTH, self.fontMetrics().height() + 6)

    def set_colors(self, color: str, ink: str) -> None:
        """Set the background and text color, as "#rrggbb"."""
        self._colors = (color, ink)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        color, ink = (QColor(one) for one in self._colors)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(self.rect(), 4, 4)
        painter.setPen(ink)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._letter)


def _show_texts(label: QLabel, texts: list[str]) -> None:
    label.setText("\n".join(text[:1].upper() + text[1:] for text in texts))
    label.setVisible(bool(texts))


def _link(title: str) -> QPushButton:
    button = QPushButton(title)
    button.setObjectName("link")
    button.setAutoDefault(False)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
