# SPDX-License-Identifier: Apache-2.0
"""Text table, JSON, HTML report, workbook and window have the same figures for every kind of session.

Figures are compared one by one, to the last printed digit.
"""

import html
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import openpyxl
import pytest
from pytestqt.qtbot import QtBot

from app.analysis.format import (
    NO_DATA,
    at_least_text,
    brief_ratio_text,
    label_text,
    ratio_range_text,
    ratio_text,
)
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.joining.meters import MeterFile, join_meters
from app.model.documents import MeasuredStep, MeasuredSystem
from app.report.outputs import Outputs, write_reports
from app.report.review import figures_of_runs
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.description import figure_text, figure_texts, label_of_metric, metric_label, with_layer
from app.results.headline_text import HeadlineText, StatementText, headline_text
from app.results.result import Result, result_of, result_schema
from app.results.session_headline import SessionHeadline, Stage, session_headline
from app.results.session_result import figure_of
from app.results.study import study_of
from app.results.study_records import Metric, Study
from app.session.reader import SessionReader
from app.ui.levels.session_verdict import verdict_of
from app.ui.library.library_results import came_of
from app.ui.presentation.closing_card import closing_card
from app.ui.window.session_controller import SessionController
from tests.support import session_kinds as made
from tests.support.booth_looks import booth
from tests.support.power_logs import OTHER, SERVER, STORAGE, Wall, log
from tests.support.recorded import SECOND, race_run
from tests.support.repeated import RepeatedRun
from tests.support.session_kinds import ceiling, joined, limit, patterns, pulses
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
ROOT = Path(__file__).resolve().parents[2]
LONG_MS = 20_000
FACTS = ({"Disks": "24 x SAS", "Price": "$8,478"}, {"Disks": "4 x NVMe", "Price": "$13,073"})
Json = dict[str, Any]


def sweep_of_three(path: Path) -> Path:
    """Write three repeats of a sweep with two load levels."""
    run = RepeatedRun(path, plan='name = "user-sweep"\nusers = [2, 8]', facts=FACTS)
    run.sweep([2, 8], seconds=12)
    run.writer.commit()
    for repeat in (2, 3):
        run.phase("rest", run=repeat)
        run.seconds(2)
        for step, users in enumerate((2, 8)):
            run.users = users
            run.phase("measure", run=repeat, step=step, users=users)
            run.seconds(12)
    return told_steps(run)


def told_steps(run: RepeatedRun) -> Path:
    """Finish a run with the documents that an engine writes for each step."""
    with SessionReader.open(run.path) as reader:
        for phase in reader.phases:
            if phase.name == "measure":
                users = phase.detail.users or (2, 8)[phase.step]
                systems = {letter: MeasuredSystem(users=users) for letter in "AB"}
                step = MeasuredStep(from_s=phase.from_s, to_s=min(phase.to_s, reader.length_s), systems=systems)
                at_ns = run.start_ns + run.tick * SECOND
                run.writer.document(at_ns, step, name=f"{users} users", run=phase.run, step=phase.step)
    return run.finish()


def turns(path: Path) -> Path:
    run = RepeatedRun(path)
    run.turns(3, seconds=11)
    return run.finish()


def logs(path: Path) -> Path:
    """Write totals of three runs, and logs of individual disks in the first run."""
    totals = path.with_name("totals.csv")
    rows = ["system,run,target,metric,value,unit"]
    for run in (1, 2, 3):
        for system, opm in (("Disks", 146_000 + 411 * run), ("Flash", 284_000 - 917 * run)):
            rows += [f"{system},{run},VM {vm},OPM,{opm // 2 + vm}," for vm in (1, 2)]
            rows += [f"{system},{run},,Latency ms,{12.5 + run / 7:.3f},ms", f"{system},{run},,Watts,{300 + run}.25,W"]
    totals.write_text("\n".join(rows), encoding="utf-8")
    files = [FileToImport(totals)]
    for system, iops in (("Disks", 1000), ("Flash", 3000)):
        log = path.with_name(f"{system}.csv")
        header = '"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\PhysicalDisk(1 E:)\\Disk Transfers/sec","\\\\H\\Memory\\Pages/sec"\n'
        lines = (f'"11/22/2024 10:00:{second:02}.000","{iops + second}","7"\n' for second in range(60))
        log.write_text(header + "".join(lines), encoding="utf-8")
        files.append(FileToImport(log, system))
    import_results(ImportRequest(tuple(files)), path)
    return path


