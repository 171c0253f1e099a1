# SPDX-License-Identifier: Apache-2.0
"""Dialog for the attract loop: recordings and scenarios in order, speed and durations."""

import contextlib
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.scenario.reading import BUILT_IN, ScenarioError, read_scenario
from app.session.paths import sessions_folder
from app.ui.library.session_list import recent_sessions, session_line
from app.ui.presentation.playlist import Piece, Playlist
from app.ui.replay.follower import SPEEDS
from app.ui.window.help_window import offer_help
from app.ui.workbench.localised_figures import number_text
from widgets.translation import tr

MOST_OFFERED = 15
OWN = Qt.ItemDataRole.UserRole
LIVE = Qt.ItemDataRole.UserRole + 1


class AttractDialog(QDialog):
    """Dialog whose result is the property `playlist`."""

    def __init__(self, playlist: Playlist, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Attract Loop"))
        about = QLabel(
            tr(
                "Plays these in a loop in the booth view until F5 starts a live run. A scenario plays "
                "its best recording, or runs live each time it comes up."
            )
        )
        about.setObjectName("dim")
        about.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Playlist order"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setMinimumHeight(170)
        self.list.setSpacing(2)
        self.add_recording, self.add_scenario = QPushButton(tr("Add &Recording")), QPushButton(tr("Add &Scenario"))
        self.up, self.down, self.remove = QPushButton(tr("&Up")), QPushButton(tr("&Down")), QPushButton(tr("Re&move"))
        self.live = QCheckBox(tr("Run the selected scenario &live each time"))
        self.speed = QComboBox()
        for speed in SPEEDS:
            self.speed.addItem(tr("{speed} times").format(speed=number_text(speed)), speed)
        self.speed.setCurrentIndex(max(self.speed.findData(playlist.speed), 0))
        self.piece_s = _seconds(playlist.piece_s, 1)
        self.card_s = _seconds(playlist.card_s, 0)
        self.result_s = _seconds(playlist.result_s, 0)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "attract")
        self.play_button = self.buttons.addButton(tr("Play"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.play_button.setObjectName("primary")
        self.play_button.setDefault(True)
        self.reason = QLabel(tr("Add a recording or a scenario to play."))
        self.reason.setObjectName("dim")
        self._compose(about)
        self._connect()
        self.take(playlist.pieces)
        self._check()

    @property
    def playlist(self) -> Playlist:
        """Playlist as entered in the dialog."""
        pieces = tuple(self._piece(self.list.item(row)) for row in range(self.list.count()))
        return Playlist(
            pieces,
            speed=float(self.speed.currentData()),
            piece_s=self.piece_s.value(),
            card_s=self.card_s.value(),
            result_s=self.result_s.value(),
        )

    def take(self, pieces: Iterable[Piece]) -> None:
        """Append these pieces to the list."""
        for piece in pieces:
            item = QListWidgetItem(_piece_text(piece))
            item.setData(OWN, piece.source)
            item.setData(LIVE, piece.live)
            item.setToolTip(piece.source)
            self.list.addItem(item)
            self.list.setCurrentItem(item)

    def _fill_recordings(self, menu: QMenu) -> None:
        menu.clear()
        for entry in recent_sessions(most=MOST_OFFERED):
            menu.addAction(entry.text, partial(self.take, [Piece(str(entry.path))]))
        menu.addSeparator()
        menu.addAction(tr("From Files…"), self._choose_recordings)

    def _fill_scenarios(self, menu: QMenu) -> None:
        menu.clear()
        for name in BUILT_IN:
            menu.addAction(_piece_text(Piece(name)), partial(self.take, [Piece(name)]))
        menu.addSeparator()
        menu.addAction(tr("From a File…"), self._choose_scenario)

    def _choose_recordings(self) -> None:
        filters = tr("Outpace sessions ({pattern})").format(pattern="*.outpace")
        found, _ = QFileDialog.getOpenFileNames(self, tr("Choose Recordings"), str(sessions_folder()), filters)
        self.take(Piece(path) for path in found)

    def _choose_scenario(self) -> None:
        filters = tr("Scenarios ({pattern})").format(pattern="*.toml")
        found, _ = QFileDialog.getOpenFileName(self, tr("Choose a Scenario"), "", filters)
        if found:
            self.take([Piece(found)])

    def _set_live(self, live: bool) -> None:
        item = self.list.currentItem()
        if item is not None and self._piece(item).kind == "scenario":
            item.setData(LIVE, live)
            item.setText(_piece_text(self._piece(item)))

    def _piece(self, item: QListWidgetItem) -> Piece:
        return Piece(str(item.data(OWN)), live=bool(item.data(LIVE)))

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + by < self.list.count():
            item = self.list.takeItem(row)
            self.list.insertItem(row + by, item)
            self.list.setCurrentRow(row + by)

    def _remove(self) -> None:
        self.list.takeItem(self.list.currentRow())

    def _check(self) -> None:
        row, count = self.list.currentRow(), self.list.count()
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < count - 1)
        self.remove.setEnabled(row >= 0)
        piece = self._piece(self.list.item(row)) if row >= 0 else None
        self.live.setEnabled(piece is not None and piece.kind == "scenario")
        self.live.setChecked(piece is not None and piece.live)
        self.play_button.setEnabled(count > 0)
        self.reason.setVisible(count == 0)

    def _connect(self) -> None:
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.remove.clicked.connect(self._remove)
        self.live.toggled.connect(self._set_live)
        self.list.currentRowChanged.connect(lambda _row: self._check())
        for signal in (self.list.model().rowsInserted, self.list.model().rowsRemoved, self.list.model().rowsMoved):
            signal.connect(lambda *_: self._check())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        for button, fill in ((self.add_recording, self._fill_recordings), (self.add_scenario, self._fill_scenarios)):
            menu = QMenu(self)
            menu.aboutToShow.connect(partial(fill, menu))
            button.setMenu(menu)

    def _compose(self, about: QLabel) -> None:
        beside = QVBoxLayout()
        for button in (self.add_recording, self.add_scenario, self.up, self.down, self.remove):
            button.setAutoDefault(False)
            beside.addWidget(button)
        beside.addStretch()
        row = QHBoxLayout()
        row.addWidget(self.list, 1)
        row.addLayout(beside)
        form = QFormLayout()
        form.addRow(tr("Replay at"), self.speed)
        form.addRow(tr("Maximum time per recording"), self.piece_s)
        form.addRow(tr("Result shown for"), self.card_s)
        form.addRow(tr("Live result shown for"), self.result_s)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(about)
        column.addLayout(row, 1)
        column.addWidget(self.live)
        column.addLayout(form)
        column.addWidget(self.reason)
        column.addWidget(self.buttons)
        self.setMinimumWidth(720)


def _piece_text(piece: Piece) -> str:
    """Return the label of a piece in the list."""
    if piece.kind == "session":
        return session_line(Path(piece.source))
    title = piece.source
    with contextlib.suppress(ScenarioError, OSError):
        title = tr(read_scenario(piece.source).scenario.title)
    return (tr("Live run: {title}") if piece.live else tr("Scenario: {title}")).format(title=title)


def _seconds(value: float, least: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, 3600)
    box.setSuffix(tr(" s"))
    box.setValue(round(value))
    box.lineEdit().setTextMargins(6, 0, 0, 0)
    return box
