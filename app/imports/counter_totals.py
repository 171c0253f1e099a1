# SPDX-License-Identifier: Apache-2.0
"""Figures computed from counters of imported logs.

They are totals of each run, read back from the session being written and, for formulas, also counters over time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import get_args

import numpy as np

from app.imports.counter_figure import CounterFigure, CounterMean, Floats, computed
from app.imports.field_values import COMPARED_VALUES, decimals_of_mean
from app.imports.recorder import Recorder
from app.imports.source import ImportedFileError, with_instance
from app.imports.totals import KNOWN, TotalsFigure
from app.model.errors import phrase
from app.model.merging import rule_of
from app.session.reader import SessionReader
from app.session.records import Counter
from collectors.series import Layer, Series

STALE_STEPS = 1.5
"""Age, in steps of its log, up to which a sample is used in a formula of counters from several logs."""


def counter_totals(
    figures: Sequence[CounterFigure],
    session: Path,
    systems: Sequence[str],
    recorder: Recorder,
    known: Sequence[TotalsFigure],
) -> list[TotalsFigure]:
    """Return each run's means over the measured window, from raw values; record formulas as counters over time.

    Args:
        figures: figures that the user requested.
        session: the session file that is being written.
        systems: names of the systems, in the order of their numbers.
        recorder: writes the session.
        known: figures that exist already.

    Raises:
        ImportedFileError: a counter is in no log, or a name is taken.
    """
    if not figures:
        return []
    if not recorder.windows:
        raise ImportedFileError("figures of counters need a log: none of the files holds one")
    recorder.commit()
    with SessionReader.open(session) as reader:
        wanted = [each for one in figures for each in one.each(list(recorder.common))]
        taken = {one.metric.casefold() for one in known}
        for one in wanted:
            if one.metric.casefold() in taken:
                raise ImportedFileError('two figures are called "{name}"', name=one.metric)
            taken.add(one.metric.casefold())
        _note_directions(wanted, reader, recorder)
        totals: list[TotalsFigure] = []
        for number, system in enumerate(systems, 1):
            own = {counter.path: counter for counter in reader.counters if counter.system == number}
            totals += _system_totals(wanted, reader, system, own, recorder)
            for one in wanted:
                if one.formula and all(path in own for path in one.term.counters):
                    recorder.derived(system, *_over_time(one, reader, own))
    return totals


def _note_directions(wanted: Sequence[CounterFigure], reader: SessionReader, recorder: Recorder) -> None:
    """Warn about figures whose better direction is unknown."""
    known = {counter.path: CounterMean(0.0, counter.unit, counter.better) for counter in reader.counters}
    for one in wanted:
        _, _, usual = KNOWN.get(one.label.casefold(), ("", "", ""))
        if one.better is None and not usual and not one.term.meaning(known)[1]:
            recorder.warnings.append(
                phrase(
                    "{metric}: neither more nor less of it is taken to be better (--higher or --lower tells it)",
                    metric=one.metric,
                )
            )


def _system_totals(
    wanted: Sequence[CounterFigure],
    reader: SessionReader,
    system: str,
    own: Mapping[str, Counter],
    recorder: Recorder,
) -> Iterator[TotalsFigure]:
    for (run, users), (base_s, window) in recorder.windows.items():
        span = base_s + window[0], base_s + window[1]
        most = max((len(own) for (name, _, _), own in recorder.labels.items() if name == system), default=0)
        targets = recorder.labels.get((system, run, users)) or recorder.labels.get((system, run, None), {})
        for one in wanted:
            whole = _described(one, system, run, window, users)
            of_targets = [
                _filled(replace(whole, target=target), counted, _printed(one, reader, own, label))
                for label, target in targets.items()
                if target and (counted := _computed(one, reader, own, span, recorder, label)) is not None
            ]
            yield from of_targets
            if len(targets) < most:
                yield whole  # no total for a run in which a target is missing
                continue
            counted = _computed(one, reader, own, span, recorder)
            if counted is not None:
                yield _filled(whole, counted, _printed(one, reader, own))
                continue
            yield from [whole] if of_targets else []
            warning = (
                phrase(
                    "{name}, run {run}: {metric} of its targets can't be merged; it is shown for each",
                    name=system,
                    run=run,
                    metric=one.metric,
                )
                if of_targets
                else phrase("{name}, run {run}: {metric} has no data", name=system, run=run, metric=one.metric)
            )
            recorder.warnings.append(warning)


def _described(
    one: CounterFigure, system: str, run: int, window: tuple[float, float], users: float | None
) -> TotalsFigure:
    """Return the figure without its value, with the user's settings; a known name has its usual unit and direction."""
    _, unit, better = KNOWN.get(one.label.casefold(), ("", "", ""))
    return TotalsFigure(
        system, run, "", one.metric, nan, one.unit or unit, better if one.better is None else one.better, window,
        one.formula, one.decimals, users=users, defined=True, headline=one.headline,
    )  # fmt: skip


