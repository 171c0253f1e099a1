# SPDX-License-Identifier: Apache-2.0
"""Settings, defined as data with a key in the store, and the settings dialog."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.session.paths import sessions_folder
from app.ui.start.start_dialog import FolderField
from app.ui.window.consents_dialog import ConsentsDialog
from app.ui.window.languages import KEY as LANGUAGE
from app.ui.window.languages import LANGUAGES, SYSTEM
from app.ui.window.state import StateStore
from app.ui.window.theme import KEY as THEME
from widgets.translation import marked, tr

FOLDER, SPEED, VERSIONS = "sessions folder", "replay speed", "versions page"
SCREEN, SIZE, CAUSES = "booth screen", "booth size", "booth causes"
"""Keys of the booth view's settings: its screen's name ("" for one other than the operator's), its text size, and
whether visitors see why a system stopped."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting.

    Attributes:
        key: Key in the store.
        choices: Values and labels; empty for a folder or URL.
        usual: Default value.
        later: Whether it takes effect only after a restart.
    """

    key: str
    label: str
    hint: str
    choices: tuple[tuple[str, str], ...] = ()
    usual: str = ""
    later: bool = False


SETTINGS = (
    Setting(
        LANGUAGE,
        marked("Language"),
        marked("Language of the window, numbers and dates. Takes effect after a restart."),
        ((SYSTEM, marked("System language")), *LANGUAGES.items()),
        SYSTEM,
        later=True,
    ),
    Setting(
        THEME,
        marked("Colours"),
        marked("For the workbench and the booth view."),
        (("system", marked("System colours")), ("dark", marked("Dark")), ("light", marked("Light"))),
        "system",
    ),
    Setting(FOLDER, marked("Sessions"), marked("Folder for new sessions.")),
    Setting(
        SPEED,
        marked("Replay"),
        marked("Initial speed when a recording is opened."),
        (("0.5", "0.5×"), ("1", "1×"), ("2", "2×"), ("4", "4×"), ("8", "8×")),
        "1",
    ),
    Setting(SCREEN, marked("Booth screen"), marked("Screen for the booth view.")),
    Setting(
        SIZE,
        marked("Booth text size"),
        marked("Text size in the booth view; + and − change it there."),
        (
            ("0.8", marked("Small")),
            ("1", marked("Default")),
            ("1.2", marked("Large")),
            ("1.4", marked("Larger")),
            ("1.6", marked("Largest")),
        ),
        "1",
    ),
    Setting(
        CAUSES,
        marked("Stopped systems"),
        marked("What visitors see of a system that has stopped."),
        (("yes", marked("That it has stopped, and why")), ("no", marked("That it has stopped"))),
        "yes",
    ),
    Setting(
        VERSIONS,
        marked("Newer versions"),
        marked("Address that Help, About asks for the newest version when you press its button. Nothing else asks it."),
    ),
)


def recordings_folder(store: StateStore) -> Path:
    """Return the folder of recorded sessions: the chosen one, or the default."""
    chosen = store.text(FOLDER)
    return Path(chosen) if chosen else sessions_folder()


def replay_speed(store: StateStore) -> float:
    """Return the speed at which recordings are initially replayed."""
    try:
        return float(store.text(SPEED, "1"))
    except ValueError:
        return 1.0


WIDTH = 560


class SettingsDialog(QDialog):
    """Dialog whose result, once accepted, is `changed`: the settings whose values changed."""

    def __init__(self, store: StateStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self._store = store
        self.changed: list[Setting] = []
        self._fields: dict[str, QComboBox | FolderField | QLineEdit] = {}
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setVerticalSpacing(4)
        for setting in SETTINGS:
            form.addRow(tr(setting.label), self._field(setting))
            hint = QLabel(tr(setting.hint))
            hint.setObjectName("dim")
            hint.setWordWrap(True)
            hint.setContentsMargins(0, 0, 0, 10)
            form.addRow("", hint)
        self.consents_button = QPushButton(tr("Show and Revoke…"))
        self.consents_button.setAutoDefault(False)
        self.consents_button.clicked.connect(lambda: ConsentsDialog(self).exec())
        form.addRow(tr("Consents"), self.consents_button)
        hint = QLabel(tr("What you have allowed scenarios on this machine."))
        hint.setObjectName("dim")
        hint.setWordWrap(True)
        hint.setContentsMargins(0, 0, 0, 10)
        form.addRow("", hint)
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel | standard.RestoreDefaults)
        buttons.button(standard.Ok).setObjectName("primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        buttons.button(standard.RestoreDefaults).clicked.connect(self.restore_defaults)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addStretch()
        column.addWidget(buttons)
        self.setMinimumWidth(WIDTH)

    def value(self, key: str) -> str:
        """Return the value entered in the dialog."""
        field = self._fields[key]
        if isinstance(field, QLineEdit):
            return field.text().strip()
        return field.folder if isinstance(field, FolderField) else str(field.currentData())

    def choose(self, key: str, value: str) -> None:
        """Set a value in the dialog, as the user would."""
        field = self._fields[key]
        if isinstance(field, FolderField):
            field.set_folder(value)
            return
        if isinstance(field, QLineEdit):
            field.setText(value)
            return
        index = field.findData(value)
        if index < 0:  # set elsewhere to a value that is not among the choices
            field.addItem(value, value)
            index = field.count() - 1
        field.setCurrentIndex(index)

    def restore_defaults(self) -> None:
        """Set all fields to their defaults; OK stores them."""
        for setting in SETTINGS:
            self.choose(setting.key, setting.usual)

    def accept(self) -> None:
        """Store the changed values."""
        for setting in SETTINGS:
            value = self.value(setting.key)
            if value != self._store.text(setting.key, setting.usual):
                self._store.put(setting.key, value)
                self.changed.append(setting)
        self._store.save()
        super().accept()

    def _field(self, setting: Setting) -> QWidget:
        value = self._store.text(setting.key, setting.usual)
        field: QComboBox | FolderField | QLineEdit
        if setting.key == FOLDER:
            field = FolderField(value, what=tr("A folder for the sessions"), empty=str(sessions_folder()))
        elif setting.key == VERSIONS:
            field = QLineEdit()
            field.setPlaceholderText(tr("https://… (none: nothing is asked)"))
        else:
            field = QComboBox()
            for choice, label in _screens() if setting.key == SCREEN else setting.choices:
                field.addItem(tr(label), choice)
        field.setAccessibleName(tr(setting.label))
        self._fields[setting.key] = field
        self.choose(setting.key, value)
        return field


def _screens() -> list[tuple[str, str]]:
    """Return the connected screens, preceded by the default choice."""
    names = [screen.name() for screen in QGuiApplication.screens()]
    return [("", tr("A different screen from the workbench")), *((name, name) for name in names)]
