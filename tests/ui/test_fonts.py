# SPDX-License-Identifier: Apache-2.0
"""The font that Outpace ships."""

import re
from importlib import resources

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QRawFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.report.content import Paragraph, ReportContent
from app.report.pdf import pdf_of
from tests.support.ui_window import Opener
from widgets.fonts import DISPLAY, TEXT, apply_font, display, emphasized, load_fonts
from widgets.text import sized

pytestmark = pytest.mark.usefixtures("qtbot")


def font(family: str, weight: QFont.Weight) -> QFont:
    load_fonts()
    found = QFont([family])
    found.setPixelSize(40)
    found.setWeight(weight)
    return found


@pytest.mark.parametrize(
    ("family", "weight"),
    [
        (TEXT, QFont.Weight.Normal),
        (TEXT, QFont.Weight.DemiBold),
        (DISPLAY, QFont.Weight.DemiBold),
        (DISPLAY, QFont.Weight.Bold),
    ],
)
def test_digits_of_every_cut_are_equally_wide(family: str, weight: QFont.Weight) -> None:
    found = font(family, weight)
    assert QFontInfo(found).family() == family
    metrics = QFontMetricsF(found)
    assert len({round(metrics.horizontalAdvance(digit), 2) for digit in "0123456789"}) == 1
    raw = QRawFont.fromFont(found)
    assert all(raw.supportsCharacter(ord(letter)) for letter in "äßéЖΩ→×µ–…−✓")


def test_bold_text_is_wider_than_regular_text() -> None:
    plain, bold = font(TEXT, QFont.Weight.Normal), font(TEXT, QFont.Weight.DemiBold)
    assert QFontMetricsF(bold).horizontalAdvance("Response time") > QFontMetricsF(plain).horizontalAdvance(
        "Response time"
    )


def test_application_font_keeps_the_system_font_as_fallback(qapp: QApplication) -> None:
    before = qapp.font()
    try:
        qapp.setFont(QFont(["Serif"]))
        apply_font(qapp)
        assert qapp.font().families() == [TEXT, "Serif"]
        assert qapp.font().pixelSize() >= 13
        apply_font(qapp)
        assert qapp.font().families() == [TEXT, "Serif"]
    finally:
        qapp.setFont(before)


def test_large_desktop_font_is_not_reduced(qapp: QApplication) -> None:
    before = qapp.font()
    large = QFont(["Serif"])
    large.setPixelSize(19)
    try:
        qapp.setFont(large)
        apply_font(qapp)
        assert qapp.font().pixelSize() == 19
    finally:
        qapp.setFont(before)


def test_display_cut_is_bold_and_tight(qapp: QApplication) -> None:
    found = display(qapp.font())
    assert found.families()[0] == DISPLAY
    assert found.weight() == QFont.Weight.Bold


@pytest.mark.parametrize(("pixels", "family"), [(13, TEXT), (27, TEXT), (28, DISPLAY)])
def test_emphasized_text_has_a_cut_of_its_own(pixels: int, family: str) -> None:
    plain = font(TEXT, QFont.Weight.Normal)
    plain.setPixelSize(pixels)
    for found in (emphasized(plain), sized(plain, 1.0, bold=True)):
        assert QFontInfo(found).family() == family
        assert QFontInfo(found).pixelSize() == pixels
        assert found.weight() == QFont.Weight.DemiBold


def test_no_text_of_the_window_is_bolder_than_its_cuts(opened: Opener, qapp: QApplication) -> None:
    shell = opened().shell
    assert set(re.findall(r"font-weight: ([^;]+);", qapp.styleSheet())) == {"600"}
    for part in shell.findChildren(QWidget):
        if part.font().families()[:1] != [DISPLAY]:
            assert part.font().weight() <= QFont.Weight.DemiBold, part.objectName()


def test_license_is_shipped_with_the_font() -> None:
    text = (resources.files("widgets.fonts") / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text


def test_pdf_embeds_the_font(qtbot: QtBot) -> None:
    pdf = pdf_of(ReportContent("A report", [Paragraph("Words")], 1, "Foot"))
    assert re.search(rb"/FontName /[A-Z+]*InterOutpace", pdf)
