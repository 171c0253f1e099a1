"""What the program is, and every action with its keys."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QMessageBox,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.ui.actions import ENTRIES, Entry
from app.ui.texts import tr


def show_about(parent: QWidget) -> None:
    """Version and licence."""
    QMessageBox.about(
        parent,
        tr("About Outpace"),
        f"<b>Outpace</b> {__version__}<p>Two systems, side by side, live: the same OLTP workload on both, on one clock."
        "<p>Apache License 2.0",
    )


def show_shortcuts(parent: QWidget) -> None:
    """Every action and its keys."""
    ShortcutsDialog(parent).exec()


class ShortcutsDialog(QDialog):
    """A table of the actions, made from the same list as the menus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard Shortcuts"))
        board = QWidget()
        grid = QGridLayout(board)
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(24)
        entries = [entry for entry in ENTRIES if isinstance(entry, Entry)]
        for row, entry in enumerate(entries):
            keys = QLabel(QKeySequence(entry.shortcut).toString(QKeySequence.SequenceFormat.NativeText))
            keys.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            keys.setObjectName("dim")
            grid.addWidget(keys, row, 0)
            grid.addWidget(QLabel(tr(entry.hint)), row, 1)
        scroll = QScrollArea()
        scroll.setWidget(board)
        scroll.setWidgetResizable(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(scroll)
        column.addWidget(buttons)
        self.resize(620, 640)
