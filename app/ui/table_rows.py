"""The counter table's rows, made from a session: what Performance Monitor shows, and the ratio to the baseline."""

import math
from typing import Literal

from app.session.reader import SessionReader
from app.session.records import CounterStatistics, SystemInfo
from app.ui.layout import Layout, Window, curve_key
from app.ui.naming import counter_name
from app.ui.shown import Catalogue, Curve, baseline_of, system_color
from app.ui.texts import tr
from widgets.counter_table import CounterRow
from widgets.theme import Theme


def table_rows(
    reader: SessionReader, catalogue: Catalogue, layout: Layout, window: Window, theme: Theme
) -> list[CounterRow]:
    """One row for each listed counter and system; every figure is of `window`."""
    baseline = baseline_of(reader)
    rows = []
    for path in layout.listed:
        curves = catalogue.curves(path)
        figures = {c.key: reader.window(c.counter, window.from_s, window.to_s) for c in curves}
        base = next((c for c in curves if baseline is not None and c.letter == baseline.letter), None)
        for curve in curves:
            ratio = ratio_to(base, curve, figures) if base is not None else math.nan
            rows.append(_row(curve, figures[curve.key], ratio, layout, theme, named=catalogue.names.get(path, "")))
        for system in reader.systems:
            if reason := catalogue.reason(system, path):
                rows.append(_missing_row(system, path, reason, layout, theme))
    return rows


def ratio_to(base: Curve, curve: Curve, figures: dict[str, CounterStatistics]) -> float:
    """The average of a curve divided by the baseline's; NaN for the baseline itself, or where the layers differ."""
    if curve.key == base.key or curve.system is None or curve.counter.layer != base.counter.layer:
        return math.nan
    below, above = figures[base.key].average, figures[curve.key].average
    if not (math.isfinite(below) and math.isfinite(above)) or below <= 0 or above < 0:
        return math.nan
    return above / below


def ratio_title(systems: list[SystemInfo], baseline: SystemInfo | None) -> str:
    """The title of the ratio column: "B / A", or "to A" where there are several challengers."""
    if baseline is None:
        return tr("Ratio")
    challengers = [system.letter for system in systems if system.letter != baseline.letter]
    return (
        f"{challengers[0]} / {baseline.letter}"
        if len(challengers) == 1
        else tr("to {letter}").format(letter=baseline.letter)
    )


def _row(
    curve: Curve, figures: CounterStatistics, ratio: float, layout: Layout, theme: Theme, *, named: str
) -> CounterRow:
    counter, color = curve.counter, system_color(curve.system, theme)
    name = counter_name(counter.path)
    system = f"{curve.letter} · {curve.system.name}" if curve.system else tr("the driver's own machine")
    return CounterRow(
        key=curve.key,
        shown=counter.path in layout.charted and curve.key not in layout.hidden,
        color=color,
        dash=theme.system_dash(curve.letter) if layout.overlay else 0,
        scale=layout.scales.get(curve.key, 1.0),
        counter=named or name.counter,
        instance="" if named else name.instance,
        system=curve.letter or "driver",
        system_color=color,
        unit=counter.unit,
        last=figures.last,
        average=figures.average,
        minimum=figures.minimum,
        maximum=figures.maximum,
        p95=figures.p95,
        ratio=ratio,
        ratio_is=_judged(ratio, counter.better),
        tooltip=tr("{path}\n{system}\nlayer: {layer}").format(path=counter.path, system=system, layer=counter.layer),
    )


def _missing_row(system: SystemInfo, path: str, reason: str, layout: Layout, theme: Theme) -> CounterRow:
    """The row of a counter that a system has no data of, with the reason in its tool tip."""
    key, name, color, none = curve_key(system.letter, path), counter_name(path), system_color(system, theme), math.nan
    return CounterRow(
        key=key,
        shown=path in layout.charted and key not in layout.hidden,
        color=color,
        dash=theme.system_dash(system.letter) if layout.overlay else 0,
        scale=layout.scales.get(key, 1.0),
        counter=name.counter,
        instance=name.instance,
        system=system.letter,
        system_color=color,
        unit="",
        last=none,
        average=none,
        minimum=none,
        maximum=none,
        p95=none,
        ratio=none,
        tooltip=tr("{path}\n{letter} · {name}\nNo data: {reason}").format(
            path=path, letter=system.letter, name=system.name, reason=reason
        ),
        missing=True,
    )


def _judged(ratio: float, better: str) -> Literal["better", "worse", ""]:
    if not math.isfinite(ratio) or better not in ("more", "less") or ratio == 1:
        return ""
    return "better" if (ratio > 1) == (better == "more") else "worse"
