# SPDX-License-Identifier: Apache-2.0
"""Searches and sweeps that end before a system's limit is found.

A lower bound has no ratio and no verdict in any output.
"""

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.analysis.comparison import LOWER_BOUND
from app.analysis.limit import limit_of
from app.imports.joining.join import join_sessions
from app.model.documents import MeasuredStep, MeasuredSystem, PlanResult
from app.report.gate_outputs import gate_text
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.gate import gate_of
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline, study_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.compare.compared_systems import candidate_of
from app.ui.levels.session_verdict import verdict_of
from app.ui.library.library_results import came_of
from app.ui.presentation.closing_card import closing_card
from tests.support.recorded import PAIR, SECOND, TRIO, SyntheticSystem
from tests.support.repeated import RepeatedRun
from tests.support.session_kinds import compared
from tests.support.ui_window import Opener

STEP_S = 8
SEARCH = 'name = "latency-limit"\nfigure = "mean"\nlimit_ms = 100\nfrom_users = 2\nto_users = 4\nstep_users = 2'
RATES = 'name = "rate-sweep"\nfrom_rate = 50\nto_rate = 90\nstep_rate = 40'
HELD = ((2, ""), (4, ""))
FOUND = ((2, ""), (4, "latency"), (3, "latency"))
Steps = Sequence[tuple[int, str]]


def search(
    path: Path,
    repeats: Sequence[Mapping[str, Steps]],
    systems: Sequence[SyntheticSystem] = PAIR,
    *,
    ended: bool = True,
    facts: Sequence[Mapping[str, object]] = (),
) -> Path:
    """Write a search as an engine records it.

    Args:
        path: the session to write.
        systems: the two systems.
        repeats: for each repeat, by letter, the number of users of each step and why it broke the limit ("" if the
            limit held).
        ended: whether each search was completed.
        facts: facts of the systems.
    """
    run = RepeatedRun(path, systems, plan=SEARCH, facts=facts)
    run.seconds(4)
    for repeat, tried in enumerate(repeats, 1):
        for step in range(max(map(len, tried.values()))):
            run.phase("measure", run=repeat, step=step)
            run.seconds(STEP_S)
            told = {
                letter: MeasuredSystem(users=own[step][0], held=not own[step][1], broken=own[step][1])
                for letter, own in tried.items()
                if step < len(own)
            }
            measured = MeasuredStep(from_s=run.tick - STEP_S, to_s=run.tick, systems=told)
            run.writer.document(run.start_ns + run.tick * SECOND, measured, name=f"step {step}", run=repeat, step=step)
        if ended:
            results = {
                letter: {
                    "users": max((users for users, broken in own if not broken), default=0),
                    "next_users": min((users for users, broken in own if broken), default=None),
                    "figure": "mean", "operation": "order", "limit_s": 0.1,
                }
                for letter, own in tried.items()
            }  # fmt: skip
            found = PlanResult(plan="latency-limit", systems=results)
            run.writer.document(run.start_ns + run.tick * SECOND, found, name="latency-limit", run=repeat)
        run.phase("rest", run=repeat)
        run.seconds(1)
    return run.finish()


def rates(path: Path, systems: Sequence[SyntheticSystem]) -> Path:
    """Write a sweep at 50 and 90 orders per second; `systems` define the capacities."""
    run = RepeatedRun(path, systems, plan=RATES)
    run.seconds(4)
    for step, rate in enumerate((50, 90)):
        run.systems = [replace(system, orders_per_s=min(system.orders_per_s, rate)) for system in systems]
        run.phase("measure", step=step)
        run.seconds(20)
        told = {letter: MeasuredSystem(users=8, rate=rate) for letter in "AB"}
        run.told_step(run.tick - 20, run.tick, step, told)
    return run.finish()


def words(path: Path) -> str:
    with SessionReader.open(path) as reader:
        return headline_text(session_headline(reader)).main


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write three repeats in which both systems reach the highest level."""
    return search(tmp_path_factory.mktemp("both") / "both.outpace", [{"A": HELD, "B": HELD}] * 3)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write three repeats in which B reaches the highest level only in the last one."""
    repeats = [{"A": FOUND, "B": FOUND}, {"A": FOUND, "B": FOUND}, {"A": FOUND, "B": HELD}]
    facts = ({"Price": "$8,478"}, {"Price": "$13,073"})
    return search(tmp_path_factory.mktemp("one") / "one.outpace", repeats, facts=facts)


