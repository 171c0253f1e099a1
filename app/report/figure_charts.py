# SPDX-License-Identifier: Apache-2.0
"""Bar charts of every compared and every normalized figure: each system's median run with its 95 % interval."""

from collections.abc import Iterator, Sequence
from math import isfinite, nan

from app.report.charts import SmallBar, SmallFigure, small_charts
from app.report.content import Block, DrawingGrid, Heading, Paragraph
from app.report.review import figure_of_run, quotient_text
from app.report.timelines import color_of
from app.results.description import LAYERS, label_of_metric, run_label
from app.results.run_figures import MACHINE_CPU
from app.results.study_records import Metric, NormalisedRow, Study
from collectors.series import Better

BETTER = {"more": "higher is better", "less": "lower is better"}
UNIT_TEXTS = {"/min": "per minute", "/s": "per second", "orders/min": "per minute"}
"""Captions for units that are not printed next to values."""


def figure_charts_part(study: Study) -> Iterator[Block]:
    """Yield a chart for every compared figure."""
    figures = [small_figure(study, metric) for metric in study.metrics if drawn(study, metric)]
    if len(study.systems) < 2 or not figures:
        return
    yield Heading("Every figure, system by system", 3)
    yield Paragraph(_legend_text(study), "dim")
    yield DrawingGrid(tuple(small_charts(figures)))


def normalised_charts(study: Study) -> Iterator[Block]:
    """Yield a chart for every normalized figure."""
    figures = [
        small_normalised(study, row)
        for row in study.normalised
        if not row.reason and any(isfinite(quotient.value) for quotient in row.quotients.values())
    ]
    if figures:
        yield DrawingGrid(tuple(small_charts(figures)))


def drawn(study: Study, metric: Metric) -> bool:
    """Return whether a figure can be compared between systems.

    Figures of the machine that drives all systems, and figures counted in different layers, cannot.
    """
    if metric == MACHINE_CPU and study.design == "simultaneous":
        return False
    medians = [own for system in study.systems if (own := study.median_run(system.letter)) is not None]
    if len({own.layers.get(metric.name, "") for own in medians if isfinite(own.figures.get(metric.name, nan))}) > 1:
        return False
    return any(isfinite(own.figures.get(metric.name, nan)) for own in medians)


def small_figure(study: Study, metric: Metric) -> SmallFigure:
    """Return the chart of a figure in each system's median run."""
    bars = []
    for system in study.systems:
        letter, median = system.letter, study.median_run(system.letter)
        value = median.figures.get(metric.name, nan) if median is not None else nan
        text = figure_of_run(median, metric)
        spread = study.spreads[letter, metric.name]
        low, high = (spread.low, spread.high) if spread.repeats > 1 else (nan, nan)
        bars.append(SmallBar(letter, color_of(letter), value, text if isfinite(value) else "", low, high))
    unit = UNIT_TEXTS.get(metric.unit, "")
    return SmallFigure(label_of_metric(metric.name), _caption(unit, metric.layer, metric.better), bars)


def small_normalised(study: Study, row: NormalisedRow) -> SmallFigure:
    """Return the chart of a normalized figure in each system's median run."""
    bars = []
    for system in study.systems:
        letter, quotient = system.letter, row.quotients[system.letter]
        value = quotient.value
        text = quotient_text(row, letter, value)
        bars.append(
            SmallBar(letter, color_of(letter), value, text if isfinite(value) else "", quotient.low, quotient.high)
        )
    metric = next((one for one in study.metrics if one.name == row.metric), None)
    return SmallFigure(row.label, _caption(row.unit(study.baseline), metric.layer if metric else "", row.better), bars)


def _caption(unit: str, layer: str, better: Better) -> str:
    return ", ".join(part for part in (unit, LAYERS.get(layer, ""), BETTER.get(better, "")) if part)


def _legend_text(study: Study) -> str:
    """Return the explanation of bars and whiskers."""
    names = ", ".join(f"{system.letter}: {system.name}" for system in study.systems)
    if len(study.runs) < 2:
        return f"{names}."
    whiskers = _has_intervals(study)
    return f"{names}. Bar: the {run_label(study)}." + (
        " Whisker: 95 % interval of the geometric mean over the valid runs; one without a stroke at its end goes on."
        if whiskers
        else ""
    )


def _has_intervals(study: Study) -> bool:
    lows: Sequence[float] = [spread.low for spread in study.spreads.values()]
    return any(map(isfinite, lows))
