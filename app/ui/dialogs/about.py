"""What the program is, and every action with its keys."""

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.actions import ENTRIES, Entry
from app.ui.state import default_log_path
from app.ui.texts import tr
from app.ui.versions import libraries, support_text, versions


def show_about(parent: QWidget) -> None:
    """Versions and licences."""
    AboutDialog(parent).exec()


def show_shortcuts(parent: QWidget) -> None:
    """Every action and its keys."""
    ShortcutsDialog(parent).exec()


class AboutDialog(QDialog):
    """What runs here, for a person and for a support request."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Outpace"))
        title = QLabel("Outpace")
        title.setObjectName("welcomeTitle")
        what = QLabel(tr("Two systems, side by side, live: the same workload on both, on one clock."))
        what.setWordWrap(True)
        rows = QFormLayout()
        rows.setVerticalSpacing(4)
        for label, text in versions():
            value = QLabel(text)
            value.setWordWrap(True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            rows.addRow(label, value)
        used = QLabel(tr("Apache License 2.0. Outpace uses:"))
        listed = QPlainTextEdit()
        listed.setReadOnly(True)
        listed.setTabChangesFocus(True)
        listed.setAccessibleName(tr("Libraries and their licences"))
        listed.setPlainText("\n".join(f"{one.name} {one.version}: {one.licence}" for one in libraries()))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton(tr("Copy for Support"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setToolTip(tr("Copies the versions as text, without names of hosts or users"))
        self.copy_button.clicked.connect(self._copy)
        log_button = buttons.addButton(tr("Folder of the Log"), QDialogButtonBox.ButtonRole.ActionRole)
        log_button.setToolTip(str(default_log_path().parent))
        log_button.clicked.connect(self._show_log)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(what)
        column.addLayout(rows)
        column.addWidget(used)
        column.addWidget(listed, 1)
        column.addWidget(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
        self.resize(620, 560)

    def _copy(self) -> None:
        QApplication.clipboard().setText(support_text())
        self.copy_button.setText(tr("Copied"))

    def _show_log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(default_log_path().parent)))


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
            does = QLabel(tr(entry.hint))
            does.setWordWrap(True)
            grid.addWidget(does, row, 1)
        scroll = QScrollArea()
        scroll.setWidget(board)
        scroll.setWidgetResizable(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(scroll)
        column.addWidget(buttons)
        self.resize(720, 640)
