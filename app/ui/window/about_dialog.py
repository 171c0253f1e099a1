"""What the program is, the versions and licences that run here, and every action with its keys. No name of a host or a
user."""

import configparser
import contextlib
import platform
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import apsw
from PySide6.QtCore import QLocale, Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence
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

from app import __version__
from app.ui.window.actions import ENTRIES, Entry
from app.ui.window.state import default_log_path
from widgets.translation import tr

LIBRARIES = (
    "PySide6-Essentials",
    "apsw",
    "keyring",
    "msgspec",
    "numpy",
    "platformdirs",
    "psutil",
    "pyodbc",
    "pyshortcuts",
    "rich",
    "tomlkit",
    "xlsxwriter",
)
DRIVER_LISTS = (Path("/etc/odbcinst.ini"), Path("/usr/local/etc/odbcinst.ini"), Path("/opt/homebrew/etc/odbcinst.ini"))
REGISTRY = "SOFTWARE\\ODBC\\ODBCINST.INI\\ODBC Drivers"
LONGEST_LICENCE = 60


@dataclass(frozen=True, slots=True)
class Library:
    """A library that Outpace uses: its name, version and licence as it declares them."""

    name: str
    version: str
    licence: str


def versions() -> list[tuple[str, str]]:
    """What runs here: label and text."""
    screens = ", ".join(
        f"{screen.size().width()}x{screen.size().height()} @ {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    return [
        ("Outpace", __version__),
        ("Python", platform.python_version()),
        ("Qt", f"{qVersion()} ({QGuiApplication.platformName()})"),
        ("SQLite", f"{apsw.sqlite_lib_version()} (APSW {apsw.apsw_version()})"),
        (tr("ODBC drivers"), ", ".join(odbc_drivers()) or tr("none found")),
        (tr("System"), platform.platform()),
        (tr("Language"), QLocale().name()),
        (tr("Screens"), screens),
    ]


def support_text() -> str:
    """All of it as text, to be sent to somebody who helps."""
    lines = [f"{label}: {text}" for label, text in versions()]
    return "\n".join([*lines, *(f"{one.name} {one.version}" for one in libraries())]) + "\n"


def odbc_drivers() -> list[str]:
    """The ODBC drivers that are installed, by the driver manager's own list; no driver is loaded."""
    platform: str = sys.platform  # a variable: else a type checker takes what follows for unreachable
    if platform == "win32":
        return _registered()
    names: dict[str, None] = {}
    for path in DRIVER_LISTS:
        listed = configparser.ConfigParser(interpolation=None, strict=False)
        try:
            listed.read(path, encoding="utf-8")
        except (configparser.Error, UnicodeDecodeError):
            continue
        names |= dict.fromkeys(
            section for section in listed.sections() if section.upper() not in ("ODBC", "ODBC DRIVERS")
        )
    return list(names)


def libraries() -> list[Library]:
    """The libraries that are installed, in alphabetical order."""
    found = []
    for name in sorted(LIBRARIES, key=str.casefold):
        try:
            about = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found.append(Library(name, about.version, _licence(about)))
    return found


def _licence(about: metadata.Distribution) -> str:
    """As the library declares it: an SPDX expression, a classifier, or a short text."""
    fields = about.metadata
    if "License-Expression" in fields:
        return str(fields["License-Expression"])
    classified = [
        entry.rpartition(" :: ")[2] for entry in fields.get_all("Classifier") or () if entry.startswith("License :: ")
    ]
    text = str(fields["License"]).strip() if "License" in fields else ""
    if text and "\n" not in text and len(text) <= LONGEST_LICENCE:
        return text
    return ", ".join(classified) or tr("see the library's own files")


def _registered() -> list[str]:
    """Windows: the driver manager's list in the registry."""
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415 - only Windows has it

        with contextlib.suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, REGISTRY) as key:
            return [winreg.EnumValue(key, number)[0] for number in range(winreg.QueryInfoKey(key)[1])]
    return []


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
