# SPDX-License-Identifier: Apache-2.0
"""About dialog with versions and licenses, check for newer versions, and list of actions with their shortcuts.

It contains no host or user names.
"""

import configparser
import contextlib
import json
import platform
import re
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
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.model.errors import OutpaceError
from app.native.absence import absence
from app.native.native_library import NativeLibrary
from app.ui.window.actions import ENTRIES, ActionEntry
from app.ui.window.background import Task
from app.ui.window.command_search import Found, ranked
from app.ui.window.state import default_log_path
from app.ui.workbench.localised_figures import message_text
from collectors.exporter_page import ExporterPage
from collectors.series import SourceError
from widgets.theme import EMPHASIS
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
VERSION = re.compile(r"v?([0-9]{1,6}(?:\.[0-9]{1,6}){1,3})")
NAMES = ("version", "tag_name")
"""Keys for the newest version in a JSON response; the second key is that of GitHub's latest-release API."""


class VersionsPageError(OutpaceError):
    """A response without a version number."""


@dataclass(frozen=True, slots=True)
class ThirdPartyLibrary:
    """A library that Outpace uses: its name, version and declared license."""

    name: str
    version: str
    licence: str


def versions() -> list[tuple[str, str]]:
    """Return the label and value of every version in use."""
    screens = ", ".join(
        f"{screen.size().width()}x{screen.size().height()} @ {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    library = NativeLibrary.load()
    native = library.name if isinstance(library, NativeLibrary) else message_text(absence(library))
    return [
        ("Outpace", __version__),
        ("Python", platform.python_version()),
        ("Qt", f"{qVersion()} ({QGuiApplication.platformName()})"),
        ("SQLite", f"{apsw.sqlite_lib_version()} (APSW {apsw.apsw_version()})"),
        (tr("Native library"), native),
        (tr("ODBC drivers"), ", ".join(odbc_drivers()) or tr("none found")),
        (tr("System"), platform.platform()),
        (tr("Language"), QLocale().name()),
        (tr("Screens"), screens),
    ]


def support_text() -> str:
    """Return all versions as text, for support requests."""
    lines = [f"{label}: {text}" for label, text in versions()]
    return "\n".join([*lines, *(f"{one.name} {one.version}" for one in libraries())]) + "\n"


def odbc_drivers() -> list[str]:
    """Return the installed ODBC drivers as listed by the driver manager, without loading any."""
    platform: str = sys.platform  # a variable, as type checkers otherwise consider the rest unreachable
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


def libraries() -> list[ThirdPartyLibrary]:
    """Return the installed libraries in alphabetical order."""
    found = [ThirdPartyLibrary("Inter", "4.1", "OFL-1.1")]  # the font
    for name in sorted(LIBRARIES, key=str.casefold):
        try:
            about = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found.append(ThirdPartyLibrary(name, about.version, _licence(about)))
    return sorted(found, key=lambda one: one.name.casefold())


def _licence(about: metadata.Distribution) -> str:
    """Return the declared license: an SPDX expression, a classifier, or a short text."""
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
    """Return the drivers registered in the Windows registry."""
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415 - only Windows has it

        with contextlib.suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, REGISTRY) as key:
            return [winreg.EnumValue(key, number)[0] for number in range(winreg.QueryInfoKey(key)[1])]
    return []


def newest_version(url: str) -> str:
    """Fetch the newest version: a plain text, or "version" or "tag_name" of a JSON object.

    Raises VersionsPageError.
    """
    try:
        text = ExporterPage(url).text().strip()
    except SourceError as error:
        raise VersionsPageError(error.text, **error.values) from error
    try:
        page = json.loads(text)
    except (ValueError, RecursionError):
        page = None
    if isinstance(page, dict):
        text = next((str(page[name]) for name in NAMES if name in page), "")
    if (found := VERSION.fullmatch(text)) is None:
        raise VersionsPageError("{url} names no version. Check the address in Edit, Settings", url=url)
    return found[1]


def is_newer(version: str, than: str) -> bool:
    """Return whether a version number is higher than another; prerelease suffixes are ignored."""

    def numbers(text: str) -> list[int]:
        found = [int(part) for part in re.match(r"[0-9.]*", text)[0].split(".") if part]  # type: ignore[index]
        return found + [0] * (4 - len(found))

    return numbers(version) > numbers(than)


def show_about(versions_page: str, parent: QWidget) -> None:
    """Show the About dialog; `versions_page` is the URL that reports the newest version, or ""."""
    AboutDialog(versions_page, parent).exec()


def show_shortcuts(parent: QWidget) -> None:
    """Show all actions and their shortcuts."""
    ShortcutsDialog(parent).exec()


