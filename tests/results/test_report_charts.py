# SPDX-License-Identifier: Apache-2.0
"""The report's charts: gaps stay gaps, long curves keep their extremes, labels and text do not overlap."""

import math
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.report.charts import (
    Bar,
    Drawing,
    ReportCurve,
    Shade,
    SmallBar,
    SmallFigure,
    bars,
    over_load,
    over_time,
    small_charts,
)
from app.report.content import Heading, NewPage, Paragraph, ReportColumn, ReportTable, Row, tidied
from app.report.letters import fitted, text_width

AREA = re.compile(r'<polygon points="([^"]+)"')
GRID_LINE = re.compile(r'<line x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)" stroke="#e3e8ee"')
LINE = re.compile(r'<polyline points="([^"]+)"')
LABEL = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-size="11"[^>]*>([^<]+)</text>')


def numbers(lists: list[str]) -> np.ndarray:
    """Return the points of SVG lists, shape (n, 2)."""
    return np.array(
        [[float(part) for part in point.split(",")] for text in lists for point in text.split()] or [[60, 60]]
    )


def grid_y(svg: str, text: str) -> float:
    """Return the y coordinate of the grid line labeled with this number."""
    found = re.search(rf'y="([\d.]+)" font-size="10"[^>]*text-anchor="end"[^>]*>{text}<', svg)
    assert found is not None
    return float(found[1]) - 3.5


def test_a_curve_has_a_gap_where_nothing_was_sampled() -> None:
    time_s = np.array([1.0, 2, 3, 60, 61, 62])
    curve = ReportCurve("A", "#000000", time_s, np.array([5.0, 6, math.nan, 5, 5, 5]), 0)
    assert len(LINE.findall(over_time("Orders", "/min", [curve], []).svg)) == 2
    whole = ReportCurve("A", "#000000", np.array([10.0, 20, 30, 40]), np.ones(4), 0)
    assert len(LINE.findall(over_time("Watts", "W", [whole], []).svg)) == 1


def test_a_long_curve_keeps_mean_and_extremes() -> None:
    value = np.full(28_800, 100.0)
    value[12_345], value[20_000] = 400.0, 1.0
    svg = over_time("Orders", "", [ReportCurve("A", "#000000", np.arange(1.0, 28_801), value, 0)], []).svg
    zero, top = (grid_y(svg, text) for text in ("0", "400"))
    drawn, area = numbers(LINE.findall(svg)), numbers(AREA.findall(svg))
    assert len(drawn) < 700
    values = (zero - drawn[:, 1]) / (zero - top) * 400
    assert float(values.mean()) == pytest.approx(value.mean(), rel=0.01)
    extremes = (zero - area[:, 1]) / (zero - top) * 400
    assert extremes.max() == pytest.approx(400, rel=0.01)
    assert extremes.min() == pytest.approx(1, abs=1)


def test_curves_and_shades_stay_within_the_plot() -> None:
    time_s = np.arange(-40.0, 120)
    wild = np.where(time_s < 0, 9_000.0, 100 + 50 * np.sin(time_s))
    many = np.arange(-400.0, 28_000)
    step = np.array([1.0, 2, 4, 8, 16, 32])
    early = ReportCurve(
        "Early and before the start", "#000000", np.array([-5.0, -4, 3, 4]), np.array([1.0, 9, 9, 1]), 1
    )
    charts = {
        "before the start": over_time("Processor", "%", [ReportCurve("A", "#000000", time_s, wild, 0), early], []).svg,
        "many samples": over_time(
            "Processor", "%", [ReportCurve("", "#000000", many, 9_000.0 * (many < 0), 0)], []
        ).svg,
        "shaded": over_time("Orders", "", [early], [Shade(-5, 2, "run 1", window=True), Shade(-9, 9, "", False)]).svg,
        "none in view": over_time("Orders", "", [ReportCurve("A", "#000000", step - 50, step, 0)], []).svg,
        "over the load": over_load("IOPS", "/s", "users", [ReportCurve("A", "#000000", step, step**2, 0)]).svg,
        "logarithmic": over_load(
            "Latency", "s", "depth", [ReportCurve("A", "#000000", step, step - 1, 2)], log_values=True, log_loads=True
        ).svg,
    }
    for name, svg in charts.items():
        across = [tuple(map(float, ends)) for ends in GRID_LINE.findall(svg)]
        left, right = min(x for x, *_ in across), max(x for _, _, x, _ in across)
        top, bottom = min(y for _, y, *_ in across), max(y for _, y, *_ in across)
        for x, y in [*numbers(LINE.findall(svg)).tolist(), *numbers(AREA.findall(svg)).tolist()]:
            assert left - 0.1 <= x <= right + 0.1, name
            assert top - 0.1 <= y <= bottom + 0.1, name
        for x, width in re.findall(r'<rect x="([-\d.]+)" y="[\d.]+" width="([\d.]+)"', svg):
            assert left - 0.1 <= float(x) <= float(x) + float(width) <= right + 0.1, name
        assert "nan" not in svg, name


