# SPDX-License-Identifier: Apache-2.0
"""Presenter's window on the operator's screen: the visitors' view, the next key, problems, notes and keys."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.scenario.recorded import scenario_key
from app.session.reader import SessionReader
from app.ui.presentation.presentation_keys import key_text, short_rows
from app.ui.presentation.presenter_status import Level, PresenterStatus
from app.ui.presentation.visitor_texts import about_of
from app.ui.window.state import StateStore
from widgets.fonts import TEXT, display
from widgets.theme import DARK, EMPHASIS, Theme
from widgets.translation import tr

KEY = "presenter notes"
LONGEST = 20_000
"""Maximum number of characters of notes to store."""
EVERY_MS = 500
"""Milliseconds between two pictures of what visitors see."""
NARROW, LOW, NO_KEYS = 1100, 700, 800
"""Window size in pixels below which the preview makes room, and height below which the keys do."""


class StateBar(QWidget):
    """The state in words on its color, and the time left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._level: Level = "well"
        self.title = self.line = self.time = ""
        self.setMinimumHeight(96)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_state(self, status: PresenterStatus) -> None:
        """Show the current state."""
        content = status.level, status.title, status.line, status.time
        if content != (self._level, self.title, self.line, self.time):
            self._level, self.title, self.line, self.time = content
            left = tr("{time} left").format(time=self.time) if self.time else ""
            self.setAccessibleName(". ".join(filter(None, (self.title, self.line, left))))
            self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(900, 148 if self.window().height() >= LOW else 100)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        theme = self._theme
        colors = {"well": theme.state_well, "look": theme.state_look, "act": theme.state_act}
        painter.fillRect(self.rect(), QColor(colors[self._level]))
        high, pad = float(self.height()), 44.0
        right = self.width() - pad
        painter.setPen(QColor("#ffffff"))
        if self.time:
            figure = _display(self.font(), high * 0.5)
            small = _plain(self.font(), high * 0.22, bold=True)
            left_word = tr("{time} left").format(time="").strip()
            wide = QFontMetricsF(small).horizontalAdvance(left_word)
            base = (high + QFontMetricsF(figure).capHeight()) / 2
            painter.setFont(small)
            painter.drawText(round(right - wide), round(base), left_word)
            right -= wide + 12 + QFontMetricsF(figure).horizontalAdvance(self.time)
            painter.setFont(figure)
            painter.drawText(round(right), round(base), self.time)
            right -= 40
        title, line = _display(self.font(), high * 0.38), _plain(self.font(), high * 0.155)
        for font, text, base in (
            (title, self.title, high * (0.5 if self.line else 0.64)),
            (line, self.line, high * 0.78),
        ):
            elided = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, right - pad)
            painter.setFont(font)
            painter.drawText(round(pad), round(base), elided)
        painter.end()


