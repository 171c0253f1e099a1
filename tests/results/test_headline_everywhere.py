# SPDX-License-Identifier: Apache-2.0
"""One session of each kind: the same headline, in words and figures, on every surface."""

import html
import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.analysis.format import ratio_range_text, ratio_text
from app.report.outputs import Outputs, write_reports
from app.report.session_export import export_json
from app.report.text_table import result_table, storage_table
from app.results.headline_text import Statement, headline_text
from app.results.measurings import Span, by_second
from app.results.session_headline import SessionHeadline, Stage, session_headline, study_headline
from app.results.session_result import figure_of
from app.results.storage_results import is_storage
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.library.library_results import came_of
from app.ui.presentation.closing_card import closing_card
from tests.support.booth_looks import booth
from tests.support.recorded import PAIR, SyntheticRun, recorded
from tests.support.repeated import scenario_text
from tests.support.session_kinds import (
    alike,
    depths,
    ended,
    growing,
    imported,
    invalid,
    invalid_sweep,
    of_two_sessions,
    race,
    repeats,
    sweep,
    three,
)
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LONG_MS = 20_000


RATIO = r"Write-ahead log (1\.9|2\.0)\d× Rollback journal"
KINDS: dict[str, tuple[Callable[[Path], Path], Stage, str]] = {
    "live": (growing, "measuring", RATIO),
    "ended": (ended, "one run", RATIO),
    "repeats": (repeats, "repeats", RATIO),
    "alike": (alike, "repeats", "No significant difference"),
    "sweep": (sweep, "repeats", RATIO),
    "invalid sweep": (invalid_sweep, "not valid", "Not valid – B: 5 users were lost"),
    "depths": (depths, "repeats", RATIO),
    "race": (race, "race", "Write-ahead log finished first, by 4.5 s"),
    "invalid": (invalid, "not valid", "Not valid – 7 of 8 users are at work"),
    "imported": (imported, "repeats", "Flash 1.91× Disks"),
    "compared": (of_two_sessions, "repeats", r"Write-ahead log · .* (1\.9|2\.0)\d× Rollback journal · "),
    "three": (three, "one run", r"Write-ahead log 1\.\d\d× Rollback journal · Write-ahead log, NORMAL 2\.\d\d× R"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_surface_says_the_same(kind: str, opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    make, stage, begins = KINDS[kind]
    path = make(tmp_path / "session.outpace")
    with SessionReader.open(path) as reader:
        found = session_headline(reader)
        text = headline_text(found)
        assert found.stage == stage
        assert re.match(begins, text.main)
        table = storage_table(reader) if is_storage(reader) else result_table(reader)
        assert all(statement.text in table.splitlines() for statement in text.statements)
        assert all(small in table.splitlines() for small in (text.smalls or (text.small,)) if small)
        as_json(found, json.loads(export_json(reader))["headline"])
        if kind != "live":
            came = came_of(reader)
            assert (came.statement, came.basis, came.leader) == (text.main, text.small, found.leader)
            written = tmp_path / "report.html"
            write_reports([path], Outputs(html=written))
            page = html.unescape(re.sub(r"<[^>]*>", "", written.read_text(encoding="utf-8")))
            page = page.replace("\N{NO-BREAK SPACE}", " ")
            assert all(re.search(pattern(statement), page) for statement in text.statements)
            assert all(small in page for small in (text.smalls or (text.small,)))
    controller = opened(path)
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: headline.accessibleName().startswith(text.main), timeout=LONG_MS)
    assert headline.accessibleDescription() == text.small
    told = [ratio_text(1.0, max(line.ratio, 1 / line.ratio)) for line in found.lines]
    if stage == "not valid" or kind in ("race", "alike", "three"):
        return  # the booth says these in words of its own: that it does not count, the finish, multiples of one
    with booth(qtbot, path, live=kind == "live") as window:
        qtbot.waitUntil(lambda: told[0] in window.board.head.accessibleName(), timeout=LONG_MS)
    if kind != "live":
        card = closing_card(path)
        assert card is not None
        assert told[0] in card.main
        assert card.subject in text.main
        assert card.ahead == found.leader


def pattern(statement: Statement) -> str:
    """Its text, long names shortened."""
    return "".join(
        re.escape(part.text[:20]) + r"[^\n]*?" if part.name and len(part.text) > 20 else re.escape(part.text)
        for part in statement.parts
    )


def as_json(found: SessionHeadline, told: dict[str, object]) -> None:
    """JSON has the same words, and the figures challenger over baseline."""
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


def test_the_ratio_shows_after_ten_seconds_and_never_before(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace", warm_up_s=2)
    with SessionReader.open(run.path) as reader:
        said = []
        for _ in range(20):
            run.second()
            reader.poll()
            said.append(headline_text(session_headline(reader)))
    assert [text.main for text in said[:3]] == ["Warming up"] * 3
    assert [text.main for text in said[3:12]] == ["Measuring"] * 9
    assert said[11].small == "orders per minute · ratio after 10 s"
    assert all(text.main.endswith("× Rollback journal, so far") and text.firmness == "" for text in said[12:])
    run.finish()


def test_a_sample_of_part_of_a_second_takes_no_whole_one_s_place() -> None:
    time_s = np.array([6.0, 7.0, 8.02, 9.0, 9.43])
    assert by_second(time_s, np.array([9.0, 1.0, 2.0, 3.0, 0.1]), Span(6.0, 9.0)).tolist() == [1.0, 2.0, 3.0]
    assert by_second(time_s[:4], np.array([9.0, 1.0, 2.0, 3.0]), Span(6.0, 9.0)).tolist() == [1.0, 2.0, 3.0]
    missing = by_second(np.array([5.01, 8.02, 9.0, 12.0]), np.array([9.0, 2.0, 3.0, 8.0]), Span(6.0, 10.0))
    np.testing.assert_array_equal(missing, [np.nan, 2.0, 3.0, np.nan])


def test_names_change_places_where_the_baseline_is_ahead(tmp_path: Path) -> None:
    slower = type(PAIR[0])("Slower", "challenger", PAIR[0].orders_per_s / 2)
    with SessionReader.open(recorded(tmp_path / "s.outpace", (PAIR[0], slower), seconds=90)) as reader:
        found = session_headline(reader)
        assert found.lines[0].ratio == pytest.approx(0.5, abs=0.05)
        assert headline_text(found).main.startswith("Rollback journal 2.0")
        assert headline_text(found).main.endswith("× Slower")
        low, high = headline_text(found).basis.rsplit("10 s: ", 1)[1].split(" – ")
        assert 1 < float(low) < float(high) < 3


def test_the_card_over_several_runs_says_what_their_report_says(tmp_path: Path) -> None:
    paths = [recorded(tmp_path / f"{seed}.outpace", seconds=60, seed=seed) for seed in range(3)]
    with ExitStack() as stack:
        readers = [stack.enter_context(SessionReader.open(path)) for path in paths]
        found = study_headline(study_of(readers), readers)
    card = closing_card(paths[2], paths[:2])
    assert card is not None
    (line,) = found.lines
    assert line.firmness == "verdict"
    assert (card.subject, card.main) == ("Write-ahead log", f"{ratio_text(1.0, line.ratio)} the orders")
    assert card.lines[0] == f"of Rollback journal · 95 % interval {ratio_range_text(line.low, line.high)}"
    alone = closing_card(paths[2])
    assert alone is not None
    assert card.lines[1] == f"this run: Write-ahead log {alone.main}"
    assert re.match(r"3 runs, last \d{4}-\d\d-\d\d", card.footnote)
    assert alone.footnote == "one run, 54 s"


def test_runs_whose_pace_is_set_are_compared_by_how_long_orders_take(tmp_path: Path) -> None:
    text = scenario_text("Paced", 'name = "timed"', PAIR) + "\n[pacing]\nrate = 100\n"
    paths = []
    for seed in range(3):
        run = SyntheticRun(tmp_path / f"{seed}.outpace", scenario_toml=text, seed=seed)
        run.seconds(40)
        paths.append(run.finish())
    with ExitStack() as stack:
        readers = [stack.enter_context(SessionReader.open(path)) for path in paths]
        found = study_headline(study_of(readers), readers)
        assert found.compared == session_headline(readers[0]).compared == "response"
        assert found.leader == "B"
        assert headline_text(found).basis.startswith("response time (p95)")
    card = closing_card(paths[2], paths[:2])
    assert card is not None
    assert card.main == f"{ratio_text(1.0, found.lines[0].ratio)} the latency"
