# SPDX-License-Identifier: Apache-2.0
"""View of a session: its layout, which is stored and saved in snapshots, and the object that holds the current one."""

import logging
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QObject, Signal

from app.model.thresholds import Threshold

log = logging.getLogger(__name__)

SHORTEST_SPAN_S = 5.0
SHORTEST_SELECTED_S = 1.0
YOUNG_SPAN_S = 30.0
"""Minimum visible time span of a session that has just begun, in seconds."""
USUAL_SPAN_S = 120.0
ONE_STEP_S = 1.0
"""Maximum interval in seconds between changes of a single gesture, which `WorkbenchView.back` undoes in one step."""
MOST_STEPS = 50

IOPS = "\\Engine File(_Total)\\Transfers/sec"
RESPONSE = "\\Outpace Driver(order)\\Latency p95"
IN_PROGRESS = "\\Outpace Driver(_Total)\\Orders in Progress"

CHARTED = (IOPS, RESPONSE, IN_PROGRESS)
"""Default charts: what the systems' users notice. Throughput is shown in the headline."""

LISTED = (
    *CHARTED,
    "\\Outpace Driver(_Total)\\Orders/min",
    "\\Outpace Driver(order)\\Latency p50",
    "\\Outpace Driver(order)\\Latency p99",
    "\\Engine File(_Total)\\Avg. sec/Transfer",
    "\\Engine File(_Total)\\Avg. Queue Length",
)


class ViewLayout(msgspec.Struct, frozen=True):
    """Layout of a session's view. Unknown fields, from a later version, are ignored.

    Attributes:
        listed: Counter paths in table order.
        charted: Paths of those counters that have a row of charts.
        hidden: Keys ("LETTER|path") of curves that are hidden although their row is shown.
        scales: Display factors other than 1, by curve key.
        span_s: Visible time span in seconds; None for everything.
        end_s: Time at the right edge when frozen; None while following.
        threshold_sets: Names of threshold sets to mark in addition to the scenario's thresholds.
        axes: Value axis last shown (low, high), by counter path.
    """

    listed: tuple[str, ...] = LISTED
    charted: tuple[str, ...] = CHARTED
    hidden: tuple[str, ...] = ()
    scales: dict[str, float] = {}
    span_s: float | None = USUAL_SPAN_S
    end_s: float | None = None
    log: bool = False
    overlay: bool = False
    highlighted: str = ""
    threshold_sets: tuple[str, ...] = ()
    axes: dict[str, tuple[float, float]] = {}


def layout_from_json(text: str) -> ViewLayout | None:
    """Parse a layout; return None, and log it, if the text is invalid."""
    try:
        return msgspec.json.decode(text, type=ViewLayout)
    except (msgspec.DecodeError, RecursionError) as error:
        log.warning("a stored layout can't be read and is not used: %s", error)
        return None


def layout_to_json(layout: ViewLayout) -> str:
    return msgspec.json.encode(layout).decode("utf-8")


def curve_key(letter: str, path: str) -> str:
    """Return the key of a system's counter in layouts, charts and tables; letter "" is the driver's machine."""
    return f"{letter}|{path}"


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """Visible part of a session, in seconds since the common start.

    Attributes:
        to_s: Right edge.
    """

    from_s: float
    to_s: float

    @property
    def span_s(self) -> float:
        return self.to_s - self.from_s


def visible_window(layout: ViewLayout, first_s: float, now_s: float) -> TimeWindow:
    """Return the time window that `layout` shows of a session that begins at `first_s` and is known up to `now_s`.

    In a young session, the window starts small and grows to the layout's span, so that the charts are always filled.
    """
    to_s = now_s if layout.end_s is None else min(layout.end_s, now_s)
    if layout.span_s is None:
        return TimeWindow(min(first_s, to_s - SHORTEST_SPAN_S), to_s)
    return TimeWindow(to_s - min(layout.span_s, max(to_s - first_s, YOUNG_SPAN_S)), to_s)


def zoomed(
    layout: ViewLayout,
    window: TimeWindow,
    factor: float,
    at_s: float,
    *,
    first_s: float,
    now_s: float,
    follows: bool = True,
) -> ViewLayout:
    """Return the layout after zooming by `factor` (below 1 zooms in) around the moment `at_s`.

    A following view keeps its right edge at the current moment. A frozen view, or the view of a paused replay
    (`follows` is False), keeps `at_s` in place.
    """
    whole_s = max(now_s - first_s, SHORTEST_SPAN_S)
    span_s = max(window.span_s * factor, SHORTEST_SPAN_S)
    if layout.end_s is None and follows:
        if factor > 1 and layout.span_s is not None:
            span_s = max(span_s, layout.span_s)  # a young session shows less than the layout's span
        return msgspec.structs.replace(layout, span_s=min(span_s, max(whole_s, 3600.0)))
    if span_s >= whole_s and layout.end_s is None:
        return msgspec.structs.replace(layout, span_s=None)
    span_s = min(span_s, whole_s)
    share = (window.to_s - at_s) / window.span_s
    end_s = min(max(at_s + share * span_s, first_s + span_s), now_s)
    return msgspec.structs.replace(layout, span_s=span_s, end_s=end_s)


def moved(layout: ViewLayout, window: TimeWindow, seconds: float, *, first_s: float, now_s: float) -> ViewLayout:
    """Return the layout after panning by a number of seconds (negative: to earlier times).

    The view is frozen there. If it cannot move because it is at the end or shows everything, nothing changes.
    """
    end_s = max(min(window.to_s + seconds, now_s), min(first_s + window.span_s, now_s))
    if end_s == window.to_s:
        return layout
    return msgspec.structs.replace(layout, span_s=window.span_s, end_s=end_s)


