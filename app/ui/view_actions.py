"""Binds the actions that change how a session is looked at to the view, and shows its state in them."""

from PySide6.QtCore import QObject, QSignalBlocker

from app.ui.dialogs.counters import Choice, CountersDialog
from app.ui.figures import duration_words
from app.ui.layout import CHARTED, LISTED, moved
from app.ui.shell import Shell
from app.ui.shown import Catalogue
from app.ui.spans import SPANS_S
from app.ui.texts import tr
from app.ui.undo import Undo
from app.ui.workbench import Workbench

ZOOM_STEP = 1.5
MOVE_SHARE = 0.25
CUSTOM = -1


class ViewActions(QObject):
    """Freeze, overlay, scale, highlight, counters, time range."""

    def __init__(self, shell: Shell, workbench: Workbench, undo: Undo) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._view = workbench.view
        self._undo = undo
        actions = shell.actions_
        actions["freeze"].toggled.connect(self._freeze)
        actions["overlay"].toggled.connect(lambda on: self._view.change(overlay=on))
        actions["log"].toggled.connect(lambda on: self._view.change(log=on))
        actions["highlight"].toggled.connect(workbench.counters.highlight)
        actions["scale"].triggered.connect(workbench.counters.table.ask_scale)
        actions["remove"].triggered.connect(lambda: self._remove(workbench.counters.table.selected_keys()))
        workbench.counters.table.remove_requested.connect(self._remove)
        actions["counters"].triggered.connect(self._choose_counters)
        actions["reset"].triggered.connect(self._reset)
        actions["zoom_in"].triggered.connect(lambda: workbench.zoom(1 / ZOOM_STEP))
        actions["zoom_out"].triggered.connect(lambda: workbench.zoom(ZOOM_STEP))
        actions["earlier"].triggered.connect(lambda: self._move(-MOVE_SHARE))
        actions["later"].triggered.connect(lambda: self._move(MOVE_SHARE))
        for number, (_, span_s) in enumerate(SPANS_S, 1):
            actions[f"span {number}"].triggered.connect(lambda _on=False, span=span_s: self._view.change(span_s=span))
        shell.range.activated.connect(lambda index: self._view.change(span_s=shell.range.itemData(index)))
        self._view.changed.connect(self.show_state)
        self.show_state()

    def show_state(self) -> None:
        """Shows the view's state in buttons, menus and the time range."""
        layout, actions = self._view.layout, self._shell.actions_
        actions.check("freeze", layout.end_s is not None)
        actions.check("overlay", layout.overlay)
        actions.check("log", layout.log)
        actions.check("highlight", bool(layout.highlighted))
        spans = [span_s for _, span_s in SPANS_S]
        index = spans.index(layout.span_s) if layout.span_s in spans else CUSTOM
        for number in range(1, len(SPANS_S) + 1):
            actions.check(f"span {number}", number == index + 1)
        with QSignalBlocker(self._shell.range):
            if index == CUSTOM and layout.span_s is not None:
                self._shell.range.setPlaceholderText(duration_words(layout.span_s))
            self._shell.range.setCurrentIndex(index)

    def _freeze(self, on: bool) -> None:
        window = self._workbench.window_shown
        self._view.change(end_s=window.to_s if on and window is not None else None)

    def _move(self, share: float) -> None:
        follower, window = self._workbench.follower, self._workbench.window_shown
        if follower is not None and window is not None:
            self._view.set_layout(
                moved(self._view.layout, window, share, first_s=follower.first_s, now_s=follower.now_s)
            )

    def _choose_counters(self) -> None:
        catalogue = self._workbench.catalogue
        if catalogue is None:
            return
        layout = self._view.layout
        dialog = CountersDialog(counter_choices(catalogue), layout.listed, layout.charted, self._shell)
        if dialog.exec():
            # Counters that this session lacks stay chosen for the sessions that have them.
            present = set(catalogue.paths)
            listed = [path for path in layout.listed if path not in present]
            charted = [path for path in layout.charted if path not in present]
            listed, charted = [*dialog.listed, *listed], [*dialog.charted, *charted]
            self._undo.change_view(self._view, tr("Choose Counters"), lambda: self._view.choose(listed, charted))

    def _remove(self, keys: list[str]) -> None:
        what = tr("Remove Counter") if len(keys) == 1 else tr("Remove Counters")
        self._undo.change_view(self._view, what, lambda: self._workbench.counters.remove(keys))

    def _reset(self) -> None:
        self._undo.change_view(
            self._view,
            tr("Default Counters"),
            lambda: self._view.change(listed=LISTED, charted=CHARTED, hidden=(), scales={}, highlighted=""),
        )


def counter_choices(catalogue: Catalogue) -> list[Choice]:
    """Everything that the session holds, for the tree."""
    choices = []
    for path in catalogue.paths:
        curves = catalogue.curves(path)
        layers = dict.fromkeys(curve.counter.layer for curve in curves)
        choices.append(Choice(path, " ".join(curve.letter or "driver" for curve in curves), ", ".join(layers)))
    return choices