def test_every_curve_is_labeled_and_long_names_are_shortened() -> None:
    x = np.array([0.0, 10.0])
    names = ("A Rollback journal", "B A name that goes on and on and on", "C")
    curves = [ReportCurve(name, "#000000", x, np.full(2, 50.0), number) for number, name in enumerate(names)]
    for svg in (over_time("IOPS", "/s", curves, []).svg, over_load("IOPS", "/s", "users", curves).svg):
        labels = [text for _, _, text in LABEL.findall(svg)]
        assert [label[0] for label in labels] == ["A", "B", "C"]
        assert labels[0] == names[0]
        assert labels[1].endswith("…")
        for left, _, text in LABEL.findall(svg):
            assert float(left) + text_width(text, 11, bold=True) <= 720


def test_overlapping_tick_labels_are_omitted() -> None:
    x = np.array([1.0, 2, 3, 100, 200, 256])
    svg = over_load("IOPS", "/s", "queue depth", [ReportCurve("A", "#000000", x, x, 0)]).svg
    places = [(float(left), text) for left, text in re.findall(r'<text x="([\d.]+)" y="229" [^>]*>([^<]+)</text>', svg)]
    assert [text for _, text in places] == ["1", "100", "200", "256"]
    for (left, text), (right, after) in pairwise(places):
        assert right - left >= (text_width(text, 10) + text_width(after, 10)) / 2 + 4


def test_labels_of_curves_ending_together_do_not_overlap() -> None:
    x = np.array([0.0, 10.0])
    for height in (0.0, 100.0):
        curves = [
            ReportCurve(name, "#000000", x, np.array([50.0, height]), number) for number, name in enumerate("ABC")
        ]
        svg = over_load("IOPS", "/s", "users", curves).svg
        places = sorted(float(y) for _, y, text in LABEL.findall(svg) if text in "ABC")
        assert len(places) == 3
        assert min(np.diff(places)) >= 13
        assert 10 < places[0] <= places[-1] < 250


def test_missing_data_is_labeled_as_no_data() -> None:
    svg = bars("Orders", "/min", [Bar("A", "#000000", math.nan, [math.nan]), Bar("B", "#000000", 0.0, [0.0])], "").svg
    assert "no data" in svg
    assert "nan" not in svg
    empty = over_time("Orders", "/min", [], [Shade(0, 10, "run 1", window=True)]).svg
    assert "nan" not in empty


def test_texts_are_shortened_and_escaped() -> None:
    drawing = Drawing(100, 20, "a < b")
    drawing.text((0, 10), "<b> & more")
    assert "&lt;b&gt; &amp; more" in drawing.svg()
    assert 'aria-label="a &lt; b"' in drawing.svg()
    assert fitted("A name that is too long", 60, 11).endswith("…")


