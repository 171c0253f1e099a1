# SPDX-License-Identifier: Apache-2.0
"""Exhibitor of a stand: logo, title, tagline and link, which are stored on this machine and shown on cards.

They are never stored in a session.
"""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import segno
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.model.bounds import LOGO_BYTES
from app.model.errors import OutpaceError
from app.model.regular_file import bytes_of
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text
from widgets.presentation.exhibitor_strip import ExhibitorStrip
from widgets.presentation.measure import DARK_PRESENTATION, Measure
from widgets.presentation.sheets import Neutral, NeutralSheet
from widgets.translation import tr

LOGO, NAME, LINE, LINK = "exhibitor logo", "exhibitor title", "exhibitor line", "exhibitor link"
LARGEST_SIDE = 8192
SHOWN_SIDE = 1200
"""Maximum width and height of a stored logo, in pixels."""
LONGEST_TEXT, LONGEST_LINK = 80, 300


class ExhibitorError(OutpaceError):
    """A logo or link cannot be shown; the message is for the operator."""


@dataclass(frozen=True, slots=True)
class Exhibitor:
    """An exhibitor's details.

    Attributes:
        logo: Path of a PNG or SVG file; "" if none.
        link: An https link; "" if none.
    """

    logo: str = ""
    title: str = ""
    line: str = ""
    link: str = ""


def exhibitor(store: StateStore) -> Exhibitor:
    """Return the exhibitor stored on this machine."""
    return Exhibitor(store.text(LOGO), store.text(NAME), store.text(LINE), store.text(LINK))


def keep_exhibitor(chosen: Exhibitor, store: StateStore) -> None:
    for key, value in ((LOGO, chosen.logo), (NAME, chosen.title), (LINE, chosen.line), (LINK, chosen.link)):
        store.put(key, value)


def strip_of(chosen: Exhibitor) -> ExhibitorStrip:
    """Return the exhibitor strip to paint. Raises ExhibitorError."""
    logo = logo_image(Path(chosen.logo)) if chosen.logo else None
    code = link_code(chosen.link) if chosen.link else ()
    return ExhibitorStrip(chosen.title, chosen.line, chosen.link, logo, code)


def logo_image(path: Path) -> QImage:
    """Read a PNG or SVG image of at most LOGO_BYTES and LARGEST_SIDE. Raises ExhibitorError."""
    try:
        data = bytes_of(path, LOGO_BYTES)
        if data is None:
            raise ExhibitorError("The logo {path} is larger than {most} MiB.", path=path, most=LOGO_BYTES >> 20)
    except OSError as error:
        raise ExhibitorError("The logo {path} can't be read: {error}", path=path, error=error) from error
    image = _drawing(data) if path.suffix.lower() == ".svg" else _picture(data)
    if image is None or image.isNull():
        raise ExhibitorError("The logo {path} is neither a PNG nor an SVG picture that can be shown.", path=path)
    return image


def _picture(data: bytes) -> QImage | None:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(b"png"))
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > LARGEST_SIDE:
        return None
    image = reader.read()
    if max(image.width(), image.height()) > SHOWN_SIDE:
        smooth = Qt.TransformationMode.SmoothTransformation
        image = image.scaled(SHOWN_SIDE, SHOWN_SIDE, Qt.AspectRatioMode.KeepAspectRatio, smooth)
    return image


def _drawing(data: bytes) -> QImage | None:
    renderer = QSvgRenderer()
    if b"<!ENTITY" in data or not renderer.load(QByteArray(data)) or renderer.defaultSize().isEmpty():
        return None
    size = renderer.defaultSize().scaled(QSize(SHOWN_SIDE, SHOWN_SIDE), Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def link_code(link: str) -> tuple[tuple[bool, ...], ...]:
    """Return a link's QR code as rows of modules (True is dark). Raises ExhibitorError unless it is an https link."""
    try:
        parts = urlsplit(link)
        whole = parts.scheme == "https" and bool(parts.hostname) and not parts.username
    except ValueError:
        whole = False
    if not whole or not link.isprintable() or any(letter.isspace() for letter in link) or len(link) > LONGEST_LINK:
        raise ExhibitorError('The link "{link}" is not an https link, like https://example.org/stand.', link=link)
    code = segno.make(link, micro=False, error="m", boost_error=True)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


class ExhibitorDialog(QDialog):
    """Dialog for logo, title, tagline and link, with a preview; the result is `chosen`."""

    def __init__(self, before: Exhibitor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Exhibitor"))
        about = QLabel(
            tr("Shown on closing cards and between the recordings of the attract loop. It stays on this machine.")
        )
        about.setObjectName("dim")
        about.setWordWrap(True)
        self.logo, self.name = QLineEdit(before.logo), QLineEdit(before.title)
        self.line, self.link = QLineEdit(before.line), QLineEdit(before.link)
        self.link.setPlaceholderText("https://")
        browse = QPushButton(tr("Choose…"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self._browse)
        row = QHBoxLayout()
        row.addWidget(self.logo, 1)
        row.addWidget(browse)
        form = QFormLayout()
        form.addRow(tr("Logo (PNG or SVG)"), row)
        form.addRow(tr("Title"), self.name)
        form.addRow(tr("Line below it"), self.line)
        form.addRow(tr("Link (shown as a QR code)"), self.link)
        self.error = QLabel()
        self.error.setObjectName("error")
        self.error.setWordWrap(True)
        self.preview = NeutralSheet(DARK_PRESENTATION)
        self.preview.setMinimumHeight(240)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setObjectName("primary")
        offer_help(self.buttons, "booth")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (about, form, self.preview, self.error, self.buttons):
            column.addLayout(part) if isinstance(part, QFormLayout) else column.addWidget(part)
        self.setMinimumWidth(720)
        for field in (self.logo, self.name, self.line, self.link):
            field.setMaxLength(LONGEST_LINK if field in (self.logo, self.link) else LONGEST_TEXT)
            field.textChanged.connect(self._show)
        self.logo.setMaxLength(4096)
        self._show()

    @property
    def chosen(self) -> Exhibitor:
        """Exhibitor as entered in the fields."""
        return Exhibitor(*(field.text().strip() for field in (self.logo, self.name, self.line, self.link)))

    def _browse(self) -> None:
        filters = tr("Pictures ({pattern})").format(pattern="*.png *.svg")
        found, _ = QFileDialog.getOpenFileName(self, tr("Choose a Logo"), self.logo.text(), filters)
        if found:
            self.logo.setText(found)

    def _show(self) -> None:
        """Show the preview, or the error."""
        strip, wrong = ExhibitorStrip(), ""
        try:
            strip = strip_of(self.chosen)
        except ExhibitorError as error:
            wrong = error_text(error)
        self.error.setText(wrong)
        self.error.setVisible(bool(wrong))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not wrong)
        self.preview.set_measure(Measure(720.0, 405.0))
        self.preview.set_exhibitor(strip)
        self.preview.show_card(Neutral(tr("The next run starts soon")))