class AboutDialog(QDialog):
    """Dialog with the versions in use, which can be copied for support requests, and a check for newer ones."""

    def __init__(self, versions_page: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._versions_page = versions_page
        self.setWindowTitle(tr("About Outpace"))
        title = QLabel("Outpace")
        title.setObjectName("welcomeTitle")
        what = QLabel(tr("Two systems side by side, live: the same workload on both, on one clock."))
        what.setWordWrap(True)
        rows = QFormLayout()
        rows.setVerticalSpacing(4)
        for label, text in versions():
            value = QLabel(text)
            value.setWordWrap(True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            rows.addRow(label, value)
        self.newer = QLabel()
        self.newer.setWordWrap(True)
        self.newer.setTextFormat(Qt.TextFormat.PlainText)
        self.newer.setAccessibleName(tr("Newer version"))
        self.newer.hide()
        used = QLabel(tr("Apache License 2.0. Outpace uses:"))
        listed = QPlainTextEdit()
        listed.setReadOnly(True)
        listed.setTabChangesFocus(True)
        listed.setAccessibleName(tr("Libraries and their licences"))
        listed.setPlainText("\n".join(f"{one.name} {one.version}: {one.licence}" for one in libraries()))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton(tr("Copy for Support"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setToolTip(tr("Copies the versions as text, without host or user names"))
        self.copy_button.clicked.connect(self._copy)
        log_button = buttons.addButton(tr("Folder of the Log"), QDialogButtonBox.ButtonRole.ActionRole)
        log_button.setToolTip(str(default_log_path().parent))
        log_button.clicked.connect(self._show_log)
        self.newer_button = buttons.addButton(tr("Is There a Newer Version?"), QDialogButtonBox.ButtonRole.ActionRole)
        self.newer_button.setToolTip(versions_page or tr("No address to ask is set (Edit, Settings)"))
        self.newer_button.clicked.connect(self._query_newest)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(what)
        column.addLayout(rows)
        column.addWidget(self.newer)
        column.addWidget(used)
        column.addWidget(listed, 1)
        column.addWidget(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
        self.resize(620, 560)

    def _copy(self) -> None:
        QApplication.clipboard().setText(support_text())
        self.copy_button.setText(tr("Copied"))

    def _query_newest(self) -> None:
        """Fetch the newest version in the background because the server may not respond."""
        self.newer.show()
        if not self._versions_page:
            self.newer.setText(tr("No address to ask is set: Edit, Settings, Newer versions."))
            return
        self.newer_button.setEnabled(False)
        self.newer.setText(tr("Asking {url} …").format(url=self._versions_page))
        task = Task(lambda: newest_version(self._versions_page), (VersionsPageError,), self)
        task.done.connect(self._show_newest)
        task.failed.connect(self._show_answer)
        task.start()

    def _show_newest(self, version: str) -> None:
        text = tr("Version {version} is there; this is {own}.") if is_newer(version, __version__) else ""
        text = text or tr("This is the newest version: {own} (the address names {version}).")
        self._show_answer(text.format(version=version, own=__version__))

    def _show_answer(self, text: str) -> None:
        self.newer.setText(text)
        self.newer_button.setEnabled(True)

    def _show_log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(default_log_path().parent)))


class ShortcutsDialog(QDialog):
    """Dialog with all actions that have shortcuts, grouped by menu, which can be searched like the command search."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard Shortcuts"))
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("A command or a key"))
        self.line.setAccessibleName(tr("Search"))
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._filter_rows)
        self._none = QLabel(tr("No matches."))
        self._none.setObjectName("dim")
        self._none.hide()
        board = QWidget()
        self._grid = QGridLayout(board)
        self._grid.setContentsMargins(12, 4, 12, 12)
        # Fixed at their initial widths, so that columns do not shift while the user types.
        for place, characters in enumerate((13, 20)):
            self._grid.setColumnMinimumWidth(place, characters * self.fontMetrics().averageCharWidth())
        self._grid.setColumnStretch(2, 1)
        self._grid.setHorizontalSpacing(24)
        self._rows: dict[str, list[tuple[Found, list[QLabel]]]] = {}
        self._titles: dict[str, QLabel] = {}
        for entry in ENTRIES:
            if isinstance(entry, ActionEntry) and entry.shortcut:
                self._add(entry)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        scroll = QScrollArea()
        scroll.setWidget(board)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(tr("Keyboard Shortcuts"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(self.line)
        column.addWidget(self._none)
        column.addWidget(scroll, 1)
        column.addWidget(buttons)
        self.line.setFocus()
        self.resize(780, 640)

    @property
    def listed(self) -> dict[str, list[str]]:
        """Names of the listed actions by menu."""
        found = {
            menu: [found.text for found, labels in rows if not labels[0].isHidden()]
            for menu, rows in self._rows.items()
        }
        return {menu: texts for menu, texts in found.items() if texts}

    def _add(self, entry: ActionEntry) -> None:
        menu = tr(entry.menu).replace("&", "")
        if menu not in self._titles:
            title = QLabel(menu)
            title.setStyleSheet(f"font-weight: {EMPHASIS}; padding-top: 10px;")
            title.setIndent(0)
            self._titles[menu] = title
            self._grid.addWidget(title, self._grid.rowCount(), 0, 1, 3)
        keys = QKeySequence(entry.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
        found = Found(tr(entry.text).replace("&", "").rstrip("…"), tr(entry.hint), lambda: None, keys)
        labels = [QLabel(found.keys), QLabel(found.text), QLabel(found.about)]
        labels[2].setObjectName("dim")
        labels[2].setWordWrap(True)
        row = self._grid.rowCount()
        for place, label in enumerate(labels):
            self._grid.addWidget(label, row, place, Qt.AlignmentFlag.AlignVCenter)
        self._rows.setdefault(menu, []).append((found, labels))

    def _filter_rows(self, wanted: str) -> None:
        found = {id(one) for one in ranked(wanted, [one for rows in self._rows.values() for one, _ in rows])}
        for menu, rows in self._rows.items():
            for one, labels in rows:
                for label in labels:
                    label.setVisible(id(one) in found)
            self._titles[menu].setVisible(any(id(one) in found for one, _ in rows))
        self._none.setVisible(not found)