def even(path: Path) -> Path:
    run = RepeatedRun(path)
    run.repeats(2, seconds=12)
    return run.finish()


def one_invalid(path: Path) -> Path:
    run = RepeatedRun(path)
    run.repeats(3, seconds=12)
    return run.finish(valid=False, reasons=["A: 1 of 8 users was lost"])


def metered(path: Path) -> Path:
    """Join two power meters for A, and one for B that lacks half of the second run."""
    run = RepeatedRun(path.with_name("run.outpace"), facts=({"Power": "500 W"}, {"Power": "400 W"}))
    run.seconds(16)
    for repeat in (2, 3):
        for name, seconds in (("idle", 5), ("ramp", 3), ("measure", 12)):
            run.phase(name, run=repeat)
            run.seconds(seconds)
    run.finish()
    wall = Wall.of(run.path)
    from_s, to_s = wall.spans["measure", 2]
    server, array, other = (path.with_name(f"{name}.csv") for name in ("server", "array", "other"))
    log(server, wall, SERVER)
    log(array, wall, STORAGE, unit="kW", scale=1e-3)
    log(other, wall, OTHER, without=[(from_s, (from_s + to_s) / 2)])
    join_meters(run.path, [MeterFile(server, ("A",)), MeterFile(array, ("A",)), MeterFile(other, ("B",))], path)
    return path


KINDS: dict[str, Callable[[Path], Path]] = {
    "timed": made.ended,
    "invalid": made.invalid,
    "repeats": made.repeats,
    "two repeats": even,
    "turns": turns,
    "alike": made.alike,
    "sweep": made.sweep,
    "sweep repeated": sweep_of_three,
    "invalid sweep": made.invalid_sweep,
    "latency limit": limit,
    "search at its ceiling": ceiling,
    "pulses": pulses,
    "race": lambda path: race_run(path, {"A": 12.0, "B": 7.5}).finish(),
    "race that one lost": lambda path: race_run(path, {"A": None, "B": 7.5}).finish(),
    "queue depth": made.depths,
    "access patterns": patterns,
    "joined": joined,
    "compared": made.of_two_sessions,
    "imported totals": made.imported,
    "imported logs": logs,
    "three systems": made.three,
    "not valid": one_invalid,
    "metered": metered,
}
RATIO = r"Write-ahead log (1\.9|2\.0)\d× Rollback journal"
HEADLINES: dict[str, tuple[Stage, str]] = {
    "timed": ("one run", RATIO),
    "repeats": ("repeats", RATIO),
    "alike": ("repeats", "No significant difference"),
    "sweep": ("repeats", RATIO),
    "invalid sweep": ("not valid", "Not valid – B: 5 users were lost"),
    "queue depth": ("repeats", RATIO),
    "race": ("race", "Write-ahead log finished first, by 4.5 s"),
    "invalid": ("not valid", "Not valid – 7 of 8 users are at work"),
    "imported totals": ("repeats", "Flash 1.91× Disks"),
    "compared": ("repeats", r"Write-ahead log · .* (1\.9|2\.0)\d× Rollback journal · "),
    "three systems": ("one run", r"Write-ahead log 1\.\d\d× Rollback journal · Write-ahead log, NORMAL 2\.\d\d× R"),
}
"""Stage and start of the headline, by kind of session."""
IN_OTHER_WORDS = ("race", "alike", "three systems")
"""Kinds of sessions whose headline is worded differently in the booth."""


@dataclass
class Surfaces:
    """All outputs of a session.

    Attributes:
        words: the text of `page`, without line breaks at tags.
    """

    result: Json
    study: Study
    lines: list[str]
    table: list[list[str]]
    page: str
    words: str
    tables: list[list[list[str]]]
    book: dict[str, list[list[object]]]


