# SPDX-License-Identifier: Apache-2.0
"""Details of the sessions selected in the library, and commands for them."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.session.library import Entry
from app.ui.library.library_list import date_text, explanation, kind_text, length_text, state_text, systems_text
from app.ui.library.library_results import Came
from app.ui.library.library_row import colors_of, draw_line, state_color
from app.ui.library.thumbnail import HEIGHT, WIDTH
from widgets.text import ElidedLabel, FlowText, sized
from widgets.theme import Theme
from widgets.translation import tr

PANE_WIDTH = 300
COMMANDS = ("open", "compare", "report", "export", "join", "meters", "show", "delete")
OF_ONE = ("open", "export", "meters", "show")
OF_SEVERAL = ("join",)


class Details(QFrame):
    """Pane with the details of the selected sessions.

    Attributes:
        wanted: The user chose a command of COMMANDS.
        renamed: The user entered a new title.
        tagged: The user entered new tags.
    """

    wanted = Signal(str)
    renamed = Signal(object, str)
    tagged = Signal(object, list)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("libraryDetails")
        self.setFixedWidth(PANE_WIDTH)
        self._theme = theme
        self._entries: Sequence[Entry] = ()
        self._picture = QLabel()
        self._picture.setFixedSize(PANE_WIDTH - 34, (PANE_WIDTH - 34) * HEIGHT // WIDTH)
        self._picture.setScaledContents(True)
        self._several = FlowText(factor=1.2, bold=True)
        self.title = QLineEdit()
        self.title.setMaxLength(200)
        self.title.setAccessibleName(tr("Title"))
        self.title.editingFinished.connect(self._rename)
        self.tags = QLineEdit()
        self.tags.setMaxLength(400)
        self.tags.setAccessibleName(tr("Tags, separated by commas"))
        self.tags.setPlaceholderText(tr("Tags, separated by commas"))
        self.tags.editingFinished.connect(self._tag)
        self.state = FlowText(bold=True)
        self.explanation = FlowText(most_lines=12)
        self.result = FlowText(factor=1.1, bold=True)
        self.basis = FlowText(dim=True)
        self._systems = SystemNames(theme)
        self._when, self._kind = FlowText(), FlowText(dim=True)
        self._file = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._file.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._of_one = (
            self._picture, self.title, self.tags, self.state, self.explanation, self.result, self.basis,
            self._systems,
            self._when, self._kind, self._file,
        )  # fmt: skip
        self._commands = QGridLayout()
        self.buttons = {key: QPushButton(label, self) for key, label in command_names().items()}
        self._compose()
        self.show_entries(())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.show_entries(self._entries)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show the selected session; for several sessions, show their number."""
        before, self._entries = self._entries, entries
        one = entries[0] if len(entries) == 1 else None
        for part in self._of_one:
            part.setVisible(one is not None)
        self._several.setVisible(one is None)
        self._several.set_text(
            tr("{number} sessions selected").format(number=len(entries)) if entries else tr("No session is selected")
        )
        self._show_commands(entries)
        if one is not None:
            self._show(one, same=len(before) == 1 and before[0].path == one.path)

    def _show(self, entry: Entry, *, same: bool) -> None:
        picture = QPixmap()
        picture.loadFromData(entry.picture)
        self._picture.setPixmap(picture)
        self._picture.setVisible(not picture.isNull())
        for field, text in ((self.title, entry.title), (self.tags, ", ".join(entry.tags))):
            if not (same and field.hasFocus()) and field.text() != text:  # do not overwrite text that is being typed
                field.setText(text)
                field.setCursorPosition(0)
        explained, state_label = explanation(entry), state_text(entry)
        self.state.set_text(state_label[:1].upper() + state_label[1:], state_color(entry, self._theme))
        self.explanation.set_text(explained)
        # The result of an invalid run already contains the reason.
        told = bool(explained) and not (entry.result and entry.state == "whole" and entry.valid is False)
        self.state.setVisible(told)
        self.explanation.setVisible(told)
        came = Came.of(entry.result)
        self.result.set_text(came.statement[:1].upper() + came.statement[1:])
        self.result.setVisible(bool(came.statement))
        self.basis.set_text(came.basis)
        self.basis.setVisible(bool(came.basis))
        self._systems.show_systems(entry, self._theme)
        self._when.set_text(" · ".join(filter(None, (date_text(entry), length_text(entry)))))
        sealed = entry.checked and entry.valid is not None and entry.state == "whole"
        seal = tr("figures as sealed at its end") if sealed else ""
        self._kind.set_text(" · ".join(filter(None, (kind_text(entry) or tr("recorded run"), seal))))
        self._file.setText(entry.path.name)
        self._file.explanation = str(entry.path)
        recorded = entry.title != entry.recorded_title
        self.title.setToolTip(tr("Recorded as “{title}”").format(title=entry.recorded_title) if recorded else "")

    def _show_commands(self, entries: Sequence[Entry]) -> None:
        """Show the commands for one or for several sessions; commands that do not apply are disabled."""
        hidden = COMMANDS if not entries else OF_ONE if len(entries) > 1 else OF_SEVERAL
        place = 0
        for key, button in self.buttons.items():
            self._commands.removeWidget(button)
            button.setVisible(key not in hidden)
            button.setEnabled(allowed(key, entries))
            if key in hidden:
                continue
            wide = place == 0
            self._show_primary(button, wide)
            self._commands.addWidget(button, (place + 1) // 2, 0 if wide else (place + 1) % 2, 1, 2 if wide else 1)
            place += 1

    @staticmethod
    def _show_primary(button: QPushButton, primary: bool) -> None:
        name = "primary" if primary else ""
        if button.objectName() != name:
            button.setObjectName(name)
            button.style().unpolish(button)
            button.style().polish(button)

    def _rename(self) -> None:
        if len(self._entries) == 1 and self.title.text() != self._entries[0].title:
            self.renamed.emit(self._entries[0].path, self.title.text())

    def _tag(self) -> None:
        tags = [tag.strip() for tag in self.tags.text().split(",") if tag.strip()]
        if len(self._entries) == 1 and tuple(tags) != self._entries[0].tags:
            self.tagged.emit(self._entries[0].path, tags)

    def _compose(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 14, 16, 8)
        column.setSpacing(8)
        column.addWidget(self._several)
        for part in self._of_one:
            column.addWidget(part)
        column.addStretch()
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._commands.setContentsMargins(16, 8, 16, 14)
        self._commands.setSpacing(8)
        for key, button in self.buttons.items():
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, chosen=key: self.wanted.emit(chosen))
        frame = QVBoxLayout(self)
        frame.setContentsMargins(0, 0, 0, 0)
        frame.addWidget(scroll, 1)
        frame.addLayout(self._commands)


