# SPDX-License-Identifier: Apache-2.0
"""Painting of a session's row in the list: picture, title, systems, result and date."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.session.library import Entry
from app.ui.library.library_list import ENTRY, date_text, kind_text, length_text, state_text
from app.ui.library.library_results import Came
from app.ui.library.thumbnail import HEIGHT, SHARPNESS, WIDTH
from app.ui.window.icons import icon
from widgets.fonts import emphasized
from widgets.painting import faint, mixed
from widgets.text import shortened, sized
from widgets.theme import LETTERS, Theme
from widgets.translation import tr

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = HEIGHT + 20
GAP = 14
RESULT_WIDTH = 290
NARROW = 700
"""Width in logical pixels below which the result is placed under the systems."""
MOST_PICTURES = 400
ELIDE = Qt.TextElideMode.ElideRight
MIDDLE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class RowParts:
    """Rectangles of a row's parts."""

    picture: QRect
    title: QRect
    systems: QRect
    foot: QRect
    result: QRect
    date: QRect
    length: QRect


def row_parts(row: QRect) -> RowParts:
    """Return the rectangles of the parts of a row."""
    picture = QRect(row.left() + 12, row.top() + (row.height() - HEIGHT) // 2, WIDTH, HEIGHT)
    left, top = picture.right() + GAP + 2, picture.top()
    if row.width() < NARROW:
        width = row.right() - 12 - left
        lines = [QRect(left, top + 24 * number, width, 22) for number in range(3)]
        half = lines[2].width() * 3 // 5
        result, date = QRect(lines[2]), QRect(lines[2])
        result.setWidth(half)
        date.setLeft(lines[2].left() + half + GAP)
        return RowParts(picture, lines[0], lines[1], QRect(), result, date, QRect())
    side = min(RESULT_WIDTH, row.width() * 2 // 5)
    right = row.right() - 16 - side
    lines = [QRect(left, top + 24 * number, right - GAP - left, 22) for number in range(3)]
    sides = [QRect(right, top + 24 * number, side, 22) for number in range(3)]
    return RowParts(picture, *lines, *sides)


class RowPainter(QStyledItemDelegate):
    """Painter of the list's rows, and editor of titles."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pictures: dict[bytes, QPixmap] = {}

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(NARROW, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        entry: Entry = index.data(ENTRY)
        row: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        self._ground(painter, row, state)
        parts = row_parts(row)
        self._picture(painter, parts.picture, entry)
        self._head(painter, parts.title, entry, sized(font, 1.08, bold=True))
        self._systems(painter, parts.systems, entry, font)
        dim = self._theme.ink if selected else self._theme.dim
        if parts.foot.isValid():
            self._tags(painter, parts.foot, entry, sized(font, 0.88))
        length = length_text(entry) if entry.began else ""
        date = date_text(entry)
        if not parts.length.isValid():
            date = " · ".join(part for part in (date, length) if part)
        self._result(painter, parts.result, entry, font)
        draw_line(painter, parts.date, date, font, dim)
        draw_line(painter, parts.length, length, font, dim)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        editor = QLineEdit(parent)
        editor.setMaxLength(200)
        editor.setAccessibleName(tr("Title"))
        return editor

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(int(Qt.ItemDataRole.EditRole))))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: AnyIndex) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(model.index(index.row(), 0), editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        place = row_parts(option.rect).title
        editor.setGeometry(place.adjusted(-9, -3, 0, 5))

    def _ground(self, painter: QPainter, row: QRect, state: QStyle.StateFlag) -> None:
        theme = self._theme
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(theme.selection))
            painter.drawRoundedRect(QRectF(row).adjusted(4, 2, -4, -2), 6, 6)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(mixed(theme.button_hover, theme.panel, 0.5))
            painter.drawRoundedRect(QRectF(row).adjusted(4, 2, -4, -2), 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(row).adjusted(4.5, 2.5, -4.5, -2.5), 6, 6)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _picture(self, painter: QPainter, place: QRect, entry: Entry) -> None:
        theme = self._theme
        frame = QPainterPath()
        frame.addRoundedRect(QRectF(place), 4, 4)
        painter.fillPath(frame, QColor(theme.chart.panel))
        if entry.picture:
            painter.save()
            painter.setClipPath(frame)
            painter.setOpacity(0.4 if entry.state == "damaged" else 1.0)
            painter.drawPixmap(place, self._pixmap(entry.picture))
            painter.restore()
        elif entry.state == "damaged":
            icon("error").paint(painter, QRect(place.center() - QPoint(12, 12), QSize(24, 24)))
        painter.setPen(QColor(theme.line))
        painter.drawPath(frame)

    def _pixmap(self, png: bytes) -> QPixmap:
        known = self._pictures.get(png)
        if known is None:
            if len(self._pictures) > MOST_PICTURES:
                self._pictures.clear()
            known = QPixmap()
            known.loadFromData(png)
            known.setDevicePixelRatio(SHARPNESS)
            self._pictures[png] = known
        return known

    def _head(self, painter: QPainter, place: QRect, entry: Entry, font: QFont) -> None:
        """Paint the title, followed by the session's labels."""
        theme = self._theme
        small = sized(font, 0.8, bold=True)
        marks: list[tuple[str, str]] = []
        if label := state_text(entry):
            marks.append((label, state_color(entry, theme)))
        if label := kind_text(entry):
            marks.append((label, theme.dim))
        room = sum(_pill_width(label, small) + 8 for label, _ in marks)
        metrics = QFontMetrics(font)
        title = metrics.elidedText(tr(entry.title), ELIDE, max(place.width() - room, 60))
        painter.setFont(font)
        painter.setPen(QColor(theme.ink))
        painter.drawText(place, MIDDLE, title)
        x = place.left() + metrics.horizontalAdvance(title) + 10
        for label, color in marks:
            x += _pill(painter, QRect(x, place.top(), place.right() - x, place.height()), label, small, color) + 6

    def _systems(self, painter: QPainter, place: QRect, entry: Entry, font: QFont) -> None:
        """Paint each system's name, and its letter in its color; long names share the available width."""
        if entry.state == "damaged" and not entry.systems:
            draw_line(painter, place, entry.path.name, font, self._theme.dim)
            return
        bold = emphasized(font)
        names = [name for _, name, _ in entry.systems]
        widths = _shares([QFontMetrics(font).horizontalAdvance(name) + 38 for name in names], place.width())
        x = place.left()
        for (letter, name, _), color, width in zip(entry.systems, colors_of(entry, self._theme), widths, strict=True):
            draw_line(painter, QRect(x, place.top(), 18, place.height()), letter, bold, color)
            draw_line(painter, QRect(x + 16, place.top(), width - 32, place.height()), name, font, self._theme.ink)
            x += width

    def _result(self, painter: QPainter, place: QRect, entry: Entry, font: QFont) -> None:
        """Paint the result in the color of the system that conclusively leads; long names are shortened."""
        came = Came.of(entry.result)
        letters = [letter for letter, _, _ in entry.systems]
        color = self._theme.ink
        if came.leader in letters:
            color = colors_of(entry, self._theme)[letters.index(came.leader)]
        names = [name for _, name, _ in entry.systems if name]
        line = shortened(pieces(came.statement, names), font, place.width()) if names else came.statement
        draw_line(painter, place, line, font, color)

    def _tags(self, painter: QPainter, place: QRect, entry: Entry, font: QFont) -> None:
        x = place.left()
        for tag in entry.tags:
            width = _pill_width(tag, font)
            if x + width > place.right():
                draw_line(painter, QRect(x, place.top(), 20, place.height()), "…", font, self._theme.dim)
                return
            _pill(painter, QRect(x, place.top(), width, place.height()), tag, font, self._theme.accent, filled=True)
            x += width + 6


def state_color(entry: Entry, theme: Theme) -> str:
    """Return the color of a session state's label."""
    if entry.state in ("damaged", "changed"):
        return theme.chart.error
    return theme.better if entry.state == "growing" else theme.chart.warning


def colors_of(entry: Entry, theme: Theme) -> list[str]:
    """Return the systems' colors: the session's, or else the theme's."""
    given = (*entry.colors, *[""] * len(entry.systems))
    return [
        color if QColor.isValidColorName(color) else theme.system_color(letter) if letter in LETTERS else theme.dim
        for (letter, _, _), color in zip(entry.systems, given, strict=False)
    ]


def pieces(text: str, names: Sequence[str]) -> list[tuple[str, bool]]:
    """Split a text at the names; the flag of a piece is true if the piece is a name."""
    longest = sorted(names, key=len, reverse=True)
    found = re.split(f"({'|'.join(map(re.escape, longest))})", text)
    return [(piece, piece in names) for piece in found if piece]


def _shares(wanted: Sequence[int], room: int) -> list[int]:
    """Return the wanted widths, of which the widest are reduced if the sum exceeds the available width."""
    shares, left, count = list(wanted), room, len(wanted)
    if sum(wanted) <= room:
        return shares
    for place in sorted(range(len(wanted)), key=lambda at: wanted[at]):
        shares[place] = min(wanted[place], left // count)
        left -= shares[place]
        count -= 1
    return shares


def draw_line(painter: QPainter, place: QRect, text: str, font: QFont, color: str) -> None:
    """Paint a text within a rectangle, elided if too long."""
    if place.isValid() and text:
        painter.setFont(font)
        painter.setPen(QColor(color))
        painter.drawText(place, MIDDLE, QFontMetrics(font).elidedText(text, ELIDE, place.width()))


def _pill_width(label: str, font: QFont) -> int:
    return QFontMetrics(font).horizontalAdvance(label) + 16


def _pill(painter: QPainter, place: QRect, label: str, font: QFont, color: str, *, filled: bool = False) -> int:
    """Paint a label in a rounded box; return its width."""
    metrics = QFontMetrics(font)
    width, height = min(_pill_width(label, font), place.width()), metrics.height() + 3
    box = QRectF(place.left() + 0.5, place.center().y() - height / 2 + 1, width, height)
    painter.setPen(Qt.PenStyle.NoPen if filled else QColor(color))
    painter.setBrush(faint(color, 0.16) if filled else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, height / 2, height / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QColor(color))
    painter.setFont(font)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), metrics.elidedText(label, ELIDE, width - 12))
    return width
