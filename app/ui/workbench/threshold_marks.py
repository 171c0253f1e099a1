# SPDX-License-Identifier: Apache-2.0
"""Thresholds marked in a session: lines and crossings in the charts, and events."""

from collections.abc import Collection, Sequence

from app.model.thresholds import SETS, Threshold, name_of
from app.results.crossings import (
    Crossing,
    WatchedCounter,
    by_name,
    crossings,
    own_thresholds,
    threshold_events,
    watched,
)
from app.scenario.threshold_sets import thresholds_of
from app.session.reader import SessionReader
from app.session.records import Event
from app.ui.workbench.localised_figures import number_text
from app.ui.workbench.view import WorkbenchView
from widgets.charts.plot import ThresholdLine
from widgets.translation import tr


def threshold_text(threshold: Threshold) -> str:
    """Return a threshold as translated text: "Avg. Disk sec/Read above 25 ms for 10 s"."""
    template = tr("{counter} above {value} for {seconds} s")
    if not threshold.is_above:
        template = tr("{counter} below {value} for {seconds} s")
    seconds = number_text(threshold.for_s)
    return template.format(counter=name_of(threshold.counter), value=threshold.value_text, seconds=seconds)


def of_sets(names: Sequence[str]) -> tuple[Threshold, ...]:
    """Return the thresholds of built-in sets; unknown names are ignored."""
    return tuple(one for name in names if name in SETS for one in thresholds_of(name))


def chosen_thresholds(view: WorkbenchView) -> tuple[Threshold, ...]:
    """Return the thresholds that the user has marked in addition to the scenario's."""
    return (*of_sets(view.layout.threshold_sets), *view.thresholds)


class ThresholdMarks:
    """Marks of one session, updated as it grows and when other thresholds are chosen."""

    def __init__(self, reader: SessionReader) -> None:
        self._reader = reader
        self.own = own_thresholds(reader)
        self._chosen: object = None
        self._known: object = None
        self._watched: list[WatchedCounter] = []
        self._crossings: list[Crossing] = []

    def refresh(self, sets: Sequence[str], thresholds: Sequence[Threshold]) -> None:
        """Update the marks; the given thresholds are marked in addition to the scenario's."""
        reader = self._reader
        chosen = (tuple(sets), tuple(thresholds), len(reader.counters))
        if chosen != self._chosen:
            self._chosen, self._known = chosen, None
            every = dict.fromkeys((*self.own, *of_sets(sets), *thresholds))
            counters = by_name(reader)
            self._watched = [one for threshold in every for one in watched(reader, threshold, counters)]
        if reader.length_s != self._known:
            self._known = reader.length_s
            self._crossings = [crossing for one in self._watched for crossing in crossings(reader, one)]

    def limits(self, path: str, letters: Collection[str], to_s: float) -> list[ThresholdLine]:
        """Return the limits to draw for a counter, with the violations that have begun by a given time."""
        found: dict[Threshold, tuple[float, list[tuple[float, float]]]] = {}
        for one in self._watched:
            if one.counter.path == path and one.letter in letters:
                found.setdefault(one.threshold, (one.value, []))
        for crossing in self._crossings:
            if crossing.path == path and crossing.letter in letters and crossing.known_s <= to_s:
                found[crossing.threshold][1].append((crossing.from_s, min(crossing.to_s, to_s)))
        return [
            ThresholdLine(
                value,
                "error" if threshold.level == "critical" else "warning",
                threshold.is_above,
                " ".join((f"{threshold_text(threshold)}.", tr(threshold.why) if threshold.why else "")).strip(),
                tuple(sorted(spans)),
            )
            for threshold, (value, spans) in found.items()
        ]

    def events(self, to_s: float) -> list[Event]:
        """Return the starts and ends of periods beyond thresholds up to a moment."""
        return threshold_events(self._crossings, to_s)