class Preview(QWidget):
    """A picture of what visitors see, in its proportions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QPixmap()
        self.setMinimumSize(240, 135)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_picture(self, picture: QPixmap) -> None:
        """Show a picture."""
        self._picture = picture
        self.update()

    def heightForWidth(self, width: int) -> int:
        return width * 9 // 16

    def sizeHint(self) -> QSize:
        return QSize(880, 495)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self._picture.isNull():
            size = self._picture.deviceIndependentSize()
            share = min(self.width() / size.width(), self.height() / size.height())
            box = QRectF(0, 0, size.width() * share, size.height() * share)
            box.moveCenter(QRectF(self.rect()).center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
            painter.drawPixmap(box, self._picture, QRectF(self._picture.rect()))
            painter.setPen(QPen(self.palette().mid().color(), 1.0))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.end()


class KeyCap(QLabel):
    """A key, as a cap."""

    def __init__(self, text: str = "", *, large: bool = False) -> None:
        super().__init__(text)
        self.setObjectName("largeKey" if large else "key")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextFormat(Qt.TextFormat.PlainText)


class PresenterWindow(QWidget):
    """Presenter's window for any session; notes are stored per scenario.

    Attributes:
        pressed: A button was pressed: the name of its key.
        tick: The window wants to be refreshed.
    """

    pressed = Signal(str)
    tick = Signal()

    def __init__(self, store: StateStore, parent: QWidget, theme: Theme = DARK) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("presenter")
        self.setWindowTitle(tr("Presenter"))
        self.setMinimumSize(960, 600)
        self._store = store
        self._scenario = self._notes_key = ""
        self.grab_booth: Callable[[], QPixmap | None] = lambda: None
        """Returns a picture of what visitors see; None without a booth view."""
        self.bar = StateBar(theme)
        self.preview, self.seen = Preview(), QLabel()
        self.notes = QPlainTextEdit()
        self.notes.setAccessibleName(tr("Notes"))
        self.notes.setPlaceholderText(tr("Your notes on this comparison"))
        self.notes.setTabChangesFocus(True)
        self.notes.textChanged.connect(self._save_notes)
        self.key, self.next, self.why = KeyCap(large=True), _label("next"), _label("text")
        self.trouble, self.remedy = _label("trouble"), _label("text")
        self.recording, self.blank = QPushButton(), QPushButton()
        self.restart, self.stop = QPushButton(tr("Start Again")), QPushButton(tr("Stop the Run"))
        for button, name in (
            (self.recording, "recording"),
            (self.blank, "blank"),
            (self.restart, "restart"),
            (self.stop, "stop"),
        ):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked=False, name=name: self.pressed.emit(name))
        self._panels: list[QFrame] = []
        self._next_panel, self._trouble_panel = self._next_card(), self._trouble_card()
        self._keys_panel, self._notes_panel = self._keys_card(), self._notes_card()
        self._build()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._tick)
        self.resize(1440, 810)
        self.set_theme(theme)
        self._narrow = self._low = False

    def set_theme(self, theme: Theme) -> None:
        """Set the colors."""
        t = theme
        self.bar.set_theme(theme)
        self.setStyleSheet(
            f"""#presenter {{ background: {t.window}; }}
            QFrame[card="true"] {{ background: {t.panel}; border: 1px solid {t.line}; border-radius: 10px; }}
            QFrame[level="look"] {{ border-color: {t.chart.warning}; }}
            QFrame[level="act"] {{ border-color: {t.worse}; }}
            QFrame[card="true"] QPlainTextEdit {{ background: transparent; border: none; font-size: 20px; padding: 0; }}
            QLabel#caption {{ color: {t.label}; font-size: 14px; }}
            QLabel#heading {{ color: {t.ink}; font-size: 15px; font-weight: {EMPHASIS}; }}
            QLabel#next {{ color: {t.ink}; font-size: 34px; font-weight: {EMPHASIS}; }}
            QLabel#trouble {{ color: {t.ink}; font-size: 20px; font-weight: {EMPHASIS}; }}
            QLabel#text {{ color: {t.label}; font-size: 17px; }}
            QLabel#key, QLabel#largeKey {{ background: {t.button}; border: 1px solid {t.line};
                border-bottom: 3px solid {t.line}; border-radius: 7px; color: {t.ink}; font-weight: {EMPHASIS}; }}
            QLabel#key {{ font-size: 14px; padding: 3px 8px; min-width: 60px; }}
            QLabel#largeKey {{ font-size: 26px; padding: 10px 20px; min-width: 34px; }}
            QLabel#largeKey[level="act"], QLabel#largeKey[level="look"] {{ background: {t.go};
                border-color: {t.go_border}; color: {t.go_ink}; }}
            #presenter QPushButton {{ font-size: 16px; padding: 12px 20px; }}"""
        )

    def show_status(self, status: PresenterStatus, reader: SessionReader | None, *, where: str = "") -> None:
        """Show the status.

        Args:
            status: Text to show.
            reader: Session that visitors see, for its notes.
            where: Name of their screen.
        """
        self.bar.show_state(status)
        self.key.setText(key_text(status.key))
        self.next.setText(status.next)
        self.why.setText(status.why)
        self.trouble.setText(status.trouble)
        self.remedy.setText(status.remedy)
        self.seen.setText(tr("What visitors see · {screen}").format(screen=where) if where else tr("What visitors see"))
        acting = status.level == "act"
        self.restart.setVisible(acting)
        self.stop.setVisible(acting)
        for part in (self._trouble_panel, self.key):
            if part.property("level") != status.level:
                part.setProperty("level", status.level)
                part.style().unpolish(part)
                part.style().polish(part)
        self._show_notes(reader)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the preview go first in a narrow window, then the keys in a low one."""
        self._narrow, self._low = self.width() < NARROW, self.height() < LOW
        self.preview.setVisible(not (self._narrow or self._low))
        self.seen.setVisible(self.preview.isVisibleTo(self))
        self._keys_panel.setVisible(self.height() >= NO_KEYS)
        self.bar.setFixedHeight(100 if self._low else 148 if self.height() >= 900 else 124)
        super().resizeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        self._timer.start()
        self._tick()
        super().showEvent(event)

    def hideEvent(self, event: object) -> None:
        self._timer.stop()

    def _tick(self) -> None:
        self.tick.emit()
        if self.preview.isVisible() and (picture := self.grab_booth()) is not None:
            self.preview.show_picture(picture)

    # Layout

    def _build(self) -> None:
        self.seen.setObjectName("caption")
        self.recording.setText(f"{tr('Switch to a Recording')}   R")
        self.blank.setText(f"{tr('Blank the Screen')}   B")
        buttons = QHBoxLayout()
        buttons.setSpacing(14)
        buttons.addWidget(self.recording, 1)
        buttons.addWidget(self.blank, 1)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(16)
        left.addWidget(self.preview)
        left.addWidget(self.seen)
        left.addWidget(self._notes_panel, 1)
        right.addWidget(self._next_panel, 2)
        right.addWidget(self._trouble_panel, 2)
        right.addLayout(buttons)
        right.addWidget(self._keys_panel, 3)
        body = QHBoxLayout()
        body.setContentsMargins(32, 28, 32, 28)
        body.setSpacing(32)
        body.addLayout(left, 12)
        body.addLayout(right, 13)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.bar)
        whole.addLayout(body, 1)

    def _card(self) -> tuple[QFrame, QVBoxLayout]:
        panel = QFrame()
        panel.setProperty("card", True)
        column = QVBoxLayout(panel)
        column.setContentsMargins(28, 20, 28, 20)
        column.setSpacing(12)
        return panel, column

    def _next_card(self) -> QFrame:
        panel, column = self._card()
        caption = QLabel(tr("Next"))
        caption.setObjectName("caption")
        row = QHBoxLayout()
        row.setSpacing(24)
        row.addWidget(self.key)
        row.addWidget(self.next, 1)
        column.addWidget(caption)
        column.addLayout(row)
        column.addWidget(self.why)
        column.addStretch(1)
        return panel

    def _trouble_card(self) -> QFrame:
        panel, column = self._card()
        row = QHBoxLayout()
        row.addWidget(self.restart)
        row.addWidget(self.stop)
        row.addStretch(1)
        column.addWidget(self.trouble)
        column.addWidget(self.remedy)
        column.addLayout(row)
        column.addStretch(1)
        return panel

    def _keys_card(self) -> QFrame:
        panel, column = self._card()
        heading = QLabel(tr("Keys"))
        heading.setObjectName("heading")
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        rows = short_rows()
        for number, (key, meaning) in enumerate(rows):
            row, place = divmod(number, 2)
            said = QLabel(meaning)
            said.setObjectName("caption")
            said.setWordWrap(True)
            grid.addWidget(KeyCap(key), row, 2 * place)
            grid.addWidget(said, row, 2 * place + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        column.addWidget(heading)
        column.addLayout(grid)
        column.addStretch(1)
        return panel

    def _notes_card(self) -> QFrame:
        panel, column = self._card()
        heading = QLabel(tr("Your notes"))
        heading.setObjectName("heading")
        column.addWidget(heading)
        column.addWidget(self.notes, 1)
        return panel

    # Notes

    def _show_notes(self, reader: SessionReader | None) -> None:
        self.notes.setEnabled(reader is not None)
        if reader is None or reader.info.uuid == self._scenario:
            return
        scenario = scenario_key(reader.info.scenario_toml)
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


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _display(font: QFont, size: float) -> QFont:
    sized = display(font)
    sized.setPixelSize(max(12, round(size)))
    return sized


def _plain(font: QFont, size: float, *, bold: bool = False) -> QFont:
    sized = QFont(font)
    sized.setFamilies([TEXT, *(family for family in font.families() if family != TEXT)])
    sized.setPixelSize(max(12, round(size)))
    sized.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return sized
