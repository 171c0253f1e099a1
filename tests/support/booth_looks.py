# SPDX-License-Identifier: Apache-2.0
"""Helpers for tests of the booth window: the window itself, and the text that it paints."""

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QBuffer, QSize
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.presentation.presentation_window import PresentationWindow
from app.ui.replay.follower import Follower

_TEXT = re.compile(r'<text[^>]*?font-size="(?P<size>[\d.]+)"[^>]*>(?P<text>[^<]*)<')


@contextmanager
def booth(
    qtbot: QtBot, path: Path | None, size: tuple[int, int] = (1920, 1080), *, live: bool = False
) -> Iterator[PresentationWindow]:
    """Open a booth window of this size with a session."""
    follower = Follower(path, live=live) if path is not None else None
    window = PresentationWindow()
    qtbot.addWidget(window)
    window.resize(*size)
    window.show_follower(follower)
    window.show()
    try:
        yield window
    finally:
        window.close()
        if follower is not None:
            follower.close()


def painted(widget: QWidget) -> list[tuple[str, float]]:
    """Return every text that a widget paints, with its font size in pixels."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.ReadWrite)
    picture = QSvgGenerator()
    picture.setOutputDevice(buffer)
    picture.setSize(QSize(widget.width(), widget.height()))
    widget.render(picture)
    found = _TEXT.finditer(bytes(buffer.data().data()).decode("utf-8"))
    return [(html.unescape(match["text"]), float(match["size"])) for match in found]


def texts(widget: QWidget) -> str:
    """Return the text that a widget paints, one per line."""
    return "\n".join(text for text, _ in painted(widget))
