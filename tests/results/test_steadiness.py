# SPDX-License-Identifier: Apache-2.0
"""Runs that changed during the measurement are marked in every output, for every kind of window."""

import html
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.analysis.steady import findings, fixed_window, mean_over
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.joining.join import join_sessions
from app.model.documents import MeasuredStep, MeasuredSystem, SteadyState
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.compare.compared_systems import candidate_of
from app.ui.presentation.closing_card import closing_card
from tests.support.recorded import PAIR, SECOND, SyntheticSystem
from tests.support.repeated import RepeatedRun
from tests.support.session_kinds import compared
from tests.support.ui_window import Opener

BEGIN_S = 4
HALF_S = 30
WINDOWS = {"whole": "", "fixed": "window_from_s = 0\nwindow_to_s = 60\n", "steady": ""}
EVEN = tuple(replace(system, dip_every_s=0) for system in PAIR)


def slowed(
    path: Path,
    *,
    window: str = "whole",
    to: float = 0.5,
    repeats: int = 1,
    systems: tuple[SyntheticSystem, ...] = EVEN,
    half_s: int = HALF_S,
) -> Path:
    """Write runs, as an engine records them, whose last system drops to a fraction of its order rate halfway."""
    plan = f'name = "timed"\nrun_s = {2 * half_s}\nwindow = "{window}"\n{WINDOWS[window]}'
    run = RepeatedRun(path, systems, plan=plan)
    run.seconds(BEGIN_S)
    for repeat in range(1, repeats + 1):
        run.phase("measure", run=repeat)
        begin_s = run.tick
        for share in (1.0, to):
            last = replace(systems[-1], orders_per_s=share * systems[-1].orders_per_s)
            run.systems = (*systems[:-1], last)
            run.seconds(half_s)
        told = {letter: MeasuredSystem(users=8) for letter in "ABC"[: len(systems)]}
        steady = SteadyState(holds=False, reasons=["too short for 5 rounds"]) if window == "steady" else None
        step = MeasuredStep(from_s=begin_s, to_s=run.tick, systems=told, steady=steady)
        run.writer.document(run.start_ns + run.tick * SECOND, step, name="8 users", run=repeat)
        run.phase("rest", run=repeat)
        run.seconds(1)
    return run.finish()


def written(path: Path, folder: Path) -> str:
    """Return the report's text."""
    file = folder / "report.html"
    file.unlink(missing_ok=True)
    write_reports([path], Outputs(html=file))
    return html.unescape(re.sub(r"<[^>]*>", "", file.read_text(encoding="utf-8"))).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("window", WINDOWS)
def test_run_that_slows_halfway_is_marked_not_steady(window: str, tmp_path: Path) -> None:
    path = slowed(tmp_path / "run.outpace", window=window)
    with SessionReader.open(path) as reader:
        told = json.loads(export_json(reader))
        table = session_text(reader)
        text = headline_text(session_headline(reader))
    (run,) = told["runs"]
    assert run["steady"] is False
    assert any("B throughput ranges over" in reason and "falls by" in reason for reason in run["not_steady"])
    (warning,) = (one for one in told["warnings"] if "not steady" in one)
    assert warning.startswith("not steady while measured: B throughput ranges over ")
    assert f"Warning: {warning}" in table
    assert "not steady" in text.firmness.split(" · ")
    assert "not steady" in told["headline"]["details"].split(" · ")
    page = written(path, tmp_path)
    assert "Not steady while measured: B throughput ranges over " in page
    claims = re.findall(r"[^.\n]*steady (?:window|part|state)[^.\n]*", page)
    assert not [claim for claim in claims if re.search(r"of its steady|in steady", claim)], claims
    card = closing_card(path)
    assert card is not None
    assert "Not steady." in card.foot


def test_steady_run_is_not_marked(tmp_path: Path) -> None:
    path = slowed(tmp_path / "run.outpace", to=1.0)
    with SessionReader.open(path) as reader:
        told = json.loads(export_json(reader))
        assert headline_text(session_headline(reader)).firmness.count("steady") == 0
    assert told["runs"][0]["not_steady"] == []
    assert not [one for one in told["warnings"] if "steady" in one]
    assert "Not steady" not in written(path, tmp_path)