def held(layout: ViewLayout, window: TimeWindow) -> ViewLayout:
    """Return the layout frozen at exactly this window."""
    return msgspec.structs.replace(layout, span_s=window.span_s, end_s=window.to_s)


def selected(layout: ViewLayout, from_s: float, to_s: float, *, now_s: float) -> ViewLayout:
    """Return the layout that shows exactly this time span, but at least one second."""
    to_s = min(to_s, now_s)
    if to_s - from_s < SHORTEST_SELECTED_S:
        to_s = min((from_s + to_s + SHORTEST_SELECTED_S) / 2, now_s)
        from_s = to_s - SHORTEST_SELECTED_S
    return msgspec.structs.replace(layout, span_s=to_s - from_s, end_s=to_s)


class WorkbenchView(QObject):
    """Holds the current `ViewLayout`; emits `changed` after every change.

    Attributes:
        usual_span_s: Time range last chosen from the list, restored when a zoomed or panned view is reset.
        followed_span_s: Visible time span when the view last followed the session.
        thresholds: Thresholds from the file `thresholds_from`; not stored with the layout.
    """

    changed = Signal()

    def __init__(self, layout: ViewLayout, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.layout = layout
        self.usual_span_s = layout.span_s
        self.followed_span_s = layout.span_s
        self.thresholds: tuple[Threshold, ...] = ()
        self.thresholds_from = ""
        self._steps: list[tuple[float | None, float | None]] = []
        self._gesture, self._stepped_at = "", -math.inf

    def look(self, layout: ViewLayout, gesture: str = "") -> None:
        """Change the visible time by a user action that `back` can undo.

        `gesture` ("zoom" or "pan") marks one of many small changes; consecutive ones are undone in one step.
        """
        before = self.layout.span_s, self.layout.end_s
        if (layout.span_s, layout.end_s) != before:
            now = time.monotonic()
            if not gesture or gesture != self._gesture or now - self._stepped_at > ONE_STEP_S:
                self._steps = [*self._steps[1 - MOST_STEPS :], before]
            self._gesture, self._stepped_at = gesture, now
        self.set_layout(layout)

    def back(self) -> None:
        """Return to the visible time before the last `look`."""
        if self._steps:
            self._gesture = ""
            span_s, end_s = self._steps.pop()
            self.change(span_s=span_s, end_s=end_s)

    @property
    def can_go_back(self) -> bool:
        """True if there is a previous visible time to return to."""
        return bool(self._steps)

    def forget_steps(self) -> None:
        """Discard the history of visible times because another session is shown."""
        self._steps, self._gesture = [], ""

    def set_layout(self, layout: ViewLayout) -> None:
        """Use this layout."""
        if layout != self.layout:
            if self.layout.end_s is None:
                self.followed_span_s = self.layout.span_s
            self.layout = layout
            self.changed.emit()

    def change(self, **fields: object) -> None:
        """Replace fields of the layout."""
        replace: Callable[..., ViewLayout] = msgspec.structs.replace
        self.set_layout(replace(self.layout, **fields))

    def mark_thresholds(self, sets: Iterable[str], thresholds: Iterable[Threshold], source: str) -> None:
        """Mark the thresholds of these sets and of a file."""
        self.thresholds, self.thresholds_from = tuple(thresholds), source
        self.layout = msgspec.structs.replace(self.layout, threshold_sets=tuple(sets))
        self.changed.emit()

    def keep_axes(self, axes: dict[str, tuple[float, float]]) -> None:
        """Store the value axes currently shown; this needs no repaint."""
        self.layout = msgspec.structs.replace(self.layout, axes=axes)

    def show_curve(self, key: str, path: str, visible: bool, keys_of_path: Iterable[str]) -> None:
        """Show or hide a curve. A counter's first visible curve adds its row of charts; hiding the last removes it."""
        layout = self.layout
        hidden = [entry for entry in layout.hidden if entry != key]
        if path not in layout.charted:
            if visible:
                others = [entry for entry in keys_of_path if entry != key]
                still_hidden = [entry for entry in hidden if entry not in others]
                self.change(charted=(*layout.charted, path), hidden=(*still_hidden, *others))
            return
        if not visible:
            hidden.append(key)
        if all(entry in hidden for entry in keys_of_path):
            rest = tuple(entry for entry in layout.charted if entry != path)
            self.change(charted=rest, hidden=tuple(entry for entry in hidden if entry not in set(keys_of_path)))
        else:
            self.change(hidden=tuple(hidden))

    def choose(self, listed: Iterable[str], charted: Iterable[str]) -> None:
        """Set the counters of the table and the charts; existing counters keep their order, new ones are appended."""
        wanted, drawn = list(listed), list(charted)
        old = self.layout
        order = [path for path in old.listed if path in wanted] + [path for path in wanted if path not in old.listed]
        rows = [path for path in old.charted if path in drawn] + [path for path in order if path in drawn]
        self.change(listed=tuple(order), charted=tuple(dict.fromkeys(rows)))

    def remove(self, path: str) -> None:
        """Remove a counter from the table and the charts."""
        layout = self.layout
        self.change(
            listed=tuple(entry for entry in layout.listed if entry != path),
            charted=tuple(entry for entry in layout.charted if entry != path),
        )
