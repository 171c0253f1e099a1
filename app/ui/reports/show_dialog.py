# SPDX-License-Identifier: Apache-2.0
"""Dialog that shows a session live on one network: choice of the network, link, QR code, viewers, Stop."""

from pathlib import Path

import msgspec
import segno
from PySide6.QtCore import QProcess, Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.broadcast.listen_address import networks
from app.broadcast.show import Showing
from app.control.link import last_message, own_program
from app.ui.workbench.localised_figures import message_text
from widgets.translation import marked, tr

CODE_SIDE = 240
END_MS = 3000
ABOUT = marked(
    "Anyone on the chosen network who has the link can watch this session in a browser until you stop it or close the"
    " window. The link is not encrypted. Viewers can change nothing."
)


class ShowDialog(QDialog):
    """Dialog for one broadcast at a time, which continues while the dialog is closed and ends with the window."""

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Show on Another Screen"))
        self._process: QProcess | None = None
        self._path = path
        self._written = b""
        about = QLabel(tr(ABOUT))
        about.setWordWrap(True)
        self.network = QComboBox()
        self.network.addItem(tr("Choose a network"), "")
        for name, address in networks():
            self.network.addItem(f"{address} ({name})", address)
        self.network.currentIndexChanged.connect(self._update)
        self.link = QLabel()
        self.link.setTextFormat(Qt.TextFormat.PlainText)
        self.link.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.link.setWordWrap(True)
        self.code = QLabel()
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.setAccessibleName(tr("QR code of the link"))
        self.viewers = QLabel()
        form = QFormLayout()
        form.addRow(tr("Network"), self.network)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.start_button = QPushButton(tr("Start Showing"))
        self.stop_button = QPushButton(tr("Stop Showing"))
        buttons.addButton(self.start_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.stop_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.start_button.clicked.connect(self.start)
        self.stop_button.clicked.connect(self.stop)
        buttons.rejected.connect(self.hide)
        whole = QVBoxLayout(self)
        for part in (about, self.link, self.code, self.viewers):
            whole.addWidget(part)
        whole.insertLayout(1, form)
        whole.addWidget(buttons)
        self._update()

    @property
    def is_on(self) -> bool:
        """True while the session is shown."""
        return self._process is not None

    def set_session(self, path: Path) -> None:
        """Set the session to show next; one that is being shown stays."""
        if not self.is_on:
            self._path = path

    def start(self) -> None:
        """Start to show the session on the chosen network."""
        address = str(self.network.currentData())
        if self.is_on or not address:
            return
        place = f"[{address}]:0" if ":" in address else address
        command = [*own_program(), "show", str(self._path), "--on", place, "--control"]
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        self._written = b""
        self._process = process
        process.start(command[0], command[1:])
        self._update()

    def stop(self) -> None:
        """Stop to show the session."""
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._ended)
            process.closeWriteChannel()
            if not process.waitForFinished(END_MS):
                process.kill()
                process.waitForFinished(END_MS)
            process.deleteLater()
        self._clear("")

    def _read(self) -> None:
        if self._process is None:
            return
        self._written += bytes(self._process.readAllStandardOutput().data())
        *lines, self._written = self._written.split(b"\n")
        for line in lines:
            try:
                self._tell(msgspec.json.decode(line, type=Showing))
            except ValueError:
                self._written = line  # the message of a failure, which ends the process

    def _tell(self, showing: Showing) -> None:
        if showing.link != self.link.text():
            self.link.setText(showing.link)
            self.code.setPixmap(code_of(showing.link))
        text = tr("{viewers} viewers now, at most {most} at a time")
        self.viewers.setText(text.format(viewers=showing.viewers, most=showing.most))

    def _ended(self) -> None:
        process, self._process = self._process, None
        failure = last_message(self._written, b"")
        if process is not None:
            process.deleteLater()
        self._clear(message_text(failure) if failure is not None else tr("The session is no longer shown."))

    def _clear(self, text: str) -> None:
        self.link.clear()
        self.code.clear()
        self.viewers.setText(text)
        self._update()

    def _update(self) -> None:
        self.start_button.setEnabled(not self.is_on and bool(self.network.currentData()))
        self.stop_button.setEnabled(self.is_on)
        self.network.setEnabled(not self.is_on)


def code_of(link: str) -> QPixmap:
    """Return a link's QR code, black on white with its quiet zone."""
    rows = [list(row) for row in segno.make(link, micro=False, error="m").matrix_iter(border=4)]
    image = QImage(len(rows[0]), len(rows), QImage.Format.Format_RGB32)
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            image.setPixelColor(x, y, QColor("black" if module else "white"))
    return QPixmap.fromImage(image.scaled(CODE_SIDE, CODE_SIDE))