def test_number_of_unsteady_runs_is_reported(tmp_path: Path) -> None:
    path = slowed(tmp_path / "runs.outpace", repeats=3)
    with SessionReader.open(path) as reader:
        told = json.loads(export_json(reader))
        text = headline_text(session_headline(reader))
    assert text.firmness.endswith(" · 3 of 3 runs not steady")
    assert len([one for one in told["warnings"] if re.match(r"run \d of 3: not steady", one)]) == 3
    assert "Run 1 was not steady while measured: B throughput" in written(path, tmp_path)


def test_no_steady_part_is_claimed_if_none_was_found(tmp_path: Path) -> None:
    """30 s are too short to search for a window, regardless of the figures."""
    path = slowed(tmp_path / "run.outpace", window="steady", to=1.0, half_s=15)
    with SessionReader.open(path) as reader:
        told = json.loads(export_json(reader))
    assert told["runs"][0]["steady"] is False
    assert told["runs"][0]["not_steady"] == ["too short for 5 rounds"]
    assert "not steady while measured: too short for 5 rounds" in told["warnings"]
    said = "timed run, steady part wanted, 1 run, 30 s measured in each, 1 of 1 run not steady"
    assert said in written(path, tmp_path)


def test_joined_and_compared_sessions_are_marked_not_steady(tmp_path: Path) -> None:
    parts = [
        slowed(tmp_path / f"{number}.outpace", systems=(system,), to=to)
        for number, (system, to) in enumerate(zip(EVEN, (1.0, 0.5), strict=True))
    ]
    join_sessions(parts, joined := tmp_path / "joined.outpace")
    made = compared([candidate_of(path) for path in parts], [(0, "A"), (1, "A")], tmp_path / "made")
    for path in (joined, made):
        with SessionReader.open(path) as reader:
            told = json.loads(export_json(reader))
            text = headline_text(session_headline(reader))
        assert [one for one in told["warnings"] if one.startswith("not steady while measured: B throughput")], path
        assert "not steady" in text.firmness.split(" · ")


def test_imported_logs_are_marked_not_steady(tmp_path: Path) -> None:
    """Import pgbench progress lines every 5 s: 400 TPS, then 150."""
    log = tmp_path / "pgbench.log"
    rates = [400] * 12 + [150] * 12
    lines = [f"progress: {5 * n}.0 s, {rate}.0 tps, lat 2.5 ms stddev 1.0" for n, rate in enumerate(rates, 1)]
    log.write_text("\n".join(("pgbench (15.4)", *lines, "")), encoding="utf-8")
    import_results(ImportRequest((FileToImport(log, "Disks"),)), tmp_path / "imported.outpace")
    with SessionReader.open(tmp_path / "imported.outpace") as reader:
        (run,) = study_of([reader]).runs
        told = json.loads(export_json(reader))
    assert run.not_steady
    assert any("not steady while measured: A throughput" in one for one in told["warnings"])


def test_throughput_is_judged_and_p95_only_with_set_arrivals() -> None:
    changing, even = mean_over(np.repeat((100.0, 50.0), 30)), mean_over(np.full(60, 100.0))
    little = mean_over(np.repeat((100.0, 88.0), 30))
    assert findings(fixed_window({"A throughput": changing}, 0, 60))
    assert findings(fixed_window({"A throughput": changing}, 20, 40)), "rounds of 4 s"
    assert not findings(fixed_window({"A throughput": changing}, 25, 35)), "rounds of 2 s"
    assert findings(fixed_window({"A throughput": little}, 0, 60)), "it falls by 15 % of its mean"
    assert not findings(fixed_window({"A throughput": little}, 20, 40)), "rounds of 4 s: 16 % are allowed"
    late = fixed_window({"A throughput": even, "A p95 of order": changing}, 0, 60)
    assert not findings(late)
    assert findings(late, arrivals=True)
    assert not findings(fixed_window({"A p95 of order": changing}, 10, 50), arrivals=True), "rounds of 8 s"


def test_window_marks_the_run_as_not_steady(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(slowed(tmp_path / "run.outpace"))
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: "not steady" in headline.accessibleDescription(), timeout=60_000)
