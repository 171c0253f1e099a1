# SPDX-License-Identifier: Apache-2.0
"""Layout with as many columns as fit, and collapsible sections."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

MOST_COLUMNS = 4


class Flow(QWidget):
    """Layout with columns of equal width, each at least `least` logical pixels wide.

    A widget with the property wide=true takes up a whole row.
    """

    def __init__(
        self, least: int, parent: QWidget | None = None, *, spacing: int = 16, most: int = MOST_COLUMNS
    ) -> None:
        super().__init__(parent)
        self._least = least
        self._most = most
        self._flowed: tuple[int, list[QWidget]] = (0, [])
        self._widgets: list[QWidget] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(spacing)
        self._grid.setVerticalSpacing(spacing * 3 // 4)

    def set_widgets(self, widgets: Sequence[QWidget]) -> None:
        """Show these widgets in this order."""
        for widget in self._widgets:
            self._grid.removeWidget(widget)
            widget.removeEventFilter(self)
        self._widgets = list(widgets)
        for widget in self._widgets:
            widget.setParent(self)
            # Keep columns equally wide, regardless of their contents.
            widget.setSizePolicy(QSizePolicy.Policy.Ignored, widget.sizePolicy().verticalPolicy())
            widget.installEventFilter(self)
        self._flowed = (0, [])
        self._flow()
        for widget in self._flowed[1]:
            widget.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Reflow the widgets when one is shown or hidden."""
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._flow()
        return False

    def _flow(self) -> None:
        visible = [widget for widget in self._widgets if not _is_explicitly_hidden(widget)]
        narrow = sum(not widget.property("wide") for widget in visible)
        columns = min(max(self.width() // self._least, 1), self._most, max(narrow, 1))
        if (columns, visible) == self._flowed:
            return
        self._flowed = (columns, visible)
        for widget in self._widgets:
            self._grid.removeWidget(widget)
        for column in range(max(self._grid.columnCount(), columns)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
            self._grid.setColumnMinimumWidth(column, 0)
        row = column = 0
        for widget in visible:
            wide = bool(widget.property("wide"))
            if wide and column:
                row, column = row + 1, 0
            self._grid.addWidget(widget, row, column, 1, columns if wide else 1, Qt.AlignmentFlag(0))
            self._grid.setColumnStretch(column, 1)
            column += columns if wide else 1
            if column >= columns:
                row, column = row + 1, 0


def _is_explicitly_hidden(widget: QWidget) -> bool:
    """Return whether a widget was hidden explicitly, as opposed to not shown yet."""
    return widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)


class FoldLink(QWidget):
    """Link that expands and collapses a section.

    The signal `toggled` is emitted when the user expands or collapses it.
    """

    toggled = Signal(bool)

    def __init__(self, title: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self.content = content
        self.button = QPushButton()
        self.button.setObjectName("link")
        self.button.setAutoDefault(False)
        self.button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._toggle)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.button)
        column.addWidget(content)
        self.set_open(False)

    @property
    def is_open(self) -> bool:
        """True if the section is expanded."""
        return not self.content.isHidden()

    def set_open(self, on: bool) -> None:
        """Expand or collapse the section."""
        self.content.setVisible(on)
        self._update_button()

    def set_title(self, title: str) -> None:
        """Set the title of the section."""
        self._title = title
        self._update_button()

    def _toggle(self) -> None:
        self.set_open(not self.is_open)
        self.toggled.emit(self.is_open)

    def _update_button(self) -> None:
        self.button.setText(f"{'▾' if self.is_open else '▸'}  {self._title}")
        if (layout := self.layout()) is not None:  # otherwise, a text set before the first show stays truncated
            layout.invalidate()
            layout.activate()