def surfaces(path: Path, folder: Path) -> Surfaces:
    with SessionReader.open(path) as reader:
        text = export_json(reader)
        study = study_of([reader])
        lines = session_text(reader).splitlines()
    msgspec.json.decode(text, type=Result)  # validate: every field exists and has its type
    files = Outputs(html=folder / "report.html", xlsx=folder / "report.xlsx")
    write_reports([path], files)
    page = (folder / "report.html").read_text(encoding="utf-8")
    workbook = openpyxl.load_workbook(folder / "report.xlsx")
    book = {sheet.title: [[cell.value for cell in row] for row in sheet.iter_rows()] for sheet in workbook}
    return Surfaces(
        result=json.loads(text),
        study=study,
        lines=lines,
        table=[re.split(r" {3,}", line.rstrip()) for line in lines],
        page=plain(re.sub(r"<[^>]*>", "\n", page)),
        words=plain(re.sub(r"<[^>]*>", "", page)),
        tables=[
            [[plain(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
             for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)]
            for table in re.findall(r"<table[^>]*>(.*?)</table>", page, re.DOTALL)
        ],
        book=book,
    )  # fmt: skip


def plain(text: str) -> str:
    return html.unescape(text).replace("\N{NO-BREAK SPACE}", " ").strip()


@pytest.mark.parametrize("kind", KINDS)
def test_every_surface_has_the_same_result(kind: str, opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    path = KINDS[kind](tmp_path / "session.outpace")
    told = surfaces(path, tmp_path)
    headlines(told)
    verdicts(told)
    median_runs(told)
    every_run(told)
    steps(told)
    powers(told)
    load_parts(told)
    controller = opened(path)
    in_window(told, path, controller, qtbot)
    if kind in HEADLINES:
        stage, begins = HEADLINES[kind]
        headline_everywhere(told, path, controller, qtbot, stage, begins)
        if stage != "not valid" and kind not in IN_OTHER_WORDS:
            in_booth(path, qtbot)


def headlines(told: Surfaces) -> None:
    """Check that all outputs have the same headlines and details."""
    lines = [cell for line in told.table for cell in line]
    summary = [cell for row in told.book["Summary"] for cell in row if isinstance(cell, str)]
    for statement in told.result["headline"]["statements"]:
        for text in filter(None, (statement["text"], statement["details"])):
            assert text in lines
            assert text in summary
        assert statement["details"] in told.page


def headline_everywhere(
    told: Surfaces, path: Path, controller: SessionController, qtbot: QtBot, stage: Stage, begins: str
) -> None:
    """Check that the headline is the same, in words and figures, on every surface."""
    with SessionReader.open(path) as reader:
        found = session_headline(reader)
        came = came_of(reader)
    text = headline_text(found)
    assert found.stage == stage
    assert re.match(begins, text.main)
    assert all(statement.text in told.lines for statement in text.statements)
    assert all(small in told.lines for small in (text.smalls or (text.small,)) if small)
    as_json(found, told.result["headline"])
    assert (came.statement, came.basis, came.leader) == (text.main, text.small, found.leader)
    assert all(re.search(pattern(statement), told.words) for statement in text.statements)
    assert all(small in told.words for small in (text.smalls or (text.small,)))
    same_in_window(text, controller, qtbot)


def same_in_window(text: HeadlineText, controller: SessionController, qtbot: QtBot) -> None:
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: headline.accessibleName().startswith(text.main), timeout=LONG_MS)
    assert headline.accessibleDescription() == text.small


def in_booth(path: Path, qtbot: QtBot, *, live: bool = False) -> None:
    """Check that the booth and the card after a run show the headline's ratio."""
    with SessionReader.open(path) as reader:
        found = session_headline(reader)
    ratio = brief_ratio_text(max(found.lines[0].ratio, 1 / found.lines[0].ratio), distinct_from_one=True)
    with booth(qtbot, path, live=live) as window:
        qtbot.waitUntil(lambda: ratio in window.board.blocks.accessibleName(), timeout=LONG_MS)
    if not live:
        card = closing_card(path)
        assert card is not None
        assert ratio in card.main
        assert card.ahead == found.leader


def test_a_growing_session_has_the_same_headline_in_every_window(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    path = made.growing(tmp_path / "session.outpace")
    with SessionReader.open(path) as reader:
        found = session_headline(reader)
        lines = session_text(reader).splitlines()
        told = json.loads(export_json(reader))["headline"]
    text = headline_text(found)
    assert found.stage == "measuring"
    assert re.match(RATIO, text.main)
    assert all(statement.text in lines for statement in text.statements)
    assert all(small in lines for small in (text.smalls or (text.small,)) if small)
    as_json(found, told)
    same_in_window(text, opened(path), qtbot)
    in_booth(path, qtbot, live=True)


def pattern(statement: StatementText) -> str:
    """Return a statement's text as a pattern, with long names shortened."""
    return "".join(
        re.escape(part.text[:20]) + r"[^\n]*?" if part.name and len(part.text) > 20 else re.escape(part.text)
        for part in statement.parts
    )


def as_json(found: SessionHeadline, told: dict[str, object]) -> None:
    """Check that the JSON has the same texts, and the ratios of challenger to baseline."""
    text = headline_text(found)
    assert (told["text"], told["details"], told["stage"]) == (text.main, text.small, found.stage)
    assert told["leader"] == found.leader
    lines = told["lines"]
    assert isinstance(lines, list)
    assert [(line["challenger"], line["baseline"]) for line in lines] == [
        (line.challenger, line.baseline) for line in found.lines
    ]
    for name in ("ratio", "low", "high", "ten_second_low", "ten_second_high", "baseline_value", "challenger_value"):
        assert [line[name] for line in lines] == [figure_of(getattr(line, name)) for line in found.lines]


SIDES = ("baseline", "challenger")


def most_decimals(result: Json, letter: str, figure: str) -> int | None:
    """Return the largest number of decimals that an imported figure of a system has in any run."""
    owns = [run["systems"][letter]["decimals"] for run in result["runs"] if letter in run["systems"]]
    return max((own[figure] for own in owns if figure in own), default=None)


def verdicts(told: Surfaces) -> None:
    """Check the ratios and confidence intervals of the headline figure and of every other figure."""
    result = told.result
    sheet = rows_by_header(told.book["Comparison"])
    for one in result["comparisons"]:
        (row,) = (row for row in sheet if (row["System"], row["Figure"]) == (one["challenger"], one["figure"]))
        for name, column in (("ratio", "Ratio"), ("low", "Low 95 %"), ("high", "High 95 %"),
                             ("challenger_geometric_mean", "Geometric mean"),
                             ("baseline_geometric_mean", f"Geometric mean {one['baseline']}")):  # fmt: skip
            assert row[column] == (None if one[name] is None else pytest.approx(one[name], rel=1e-14)), (one, name)
        assert (row["Verdict"], row["Reason if none"] or "") == (one["verdict"], one["reason"])
        metric = metric_of(told, one["figure"])
        expected = [ratio_of(one), interval_of(one)]
        means = [known(one[f"{side}_geometric_mean"]) for side in ("baseline", "challenger")]
        texts = figure_texts(means, metric, [most_decimals(result, one[side], metric.name) for side in SIDES])
        means = [
            at_least_text(text, one[side] in one["at_least"])
            for side, text in zip(("baseline", "challenger"), texts, strict=True)
        ]
        columns = [f"Geometric mean {one[side]}" for side in ("baseline", "challenger")]
        columns += ["Ratio", "95 % interval"]
        printed = [  # a column of dashes is omitted
            [shown.get(column, NO_DATA) for column in columns]
            for table in told.tables
            if set(table[0]) & set(columns[:2])
            for shown in (dict(zip(table[0], row, strict=True)) for row in table[1:])
            if shown["Figure"] == metric_label(metric)
        ]
        assert [*means, *expected] in printed or [*means, *expected] == [NO_DATA] * 4, one
    assert result["verdict"] == [one for one in result["comparisons"] if one["figure"] == result["figures"][0]["name"]]
    if len(result["runs"]) > 1:
        (ratios,) = (line for line in told.table if line[0].startswith("Geometric mean, "))
        ranges = told.table[told.table.index(ratios) + 1]
        assert ranges[0] == "  95 % interval"
        assert ratios[-len(result["verdict"]) :] == [ratio_of(one) for one in result["verdict"]]
        assert ranges[-len(result["verdict"]) :] == [interval_of(one) for one in result["verdict"]]


def median_runs(told: Surfaces) -> None:
    """Check which run is the median run, and all its figures."""
    result = told.result
    sheet = rows_by_header(told.book["Runs"])
    for system in result["systems"]:
        letter = system["letter"]
        if not system["number"]:
            continue
        run = result["runs"][system["number"] - 1]
        assert run["run"] == system["run"]
        figures = system["figures"]
        assert figures == run["systems"][letter]["figures"], "of exactly that run"
        marked = [(row["Run"], row["Median run"]) for row in sheet if row["System"] == letter and row["Median run"]]
        assert marked == [(system["number"], system["basis"])]
        if len(result["runs"]) > 1:
            column = f"{letter}, run {system['number']}"
            (table,) = (one for one in told.tables if column in one[0])
            place = table[0].index(column)
            shown = {row[0]: row[place] for row in table[1:]}
            for figure in result["figures"]:
                metric = metric_of(told, figure["name"])
                medians = [one for one in result["systems"] if one["number"]]
                owns = [told.study.runs[one["number"] - 1].systems[one["letter"]] for one in medians]
                texts = figures_of_runs(owns, metric)
                text = next(one for one, of in zip(texts, medians, strict=True) if of["letter"] == letter)
                assert shown.get(metric_label(metric), NO_DATA) == text
                assert figures.get(metric.name) is None or NO_DATA not in text
        if told.study.headline.name != "IOPS":  # storage has a separate table, depth by depth
            for figure in result["figures"]:
                in_table(told, figure["name"], letter, figures.get(figure["name"]))


def powers(told: Surfaces) -> None:
    """Check each system's power in each run, in the report's, workbook's and terminal's tables."""
    result = told.result
    rows = {(row["Run"], row["System"]): row for row in rows_by_header(told.book.get("Power", [[]]))
            if row["Meter"] == "together"}  # fmt: skip
    tables = [table for table in told.tables if table and table[0][-2:] == ["Covered", "Idle covered"]]
    keys = ("idle_watts", "watts", "energy_wh")
    for run in result["runs"]:
        for letter, own in run["systems"].items():
            if (power := own["power"]) is None:
                assert (run["number"], letter) not in rows
                continue
            row = rows[run["number"], letter]
            for key, column in zip(keys, ("Idle, W", "Under load, W", "Energy, Wh"), strict=True):
                assert row[column] == (None if power[key] is None else pytest.approx(power[key], rel=1e-14))
            assert row["Reason if none"] == "; ".join(filter(None, (power["reason"], power["idle_reason"])))
            shown = [line for line in tables[0] if line[:2] == [str(run["number"]), letter]][-1]
            for cell, key in zip(shown[3:6], keys, strict=True):
                agrees(cell, power[key], 1)
            for reason in filter(None, (power["reason"], power["idle_reason"])):
                assert reason in told.page
    per_watt = [one for one in result["normalised"] if one["basis"] == "watt under load"]
    for one in per_watt if rows else ():
        (line,) = (line for line in told.table if line[0].strip() == one["label"])
        for place, system in enumerate(result["systems"], 1):
            agrees(line[place], one["systems"][system["letter"]]["value"], 1)


def in_table(told: Surfaces, name: str, letter: str, value: float | None) -> None:
    """Check that the text table contains a figure of the median run, in any unit, to the last printed digit."""
    begin = next((n for n, line in enumerate(told.table) if line[0].startswith(("Of each", "Of A's"))), 0)
    place = [system["letter"] for system in told.result["systems"]].index(letter) + 1
    operation, _, percentile = name.rpartition(" ")
    for line in told.table[begin:]:
        label = line[0].strip()
        if percentile in ("p50", "p95", "p99") and label.startswith(f"{operation} p50 / p95 / p99"):
            cell = line[place].split(" / ")[("p50", "p95", "p99").index(percentile)]
        elif re.sub(r"(, [^ ,]+)?( \([a-z- ]+\))?$", "", label) in (label_of(told, name), name):
            cell = line[place]
        else:
            continue
        unit = re.search(r", (\S+?)(?: \([a-z- ]+\))?$", label)
        factor = UNITS.get(unit[1] if unit else "", 1.0)
        agrees(cell, value, factor)
        return
    raise AssertionError(f"{name} is in no row")


UNITS = {"ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9}


def agrees(cell: str, value: float | None, factor: float) -> None:
    """Check that a printed number is the value, rounded to its last digit."""
    number = cell.removeprefix("≥ ").split(maxsplit=1)[0]
    if value is None:
        assert number == "–"
        return
    digits = len(number.partition(".")[2])
    assert abs(float(number.replace(",", "")) * factor - value) <= 0.5000001 * 10.0**-digits * factor, (cell, value)


def load_parts(told: Surfaces) -> None:
    """Check the figures of each part of a changing load, and the time at which latency recovered."""
    letters = [system["letter"] for system in told.result["systems"]]
    for part in told.result["load_parts"]:
        (begin,) = (n for n, line in enumerate(told.table) if line[0].startswith(f"{part['name']}: "))
        table = next(table for table in told.tables if table[0][0] == "Part")
        for letter, own in part["systems"].items():
            place = letters.index(letter) + 1
            agrees(told.table[begin + 1][place], 60 * own["orders_per_s"], 1.0)
            agrees(told.table[begin + 3][place], own["p95_ms"], 1.0)
            (row,) = (row for row in table if (row[0], row[3]) == (part["name"], letter))
            agrees(row[4], 60 * own["orders_per_s"], 1.0)
            assert row[7] == label_text(own["p95_ms"] / 1e3, "s")
    for one in told.result["recoveries"]:
        line = next(line for line in told.table if line[0] == f"pulse {one['pulse']}: latency back after")
        expected = "not back" if one["seconds"] is None else f"{one['seconds']:g} s"
        assert line[letters.index(one["system"]) + 1] == expected


def every_run(told: Surfaces) -> None:
    """Check each run's figures, in the report and in the workbook."""
    sheet = rows_by_header(told.book["Runs"])
    tables = [table for table in told.tables if table and table[0][:2] == ["Run", "System"] and "Valid" in table[0]]
    for run in told.result["runs"]:
        for letter, own in run["systems"].items():
            (row,) = (row for row in sheet if (row["Run"], row["System"]) == (run["number"], letter))
            shown = {
                name: cell
                for table in tables
                for cells in table[1:]
                if cells[:2] == [str(run["number"]), letter]
                for name, cell in zip(table[0], cells, strict=True)
            }
            for figure in told.result["figures"]:
                metric = metric_of(told, figure["name"])
                value = own["figures"].get(metric.name)
                given = told.study.runs[run["number"] - 1].systems[letter].decimals.get(("", metric.name))
                text = at_least_text(figure_text(known(value), metric, given), metric.name in own["at_least"])
                assert shown.get(with_layer(metric.name, metric), NO_DATA) == text
                assert (metric.name in (row["At least"] or "").split(", ")) == (metric.name in own["at_least"])
                column = next(name for name in row if name == metric.name or name.startswith(f"{metric.name}, "))
                assert row[column] == (None if value is None else pytest.approx(value, rel=1e-14))


def steps(told: Surfaces) -> None:
    """Check each step's figures in the workbook, and the results of a search in the table."""
    if not told.result["steps"]:
        return
    sheet = rows_by_header(told.book["Load levels"])
    for step in told.result["steps"]:
        for letter, own in step["systems"].items():
            assert any(
                row["System"] == letter
                and row["Run"] == step["run"]
                and row["Step"] == own["step"]
                and all(
                    row[next(name for name in row if name == key or name.startswith(f"{key}, "))]
                    == (None if own["figures"].get(key) is None else pytest.approx(own["figures"][key], rel=1e-14))
                    for key in (figure["name"] for figure in told.result["figures"])
                )
                for row in sheet
            ), (step["number"], letter)
    if told.result["latency"] and told.study.headline.name != "IOPS":
        assert [line for line in told.table if f", {told.result['latency']}" in line[0]], "at every step"


def in_window(told: Surfaces, path: Path, controller: SessionController, qtbot: QtBot) -> None:
    """Check that the window shows the figures of the median runs and the headline of the result."""
    metric = told.study.headline
    verdict = verdict_of(path)
    for system in told.result["systems"]:
        label, number = verdict.numbers[system["letter"]]
        value = system["figures"].get(metric.name)
        if value is None:
            assert number in ("not finished", "none", "–")
            continue
        number = number.removeprefix("≥ ")
        agrees(number.partition(" ")[0], value, UNITS.get(number.partition(" ")[2], 1.0))
        assert ("lower middle" in label) == (system["basis"] == "lower middle run")
    headline = controller.workbench.headline
    text = told.result["headline"]
    qtbot.waitUntil(lambda: headline.accessibleName().startswith(text["text"]), timeout=LONG_MS)
    assert headline.accessibleDescription() == text["details"]
    with SessionReader.open(path) as reader:
        told_by_engine = bool(reader.documents_of(MeasuredStep))
    if told.study.points and metric.name == "OPM" and told_by_engine:
        levels = controller.workbench.levels
        controller.shell.actions_["levels"].trigger()
        for system in told.result["systems"]:
            opm = figure_text(system["figures"]["OPM"], metric)
            qtbot.waitUntil(lambda opm=opm: f"{opm} orders per minute at" in levels.results.text, timeout=LONG_MS)
        (one,) = told.result["verdict"]
        assert f" {ratio_of(one)} " in levels.results.text


def rows_by_header(rows: list[list[object]]) -> list[dict[str, Any]]:
    return [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]


def metric_of(told: Surfaces, name: str) -> Metric:
    metric = told.study.metric(name)
    assert metric is not None
    return metric


def label_of(told: Surfaces, name: str) -> str:
    return {"OPM": "Orders per minute (OPM)"}.get(name, label_of_metric(metric_of(told, name).name))


def known(value: float | None) -> float:
    return math.nan if value is None else value


def ratio_of(one: Json) -> str:
    return ratio_text(1.0, known(one["ratio"]))


def interval_of(one: Json) -> str:
    return ratio_range_text(known(one["low"]), known(one["high"]))


def test_stored_schema_matches_the_export() -> None:
    stored = (ROOT / "docs" / "result.schema.json").read_text(encoding="utf-8")
    assert stored == result_schema(), (
        '.venv/bin/python -c "from app.results.result import result_schema as s; print(s(), end=str())" '
        "> docs/result.schema.json"
    )


def test_every_part_of_the_schema_has_a_description() -> None:
    schema = json.loads(result_schema())
    assert [name for name, one in schema["$defs"].items() if not one.get("description")] == []


def test_every_key_is_documented() -> None:
    """List each object's keys in docs/results.md as the schema has them, and explain those of the result itself."""
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    keys = {
        name: list(one["properties"])
        for name, one in json.loads(result_schema())["$defs"].items()
        if "properties" in one
    }
    rows = [f"| `{name}` | {', '.join(f'`{key}`' for key in own)} |" for name, own in keys.items()]
    assert [row for row in rows if row not in page] == []
    explained = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", page[: page.index("### Every key")], re.MULTILINE)
    assert set(keys["Result"]) <= {key for cell in explained for key in re.findall(r"\w+", cell)}


def test_imports_are_exported_in_full(tmp_path: Path) -> None:
    """Cover totals of runs and targets, and counters of individual disks with their ratio."""
    with SessionReader.open(logs(tmp_path / "session.outpace")) as reader:
        result = result_of(reader)
    assert [run.systems["A"].figures["OPM"] for run in result.runs] == [
        2 * (opm // 2) + 3 for opm in (146_411, 146_822, 147_233)
    ]
    assert [target.figures["OPM"] for target in result.runs[0].systems["A"].targets] == [73_206, 73_207]
    assert result.systems[1].opm == result.systems[1].figures["OPM"] > 0
    counters = {one.figure: one for one in result.counters}
    assert counters["\\PhysicalDisk(1 E:)\\Disk Transfers/sec"].ratio == pytest.approx(3, rel=0.05)


def test_search_reports_the_mean_latency_it_searched_by(tmp_path: Path) -> None:
    with SessionReader.open(limit(tmp_path / "session.outpace")) as reader:
        result = result_of(reader)
        lines = [re.split(r" {3,}", line) for line in session_text(reader).splitlines()]
        histogram = reader.histogram(2, "order", 17, 28)
    assert result.latency == "order mean"
    mean_s = result.steps[1].systems["B"].figures["order mean"]
    assert mean_s == histogram.mean_ns / 1e9
    (line,) = (line for line in lines if line[0].startswith("Step 2, order mean, "))
    assert line[2].endswith("(16 users, held)")
    assert not [line for line in lines if "order p95" in line[0] and "held" in line[1]]


def test_race_counts_no_orders_after_the_finish(tmp_path: Path) -> None:
    with SessionReader.open(race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 5.5}).finish()) as reader:
        result = result_of(reader)
        lines = session_text(reader).splitlines()
    for system, finished_s in zip(result.systems, (12.0, 5.5), strict=True):
        assert system.orders == 1000
        assert system.opm == pytest.approx(1000 * 60 / finished_s)
        assert [target.orders for target in system.targets] == [1000]
        assert system.operations["order"].count != 1000, "latencies are of whole seconds"
    assert re.search(r"^Orders +1,000 +1,000 ", next(line for line in lines if line.startswith("Orders ")))
