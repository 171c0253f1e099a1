# SPDX-License-Identifier: Apache-2.0
"""Consents that this user has given to scenarios on this machine: list and revocation."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.scenario.confirmations import Confirmation, confirmations, revoke
from widgets.translation import tr

DIGEST = Qt.ItemDataRole.UserRole


class ConsentsDialog(QDialog):
    """List of consents, each with its date. After a revocation, the user is asked again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Consents"))
        intro = QLabel(
            tr("What you have allowed scenarios on this machine. What you revoke here is asked for again when needed.")
        )
        intro.setWordWrap(True)
        self.list = QTreeWidget()
        self.list.setHeaderLabels([tr("Allowed"), tr("Since")])
        self.list.setRootIsDecorated(False)
        self.list.setAlternatingRowColors(True)
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName(tr("Consents"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.empty = QLabel(tr("No scenario has been allowed anything on this machine."))
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setObjectName("dim")
        self.trouble = QLabel()
        self.trouble.setObjectName("error")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.revoke_button = QPushButton(tr("Revoke"))
        buttons.addButton(self.revoke_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.revoke_button.clicked.connect(self.revoke_selected)
        self.list.itemSelectionChanged.connect(self._enable)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(intro)
        column.addWidget(self.list, 1)
        column.addWidget(self.empty, 1)
        column.addWidget(self.trouble)
        column.addWidget(buttons)
        self.resize(720, 360)
        self.refresh()

    def refresh(self) -> None:
        """Show the current consents."""
        known = confirmations()
        self.list.clear()
        for one in known:
            item = QTreeWidgetItem([_text(one), one.on or tr("earlier")])
            item.setData(0, DIGEST, one.digest)
            item.setToolTip(0, _text(one))
            self.list.addTopLevelItem(item)
        self.list.setVisible(bool(known))
        self.empty.setVisible(not known)
        self._enable()

    def revoke_selected(self) -> None:
        digests = {str(item.data(0, DIGEST)) for item in self.list.selectedItems()}
        try:
            revoke(digests)
        except OSError as error:
            self.trouble.setText(tr("The consents can't be changed: {reason}").format(reason=error.strerror))
            self.trouble.show()
        self.refresh()

    def _enable(self) -> None:
        self.revoke_button.setEnabled(bool(self.list.selectedItems()))


def _text(one: Confirmation) -> str:
    """Return a consent as one line; if its text was not stored, the beginning of the text's hash."""
    return " ".join(one.text.split()) or tr("allowed by an earlier version ({hash})").format(hash=one.digest[:16])
