# SPDX-License-Identifier: Apache-2.0
"""Exhibitor: a logo, text and a link on cards, never over charts, and never from a session."""

from pathlib import Path

import pytest
import segno
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.model.bounds import LOGO_BYTES
from app.ui.presentation.closing_card import closing_card
from app.ui.presentation.exhibitor import (
    Exhibitor,
    ExhibitorDialog,
    ExhibitorError,
    exhibitor,
    keep_exhibitor,
    strip_of,
)
from app.ui.presentation.presentation_window import PresentationWindow
from app.ui.window.state import StateStore
from tests.support.booth_looks import booth, texts
from tests.support.recorded import recorded

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LINK = "https://example.org/stand?from=booth"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#00ff00"/></svg>'
)


@pytest.fixture
def logo(tmp_path: Path) -> Path:
    image = QImage(60, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    path = tmp_path / "logo.png"
    assert image.save(str(path))
    return path


def test_exhibitor_logo_is_on_every_screen_and_its_link_on_cards(qtbot: QtBot, tmp_path: Path, logo: Path) -> None:
    session = recorded(tmp_path / "one.outpace", seconds=20)
    with booth(qtbot, session) as window:
        window.set_exhibitor(strip_of(Exhibitor(str(logo), "Example Storage", "Hall 5, stand 42", LINK)))
        assert "Example Storage" not in texts(window)
        assert "#ff00ff" in colors(window, range(1600, 1880, 6), range(20, 110, 6))
        window.show_card(closing_card(session))
        told = texts(window.card)
        for words in ("Example Storage", "example.org/stand?from=booth"):
            assert words in told
        assert "#ff00ff" in colors(window, range(1600, 1880, 6), range(20, 110, 6))
        assert {"#ffffff", "#000000"} <= colors(window, range(1700, 1880, 3), range(880, 1050, 3))
        window.show_card(None)
        window.announce("The next run starts soon", "Two journals")
        assert "Hall 5, stand 42" in texts(window.waiting)
        assert "#ff00ff" in colors(window, range(800, 1100, 6), range(20, 400, 6))


def colors(window: PresentationWindow, across: range, down: range) -> set[str]:
    """Return the colors in a part of the window's picture."""
    picture = window.grab().toImage()
    return {picture.pixelColor(x, y).name() for x in across for y in down}


def test_qr_code_encodes_the_link() -> None:
    code = strip_of(Exhibitor(link=LINK)).code
    assert [list(row) for row in code] == [
        [bool(module) for module in row] for row in segno.make(LINK, micro=False, error="m").matrix
    ]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("big.png", b"x" * (LOGO_BYTES + 1), "larger than"),
        ("text.png", b"no picture", "neither a PNG nor an SVG"),
        ("bomb.svg", b'<!DOCTYPE s [<!ENTITY a "b">]><svg/>', "neither a PNG nor an SVG"),
        ("page.svg", b"<html></html>", "neither a PNG nor an SVG"),
    ],
)
def test_invalid_logo_is_rejected(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ExhibitorError, match=words):
        strip_of(Exhibitor(logo=str(path)))


def test_missing_logo_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ExhibitorError, match="can't be read"):
        strip_of(Exhibitor(logo=str(tmp_path / "gone.png")))


@pytest.mark.parametrize(
    "link", ["http://example.org", "javascript:alert(1)", "https://", "https://user:word@example.org", "https://a b.c"]
)
def test_links_other_than_https_are_rejected(link: str) -> None:
    with pytest.raises(ExhibitorError, match="is not an https link"):
        strip_of(Exhibitor(link=link))


def test_exhibitor_is_remembered_and_dialog_reports_errors(qtbot: QtBot, tmp_path: Path) -> None:
    drawing = tmp_path / "logo.svg"
    drawing.write_text(SVG)
    store = StateStore(tmp_path / "state.json")
    keep_exhibitor(Exhibitor(str(drawing), "Example Storage", "", LINK), store)
    dialog = ExhibitorDialog(exhibitor(store))
    qtbot.addWidget(dialog)
    ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
    assert ok.isEnabled()
    assert "Example Storage" in dialog.preview.accessibleDescription()
    dialog.link.setText("http://example.org")
    assert not ok.isEnabled()
    assert "https" in dialog.error.text()
