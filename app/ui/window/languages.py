# SPDX-License-Identifier: Apache-2.0
"""The window's language and number formats, chosen once before the window is created."""

import logging
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

import resources
from app.ui.window.state import StateStore

log = logging.getLogger(__name__)

TRANSLATIONS = Path(resources.__file__).parent / "translations"
KEY = "language"
SYSTEM = "system"
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Languages with a translation, each in its own language; English is the source language."""


def chosen_locale(store: StateStore, system: QLocale | None = None) -> QLocale:
    """Return the locale of the language chosen in the settings, by default the system's locale.

    Another language than the system's implies its country's number and date formats. `system` defaults to Qt's.
    """
    system = system or QLocale.system()
    chosen = store.text(KEY, SYSTEM)
    if chosen not in LANGUAGES or language_of(system) == chosen:
        return system
    return QLocale(chosen)


def language_of(locale: QLocale) -> str:
    """Return the ISO 639 code of a locale's language, such as "de"."""
    return locale.name().partition("_")[0]


def speak(app: QCoreApplication, locale: QLocale) -> list[QTranslator]:
    """Set the application's number and date formats, and its language if there is a translation.

    Returns the installed translators.
    """
    QLocale.setDefault(locale)
    language = language_of(locale)
    if language == "en" or language not in LANGUAGES:
        return []
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    translators = []
    for name, folder in ((f"qtbase_{language}", of_qt), (f"outpace_{language}", str(TRANSLATIONS))):
        translator = QTranslator(app)
        if translator.load(name, folder):
            app.installTranslator(translator)
            translators.append(translator)
        else:
            log.warning("%s has no %s.qm: some texts stay in English", folder, name)
    return translators