def test_small_bar_charts_fit_their_text_and_align() -> None:
    """Whiskers are drawn to their ends, or are left open where they exceed the chart; names of any length fit."""
    long = "A counter whose name is so long that it has no room on one line, nor on two of them"
    figures = [
        SmallFigure("OPM", "higher is better", [SmallBar("A", "#0072b2", 100, "100", 90, 110)]),
        SmallFigure(long, "", [SmallBar("A", "#0072b2", 281_741, "281,741.25 orders", 1, 9e9)]),
        SmallFigure("IOPS", "", [SmallBar("A", "#0072b2", math.nan, "")]),
    ]
    charts = small_charts(figures)
    assert len({chart.height for chart in charts}) == 1
    tops = []
    for chart in charts:
        assert "nan" not in chart.svg
        for x, size, weight, text in re.findall(
            r'<text x="([-\d.]+)" y="[^"]*" font-size="([\d.]+)"([^>]*)>([^<]+)<', chart.svg
        ):
            assert float(x) + text_width(text, float(size), bold="bold" in weight) <= chart.width, text
        for x, width in re.findall(r'<rect x="([-\d.]+)" y="[^"]*" width="([\d.]+)"', chart.svg):
            assert 0 <= float(x) <= float(x) + float(width) <= chart.width
        tops += re.findall(r'<rect x="[^"]*" y="([\d.]+)"', chart.svg)
    assert len(set(tops)) == 1
    strokes = [len(re.findall(r'stroke="#18212c"', chart.svg)) for chart in charts]
    assert strokes == [3, 2, 0], "a line with two ends, one that goes on, none"
    assert "no data" in charts[2].svg


def test_empty_columns_rows_tables_and_headings_are_omitted() -> None:
    """Columns and rows of dashes, empty tables, and titles without contents are omitted."""
    table = ReportTable(
        (ReportColumn("Figure", "left"), ReportColumn("A"), ReportColumn("B")),
        (Row(("OPM", "1", "–")), Row(("IOPS", "–", "–")), Row(("Watts", "2", ""))),
    )
    blocks = [
        Heading("Empty", 2), ReportTable((ReportColumn("Run"), ReportColumn("OPM")), ()), Heading("Kept", 2), table,
        Heading("Nothing below", 3), NewPage(), NewPage(), Heading("Last", 2), Heading("Within", 3), Paragraph("Text"),
        Heading("End", 2), NewPage(),
    ]  # fmt: skip
    kept = tidied(blocks)
    assert [block.text for block in kept if isinstance(block, Heading)] == ["Kept", "Last", "Within"]
    (only,) = (block for block in kept if isinstance(block, ReportTable))
    assert [column.text for column in only.columns] == ["Figure", "A"]
    assert [row.cells for row in only.rows] == [("OPM", "1"), ("Watts", "2")]
    assert [isinstance(block, NewPage) for block in kept].count(True) == 1


def test_table_shrinks_its_type_instead_of_cutting_headers() -> None:
    columns = [
        ReportColumn("System", "left", 0.1),
        *(ReportColumn(f"Average {letter}", weight=0.1) for letter in "ABCDEFGHIJ"),
    ]
    table = ReportTable(
        (*columns, ReportColumn("What happened", "left", 9)), (Row(("A", *["21.8 MB/s"] * 10, "a text")),)
    )
    widths = table.widths()
    for width, column in zip(widths, table.columns, strict=True):
        for word in column.text.split():
            assert text_width(word) * table.type_scale < width, word
    wide = ReportTable(tuple(ReportColumn(f"Figure{n}") for n in range(14)), (Row(["1,234,567.8"] * 14),))
    assert 0.72 <= wide.type_scale < 1


def test_an_html_report_needs_no_display_and_no_qt(tmp_path: Path) -> None:
    session, html = tmp_path / "sweep.outpace", tmp_path / "report.html"
    session.write_bytes((Path(__file__).parents[1] / "sessions_format_1" / "sweep.outpace").read_bytes())
    code = (
        "import sys; from pathlib import Path; from app.report.outputs import Outputs, write_reports\n"
        f"write_reports([Path({str(session)!r})], Outputs(html=Path({str(html)!r})))\n"
        "print([name for name in sys.modules if name.startswith(('PySide6', 'pyqtgraph'))])"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert html.read_text(encoding="utf-8").count("<svg") > 3
