# SPDX-License-Identifier: Apache-2.0
"""The study: conclusions from sessions and repeats, and the published worked examples, computed by the same code."""

import dataclasses
import math
from pathlib import Path

import msgspec
import pytest

from app.analysis.format import change_text, money_text, significant_text
from app.driver.series import COLUMNS
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.model.documents import MeasuredSystem
from app.model.workloads import Brokerage
from app.report.appendix import ELSEWHERE, method_part
from app.report.content import Heading, Items, Paragraph, ReportTable, VerdictBlock
from app.report.first_page import first_page, key_figures
from app.report.review import comparison_part, median_part, normalised_part, runs_part, soundness_part
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.report.timelines import time_charts
from app.results.description import plan_description
from app.results.measurings import Span, measurings
from app.results.run_figures import live_run
from app.results.session_headline import study_headline
from app.results.study_records import Metric, NormalisedRow, Study
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from tests.support.recorded import PAIR, SyntheticSystem
from tests.support.repeated import RepeatedRun, studied


def imported(folder: Path, text: str) -> Path:
    """Import the results in `text` and return the session."""
    written = folder / "results.toml"
    written.write_text(text, encoding="utf-8")
    session = folder / "imported.outpace"
    import_results(ImportRequest((FileToImport(written),)), session)
    return session


def row_of(study: Study, basis: str, metric: str) -> NormalisedRow:
    return next(row for row in study.normalised if row.metric == metric and row.divisors["A"].basis == basis)


