# SPDX-License-Identifier: Apache-2.0
"""The window's language, and how it writes figures and dates: chosen once, before the window is made."""

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
"""Languages with a catalogue, each by its own name; English is what the texts are written in."""


def chosen_locale(store: StateStore, system: QLocale | None = None) -> QLocale:
    """The locale of the language chosen in the settings; the system's where none was.

    A language other than the system's brings the figures and dates of its own country with it. system: None asks Qt.
    """
    system = system or QLocale.system()
    chosen = store.text(KEY, SYSTEM)
    if chosen not in LANGUAGES or language_of(system) == chosen:
        return system
    return QLocale(chosen)


def language_of(locale: QLocale) -> str:
    """The language of a locale as ISO 639 has it, "de"."""
    return locale.name().partition("_")[0]


def speak(app: QCoreApplication, locale: QLocale) -> list[QTranslator]:
    """Give the application the locale's language, where there is a catalogue of it, and its figures and dates.

    Returns the translators it uses.
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
