# SPDX-License-Identifier: Apache-2.0
"""Figures per disk, watt, core, ...: intervals over repeats, figures that are not divided, decimals of imports."""

import re
from pathlib import Path

import pytest

from app.analysis.comparison import compare
from app.imports.field_values import decimals_of
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.report.content import DrawingGrid, Paragraph, ReportTable
from app.report.figure_charts import figure_charts_part, normalised_charts
from app.report.first_page import key_figures
from app.report.review import comparison_part, normalised_part, targets_part
from app.report.session_blocks import session_text
from app.results.description import label_of_metric
from app.results.study import study_of
from app.results.study_records import NormalisedRow, Study
from app.session.reader import SessionReader
from tests.support.recorded import PAIR
from tests.support.repeated import RepeatedRun
from tests.support.storage_outputs import SQLIO

BASELINE, CHALLENGER = (146_413, 149_141, 146_931), (283_211, 281_741, 280_464)


def imported(folder: Path, text: str, name: str = "results.csv") -> Path:
    """Import the totals in `text` and return the session."""
    written = folder / name
    written.write_text(text, encoding="utf-8")
    session = folder / "imported.outpace"
    import_results(ImportRequest((FileToImport(written),)), session)
    return session


def studied(path: Path) -> Study:
    with SessionReader.open(path) as reader:
        return study_of([reader])


def rows_of(study: Study) -> dict[str, NormalisedRow]:
    return {row.label: row for row in study.normalised}


def totals(*, watts: bool) -> str:
    """Return totals of three runs of two systems; Flash has half the disks, less power, and a different price."""
    lines = ["system,run,target,metric,value", 'Disks,,,Disks,"24 x 15K SAS"', "Flash,,,Disks,12"]
    lines += ['Disks,,,Price,"$8,478"', 'Flash,,,Price,"$13,073"', "Disks,,,Cores,2 x 8", "Flash,,,Cores,16"]
    for name, values in (("Disks", BASELINE), ("Flash", CHALLENGER)):
        for run, value in enumerate(values, 1):
            lines += [f"{name},{run},,OPM,{value}", f"{name},{run},,MB/s,{value / 1000:.1f}"]
            if watts:
                lines.append(f"{name},{run},,Watts,{100 * run if name == 'Disks' else 50 * run}")
                lines.append(f"{name},{run},,Idle watts,40")
    return "\n".join(lines) + "\n"


def test_figure_per_disk_scales_the_interval_of_its_figure(tmp_path: Path) -> None:
    study = studied(imported(tmp_path, totals(watts=False)))
    rows = rows_of(study)
    assert list(rows) == [
        "OPM per disk", "MB/s per disk", "Price of one OPM", "Price of one MB/s", "OPM per core", "MB/s per core",
    ]  # fmt: skip
    for name, disks in (("OPM", (24, 12)), ("MB/s", (24, 12))):
        row = rows[f"{name} per disk"]
        assert [row.unit(letter) for letter in "AB"] == [f"{name} per disk"] * 2
        for letter, divisor in zip("AB", disks, strict=True):
            quotient, spread = row.quotients[letter], study.spreads[letter, name]
            median = study.median_run(letter)
            assert median is not None
            assert quotient.value == pytest.approx(median.figures[name] / divisor)
            assert (quotient.low, quotient.high) == pytest.approx((spread.low / divisor, spread.high / divisor))
        figure, own = study.comparisons["B", name], row.comparisons["B"]
        assert own.ratio == pytest.approx(2 * figure.ratio)
        assert (own.low, own.high) == pytest.approx((2 * figure.low, 2 * figure.high))
        assert own.degrees_of_freedom == pytest.approx(figure.degrees_of_freedom)
        assert own.ahead(row.better) == "challenger"
    price = rows["Price of one OPM"]
    figure = study.comparisons["B", "OPM"]
    assert price.unit("A") == "$ per OPM"
    assert price.comparisons["B"].ratio == pytest.approx(13_073 / 8_478 / figure.ratio)
    assert price.comparisons["B"].low == pytest.approx(13_073 / 8_478 / figure.high)
    assert price.comparisons["B"].ahead(price.better) == "challenger", "it is the cheaper one"


def test_measured_power_divides_the_figures_run_by_run(tmp_path: Path) -> None:
    study = studied(imported(tmp_path, totals(watts=True)))
    row = rows_of(study)["OPM per watt under load"]
    each = [value / (100 * run) for run, value in enumerate(BASELINE, 1)]
    other = [value / (50 * run) for run, value in enumerate(CHALLENGER, 1)]
    expected = compare(each, other, "independent")
    found = row.comparisons["B"]
    assert (found.ratio, found.low, found.high) == pytest.approx((expected.ratio, expected.low, expected.high))
    assert found.t == pytest.approx(expected.t)
    # The median runs are the baseline's third and the challenger's second.
    assert row.quotients["A"].value == pytest.approx(146_931 / 300)
    assert row.quotients["B"].value == pytest.approx(281_741 / 100)
    assert row.divisors["A"].source == "measured in the median run"
    assert row.quotients["A"].low < row.quotients["A"].value < row.quotients["A"].high


def test_idle_power_is_not_a_divisor_and_power_has_no_better_direction(tmp_path: Path) -> None:
    study = studied(imported(tmp_path, totals(watts=True)))
    assert not [label for label in rows_of(study) if "idle" in label.casefold()]
    told = [row.cells for block in comparison_part(study) if isinstance(block, ReportTable) for row in block.rows]
    power = next(cells for cells in told if cells[0] == "Power under load")
    assert not [cell for cell in power if "better" in cell]
    orders = next(cells for cells in told if cells[0] == "Orders per minute (OPM)")
    assert "B better" in orders


