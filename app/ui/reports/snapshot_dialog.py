# SPDX-License-Identifier: Apache-2.0
"""Dialog for a snapshot's name and note, and images of widgets at twice the resolution.

Snapshots, reports and the clipboard use these images.
"""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.session.paths import SUFFIX, slug
from widgets.translation import tr

FACTOR = 2.0


def picture_of(widget: QWidget) -> QPixmap:
    """Render a widget to an image at twice the resolution or higher, so that text and curves are sharp."""
    factor = max(FACTOR, widget.devicePixelRatioF())
    picture = QPixmap(widget.size() * factor)
    picture.setDevicePixelRatio(factor)
    picture.fill(widget.palette().window().color())
    widget.render(picture, QPoint())
    return picture


def png_of(picture: QPixmap) -> bytes:
    """Encode an image as PNG."""
    octets = QByteArray()
    buffer = QBuffer(octets)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(octets.data())


LONGEST_STEM = 120


def snapshot_path(session: Path, name: str) -> Path:
    """Return an unused path next to the session, named after it and the snapshot."""
    stem = f"{session.stem[:LONGEST_STEM]}_{slug(name) or 'snapshot'}"
    path = session.with_name(stem + SUFFIX)
    number = 2
    while path.exists() or picture_path(path).exists():
        path = session.with_name(f"{stem}-{number}{SUFFIX}")
        number += 1
    return path


def picture_path(snapshot: Path) -> Path:
    """Return the path of a snapshot's image, next to it."""
    return snapshot.with_suffix(".png")


class SnapshotDialog(QDialog):
    """Dialog whose results are `name`, `note` and `path`."""

    def __init__(
        self, session: Path, suggestion: str, parent: QWidget | None = None, *, recording: bool = False
    ) -> None:
        """Create the dialog; `recording` is true if the session is still growing."""
        super().__init__(parent)
        self.setWindowTitle(tr("Snapshot"))
        self._session = session
        self._recording = recording
        self._name = QLineEdit(suggestion)
        self._name.setObjectName("snapshotName")
        self._name.setMaxLength(120)
        self._name.selectAll()
        self._note = QPlainTextEdit()
        self._note.setPlaceholderText(tr("Description (optional)"))
        self._note.setFixedHeight(96)
        self._note.setTabChangesFocus(True)
        self._where = QLabel()
        self._where.setObjectName("dim")
        self._where.setWordWrap(True)
        self._name.textChanged.connect(self._show_path)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        save = buttons.addButton(tr("Save Snapshot"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setObjectName("primary")
        save.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(tr("Name"), self._name)
        form.addRow(tr("Note"), self._note)
        form.addRow("", self._where)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(buttons)
        self.setMinimumWidth(520)
        self._show_path()

    @property
    def name(self) -> str:
        return self._name.text().strip() or tr("Snapshot")

    @property
    def note(self) -> str:
        """Note of the user; may be empty."""
        return self._note.toPlainText().strip()

    @property
    def message(self) -> str:
        """Text about where the snapshot will be saved."""
        return self._where.text()

    @property
    def path(self) -> Path:
        return snapshot_path(self._session, self.name)

    def _show_path(self) -> None:
        goes_on = tr(" Recording continues.") if self._recording else ""
        path = self.path
        self._where.setText(
            tr("Saves a session file, {name}, and a picture for slides, {picture}.{goes_on}").format(
                name=path.name, picture=picture_path(path).name, goes_on=goes_on
            )
        )