def test_systems_that_both_reach_the_highest_level_are_not_compared(both: Path, tmp_path: Path) -> None:
    said = "Both at least 4 users (search ended)"
    with SessionReader.open(both) as reader:
        text = headline_text(session_headline(reader))
        told = json.loads(export_json(reader))
        table = session_text(reader).splitlines()
        came = came_of(reader)
    assert text.main == said
    assert text.small == "users within the limit · no ratio: the search ended before the limit"
    assert came.statement == said
    assert said in table
    assert "Run 2 B: tried 2, 4 users: all held" in table
    (line,) = told["headline"]["lines"]
    assert (line["ratio"], line["firmness"], line["baseline_at_least"], line["challenger_at_least"]) == (
        None, "at least", True, True,
    )  # fmt: skip
    (verdict,) = told["verdict"]
    assert (verdict["ratio"], verdict["low"], verdict["high"], verdict["verdict"]) == (None, None, None, "no verdict")
    assert (verdict["at_least"], verdict["reason"]) == (["A", "B"], LOWER_BOUND)
    assert all("Users within the limit" in one["at_least"] for one in told["systems"])
    spreads = [one for one in told["repeats"] if one["figure"] == "Users within the limit"]
    assert [(one["at_least"], one["low"], one["variation"]) for one in spreads] == [(True, None, None)] * 2
    assert {(one["users"], one["at_least"], one["broke"], one["text"]) for one in told["searches"]} == {
        (4, True, None, "tried 2, 4 users: all held")
    }
    assert [step["held"] for step in told["searches"][0]["steps"]] == [True, True]
    page = written(both, tmp_path)
    assert said in page
    assert "A: tried 2, 4 users: all held" in page
    assert "The search of A and B ended there before its limit was found" in page
    assert {number for _, number in verdict_of(both).numbers.values()} == {"≥ 4"}
    card = closing_card(both)
    assert card is not None
    assert (card.main, card.ahead) == (said, "")


def test_no_surface_shows_a_ratio_of_lower_bounds(both: Path, tmp_path: Path) -> None:
    with SessionReader.open(both) as reader:
        rows = [line for line in session_text(reader).splitlines() if "Users within the limit" in line]
        gate = gate_of([reader], [limit_of('B."users within the limit" >= 0.95 A')])
    assert rows
    assert not [row for row in rows if "×" in row]
    page = written(both, tmp_path)
    assert not re.search(r"1\.00× – 1\.00×|No significant difference", page)
    (limit,) = gate.limits
    assert (gate.status, limit.outcome, limit.ratio, limit.at_least) == ("undecided", "undecided", None, ["A", "B"])
    assert limit.reason == "the figure of A and B is a lower bound: it has no ratio"
    (row,) = (line for line in gate_text(gate).splitlines() if line.startswith("Users within the limit"))
    assert row.count("≥ 4") == 2
    assert "×" not in row


def test_one_censored_repeat_removes_the_ratio(one: Path, tmp_path: Path) -> None:
    assert words(one) == "Write-ahead log at least 2 users (search ended), Rollback journal 2 users"
    with SessionReader.open(one) as reader:
        told = json.loads(export_json(reader))
        table = session_text(reader)
    (verdict,) = told["verdict"]
    assert (verdict["ratio"], verdict["at_least"]) == (None, ["B"])
    assert verdict["challenger_geometric_mean"] == pytest.approx(2 ** (4 / 3))
    price = [row for row in told["normalised"] if row["figure"] == "Users within the limit" and row["basis"] == "price"]
    assert [row["reason"] for row in price] == ["the figure of B is a lower bound"]
    assert [row["comparisons"] for row in price] == [[]]
    assert "Run 3 B: tried 2, 4 users: all held" in table
    assert "Run 3 A: tried 2, 4, 3 users: 2 held, 3 did not" in table
    reasons = [step["reason"] for step in told["searches"][0]["steps"]]
    assert all(re.fullmatch(r"mean of order [\d.]+ ms, limit 100 ms", reason) for reason in reasons)
    assert "≤ $" not in written(one, tmp_path), "its median run's search found the limit"


def test_only_systems_with_a_found_limit_are_compared(tmp_path: Path) -> None:
    path = search(
        tmp_path / "three.outpace", [{"A": FOUND, "B": ((2, ""), (3, ""), (4, "latency")), "C": HELD}] * 3, TRIO
    )
    with SessionReader.open(path) as reader:
        found = session_headline(reader)
        text = headline_text(found)
    assert [statement.text for statement in text.statements] == [
        "Write-ahead log 1.50× Rollback journal",
        "Write-ahead log, NORMAL at least 4 users (search ended), Rollback journal 2 users",
    ]
    assert [statement.leader for statement in text.statements] == ["B", ""]
    assert found.leader == ""
    ceiling = search(tmp_path / "all.outpace", [{"A": HELD, "B": HELD, "C": HELD}], TRIO)
    assert words(ceiling) == "All at least 4 users (search ended)"


