# SPDX-License-Identifier: Apache-2.0
"""Inter, in the four cuts that Outpace ships: text, and display sizes for 28 px and more. Its digits are tabular.

Family lists end with the system's font, which has the scripts that Inter lacks (CJK, Arabic, Hebrew).
"""

from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

from widgets.theme import BODY, EMPHASIS

TEXT = "Inter Outpace"
DISPLAY = "Inter Outpace Display"
DISPLAY_FROM = 28
"""Font size in pixels from which the display cuts are used."""
FOLDER = Path(__file__).parent


@cache
def load_fonts() -> None:
    """Make the font available to this process; requires a QGuiApplication."""
    for path in sorted(FOLDER.glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(path))


def apply_font(application: QApplication) -> None:
    """Use Inter for the application, in the design's size or the desktop's, whichever is larger."""
    load_fonts()
    desktop = application.font()
    families = desktop.families()
    if families[:1] == [TEXT]:
        return
    font = QFont(desktop)
    font.setFamilies([TEXT, *families])
    font.setPixelSize(max(BODY, QFontInfo(desktop).pixelSize()))
    application.setFont(font)


def emphasized(font: QFont) -> QFont:
    """Return the font in semi-bold, and in the display cut if it is large enough for it."""
    new_font = QFont(font)
    if QFontInfo(font).pixelSize() >= DISPLAY_FROM:
        new_font.setFamilies(_display_families(font))
    new_font.setWeight(QFont.Weight(EMPHASIS))
    return new_font


def display(font: QFont) -> QFont:
    """Return the font in its display cut and in bold, with tight letter spacing, for figures and large sentences."""
    new_font = QFont(font)
    new_font.setFamilies(_display_families(font))
    new_font.setWeight(QFont.Weight.Bold)
    new_font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 97.5)
    return new_font


def _display_families(font: QFont) -> list[str]:
    return [DISPLAY, *(family for family in font.families() if family != DISPLAY)]