def test_every_figure_has_a_chart_with_its_better_direction(tmp_path: Path) -> None:
    """Power has no better direction: only performance per watt has one."""
    study = studied(imported(tmp_path, totals(watts=True)))
    (grid,) = (block for block in figure_charts_part(study) if isinstance(block, DrawingGrid))
    assert [chart.title for chart in grid.charts] == [label_of_metric(metric.name) for metric in study.metrics]
    captions = {chart.title: re.findall(r'font-size="9"[^>]*>([^<]*)<', chart.svg) for chart in grid.charts}
    assert captions["Orders per minute (OPM)"] == ["per minute, higher is better"]
    assert captions["Power under load"] == []
    (normalised,) = (block for block in normalised_charts(study) if isinstance(block, DrawingGrid))
    known = [row for row in study.normalised if not row.reason]
    assert [chart.title for chart in normalised.charts] == [row.label for row in known]
    for chart, row in zip(normalised.charts, known, strict=True):
        (caption,) = re.findall(r'font-size="9"[^>]*>([^<]*)<', chart.svg)
        assert caption.endswith("lower is better" if row.basis == "price" else "higher is better")


def test_cpu_usage_of_older_imports_has_no_better_direction(tmp_path: Path) -> None:
    """Sessions of earlier versions recorded that less processor time is better."""
    lines = ["system,run,metric,value"]
    lines += [f"{name},{run},{figure}" for name in "AB" for run in (1, 2, 3) for figure in ("OPM,100", "CPU %,20")]
    study = studied(imported(tmp_path, "\n".join(lines)))
    assert {metric.name: metric.better for metric in study.metrics} == {"OPM": "more", "CPU %": ""}


def test_engine_file_calls_show_their_layer_and_are_not_divided(tmp_path: Path) -> None:
    """The operating system's cache may have served all calls of the recorded run."""
    facts = [{"Disks": 2, "Price": "$100"}, {"Disks": 2, "Price": "$200"}]
    run = RepeatedRun(tmp_path / "calls.outpace", PAIR, facts=facts)
    run.repeats(3, seconds=6)
    study = studied(run.finish())
    assert set(rows_of(study)) == {"OPM per disk", "Price of one OPM"}
    blocks = list(normalised_part(study))
    assert any("calls on files" in block.text for block in blocks if isinstance(block, Paragraph))
    assert "IOPS (file calls of the engine)" in [row.cells[0] for row in key_figures(study).rows]
    # The normalized figure has an interval if the figure itself has one.
    interval = rows_of(study)["OPM per disk"].comparisons["B"]
    assert interval.low < interval.ratio < interval.high
    assert interval.method == "paired t on log ratios"


def test_imported_figures_keep_the_decimals_of_their_source(tmp_path: Path) -> None:
    lines = ["system,run,target,metric,value"]
    for name, opm, watts in (("Disks", "146931", "483.8"), ("Flash", "281741.25", "326")):
        lines += [f"{name},1,,OPM,{opm}", f"{name},1,,Watts,{watts}"]
    session = imported(tmp_path, "\n".join(lines))
    told = {row.cells[0]: row.cells[1:3] for row in key_figures(studied(session)).rows}
    assert told["Orders per minute (OPM)"] == ("146,931", "281,741.25")
    assert told["Power under load"] == ("483.8 W", "326 W")
    with SessionReader.open(session) as reader:
        table = session_text(reader)
    rows = {line.split("  ")[0]: line.split()[-3:-1] for line in table.splitlines() if "  " in line}
    assert rows["Orders per minute (OPM)"] == ["146,931", "281,741.25"]
    assert rows["Power under load, W"] == ["483.8", "326"]


def test_imported_sqlio_figures_keep_their_printed_decimals(tmp_path: Path) -> None:
    study = studied(imported(tmp_path, SQLIO, "sqlio.txt"))
    own = study.runs[0].systems["A"]
    assert own.decimals["", "IOPS"] == 2
    assert ("", "Latency ms, derived") not in own.decimals
    assert {row.cells[1] for row in key_figures(study).rows if row.cells[0] == "IOPS"} == {"2,714.57"}


@pytest.mark.parametrize(
    ("text", "comma", "decimals"),
    [("483.8", False, 1), ("1,234", False, 0), ("1.234,50", True, 2), ("5", False, 0), ("1.5e-1", False, 2),
     ("2.5e3", False, 0), (" 21.20 ", False, 2), ("1e-1 1", False, 11), ("1e-" + 5000 * "9", False, 17)],
)  # fmt: skip
def test_decimals_of_a_number_are_counted(text: str, comma: bool, decimals: int) -> None:
    assert decimals_of(text, decimal_comma=comma) == decimals


def test_power_of_parts_yields_figures_not_targets(tmp_path: Path) -> None:
    """The power of a system's two parts was measured separately: there are two parts and their sum, but no targets."""
    parts = ["system,run,target,metric,value"]
    parts += [f"{name},1,{target},Watts,{watts}" for name in "AB" for target, watts in (("shelf", 200), ("host", 300))]
    study = studied(imported(tmp_path, "\n".join([*parts, "A,1,,OPM,100", "B,1,,OPM,200"])))
    assert list(targets_part(study)) == []
    for letter, opm in (("A", 100), ("B", 200)):
        own = study.runs[0].systems[letter]
        assert own.figures == {"Watts (shelf)": 200, "Watts (host)": 300, "Watts": 500, "OPM": opm}
