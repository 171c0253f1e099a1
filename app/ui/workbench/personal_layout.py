# SPDX-License-Identifier: Apache-2.0
"""The user's preferred layout, kept across sessions and separate from session-specific substitutes."""

import math

import msgspec

from app.session.reader import SessionReader
from app.ui.replay.follower import Follower
from app.ui.window.actions import SPANS_S
from app.ui.window.state import StateStore
from app.ui.workbench.chart_grid import still_young
from app.ui.workbench.counter_catalogue import POWER, Catalogue, storage_paths, telling_paths, useful_paths
from app.ui.workbench.run_status import did_not_start, has_foreign_counters
from app.ui.workbench.view import CHARTED, ViewLayout, WorkbenchView, layout_from_json, layout_to_json

KEY = "layout"


def named_span(span_s: float | None) -> float | None:
    """Return the predefined time range closest to a span, in seconds; None for everything."""
    if span_s is None or span_s <= 0:
        return None
    return min((one for _, one in SPANS_S if one is not None), key=lambda one: abs(math.log(one / span_s)))


class PersonalLayout:
    """The user's layout preferences, independent of the counters that a session contains."""

    def __init__(self, store: StateStore) -> None:
        self._store = store
        text = store.text(KEY)
        stored = (layout_from_json(text) if text else None) or ViewLayout()
        self.layout = msgspec.structs.replace(stored, span_s=named_span(stored.span_s))
        self._stood_in: tuple[tuple[str, ...], tuple[str, ...]] | None = None

    def save(self) -> None:
        """Store the layout for the next start."""
        self._store.put(KEY, layout_to_json(self.layout))

    def show(self, follower: Follower, view: WorkbenchView) -> None:
        """Show another session: a snapshot with its stored layout, a recording in full."""
        self._stood_in = None
        stored_view = follower.reader.view
        stored = layout_from_json(stored_view.layout) if stored_view is not None else None
        if stored is not None:
            view.set_layout(stored)
        elif follower.live:
            view.set_layout(self.layout)
        else:
            view.set_layout(msgspec.structs.replace(self.layout, span_s=None, end_s=None))

    def stand_in(self, follower: Follower, catalogue: Catalogue, view: WorkbenchView) -> None:
        """Show substitutes for default counters that a session lacks, until the missing counters appear.

        The user's preferences do not change.
        """
        reader, layout = follower.reader, view.layout
        if did_not_start(reader):
            return
        stands_in = self._stood_in == (layout.listed, layout.charted)
        usual = (self.layout.listed, self.layout.charted) if stands_in else (layout.listed, layout.charted)
        found = self._requested_paths(reader, catalogue, *usual)
        if found != (layout.listed, layout.charted):
            self._stood_in = found if found != usual else None
            view.change(listed=found[0], charted=found[1])

    def _requested_paths(
        self, reader: SessionReader, catalogue: Catalogue, listed: tuple[str, ...], charted: tuple[str, ...]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the counters to list and to chart, including power if meters report it."""
        found = self._without_power(reader, catalogue, listed, charted)
        if charted != CHARTED or POWER not in catalogue.paths:
            return found
        return tuple(dict.fromkeys((*found[0], POWER))), tuple(dict.fromkeys((*found[1], POWER)))

    def _without_power(
        self, reader: SessionReader, catalogue: Catalogue, listed: tuple[str, ...], charted: tuple[str, ...]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        young = still_young(reader)
        if charted == CHARTED:
            found = storage_paths(reader) or useful_paths(catalogue, reader.systems, listed, charted, young=young)
            if found[1] != CHARTED:
                return found
        wanted = charted if has_foreign_counters(reader) else listed
        nothing = charted and catalogue.paths and not any(catalogue.curves(path) for path in wanted)
        if nothing and not young and not catalogue.storage:
            return telling_paths(catalogue, len(reader.systems))
        return listed, charted

    def keep(self, follower: Follower | None, layout: ViewLayout, usual_span_s: float | None) -> None:
        """Store a changed layout unless it is a snapshot's; the time range is stored only if chosen for a live session.

        A time span that results from zooming or panning is not considered chosen.
        """
        if follower is None or follower.reader.view is not None:
            return
        own = self.layout
        if self._stood_in == (layout.listed, layout.charted):
            layout = msgspec.structs.replace(layout, listed=own.listed, charted=own.charted)
        if follower.reader.info.kind == "compare":  # determined by the number of systems, not by the user
            layout = msgspec.structs.replace(layout, overlay=own.overlay)
        span_s = usual_span_s if follower.live else own.span_s
        self.layout = msgspec.structs.replace(layout, span_s=span_s, end_s=None, axes={}, highlighted="")
