# SPDX-License-Identifier: Apache-2.0
"""Rehearsal of a stand before the doors open: what could go wrong there, and the loop at ten times its speed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.scenario.reading import ScenarioError, read_scenario
from app.session.free_space import free_bytes
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.presentation.playlist import Piece, Playlist
from app.ui.presentation.screen_saver import Awake
from app.ui.presentation.visitor_sentence import names_of
from app.ui.window.help_window import offer_help
from app.ui.window.settings import SCREEN, recordings_folder
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text, number_text
from widgets.presentation.measure import one_line
from widgets.translation import tr

LEAST_FREE = 10e9
"""Free bytes for recordings below which a day at a stand may not fit."""
MOST_BUSY = 0.2
"""Share of the processors that other programs may use."""
LONGEST_NAME = 24
"""Characters of a name that are certainly shown in full."""
SAMPLE_MS = 1000
SMALLEST = QSize(1280, 720)


@dataclass(frozen=True, slots=True)
class Check:
    """Result of one check.

    Attributes:
        well: Whether it passed.
        text: What was found.
        remedy: What to do; "" if it passed.
    """

    well: bool
    text: str
    remedy: str = ""


def disk_check(folder: Path) -> Check:
    """Check the space for recordings."""
    free = free_bytes(folder)
    if not math.isfinite(free):
        return Check(False, tr("The folder for recordings cannot be read"), tr("Choose another one in the settings."))
    text = tr("{count} GB free for recordings").format(count=number_text(round(free / 1e9, 1)))
    return Check(free >= LEAST_FREE, text, "" if free >= LEAST_FREE else tr("Free some space, or choose another disk."))


def sleep_check() -> Check:
    """Check whether the screen can be kept on."""
    awake = Awake()
    message = awake.hold()
    awake.release()
    if not message:
        return Check(True, tr("The screen stays on"))
    return Check(False, tr("The screen may turn off by itself"), tr("Set it to stay on in the power settings."))


def busy_check(share: float) -> Check:
    """Check how busy this machine's processors are, as a share of all of them."""
    text = tr("{share} % of this machine is in use").format(share=number_text(round(100 * share)))
    return Check(share <= MOST_BUSY, text, "" if share <= MOST_BUSY else tr("End other programs and background jobs."))


def screens_check(preferred: str) -> Check:
    """Check that there is a screen for visitors, other than the operator's, and that it is large enough."""
    screens = {screen.name(): screen for screen in QGuiApplication.screens()}
    if preferred and preferred not in screens:
        text = tr("The booth screen {name} is not connected").format(name=preferred)
        return Check(False, text, tr("Connect it, or choose another one in the settings."))
    if len(screens) < 2:
        return Check(False, tr("There is one screen only"), tr("Connect the screen for visitors; extend the desktop."))
    primary = QGuiApplication.primaryScreen()
    other = next(screen for name, screen in screens.items() if name == preferred or screen is not primary)
    size = other.size() * other.devicePixelRatio()
    text = tr("{count} screens; visitors see {width} × {height}").format(
        count=len(screens), width=size.width(), height=size.height()
    )
    large = size.width() >= SMALLEST.width() and size.height() >= SMALLEST.height()
    return Check(large, text, "" if large else tr("Set its resolution to 1920 × 1080."))


def piece_checks(pieces: Sequence[Piece]) -> list[Check]:
    """Check each piece of the loop: that it can be read, and that its names fit."""
    if not pieces:
        return [Check(False, tr("The loop is empty"), tr("Add recordings or scenarios: Booth, Attract Loop."))]
    checks = []
    for piece in pieces:
        try:
            names = _names(piece)
        except (SessionError, ScenarioError, OSError) as error:
            checks.append(Check(False, error_text(error), tr("Remove it from the loop.")))
            continue
        label = Path(piece.source).stem
        shown = names_of({str(number): name for number, name in enumerate(names)}).own.values()
        long = [one_line(name) for name in shown if len(one_line(name)) > LONGEST_NAME]
        if long:
            text = tr("{piece}: the name “{name}” is long").format(piece=label, name=long[0])
            checks.append(Check(False, text, tr("Shorten it: visitors see it in small letters.")))
        else:
            checks.append(Check(True, tr("{piece}: {names}").format(piece=label, names=", ".join(shown))))
    return checks


def _names(piece: Piece) -> list[str]:
    if piece.kind == "session":
        with SessionReader.open(Path(piece.source)) as reader:
            return [system.name for system in reader.systems]
    return [system.name for system in read_scenario(piece.source).scenario.systems]


class RehearsalDialog(QDialog):
    """Dialog with the checks, and a button that plays the loop at 10×."""

    def __init__(self, playlist: Playlist, store: StateStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rehearse"))
        self._playlist, self._store = playlist, store
        self.checks: list[Check] = []
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.play = self.buttons.addButton(tr("&Play the Loop at 10×"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.play.setProperty("go", True)
        self.play.setEnabled(bool(playlist.pieces))
        offer_help(self.buttons, "booth")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(self._grid)
        column.addWidget(self.buttons)
        self.setMinimumWidth(640)
        psutil.cpu_percent()  # the first call only starts the measurement
        self.refresh(math.nan)
        QTimer.singleShot(SAMPLE_MS, self, self._measure)

    def refresh(self, busy: float) -> None:
        """Run the checks; `busy` is the share of the processors in use, NaN while it is measured."""
        checks = [disk_check(recordings_folder(self._store)), sleep_check(), screens_check(self._store.text(SCREEN))]
        checks += [busy_check(busy)] if math.isfinite(busy) else []
        self.checks = [*checks, *piece_checks(self._playlist.pieces)]
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for row, check in enumerate(self.checks):
            mark = QLabel("✓" if check.well else "⚠")
            mark.setAccessibleName(tr("passed") if check.well else tr("look"))
            said = QLabel(f"{check.text}\n{check.remedy}" if check.remedy else check.text)
            said.setWordWrap(True)
            self._grid.addWidget(mark, row, 0)
            self._grid.addWidget(said, row, 1)

    def _measure(self) -> None:
        self.refresh(psutil.cpu_percent() / 100)
