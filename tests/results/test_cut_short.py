# SPDX-License-Identifier: Apache-2.0
"""A run stopped early: its result is the measured part, in every output, and it does not count as a repeat."""

import html
import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.model.documents import MeasuredStep, MeasuredSystem
from app.model.events import Incomplete, Stopped
from app.model.messages import Sentence
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.gate import gate_of
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline, study_headline
from app.results.study import study_of
from app.session.baselines import BaselineError, set_baseline
from app.session.library_facts import facts_of
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.ui.library.library_results import came_of
from app.ui.presentation.closing_card import closing_card
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE
from app.ui.workbench.run_status import ending_message
from tests.support.booth_looks import booth
from tests.support.recorded import PAIR, SECOND, SyntheticRun, recorded
from tests.support.repeated import RepeatedRun
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
MEASURED_S, PLANNED_S = 163, 300
SAID = re.compile(r"Write-ahead log (1\.9|2\.0)\d× Rollback journal, measured 2:43 of 5:00")
CUT = Incomplete(stopped=Stopped(), measured_s=MEASURED_S, planned_s=PLANNED_S)


def stopped_run(path: Path, *, as_before: bool = False, seconds: int = MEASURED_S) -> Path:
    """Write a five-minute timed run stopped after 2:43, with version 1.0.0's end row if `as_before`."""
    run = SyntheticRun(path, warm_up_s=5)
    run.seconds(6 + seconds)
    systems = {letter: MeasuredSystem(users=8) for letter in "AB"}
    step = MeasuredStep(from_s=6, to_s=6 + seconds, complete=False, systems=systems)
    run.writer.document(run.start_ns + run.tick * SECOND, step, name="8 users", run=1)
    run.writer.phase(run.start_ns + run.tick * SECOND, "stop")
    cut = Incomplete(stopped=Stopped(), measured_s=seconds, planned_s=PLANNED_S)
    return run.finish(valid=False, reasons=[cut]) if as_before else run.finish(warnings=[cut])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cut")


@pytest.fixture(scope="module")
def cut(folder: Path) -> Path:
    return stopped_run(folder / "cut.outpace")


def test_stopped_run_reports_its_ratio_and_measured_time(cut: Path, folder: Path) -> None:
    before = stopped_run(folder / "before.outpace", as_before=True)
    taken = folder / "taken.outpace"
    snapshot(cut, taken, name="after it", note="", layout_json="{}", png=b"")
    texts = []
    for path in (cut, before, taken):
        with SessionReader.open(path) as reader:
            found = session_headline(reader)
            assert (found.stage, found.over, found.leader, found.cut_short) == ("one run", True, "B", CUT)
            assert reader.end is not None
            assert (reader.end.valid, reader.end.reasons) == (True, ())
            texts.append(headline_text(found))
    assert SAID.fullmatch(texts[0].main)
    assert texts[0].firmness == "firm · one run, cut short"
    assert texts[1] == texts[2] == texts[0]
    assert facts_of(cut).valid is facts_of(before).valid is True


