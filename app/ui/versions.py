"""What runs here: versions and licences, for About and for a support request. No name of a host or a user."""

import configparser
import contextlib
import platform
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import apsw
from PySide6.QtCore import QLocale, qVersion
from PySide6.QtGui import QGuiApplication

from app import __version__
from app.ui.texts import tr

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
    told = about.metadata
    if "License-Expression" in told:
        return str(told["License-Expression"])
    classified = [
        entry.rpartition(" :: ")[2] for entry in told.get_all("Classifier") or () if entry.startswith("License :: ")
    ]
    text = str(told["License"]).strip() if "License" in told else ""
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
