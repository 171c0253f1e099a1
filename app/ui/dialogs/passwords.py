"""Asks for the passwords of a scenario's servers. They go to the engine's standard input, and nowhere else."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.accounts import AskedAccount
from app.ui.texts import tr

LONGEST = 1024
MOST_IN_SIGHT = 6
LABEL_WIDTH = 420


class PasswordsDialog(QDialog):
    """One masked field an account. `take` gives out what was typed, once, and empties the fields."""

    def __init__(self, accounts: Sequence[AskedAccount], parent: QWidget | None = None, *, remember: bool) -> None:
        """accounts: those that have to be asked for. remember: the scenario takes passwords from the keyring."""
        super().__init__(parent)
        self.setWindowTitle(tr("Passwords"))
        intro = _dim(
            tr("Passwords go to the engine alone. They are not written to the scenario, the session or a log.")
        )
        self.fields: dict[str, QLineEdit] = {}
        board = QWidget()
        form = QFormLayout(board)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(10)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for account in accounts:
            field = self._field()
            label = QLabel(f"{', '.join(account.systems)}\n{account.name}")
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setMinimumWidth(LABEL_WIDTH)
            label.setBuddy(field)
            field.setAccessibleName(
                tr("Password of {name} ({systems})").format(name=account.name, systems=", ".join(account.systems))
            )
            form.addRow(label, field)
            self.fields[account.name] = field
        scroll = QScrollArea()
        scroll.setWidget(board)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        board.setAutoFillBackground(False)
        rows = min(len(self.fields), MOST_IN_SIGHT)
        scroll.setMinimumHeight(min(board.sizeHint().height(), rows * 84) + 4)
        self.remember = QCheckBox(tr("Remember in the keyring of this machine"))
        self.remember.setVisible(remember)
        hint = _dim(tr('With password = "keyring" in the scenario, they can be remembered in this machine\'s keyring.'))
        hint.setVisible(not remember)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go_button = self.buttons.addButton(tr("Continue"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go_button.setObjectName("primary")
        self.go_button.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(intro)
        column.addWidget(scroll, 1)
        column.addWidget(self.remember)
        column.addWidget(hint)
        column.addWidget(self.buttons)
        self.setMinimumWidth(480)
        self._enable()
        if self.fields:
            next(iter(self.fields.values())).setFocus()

    def take(self) -> dict[str, str]:
        """What was typed, by account; the fields are empty afterwards."""
        secrets = {name: field.text() for name, field in self.fields.items()}
        self.forget()
        return secrets

    def forget(self) -> None:
        """Empties the fields, and what could be undone in them."""
        for field in self.fields.values():
            field.setText("")

    def done(self, result: int) -> None:
        """Cancelled: nothing stays in the fields."""
        if result != QDialog.DialogCode.Accepted:
            self.forget()
        super().done(result)

    def _field(self) -> QLineEdit:
        field = QLineEdit()
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setMaxLength(LONGEST)
        hint = Qt.InputMethodHint
        field.setInputMethodHints(hint.ImhSensitiveData | hint.ImhNoPredictiveText | hint.ImhNoAutoUppercase)
        field.textChanged.connect(self._enable)
        return field

    def _enable(self) -> None:
        self.go_button.setEnabled(all(field.text() for field in self.fields.values()))


def _dim(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("dim")
    label.setWordWrap(True)
    return label