def test_tables_json_and_reports_mark_the_run_as_cut_short(cut: Path, tmp_path: Path) -> None:
    with SessionReader.open(cut) as reader:
        table, told = session_text(reader), json.loads(export_json(reader))
        came = came_of(reader)
        assert ending_message(reader) is None
    sentence = "incomplete: stopped by the user after 163 of 300 s of measuring"
    assert any(SAID.fullmatch(line) for line in table.splitlines())
    assert f"A run that was cut short, no repeat of its plan ({sentence})." in table.splitlines()
    assert SAID.fullmatch(told["headline"]["text"])
    assert (told["valid"], told["reasons"], told["cut_short"]) == (True, [], sentence)
    assert [(run["valid"], run["cut_short"]) for run in told["runs"]] == [(True, True)]
    assert [one["verdict"] for one in told["verdict"]] == ["no verdict"]
    assert SAID.fullmatch(came.statement)
    assert came.leader == "B"
    page = tmp_path / "report.html"
    write_reports([cut], Outputs(html=page))
    text = html.unescape(re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8"))).replace("\N{NO-BREAK SPACE}", " ")
    assert SAID.search(text)
    assert f"Cut short, no repeat of the plan: {sentence}." in text
    assert "NOT VALID" not in text


def test_stopped_run_is_excluded_as_repeat_and_baseline(cut: Path, tmp_path: Path) -> None:
    whole = [recorded(tmp_path / f"{seed}.outpace", seconds=40, seed=seed) for seed in (1, 2)]
    with ExitStack() as stack:
        readers = [stack.enter_context(SessionReader.open(path)) for path in (*whole, cut)]
        study = study_of(readers)
        found = study_headline(study, readers)
        assert [run.counts for run in study.runs] == [True, True, False]
        assert found.lines[0].firmness == "too few repeats"
        assert found.repeats == found.lines[0].repeats == 2
        assert any("Run 3 was stopped before its end" in note for note in study.left_out)
        gate = gate_of(readers[2:])
        assert [system.repeats for system in gate.systems] == [0, 0]
    with pytest.raises(BaselineError, match="was stopped before its end"):
        set_baseline(cut, tmp_path / "index")


def test_window_booth_and_card_mark_the_run_as_cut_short(cut: Path, opened: Opener, qtbot: QtBot) -> None:
    headline = opened(cut).workbench.headline
    qtbot.waitUntil(lambda: SAID.match(headline.accessibleName()) is not None, timeout=60_000)
    assert "one run, cut short" in headline.accessibleDescription()
    with booth(qtbot, cut) as window:
        qtbot.waitUntil(lambda: "×" in window.board.blocks.accessibleName(), timeout=60_000)
        assert "valid" not in window.board.blocks.accessibleName()
    card = closing_card(cut)
    assert card is not None
    assert re.fullmatch(r"Write-ahead log handled (1\.9|2\.0)× the orders of Rollback journal", card.main)
    assert (card.pill.text, card.ahead) == ("STOPPED after 2:43", "B")
    assert any(line.startswith("Stopped by us after 2:43 of 5 min; between ") for line in card.foot)


@pytest.mark.usefixtures("german")
def test_cut_short_run_is_described_in_german(cut: Path) -> None:
    with SessionReader.open(cut) as reader:
        text = headline_text(session_headline(reader), WINDOW_LANGUAGE)
    assert text.main.endswith("× Rollback journal, gemessen 2:43 von 5:00")
    assert text.firmness.endswith("ein Lauf, vorzeitig beendet")


def test_lost_users_or_no_measurement_still_invalidate_a_stopped_run(tmp_path: Path) -> None:
    for number, reasons in enumerate(([Sentence(text="A: 5 users were lost")], [Incomplete(stopped=Stopped())])):
        run = SyntheticRun(tmp_path / f"{number}.outpace", PAIR)
        run.seconds(60)
        with SessionReader.open(run.finish(valid=False, reasons=reasons, warnings=[CUT])) as reader:
            assert session_headline(reader).stage == "not valid"


def test_run_stopped_after_a_few_seconds_has_no_ratio(tmp_path: Path) -> None:
    with SessionReader.open(stopped_run(tmp_path / "s.outpace", seconds=4)) as reader:
        assert headline_text(session_headline(reader)).main == ("Stopped after 4 s of measuring: too early for a ratio")


def test_stopped_sweep_shows_its_completed_steps(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "sweep.outpace", plan='name = "user-sweep"\nusers = [2, 8, 32]')
    run.sweep([2, 8], seconds=12)
    cut = Incomplete(stopped=Stopped(), steps=2, plan=Sentence(text="user sweep"))
    with SessionReader.open(run.finish(warnings=[cut])) as reader:
        study = study_of([reader])
        found = study_headline(study, [reader])
        text = headline_text(found)
    assert [run.counts for run in study.runs] == [False]
    assert len(study.points) == 2
    assert found.stage == "repeats"
    assert "× Rollback journal" in text.main
    assert "cut short after 2 steps" in text.small
