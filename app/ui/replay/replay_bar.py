# SPDX-License-Identifier: Apache-2.0
"""Controls of a replay: play, speed, and a position slider."""

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from app.ui.replay.follower import SPEEDS, Follower
from app.ui.window.actions import Actions
from app.ui.window.icons import icon
from app.ui.workbench.localised_figures import duration_text, number_text
from widgets.translation import tr

STEPS_A_SECOND = 1


class ReplayBar(QWidget):
    """Control bar, shown only for recordings because a live session has no other moments to move to.

    Attributes:
        sought: The user moved to another moment.
    """

    sought = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("replayBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._follower: Follower | None = None
        self._play = QToolButton()
        self._play_sign, self._pause_sign = icon("run"), icon("pause")
        self._play.setIconSize(QSize(12, 12))
        self._play.setObjectName("playButton")
        self._play.setAccessibleName(actions["play"].text().replace("&", ""))
        self._play.clicked.connect(actions["play"].trigger)
        self._play.setToolTip(actions["play"].toolTip())
        self._speed = QComboBox()
        self._speed.setToolTip(tr("Speed of the replay"))
        self._speed.setAccessibleName(self._speed.toolTip())
        self._speed.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        for speed in SPEEDS:
            self._speed.addItem(f"{number_text(speed)}×", speed)
        self._speed.activated.connect(self._choose_speed)
        self._time = QLabel()
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._seek = QSlider(Qt.Orientation.Horizontal)
        self._seek.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._seek.setToolTip(tr("Position in the recording"))
        self._seek.setAccessibleName(self._seek.toolTip())
        self._seek.valueChanged.connect(self._choose_moment)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(10)
        row.addWidget(self._play)
        row.addWidget(self._speed)
        row.addWidget(self._seek, 1)
        row.addWidget(self._time)
        self.hide()

    def bind(self, follower: Follower | None) -> None:
        """Control this session; None hides the bar."""
        self._follower = follower
        self.refresh()

    def refresh(self, *, shown: bool = True) -> None:
        """Show the current position of the replay; not `shown` hides the bar."""
        follower = self._follower
        self.setVisible(shown and follower is not None and not follower.live)
        if follower is None or follower.live:
            return
        length_s = follower.reader.length_s
        self._play.setIcon(self._pause_sign if follower.playing else self._play_sign)
        with QSignalBlocker(self._seek), QSignalBlocker(self._speed):
            self._seek.setRange(0, max(1, round(length_s * STEPS_A_SECOND)))
            self._seek.setPageStep(max(1, round(length_s * STEPS_A_SECOND / 20)))
            self._seek.setValue(round(follower.now_s * STEPS_A_SECOND))
            self._speed.setCurrentIndex(max(0, self._speed.findData(follower.speed)))
        longest = f"{duration_text(length_s)} / {duration_text(length_s)}"
        self._time.setMinimumWidth(self._time.fontMetrics().horizontalAdvance(longest) + 4)
        self._time.setText(f"{duration_text(follower.now_s)} / {duration_text(length_s)}")

    def _choose_speed(self, index: int) -> None:
        if self._follower is not None:
            self._follower.set_speed(float(self._speed.itemData(index)))

    def _choose_moment(self, step: int) -> None:
        if self._follower is not None:
            self.sought.emit()
            self._follower.seek(step / STEPS_A_SECOND)