class SystemNames(QWidget):
    """List of systems; each letter is in its system's color."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._systems: list[tuple[str, str, str]] = []

    def show_systems(self, entry: Entry, theme: Theme) -> None:
        """Show the systems of a session."""
        self._theme = theme
        colors = colors_of(entry, theme)
        self._systems = [(x, name, color) for (x, name, _), color in zip(entry.systems, colors, strict=True)]
        self.setFixedHeight(self._line_height * len(self._systems))
        self.setVisible(bool(self._systems))
        self.setToolTip("\n".join(f"{letter}  {name}" for letter, name, _ in self._systems))
        self.setAccessibleName(systems_text(entry))
        self.update()

    @property
    def _line_height(self) -> int:
        return self.fontMetrics().height() + 5

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for number, (letter, name, color) in enumerate(self._systems):
            line = QRect(0, number * self._line_height, self.width(), self._line_height)
            draw_line(painter, line, letter, sized(self.font(), 1.0, bold=True), color)
            draw_line(painter, line.adjusted(20, 0, 0, 0), name, self.font(), self._theme.ink)
        painter.end()


def command_names() -> dict[str, str]:
    """Return the names of the library's commands in display order."""
    return {
        "open": tr("Open"),
        "compare": tr("Compare…"),
        "join": tr("Join…"),
        "meters": tr("Add Power Meters…"),
        "report": tr("Report…"),
        "export": tr("Export…"),
        "show": tr("Show in Folder"),
        "delete": tr("Move to Trash"),
    }


def why_not(command: str, entries: Sequence[Entry]) -> str:
    """Return why a command does not apply to the selected sessions, and what to do about it."""
    if command in OF_SEVERAL and len(entries) < 2:
        return tr("Select all sessions to combine: Ctrl+click, or Shift+Down.")
    if command in OF_ONE and len(entries) != 1:
        return tr("Select one session for this.")
    if command == "meters" and entries[0].kind != "run":
        return tr("Power meters are added to a session that was measured here, not made of others.")
    state = "growing" if command == "delete" else "damaged"
    bad = next((entry for entry in entries if entry.state == state), None)
    if bad is not None:
        return explanation(bad)
    return tr("Nothing was measured in this session: its load never started.")


def allowed(command: str, entries: Sequence[Entry]) -> bool:
    """Return whether a command applies to the selected sessions."""
    if not entries or (command in OF_ONE and len(entries) != 1) or (command in OF_SEVERAL and len(entries) < 2):
        return False
    if command == "delete":
        return all(entry.state != "growing" for entry in entries)
    if command == "show":
        return True
    if command == "meters" and entries[0].kind != "run":
        return False
    readable = all(entry.state != "damaged" for entry in entries)
    return readable and (command == "open" or all(entry.began or entry.kind == "import" for entry in entries))