def test_stopped_search_yields_only_a_lower_bound(tmp_path: Path) -> None:
    stopped = [{"A": ((2, ""), (4, "latency")), "B": ((2, ""), (3, "latency"))}]
    with SessionReader.open(search(tmp_path / "stopped.outpace", stopped, ended=False)) as reader:
        (run,) = study_of([reader]).runs
    assert "Users within the limit" in run.systems["A"].at_least, "3 users were not tried"
    assert "Users within the limit" not in run.systems["B"].at_least


def test_search_reports_why_a_load_broke_the_limit(tmp_path: Path) -> None:
    tried = {"A": ((2, "open calls"), (1, "errors")), "B": ((2, "too few orders"), (1, ""))}
    with SessionReader.open(search(tmp_path / "none.outpace", [tried])) as reader:
        told = json.loads(export_json(reader))
        table = session_text(reader)
    assert told["headline"]["text"] == "Only Write-ahead log kept the limit"
    assert "A: tried 2, 1 users: none held" in table
    first, second = told["searches"]
    assert (first["users"], first["at_least"], first["broke"]) == (None, False, 1)
    assert (second["users"], second["at_least"], second["broke"]) == (1, False, 2)
    assert "calls that were still open could raise it above the limit of 100 ms" in first["steps"][0]["reason"]
    assert first["steps"][1]["reason"] == "errors over 1 % of the orders"
    assert second["steps"][0]["reason"] == "fewer than 30 orders: too few to judge"


def test_sustained_rate_sweep_is_a_lower_bound(tmp_path: Path) -> None:
    slow = SyntheticSystem("Slow", "baseline", 60.0)
    kept = SyntheticSystem("Kept up", "challenger", 90.0)
    path, minute = rates(tmp_path / "one.outpace", (slow, kept)), "orders per minute"
    assert re.fullmatch(rf"Kept up at least 5,\d+ {minute} \(sweep ended\), Slow 3,\d+ {minute}", words(path))
    with SessionReader.open(path) as reader:
        (verdict,) = json.loads(export_json(reader))["verdict"]
    assert (verdict["ratio"], verdict["at_least"]) == (None, ["B"])
    number = verdict_of(path).numbers["B"][1]
    assert number.startswith("≥ 5,")
    behind = SyntheticSystem("Behind", "challenger", 75.0)
    assert re.match(r"Behind 1\.\d\d× Slow", words(rates(tmp_path / "none.outpace", (slow, behind))))


def test_compared_and_joined_searches_have_no_ratio(tmp_path: Path) -> None:
    parts = [
        search(tmp_path / f"{number}.outpace", [{"A": steps}] * 3, (system,))
        for number, (system, steps) in enumerate(zip(PAIR, (FOUND, HELD), strict=True))
    ]
    join_sessions(parts, joined := tmp_path / "joined.outpace")
    made = compared([candidate_of(path) for path in parts], [(0, "A"), (1, "A")], tmp_path / "made")
    for path in (joined, made):
        with SessionReader.open(path) as reader:
            found = session_headline(reader)
        (line,) = found.lines
        assert (line.firmness, line.at_least, line.challenger_value) == ("at least", (False, True), 4)
    readers = [SessionReader.open(path) for path in parts]
    found = study_headline(study_of(readers), readers)
    assert found.lines[0].firmness == "at least"
    gate = gate_of(readers, [limit_of('B."users within the limit" >= 0.95 A')])
    for reader in readers:
        reader.close()
    assert (gate.status, gate.limits[0].at_least) == ("undecided", ["B"])


def test_the_window_shows_the_steps_and_no_ratio(both: Path, opened: Opener, qtbot: QtBot) -> None:
    controller = opened(both)
    levels = controller.workbench.levels
    controller.shell.actions_["levels"].trigger()
    qtbot.waitUntil(lambda: "≥ 4 users per target within the limit" in levels.results.text, timeout=60_000)
    assert levels.results.text.count("tried 2, 4 users: all held") == 6
    assert "×" not in levels.results.text


def written(path: Path, folder: Path) -> str:
    """Return the report's text."""
    file = folder / "report.html"
    file.unlink(missing_ok=True)
    write_reports([path], Outputs(html=file))
    return html.unescape(re.sub(r"<[^>]*>", "", file.read_text(encoding="utf-8"))).replace("\N{NO-BREAK SPACE}", " ")