def test_published_example_with_eight_targets_is_reproduced(tmp_path: Path) -> None:
    totals = {"Disks": [146_413, 149_141, 146_931], "Flash": [283_211, 281_741, 280_464]}
    watts = {"Disks": 483.8, "Flash": 326.4}
    parts = ['title = "Eight virtual machines"']
    for name, role in (("Disks", "baseline"), ("Flash", "challenger")):
        parts.append(f'[[systems]]\nname = "{name}"\nrole = "{role}"')
    for name, values in totals.items():
        for run, total in enumerate(values, 1):
            # Eight targets that add up to the published total; the power covers the whole system.
            shares = [total // 8] * 7 + [total - 7 * (total // 8)]
            for target, share in enumerate(shares, 1):
                own = f'system = "{name}"\nrun = {run}\ntarget = "VM {target}"'
                parts.append(f"[[results]]\n{own}\nfigures = {{ OPM = {share} }}")
            parts.append(f'[[results]]\nsystem = "{name}"\nrun = {run}\nfigures = {{ Watts = {watts[name]} }}')
    study = studied(imported(tmp_path, "\n".join(parts)))

    assert study.headline.name == "OPM"
    assert [[run.systems[letter].figures["OPM"] for run in study.runs] for letter in "AB"] == list(totals.values())
    assert len(study.runs[0].systems["A"].targets) == 8
    medians = [study.median_run(letter) for letter in "AB"]
    assert [median and median.figures["OPM"] for median in medians] == [146_931, 281_741]
    assert change_text(146_931, 281_741) == "+91.8 %"
    row = row_of(study, "watt under load", "OPM")
    assert [significant_text(row.quotients[letter].value) for letter in "AB"] == ["303.7", "863.2"]
    assert change_text(row.quotients["A"].value, row.quotients["B"].value) == "+184.2 %"
    divided = [row.cells[3] for block in normalised_part(study) if isinstance(block, ReportTable) for row in block.rows]
    assert divided == ["483.8 W, measured in the median run", "326.4 W, measured in the median run"]
    assert study.design == "not simultaneous"
    verdict = study.comparisons["B", "OPM"]
    assert verdict.design == "independent"
    assert verdict.verdict == "challenger higher"
    assert verdict.ratio == pytest.approx((283_211 * 281_741 * 280_464 / (146_413 * 149_141 * 146_931)) ** (1 / 3))
    power = study.comparisons["B", "Watts"]
    assert change_text(1, power.ratio) == "-32.5 %"


def test_published_example_with_three_systems_is_reproduced(tmp_path: Path) -> None:
    systems = (
        ("Disks", 8_478, 5_500, 40, 30),
        ("Cache", 13_073, 20_450, 200, 100),
        ("Flash", 23_288, 76_270, 600, 350),
    )
    parts = ['title = "Brokerage"']
    for name, price, *_ in systems:
        role = "baseline" if name == "Disks" else "challenger"
        parts.append(f'[[systems]]\nname = "{name}"\nrole = "{role}"\nfacts = {{ Price = "${price:,}" }}')
    for name, _, iops, tps, users in systems:
        figures = f"{{ IOPS = {iops}, TPS = {tps}, Users = {users} }}"
        parts.append(f'[[results]]\nsystem = "{name}"\nrun = 1\nfigures = {figures}')
    study = studied(imported(tmp_path, "\n".join(parts)))

    row = row_of(study, "price", "IOPS")
    prices = [row.quotients[letter] for letter in "ABC"]
    assert [money_text(price.value, price.unit) for price in prices] == ["$1.54", "$0.64", "$0.31"]
    changes = [change_text(prices[0].value, price.value) for price in prices[1:]]
    assert changes == ["-58.5 %", "-80.2 %"]
    assert [row.raw[letter] for letter in "ABC"] == [5_500, 20_450, 76_270]
    assert study.comparisons["C", "IOPS"].ratio == pytest.approx(76_270 / 5_500)
    assert study.comparisons["C", "IOPS"].verdict == "no verdict"
    assert [study.runs[0].systems[letter].figures["Users"] for letter in "ABC"] == [30, 100, 350]


def test_run_that_lacks_a_target_has_no_total(tmp_path: Path) -> None:
    parts = [
        'title = "Half"',
        '[[systems]]\nname = "A"\nrole = "baseline"',
        '[[systems]]\nname = "B"\nrole = "challenger"',
    ]
    for system in "AB":
        for target in ("one", "two"):
            for run in (1, 2):
                if (system, target, run) != ("B", "two", 2):
                    parts.append(
                        f'[[results]]\nsystem = "{system}"\nrun = {run}\ntarget = "{target}"\nfigures = {{ OPM = 10 }}'
                    )
    study = studied(imported(tmp_path, "\n".join(parts)))
    assert math.isnan(study.runs[1].systems["B"].figures["OPM"])
    assert "two" in " ".join(study.runs[1].reasons)
    assert any("Run 2 is not valid" in text for text in study.left_out)


def test_missing_power_or_price_is_explained(tmp_path: Path) -> None:
    text = """title = "Nothing to divide by"
[[systems]]
name = "A"
role = "baseline"
facts = { Price = "$0", Power = "0 W" }
[[systems]]
name = "B"
role = "challenger"
facts = { Price = "$10" }
[[results]]
system = "A"
run = 1
figures = { OPM = 0 }
[[results]]
system = "B"
run = 1
figures = { OPM = 20 }
"""
    study = studied(imported(tmp_path, text))
    for row in study.normalised:
        quotient = row.quotients["A"]
        assert math.isnan(quotient.value)
        assert quotient.reason
        assert row.reason
    assert math.isnan(study.comparisons["B", "OPM"].ratio)


def test_repeats_become_runs_with_the_exported_figures(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "three.outpace")
    run.repeats(3, seconds=12)
    path = run.finish()
    study = studied(path)
    assert [one.repeat for one in study.runs] == [1, 2, 3]
    assert study.design == "simultaneous"
    assert study.comparisons["B", "OPM"].design == "paired"
    assert study.comparisons["B", "OPM"].baseline_repeats == 3
    spans = [one.systems["A"].span for one in study.runs]
    assert [span and (span.from_s, span.to_s) for span in spans] == [(4, 16), (21, 33), (38, 50)]
    with SessionReader.open(path) as reader:
        exported = msgspec.json.decode(export_json(reader))
    for one, run in zip(study.runs, exported["runs"], strict=True):
        assert run["run"] == one.repeat
        for letter, told in run["systems"].items():
            assert one.systems[letter].figures["OPM"] == told["opm"]
            assert one.systems[letter].figures["order p95"] * 1e3 == pytest.approx(
                told["operations"]["order"]["p95_ms"]
            )
    for system in exported["systems"]:
        own = study.runs[system["number"] - 1].systems[system["letter"]]
        assert own is study.median_run(system["letter"])
        assert own.figures["OPM"] == system["opm"] == system["figures"]["OPM"]
        assert own.figures["order p95"] * 1e3 == pytest.approx(system["operations"]["order"]["p95_ms"])
        path_of_iops = "\\Engine File(_Total)\\Transfers/sec"
        assert own.figures["IOPS"] == system["counters"][path_of_iops]["average"]


def test_sessions_of_the_same_systems_become_repeats(tmp_path: Path) -> None:
    paths = []
    for seed in (1, 2, 3):
        run = RepeatedRun(tmp_path / f"{seed}.outpace", seed=seed)
        run.repeats(1, seconds=12)
        paths.append(run.finish(valid=seed != 2, reasons=["users were lost"] if seed == 2 else []))
    study = studied(*paths)
    assert [one.session for one in study.runs] == [0, 1, 2]
    assert [one.valid for one in study.runs] == [True, False, True]
    found = study.comparisons["B", "OPM"]
    assert found.left_out == (2,)
    assert found.verdict == "no verdict"
    assert any("users were lost" in text for text in study.left_out)


def test_systems_run_separately_are_not_paired(tmp_path: Path) -> None:
    paths = []
    for seed in (1, 2, 3):
        for system in PAIR:
            run = RepeatedRun(tmp_path / f"{system.role}{seed}.outpace", (system,), seed=seed)
            run.repeats(1, seconds=12)
            paths.append(run.finish())
    study = studied(*paths)
    assert study.design == "not simultaneous"
    assert study.comparisons["B", "OPM"].design == "independent"
    assert study.comparisons["B", "OPM"].verdict == "challenger higher"


def test_iops_of_different_layers_have_no_ratio(tmp_path: Path) -> None:
    other = SyntheticSystem("Served by the cache", "challenger", 180.0, layer="operating-system file")
    run = RepeatedRun(tmp_path / "layers.outpace", (PAIR[0], other))
    run.repeats(1, seconds=12)
    study = studied(run.finish())
    assert ("B", "IOPS") not in study.comparisons
    assert ("B", "OPM") in study.comparisons
    assert any("IOPS was counted in different layers" in text for text in study.left_out)


def test_sweep_yields_a_point_per_step_and_its_best_run(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "sweep.outpace", plan='name = "user-sweep"')
    run.sweep((8, 16, 24), seconds=12)
    study = studied(run.finish())
    assert [point.systems["B"].users for point in study.points] == [8, 16, 24]
    assert len(study.runs) == 1
    best = max(point.systems["A"].figures["OPM"] for point in study.points)
    assert study.runs[0].systems["A"].figures["OPM"] == best


def test_duplicate_or_unstarted_session_is_rejected(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "one.outpace")
    run.repeats(1, seconds=12)
    path = run.finish()
    with pytest.raises(SessionError, match="same recording"):
        studied(path, path)
    begun = RepeatedRun(tmp_path / "begun.outpace", started=False)
    begun.finish(valid=False, reasons=["it never began"])
    with pytest.raises(SessionError, match="load never started"):
        studied(begun.path)


def test_alternating_systems_are_paired_with_separate_windows(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "turns.outpace")
    run.turns(3, seconds=11)
    path = run.finish()
    study = studied(path)
    assert study.design == "alternating"
    assert not study.points
    assert study.comparisons["B", "OPM"].design == "paired"
    spans = [[one.systems[letter].span for letter in "AB"] for one in study.runs]
    assert [[span.from_s < other.from_s for span, other in [pair] if span and other] for pair in spans] == [
        [True], [False], [True]
    ]  # fmt: skip
    with SessionReader.open(path) as reader:
        exported = msgspec.json.decode(export_json(reader))
    assert [system["opm"] for system in exported["runs"][-1]["systems"].values()] == [
        study.runs[-1].systems[letter].figures["OPM"] for letter in "AB"
    ]


def test_latency_limit_reports_the_highest_load_that_held(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "limit.outpace", plan='name = "latency-limit"')
    run.seconds(40)
    for step, (from_s, users, held) in enumerate(
        ((5, 8, (True, True)), (17, 16, (False, True)), (29, 24, (False, False)))
    ):
        told = {letter: MeasuredSystem(users=users, held=kept) for letter, kept in zip("AB", held, strict=True)}
        run.told_step(from_s, from_s + 11, step, told)
    study = studied(run.finish())
    assert [point.held for point in study.points] == [
        {"A": True, "B": True}, {"A": False, "B": True}, {"A": False, "B": False}
    ]  # fmt: skip
    best = study.runs[0].systems
    assert study.headline.name == "Users within the limit"
    assert [best[letter].figures[study.headline.name] for letter in "AB"] == [8, 16]
    assert best["B"].span == Span(17, 28)


class RetryingRun(RepeatedRun):
    """Run whose challenger retries two calls per second."""

    def _sample_workers(self, number: int, t_ns: int) -> None:
        self._raw[number][COLUMNS.index("retries")] += 2 * number
        super()._sample_workers(number, t_ns)


def notes_of(study: Study) -> str:
    return " ".join(block.text for block in runs_part(study) if isinstance(block, Paragraph))


def test_workload_terms_appear_only_in_its_own_reports(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "orders.outpace")
    run.repeats(1, seconds=12)
    study = studied(run.finish())
    assert "as the DVD Store driver prints it" in notes_of(study)
    assert "Swaps" not in notes_of(study)
    (session,) = study.sessions
    trading = msgspec.structs.replace(session, workload=Brokerage())
    metrics = (*study.metrics, Metric("Swaps/s", "/s", ""))
    told = notes_of(dataclasses.replace(study, sessions=(trading,), metrics=metrics))
    assert "DVD Store" not in told
    assert "Swaps: brokerage users who were to complete a trade and had none under way" in told


def test_retries_are_listed_next_to_errors(tmp_path: Path) -> None:
    told = {}
    for kind in (RepeatedRun, RetryingRun):
        run = kind(tmp_path / f"{kind.__name__}.outpace")
        run.repeats(1, seconds=12)
        path = run.finish()
        (table,) = (block for block in soundness_part(studied(path)) if isinstance(block, ReportTable))
        with SessionReader.open(path) as reader:
            printed = [line.split() for line in session_text(reader).splitlines() if "Retries" in line]
        told[kind] = [column.text for column in table.columns], [row.cells for row in table.rows], printed
    columns, rows, printed = told[RetryingRun]
    at = columns.index("Retries")
    assert columns.index("Errors") == at - 1
    span = 12
    assert [row[at] for row in rows] == ["0", str(2 * span)]
    assert printed == [["Retries", "0", str(2 * span)]]
    columns, _, printed = told[RepeatedRun]
    assert "Retries" not in columns
    assert printed == []


def test_race_compares_finish_times(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "race.outpace", plan='name = "race"')
    run.seconds(20)
    told = {"A": MeasuredSystem(orders=1000, finished_s=10.6), "B": MeasuredSystem(orders=1000, finished_s=5.3)}
    run.told_step(5, 16, 0, told)
    study = studied(run.finish())
    assert study.headline.name == "Finished after"
    assert study.headline.better == "less"
    assert study.comparisons["B", "Finished after"].ratio == pytest.approx(0.5)
    assert study.runs[0].systems["B"].figures["OPM"] == pytest.approx(1000 * 60 / 5.3)
    assert study.runs[0].systems["B"].span == Span(5, 11)


def test_first_page_changes_match_the_figures_next_to_them(tmp_path: Path) -> None:
    """The medians give the published +91.8 %, and the geometric means in the verdict +91.1 %."""
    parts = []
    for name, values in (("Disks", (146_413, 149_141, 146_931)), ("Flash", (283_211, 281_741, 280_464))):
        parts.append(f'[[systems]]\nname = "{name}"')
        for run, total in enumerate(values, 1):
            parts.append(f'[[results]]\nsystem = "{name}"\nrun = {run}\nfigures = {{ OPM = {total} }}')
    study = studied(imported(tmp_path, "\n".join(parts)))
    blocks = list(first_page(study, study_headline(study, [])))
    assert key_figures(study).rows[0].cells[1:4] == ("146,931", "281,741", "+91.8 %")
    (verdict,) = (block for block in blocks if isinstance(block, VerdictBlock))
    assert "+91.1 %" in verdict.detail
    tables = [block for block in (*comparison_part(study), *median_part(study)) if isinstance(block, ReportTable)]
    assert tables[0].rows[0].cells[1:3] == ("147,490", "281,803"), "geometric means"
    assert tables[1].columns[1].text == "A, run 3"
    assert tables[1].rows[0].cells == ("Orders per minute (OPM)", "146,931", "281,741", "1.92×", "+91.8 %")


def test_method_of_imported_runs_makes_no_unproven_claims(tmp_path: Path) -> None:
    """A counter log alone has windows, like a recorded run, but does not prove that databases were restored."""
    log = tmp_path / "meter.csv"
    log.write_text("Time,Watts\n" + "".join(f"10:00:{second:02},100\n" for second in range(60)), encoding="utf-8")
    session = tmp_path / "meter.outpace"
    import_results(ImportRequest((FileToImport(log, "Disks"),), window=(10, 40)), session)
    study = studied(session)
    (items,) = (block for block in method_part(study) if isinstance(block, Items))
    assert items.texts[0] == ELSEWHERE
    assert "restored" not in " ".join(items.texts)


def test_logs_are_reported_together_with_totals_of_their_run(tmp_path: Path) -> None:
    """Two meters of one system are added once, in the run's figures and in the chart; totals precede logs."""
    totals = tmp_path / "totals.csv"
    totals.write_text("system,run,metric,value\nDisks,1,OPM,600\nFlash,1,OPM,900\n", encoding="utf-8")
    files = [FileToImport(totals)]
    for name, watts in (("psu1", 100), ("psu2", 50)):
        meter = tmp_path / f"{name}.csv"
        rows = (f"2024-11-22 10:00:{second:02},{watts}\n" for second in range(60))
        meter.write_text("Time,Watts\n" + "".join(rows), encoding="utf-8")
        files.append(FileToImport(meter, "Disks"))
    log = tmp_path / "disk.csv"
    header = '"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\PhysicalDisk(_Total)\\Disk Transfers/sec"\n'
    rows = (f'"11/22/2024 10:00:{second:02}.000","{1000 + second}"\n' for second in range(60))
    log.write_text(header + "".join(rows), encoding="utf-8")
    files.append(FileToImport(log, "Disks"))
    session = tmp_path / "both.outpace"
    import_results(ImportRequest(tuple(files)), session)
    study = studied(session)
    own = study.runs[0].systems["A"]
    assert own.figures["OPM"] == 600
    assert own.figures["Watts"] == 150
    assert own.figures["IOPS"] == pytest.approx(1030, abs=1)
    assert "IOPS" not in study.runs[0].systems["B"].figures
    with SessionReader.open(session) as reader:
        system = reader.systems[0]
        (measured,) = measurings(reader)
        assert live_run(reader, system, measured, measured.spans["A"]).figures["Watts"] == 150
        power = next(chart for chart in time_charts(reader, study, 0) if "Power" in chart.title)
    assert ">150<" in power.svg, "the axis reaches the sum, not one meter's 100 W"


def test_plan_description_matches_the_executed_plan(tmp_path: Path) -> None:
    """A sweep has its own user counts, a rate sweep is an open loop, and an unsteady window is not called steady."""
    told = {}
    plans = ('name = "user-sweep"', 'name = "rate-sweep"', 'name = "timed"\nwindow = "steady"')
    for number, plan in enumerate(plans):
        run = RepeatedRun(tmp_path / f"{number}.outpace", plan=plan)
        run.repeats(1, seconds=3)
        told[number] = dict(plan_description(studied(run.finish())))
    assert "user" not in told[0]["Workload"]
    assert (told[0]["Pacing"], told[1]["Pacing"]) == ("closed loop", "open loop")
    assert told[2]["Workload"] == "DVD Store 10MB, 8 users per target, no think time"
    assert told[2]["Protocol"].endswith("1 of 1 run not steady")


def test_two_runs_have_no_median_run(tmp_path: Path) -> None:
    """The lower of two runs is not called the median, and the figures on the first page are those of one run."""
    parts = []
    for name, values in (("Disks", (100, 300)), ("Flash", (500, 700))):
        parts.append(f'[[systems]]\nname = "{name}"')
        for run, total in enumerate(values, 1):
            parts.append(f'[[results]]\nsystem = "{name}"\nrun = {run}\nfigures = {{ OPM = {total} }}')
    study = studied(imported(tmp_path, "\n".join(parts)))
    blocks = [
        *first_page(study, study_headline(study, [])),
        *comparison_part(study),
        *median_part(study),
        *runs_part(study),
    ]
    assert key_figures(study).rows[0].cells[1:4] == ("100", "500", "+400.0 %")
    assert any(isinstance(block, Paragraph) and "has no median run" in block.text for block in blocks)
    assert [block.text for block in blocks if isinstance(block, Heading) and "middle" in block.text] == [
        "Lower middle runs"
    ]
    cells = [cell for block in blocks if isinstance(block, ReportTable) for row in block.rows for cell in row.cells]
    assert "median" not in cells
    assert cells.count("lower middle") == 2