def _filled(figure: TotalsFigure, counted: CounterMean, printed: Sequence[float]) -> TotalsFigure:
    """Return the figure with its value and, unless a user set them, the decimals of the printed values."""
    unit = figure.unit or counted.unit
    decimals = figure.decimals if figure.decimals is not None else decimals_of_mean(counted.value, printed, unit)
    return replace(figure, value=counted.value, unit=unit, better=figure.better or counted.better, decimals=decimals)


def _printed(one: CounterFigure, reader: SessionReader, own: Mapping[str, Counter], label: str = "") -> Sequence[float]:
    """Return values of a sum's counters, from which its decimals are derived; empty for a product."""
    if one.decimals is not None or not one.term.is_sum:
        return ()
    printed: list[float] = []
    for path in one.term.counters:
        counter = own.get(with_instance(path, label) if label else path)
        if counter is not None:
            _, values = reader.samples(counter)
            printed += values[np.isfinite(values)][:COMPARED_VALUES].tolist()
    return printed


def _computed(  # noqa: PLR0917
    one: CounterFigure,
    reader: SessionReader,
    own: Mapping[str, Counter],
    span: tuple[float, float],
    recorder: Recorder,
    label: str = "",
) -> CounterMean | None:
    """Compute a figure over the window `span`, for the system or for the target whose counters have that label."""
    counted = {}
    for path in one.term.counters:
        counter = own.get(with_instance(path, label) if label else path)
        if counter is not None:
            window = reader.window(counter, *span)
            largest = rule_of(path.rpartition("\\")[2], counter.unit) == "largest" and path in recorder.largest
            counted[path] = CounterMean(window.maximum if largest else window.average, counter.unit, counter.better)
    return computed(one, counted)


def _over_time(
    figure: CounterFigure, reader: SessionReader, own: Mapping[str, Counter]
) -> tuple[Series, Floats, Floats]:
    """Return the formula at the times of its first counter: series, times in seconds since the start, and values."""
    paths = figure.term.counters
    times, first = reader.samples(own[paths[0]])
    values = {paths[0]: first}
    for path in paths[1:]:
        values[path] = _latest_values(times, *reader.samples(own[path]))
    unit, better = figure.term.meaning({path: CounterMean(0.0, own[path].unit, own[path].better) for path in paths})
    layers = {own[path].layer for path in paths}
    layer: Layer = next((known for known in get_args(Layer) if layers == {known}), "application")
    name = figure.metric.replace("\\", " ")
    series = Series(f"\\Formula\\{name}", unit, "gauge", layer, 0, better=better)
    return series, times, np.broadcast_to(figure.term.values(values), times.shape)


def _latest_values(times: Floats, own_times: Floats, values: Floats) -> Floats:
    """Return for each time the last value at or before it, unless that is stale."""
    if not len(own_times):
        return np.full(len(times), np.nan)
    step_s = float(np.median(np.diff(own_times))) if len(own_times) > 1 else 1.0
    last = np.searchsorted(own_times, times + 1e-6, side="right") - 1
    fresh = (last >= 0) & (times - own_times[np.maximum(last, 0)] <= max(STALE_STEPS * step_s, 1.0))
    return np.where(fresh, values[np.maximum(last, 0)], np.nan)
