# SPDX-License-Identifier: Apache-2.0
"""Log counters as figures of runs: per disk, per application, or from formulas, with a verdict as for any total."""

from pathlib import Path

import pytest

from app.cli.session_commands import ImportOptions, import_files
from app.imports.counter_figure import CounterMean, computed, figure_of, figures_of
from app.imports.source import ImportedFileError
from app.model.messages import sentence
from app.report.session_export import export_csv
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.foreign_logs import OPM, READS, WRITES, perfmon


def test_counters_of_volumes_and_an_application_are_compared_over_three_runs(tmp_path: Path) -> None:
    files, systems, runs = [], [], []
    for name, factor in (("HDD", 1.0), ("SSD", 8.0)):
        for run in (1, 2, 3):
            reads = {"D:": 100 * factor + run, "E:": 200 * factor + run}
            path = perfmon(tmp_path / f"{name}{run}.csv", reads, 6000 * factor + run)
            files.append(path)
            systems.append(f"{name}={path.name}")
            runs.append(f"{run}={path.name}")
    session, said = tmp_path / "s.outpace", list[str]()
    formula = f"Disk cost = [{READS.format('E:')}] + 2 x [{WRITES.format('E:')}]"
    options = ImportOptions(
        files,
        systems=systems,
        runs=runs,
        window="40-50",
        figures=[READS.format("*"), f"Application = {OPM}", formula],
    )
    assert import_files(options, session, said.append) == 0, said
    with SessionReader.open(session) as reader:
        study = study_of([reader])
        names = [metric.name for metric in study.metrics]
        assert set(names) >= {READS.format("D:"), READS.format("E:"), "Application", "Disk cost, derived"}
        verdict = study.comparisons["B", READS.format("E:")]
        assert verdict.verdict == "challenger higher"
        assert verdict.ratio == pytest.approx(1602 / 202, rel=1e-3)
        assert [run.systems["A"].figures[READS.format("D:")] for run in study.runs] == pytest.approx([101, 102, 103])
        assert [run.systems["B"].figures["Application"] for run in study.runs] == pytest.approx([48001, 48002, 48003])
        cost = [run.systems["A"].figures["Disk cost, derived"] for run in study.runs]
        assert cost == pytest.approx([201 * 1.5, 202 * 1.5, 203 * 1.5])
        derived = next(
            one for one in reader.counters if one.path == "\\Formula\\Disk cost, derived" and one.system == 1
        )
        assert (derived.unit, derived.layer) == ("/s", "device")
        assert reader.window(derived, 40, 50).average == pytest.approx(201 * 1.5)
        assert len(reader.samples(derived)[0]) == 180
        assert reader.systems[0].facts["Formula of Disk cost"] == formula.partition(" = ")[2]
        export_csv(reader, tmp_path / "csv")
    told = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "csv").glob("*.csv"))
    assert "Disk cost, derived" in told


def test_counter_missing_from_a_log_is_reported(tmp_path: Path) -> None:
    path = perfmon(tmp_path / "a.csv", {"D:": 100}, 600)
    said: list[str] = []
    options = ImportOptions([path], systems=["A=a.csv"], figures=[READS.format("X:")])
    assert import_files(options, tmp_path / "s.outpace", said.append) == 2
    near = READS.format("D:")
    assert said[-1] == f'no log has the counter "{READS.format("X:")}"; did you mean "{near}"?'
    assert not (tmp_path / "s.outpace").exists()
    other = perfmon(tmp_path / "b.csv", {"E:": 100}, 600)
    options = ImportOptions([path, other], systems=["A=a.csv", "B=b.csv"], figures=[READS.format("*")])
    assert import_files(options, tmp_path / "s.outpace", said.append) == 0
    assert f"Note: A, run 1: {READS.format('E:')} has no data." in said
    assert f"Note: B, run 1: {READS.format('D:')} has no data." in said


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("[a]", 10, "/s"),
        ("[a] + 2 x [b]", 18, "/s"),
        ("Cost = [a] + [b]", 14, "/s"),
        ("[a] - [b] - [b]", 2, "/s"),
        ("([a] + [b]) / 2", 7, "/s"),
        ("[a] / [b]", 2.5, ""),
        ("3 * [a] × 2", 60, "/s"),
        ("[a] + [l]", 10.5, ""),
        ("[l] + [l]", 1.0, "s"),
        ("1000 x [l]", 500, "ms"),
    ],
)
def test_formulas_are_computed_from_means(text: str, value: float, unit: str) -> None:
    counted = {
        "a": CounterMean(10, "/s", "more"),
        "b": CounterMean(4, "/s", "more"),
        "l": CounterMean(0.5, "s", "less"),
    }
    found = computed(figure_of(text), counted)
    assert found is not None
    assert found.value == pytest.approx(value)
    assert found.unit == unit


def test_incomputable_formula_gives_no_data() -> None:
    counted = {"a": CounterMean(10), "zero": CounterMean(0)}
    assert computed(figure_of("[a] / [zero]"), counted) is None
    assert computed(figure_of("[a] + [missing]"), counted) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", 'figure "": a counter, or NAME'),
        ("[a] +", 'figure "[a] +": the formula ends too soon'),
        ("[a] + __import__('os')", "figure \"[a] + __import__('os')\": \"__import__('os')\" can't be read here"),
        ("[a] ** 2", 'figure "[a] ** 2": "*" can\'t be read here'),
        ("[a] 2", 'figure "[a] 2": "2" can\'t be read here'),
        ("([a]", 'figure "([a]": the formula ends too soon'),
        ("1 + 2", 'figure "1 + 2": there is no counter in it'),
        ("(" * 30 + "[a]" + ")" * 30, 'figure "((((((((((((((((((((((((((((((['),
        ("x" * 90 + " = [a]", f'figure "{"x" * 60}": a name has at most 80'),
    ],
)
def test_invalid_formula_is_reported(text: str, told: str) -> None:
    with pytest.raises(ImportedFileError) as caught:
        figure_of(text)
    assert sentence(caught.value.message).startswith(told)


def test_duplicate_figure_names_are_rejected() -> None:
    with pytest.raises(ImportedFileError, match='two figures are called "a, derived"'):
        figures_of(["a = [x] + 1", "a = [y] + 1"])
