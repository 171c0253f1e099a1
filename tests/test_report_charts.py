"""The report's charts: gaps stay gaps, long curves keep their extremes, labels and texts stay apart."""

import math
import re

import numpy as np
import pytest

from app.report.charts import COLUMNS, Bar, Curve, Drawing, Shade, bars, fitted, over_load, over_time, thinned

LINE = re.compile(r'<polyline points="([^"]+)"')
LABEL = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-size="11"[^>]*>([^<]+)</text>')


def test_a_curve_has_a_gap_where_nothing_was_sampled() -> None:
    time_s = np.array([1.0, 2, 3, 60, 61, 62])
    curve = thinned("A", "#000000", 0, time_s, np.array([5.0, 6, math.nan, 5, 5, 5]))
    assert len(LINE.findall(over_time("Orders", "/min", [curve], []).svg)) == 2
    whole = thinned("A", "#000000", 0, np.array([10.0, 20, 30, 40]), np.ones(4))
    assert len(LINE.findall(over_time("Watts", "W", [whole], []).svg)) == 1


def test_a_long_curve_keeps_mean_and_extremes() -> None:
    value = np.full(28_800, 100.0)
    value[12_345], value[20_000] = 5_000.0, 1.0
    curve = thinned("A", "#000000", 0, np.arange(1.0, 28_801), value)
    assert len(curve.x) <= COLUMNS
    assert np.nanmax(curve.high) == 5_000
    assert np.nanmin(curve.low) == 1
    sizes = np.full(len(curve.x), 28_800 / len(curve.x))
    assert float((curve.y * sizes).sum() / 28_800) == pytest.approx(value.mean(), rel=1e-3)


def test_labels_of_curves_that_end_together_lie_apart() -> None:
    x = np.array([0.0, 10.0])
    for height in (0.0, 100.0):
        curves = [Curve(name, "#000000", x, np.array([50.0, height]), number) for number, name in enumerate("ABC")]
        svg = over_load("IOPS", "/s", "users", curves).svg
        places = sorted(float(y) for _, y, text in LABEL.findall(svg) if text in "ABC")
        assert len(places) == 3
        assert min(np.diff(places)) >= 13
        assert 10 < places[0] <= places[-1] < 250


def test_no_data_is_drawn_as_such() -> None:
    svg = bars("Orders", "/min", [Bar("A", "#000000", math.nan, [math.nan]), Bar("B", "#000000", 0.0, [0.0])], "").svg
    assert "no data" in svg
    assert "nan" not in svg
    empty = over_time("Orders", "/min", [], [Shade(0, 10, "run 1", window=True)]).svg
    assert "nan" not in empty


def test_texts_are_shortened_and_never_markup() -> None:
    drawing = Drawing(100, 20, "a < b")
    drawing.text((0, 10), "<b> & more")
    assert "&lt;b&gt; &amp; more" in drawing.svg()
    assert 'aria-label="a &lt; b"' in drawing.svg()
    assert fitted("A name that is too long", 60, 11).endswith("…")
