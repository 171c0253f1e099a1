# SPDX-License-Identifier: Apache-2.0
"""Booth window: full screen for visitors three meters away, while the workbench is on the operator's screen.

It reads sessions only through a Follower, and never shows server names, paths or errors. Its snapshots need no dialog.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.results.race_progress import is_race
from app.session.new_file import snapshot
from app.session.session_error import SessionError
from app.ui.presentation.board import VisitorBoard
from app.ui.presentation.booth_states import BoothState
from app.ui.presentation.closing_card import LastResult
from app.ui.presentation.presentation_keys import REMOTE, ROWS, TITLE, help_rows, meaning_of
from app.ui.presentation.screen_saver import Awake
from app.ui.presentation.visitor_sentence import names_of
from app.ui.presentation.visitor_texts import about_of
from app.ui.replay.follower import Follower
from app.ui.reports.snapshot_dialog import picture_of, picture_path, png_of, snapshot_path
from app.ui.window.background import Task
from app.ui.window.screen_fit import Screens, WindowPlace, place_for, screen_named, small_window
from app.ui.workbench.counter_catalogue import system_color
from app.ui.workbench.view import ViewLayout, layout_to_json
from widgets.presentation.closing import ClosingCard, ClosingSheet
from widgets.presentation.exhibitor_strip import ExhibitorStrip
from widgets.presentation.head_and_foot import Pill
from widgets.presentation.measure import Measure, PresentationWidget, TextRun, presentation_colors
from widgets.presentation.sheets import BlankSheet, Countdown, KeySheet, Neutral, NeutralSheet, NeutralSystem
from widgets.theme import DARK, LETTERS, Theme
from widgets.translation import tr

POINTER_MS = 2000
SMALLEST, BIGGEST, STEP = 0.8, 1.6, 0.1
PASSED_ON = ("start", "stop", "next", "previous", "recording", "mark", "leave")
GO_MS = 1000
"""Duration of the last word of the countdown, in milliseconds."""
MOST_COUNTED = 9


class PresentationWindow(QWidget):
    """Full-screen window for visitors.

    Attributes:
        pressed: A key that controls the run or show, one of `PASSED_ON`.
        snapshot_wanted: The presenter wants to save the current view.
        trouble: A message for the operator.
        resized: The text size was changed to this factor.
        placed: The user moved it to this screen.
        closed: The window was closed.
    """

    pressed = Signal(str)
    snapshot_wanted = Signal()
    trouble = Signal(str)
    resized = Signal(float)
    placed = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme = DARK, *, operator: QWidget | None = None, factor: float = 1.0) -> None:
        """Create the window.

        Args:
            theme: Theme of the window.
            operator: The operator's window.
            factor: Scale factor for text and curves.
        """
        super().__init__(None, Qt.WindowType.Window)  # not a child: stays when the operator's is minimized
        self._operator = operator
        self.setWindowTitle("Outpace")
        self.setObjectName("booth")
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        colors = presentation_colors(theme)
        self.board = VisitorBoard(theme, colors, self)
        self.board.results.changed.connect(self.refresh)
        self.waiting = NeutralSheet(colors, self)
        self.card = ClosingSheet(colors, self)
        self.count = Countdown(colors, self)
        self.keys = KeySheet(colors, self)
        self.blank = BlankSheet(colors, self)
        self._theme = theme
        self._factor = min(max(factor, SMALLEST), BIGGEST)
        self._follower: Follower | None = None
        self._held_s: float | None = None
        self._waits = False
        """True if freezing paused a replay."""
        self._counted = False
        self._announced = False
        """True while the neutral card shows what comes next, instead of a run without a result."""
        self.coming = False
        """True if another run or piece follows automatically."""
        self._preferred: list[str] = []
        self._screens = Screens(self)
        self._screens.changed.connect(self._move_to_its_screen)
        self._awake = Awake()
        self._pointer = QTimer(self)
        self._pointer.setSingleShot(True)
        self._pointer.setInterval(POINTER_MS)
        self._pointer.timeout.connect(lambda: self.setCursor(Qt.CursorShape.BlankCursor))
        self._does: dict[str, Callable[[], None]] = {
            "blank": lambda: self.set_blank(not self.blanked),
            "freeze": lambda: self.set_frozen(not self.frozen),
            "bigger": lambda: self.set_factor(self._factor + STEP),
            "smaller": lambda: self.set_factor(self._factor - STEP),
            "highlight": self._highlight_next,
            "screen": self._move_to_next_screen,
            "snapshot": self.snapshot_wanted.emit,
            "help": lambda: self.show_keys(self.keys.isHidden()),
            **{name: partial(self.highlight, number) for number, name in enumerate(ROWS)},
        }
        self.set_blank(False)
        self._measure()

    # Display

    @property
    def follower(self) -> Follower | None:
        return self._follower

    @property
    def moment_s(self) -> float:
        """Moment shown, in seconds since the common start."""
        if self._held_s is not None:
            return self._held_s
        return self._follower.now_s if self._follower is not None else 0.0

    @property
    def frozen(self) -> bool:
        """True while the view is frozen."""
        return self._held_s is not None

    @property
    def blanked(self) -> bool:
        """True while the window is blank."""
        return not self.blank.isHidden()

    @property
    def factor(self) -> float:
        """Scale factor for text and curves."""
        return self._factor

    def show_follower(self, follower: Follower | None, *, recorded: str = "", charted: Sequence[str] = ()) -> None:
        """Show a session as it advances, or none.

        The caller owns the follower and closes it once another one is shown.

        Args:
            follower: The session.
            recorded: Text of the RECORDED badge; required for a recording.
            charted: Counters to show first.
        """
        if self._follower is not None:
            self._follower.advanced.disconnect(self._advance)
            self._follower.failed.disconnect(self.trouble)
        self._follower = follower
        self._held_s, self._waits = None, False
        self._counted = False
        self.count.set_text("")
        self.card.show_card(None, {})
        self._hide_neutral()
        self.board.bind(follower, recorded, charted)
        if follower is not None:
            follower.advanced.connect(self._advance)
            follower.failed.connect(self.trouble)
        self.refresh()

    def announce(self, title: str, line: str = "", last: LastResult | None = None) -> None:
        """Show the neutral card until a session or countdown is shown.

        Args:
            title: What comes next; "" removes the card.
            line: The comparison, or why visitors wait.
            last: Result of the last recorded run.
        """
        self._announced = bool(title)
        systems = self._neutral_systems() if title else ()
        pill = last.pill if last is not None else Pill("recorded")
        runs = last.sentence if last is not None else ()
        known = {letter: self._theme.system_color(letter) for letter in LETTERS}
        sentence = tuple(TextRun(run.text, known.get(run.color, ""), run.name) for run in runs)
        self.waiting.show_card(Neutral(title, line, systems, pill, sentence))
        self._restack()

    def show_card(self, card: ClosingCard | None) -> None:
        """Show a result over the charts, or remove it. A race keeps its picture, which is its card."""
        follower = self._follower
        if card is None or (follower is not None and is_race(follower.reader)):
            self.card.show_card(None, {})
            return
        if self.board.recorded:
            card = replace(card, pill=self.board.pill)
        self.card.show_card(card, self._system_colors())
        self._restack()

    def show_no_result(self) -> None:
        """Show the neutral card, as the run has no result."""
        title = tr("The next run starts soon") if self.coming else tr("Ask us to start a run")
        line = tr(self._follower.reader.info.title) if self._follower is not None else ""
        self.waiting.show_card(Neutral(title, line, self._neutral_systems()))
        self._restack()

    def _hide_neutral(self) -> None:
        self._announced = False
        self.waiting.show_card(Neutral())

    def _system_colors(self) -> dict[str, str]:
        systems = self._follower.reader.systems if self._follower is not None else ()
        return {system.letter: system_color(system, self._theme) for system in systems}

    def _neutral_systems(self) -> tuple[NeutralSystem, ...]:
        systems = self._follower.reader.systems if self._follower is not None else ()
        names = names_of({system.letter: system.name for system in systems}).own
        return tuple(
            NeutralSystem(one.letter, names[one.letter], about_of(one), system_color(one, self._theme))
            for one in systems
        )

    def set_exhibitor(self, strip: ExhibitorStrip) -> None:
        """Show the exhibitor: its logo on every screen, the rest on cards."""
        self.board.set_logo(strip.logo)
        for sheet in (self.waiting, self.card):
            sheet.set_exhibitor(strip)

    def set_note(self, text: str) -> None:
        """Show a note in the footer."""
        self.board.set_note(text)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        colors = presentation_colors(theme)
        self.board.set_theme(theme, colors)
        for sheet in (self.waiting, self.card, self.count, self.keys):
            sheet.set_colors(colors)
        if self.card.card is not None:
            self.card.show_card(self.card.card, self._system_colors())
        self.refresh()

    def refresh(self) -> None:
        """Show the session's current moment, if the window is visible."""
        if self.blanked or self.isMinimized():
            return
        at_s = self.moment_s
        self.board.refresh(at_s, held=self.frozen)
        self._show_count(at_s)
        if self._follower is not None and not self._announced:
            empty = self.board.state == BoothState.NEUTRAL and self._follower.reader.over and self.card.isHidden()
            if empty and self.waiting.isHidden():
                self.show_no_result()
            elif not empty and not self.waiting.isHidden():
                self._hide_neutral()

    # Actions of the presenter

    def set_blank(self, blank: bool) -> None:
        """Blank the window, or unblank it."""
        self.blank.setVisible(blank)
        self._restack()
        if not blank:
            self.refresh()

    def set_frozen(self, frozen: bool) -> None:
        """Freeze the view, or continue. A recording continues in the background; a replay is paused."""
        follower = self._follower
        if follower is None or frozen == self.frozen:
            return
        if frozen:
            self._held_s, self._waits = follower.now_s, follower.playing
            if self._waits:
                follower.pause()
        else:
            if self._waits:
                follower.play()
            self._held_s, self._waits = None, False
        self.refresh()

    def set_factor(self, factor: float) -> None:
        """Set the scale factor for text and curves, within readable limits."""
        new_factor = round(min(max(factor, SMALLEST), BIGGEST), 2)
        if new_factor != self._factor:
            self._factor = new_factor
            self._measure()
            self.resized.emit(new_factor)

    def highlight(self, number: int | None) -> None:
        """Highlight a row and use its counter for the comparison; the same or a missing row removes the highlight."""
        rows = len(self.board.rows)
        off = number is None or number >= rows or number == self.board.highlighted
        self.board.highlighted = None if off else number
        self.refresh()

    def show_keys(self, visible: bool) -> None:
        """Show the help sheet of all keys over the charts, or remove it."""
        if visible:
            self.keys.set_rows(tr(TITLE), help_rows(), tr(REMOTE))
        self.keys.setVisible(visible)
        self._restack()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        name = meaning_of(event)
        if not name:
            super().keyPressEvent(event)
            return
        event.accept()
        if event.isAutoRepeat() and name not in ("bigger", "smaller"):
            return
        if name == "leave" and not self.keys.isHidden():
            self.show_keys(False)
        elif name in PASSED_ON:
            self.pressed.emit(name)
        else:
            self._does[name]()

    def _highlight_next(self) -> None:
        now, rows = self.board.highlighted, len(self.board.rows)
        self.highlight(0 if now is None else now + 1 if now + 1 < rows else None)

    # Placement

    def place_on(self, screen_name: str) -> None:
        """Fill this screen; if it is missing or "", a screen other than the operator's.

        If its screen is unplugged, the window is moved out of the way, and returns when the screen does.
        """
        self._preferred = [screen_name] if screen_name else []
        place = self._move_to_its_screen(opening=True)
        if place is not None and place.screen not in self._preferred:
            self._preferred.append(place.screen)
        self.activateWindow()

    def _move_to_its_screen(self, *, opening: bool = False) -> WindowPlace | None:
        """Move to the screen where the window belongs."""
        on = self._operator.screen().name() if self._operator is not None else ""
        present = [screen.name() for screen in QGuiApplication.screens()]
        place = place_for(self._preferred, present, on, opening=opening)
        screen = screen_named(place.screen) if place is not None else None
        if place is None or screen is None or (self.isHidden() and not opening):
            return None
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not opening)
        if not place.full:
            self.showNormal()
            self.setScreen(screen)
            self.setGeometry(small_window(screen.availableGeometry()))
            self.lower()
            self.trouble.emit(
                tr(
                    "The booth screen was disconnected: the booth view waits in a small window and returns "
                    "with the screen."
                )
            )
        elif not (self.isFullScreen() and self.geometry() == screen.geometry()):
            if self.isFullScreen():
                self.showNormal()  # a full-screen window cannot be moved to another screen by the window manager
            self.setScreen(screen)
            self.setGeometry(screen.geometry())
            self.showFullScreen()
            if self._operator is None or not self._operator.isActiveWindow():
                self.activateWindow()  # to receive the presenter's keys, unless the operator is working
            if not opening:
                self.trouble.emit(tr("The booth view is full screen again."))
        return place

    def _move_to_next_screen(self) -> None:
        """Move to the next screen, as the user requested."""
        present = [screen.name() for screen in QGuiApplication.screens()]
        if len(present) > 1:
            here = self.screen().name()
            chosen = present[(present.index(here) + 1) % len(present)] if here in present else present[0]
            self.place_on(chosen)
            self.placed.emit(chosen)

    def showEvent(self, event: QShowEvent) -> None:
        message = self._awake.hold()
        if message:
            self.trouble.emit(message)
        self._pointer.start()
        super().showEvent(event)
        self.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._awake.release()
        self.show_follower(None)
        super().closeEvent(event)
        self.closed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.unsetCursor()
        self._pointer.start()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer a command to leave by mouse, as a full-screen window has no title bar."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Leave Booth View")).triggered.connect(lambda: self.pressed.emit("leave"))
        menu.popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()
        super().resizeEvent(event)

    # Internals

    def _advance(self) -> None:
        self.refresh()

    def _show_count(self, at_s: float) -> None:
        follower = self._follower
        coming = follower is not None and follower.live and follower.reader.started and at_s < 0
        if coming:
            self._counted = True
            self._hide_neutral()
            self.count.set_text(str(min(math.ceil(-at_s), MOST_COUNTED)))
            self._restack()
        elif self._counted:
            self._counted = False
            self.count.set_text(tr("Go"))
            QTimer.singleShot(GO_MS, self, self._clear_count)

    def _clear_count(self) -> None:
        if not self._counted:
            self.count.set_text("")

    def _sheets(self) -> list[PresentationWidget]:
        """Return the overlaid sheets from bottom to top."""
        return [self.waiting, self.card, self.count, self.keys, self.blank]

    def _restack(self) -> None:
        for sheet in self._sheets():
            sheet.raise_()

    def _measure(self) -> None:
        measure = Measure(float(self.width()), float(self.height()), self._factor)
        for part in (self.board, *self._sheets()):
            part.setGeometry(self.rect())
            part.set_measure(measure)
        self.refresh()


class SnapshotTaking(QObject):
    """Takes snapshots of the booth window.

    Attributes:
        message: Result for the operator.
    """

    message = Signal(str)

    def keep(self, window: PresentationWindow) -> None:
        """Save the session recorded so far, and an image of the window next to it."""
        follower = window.follower
        if follower is None:
            return
        at_s = max(0, round(window.moment_s))
        name = tr("at {minutes} min {seconds:02d} s").format(minutes=at_s // 60, seconds=at_s % 60)
        source, path = follower.path, snapshot_path(follower.path, name)
        charted = tuple(row.path for row in window.board.rows)
        layout = layout_to_json(ViewLayout(charted=charted, span_s=None, end_s=window.moment_s))
        png = png_of(picture_of(window))

        def make() -> None:
            snapshot(source, path, name=name, note="", layout_json=layout, png=png)
            with picture_path(path).open("xb") as picture:  # never over an existing file
                picture.write(png)

        task = Task(make, (SessionError, OSError), self)
        message = tr("Snapshot saved: {path}").format(path=path)
        task.done.connect(lambda _result: self.message.emit(message))
        task.failed.connect(self.message)
        task.start()
