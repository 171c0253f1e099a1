# SPDX-License-Identifier: Apache-2.0
"""Systems that stop during the measurement: every output reports it and omits comparisons until recovery."""

import html
import io
import json
import re
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.cli.progress import ProgressDisplay
from app.driver.series import COLUMNS, driver_series
from app.engine.status import Status
from app.model.documents import TargetDetail
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline, stopped_systems
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.session.recorded_stops import recorded_stops, stalls_within, stopped_within
from app.ui.library.library_results import came_of
from app.ui.presentation.booth_states import BoothState
from app.ui.presentation.closing_card import closing_card
from app.ui.replay.follower import Follower
from app.ui.workbench.counter_catalogue import stop_marks
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE
from collectors.series import Reading
from tests.support.booth_looks import booth, texts
from tests.support.recorded import PAIR, TRIO, SyntheticRun
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
STOPPED = "Write-ahead log has stopped: disk full"
DIED_S, BACK_S = 40, 60


def died(path: Path, *, back: bool = False, ended: bool = False) -> Path:
    """Write a session in which the challenger's disk is full from 40 s on. `back`: it recovers at 60 s."""
    run = SyntheticRun(path)
    run.seconds(DIED_S)
    run.stop("B")
    run.seconds(BACK_S - DIED_S)
    if back:
        run.work_again("B")
        run.seconds(20)
    return run.finish(valid=False, reasons=["B: 240 errors in 6,188 orders"]) if ended else path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stopped")


@pytest.fixture(scope="module")
def growing(folder: Path) -> Path:
    return died(folder / "growing.outpace")


@pytest.fixture(scope="module")
def ended(folder: Path) -> Path:
    return died(folder / "ended.outpace", ended=True)


def said(path: Path, at_s: float = float("inf")) -> str:
    with SessionReader.open(path) as reader:
        return headline_text(session_headline(reader, at_s)).main


def test_ratio_disappears_after_three_seconds_and_returns_on_recovery(folder: Path) -> None:
    path = died(folder / "back.outpace", back=True)
    with SessionReader.open(path) as reader:
        mains = {at_s: headline_text(session_headline(reader, at_s)).main for at_s in range(30, 80)}
        small = headline_text(session_headline(reader, 45)).small
    gone = [at_s for at_s, main in mains.items() if main == STOPPED]
    assert gone == list(range(DIED_S + 3, BACK_S))
    assert all(re.match(r"Write-ahead log [12]\.\d+× Rollback", mains[at_s]) for at_s in (30, 42, 60, 79))
    assert small == "since 0:40 · compared with nothing"


def test_live_replay_snapshot_and_end_report_the_same_stop(growing: Path, ended: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken.outpace"
    snapshot(growing, taken, name="disk full", note="", layout_json="{}", png=b"")
    assert said(growing) == said(growing, 50) == said(taken) == said(ended, 50) == said(ended) == STOPPED
    with SessionReader.open(ended) as reader:
        found = session_headline(reader)
        assert (found.stage, found.leader, found.over) == ("not valid", "", True)
        assert headline_text(found).small == "since 0:40 · compared with nothing · not valid"
        (one,) = stopped_systems(reader)
        assert (one.letter, one.from_s, one.stopped, one.targets) == ("B", DIED_S, 1, 1)


@pytest.mark.parametrize("over", [False, True])
def test_tables_and_json_omit_comparisons_with_a_stopped_system(growing: Path, ended: Path, *, over: bool) -> None:
    with SessionReader.open(ended if over else growing) as reader:
        table, told = session_text(reader), json.loads(export_json(reader))
    assert STOPPED in table.splitlines()
    (row,) = [line for line in table.splitlines() if line.startswith("Stopped")]
    assert row.split() == ["Stopped", "no", "since", "0:40:", "disk", "full"]
    assert "×" not in table
    headline = told["headline"]
    assert headline["text"] == STOPPED
    stop = {"system": "B", "from_s": 40.0, "cause": "disk full", "stopped": 1, "targets": 1}
    assert headline["stopped"] == [stop]
    (line,) = headline["lines"]
    assert (line["ratio"], line["firmness"], line["challenger_value"]) == (None, "stopped", None)
    assert [system["stopped"] for system in told["systems"]] == [None, stop]
    assert all(one["ratio"] is None for one in told["comparisons"])
    assert told["counters"] == []


def test_reports_and_library_show_the_stop(ended: Path, tmp_path: Path) -> None:
    page, book = tmp_path / "report.html", tmp_path / "report.xlsx"
    write_reports([ended], Outputs(html=page, xlsx=book))
    text = html.unescape(re.sub(r"<[^>]*>", "\n", page.read_text(encoding="utf-8")))
    assert STOPPED in text
    first = text.partition("What was tested")[0]
    assert "no ratio" in first
    assert first.count("(stopped)") >= 2, "a rate and a latency"
    assert not re.search(r"\d(\.\d+)?×|[+-]\d+ ?%", first)
    cells = [cell.value for row in openpyxl.load_workbook(book)["Summary"].iter_rows() for cell in row]
    assert STOPPED in cells
    with SessionReader.open(ended) as reader:
        assert came_of(reader).statement == STOPPED
    assert closing_card(ended) is None


def test_live_terminal_line_names_the_stopped_system_by_letter(growing: Path) -> None:
    out = io.StringIO()
    progress = ProgressDisplay(out, live=False, session=growing)
    progress(Status("running", "measure", 60, 20, {"A": 5400.0, "B": 0.0}, 0.2))
    progress.end()
    assert "B has stopped: disk full" in out.getvalue()
    assert "×" not in out.getvalue()


def test_workbench_marks_figures_of_a_stopped_system(growing: Path, opened: Opener, qtbot: QtBot) -> None:
    controller = opened(growing)
    page = controller.workbench
    qtbot.waitUntil(lambda: page.headline.accessibleName().startswith(STOPPED), timeout=60_000)
    assert "stopped" in texts(page.headline)
    model = page.counters.table.model()
    columns = {str(model.headerData(place, Qt.Orientation.Horizontal)): place for place in range(model.columnCount())}
    rows = [
        {name: str(model.index(row, place).data() or "") for name, place in columns.items()}
        for row in range(model.rowCount())
    ]
    work = [row for row in rows if row["System"] == "B" and row["Counter"].startswith(("Transfers", "Latency"))]
    assert work
    assert {row["Last"] for row in work} == {"stopped"}
    assert all(not value for row in rows for name, value in row.items() if "/" in name or name == "Ratio")
    assert all(row["Last"] != "stopped" for row in rows if row["System"] == "A")


def test_booth_names_the_system_that_carries_on(growing: Path, qtbot: QtBot) -> None:
    with booth(qtbot, growing, live=True) as window:
        said = "Write-ahead log has stopped: its disk is full"
        qtbot.waitUntil(lambda: said in window.board.blocks.accessibleName(), timeout=60_000)
        assert window.board.state == BoothState.SYSTEM_STOPPED
        shown = texts(window).splitlines()
        assert "stopped" in shown
        assert "Rollback journal carries on." in shown
        assert "This run makes no comparison." in shown
        assert any(re.fullmatch(r"[\d,]+ per minute until then", line) for line in shown)
        assert not any("×" in line for line in shown)
        gone = [row.charts[1] for row in window.board.rows]
        assert all(chart.accessibleName().endswith(": –") for chart in gone)  # never a figure that looks live
        assert "at 0:40" in shown
        assert not any(chart.ghosts for row in window.board.rows for chart in row.charts)
        window.board.causes = False
        window.refresh()
        assert "disk" not in texts(window.board.blocks)
        assert "Write-ahead log has stopped" in texts(window.board.blocks)


def test_remaining_systems_of_three_are_still_compared(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "three.outpace", TRIO)
    run.seconds(30)
    run.stop("C", "connect", "nothing listens at db3:5432: Connection refused")
    run.seconds(10)
    with SessionReader.open(run.path) as reader:
        found = session_headline(reader)
        text = headline_text(found)
        assert found.stage == "measuring"
        assert text.statements[0].text == "Write-ahead log, NORMAL has stopped: connection refused"
        assert re.match(r"Write-ahead log 1\.\d\d× Rollback journal, so far", text.statements[1].text)
        run.stop("A", "I/O error", "disk I/O error")
        run.seconds(5)
        reader.poll()
        assert headline_text(session_headline(reader)).main == (
            "Rollback journal has stopped: I/O error · Write-ahead log, NORMAL has stopped: connection refused"
        )


class ManyTargets(SyntheticRun):
    """Run whose challenger has eight targets, of which `gone` have stopped."""

    gone = 0

    def _add_workers(self, number: int, system: int, target: int) -> None:
        super()._add_workers(number, system, target)
        if number:
            self._others = []
            for place in range(2, 9):
                other = self.writer.add_target(system, f"target {place}", TargetDetail(engine="SQLite"))
                self._others.append(
                    self.writer.add_source(
                        f"worker {place}", driver_series(1, place), len(COLUMNS), system=system, target=other,
                        from_zero=True,
                    )
                )  # fmt: skip
            self._dead_raw: dict[int, np.ndarray] = {}

    def _sample_workers(self, number: int, t_ns: int) -> None:
        super()._sample_workers(number, t_ns)
        if number:
            for place, source in enumerate(self._others):
                raw = self._raw[number].copy()
                if place < self.gone:
                    raw = self._dead_raw.setdefault(place, raw)
                    raw[COLUMNS.index("errors")] += 5
                else:
                    self._dead_raw.pop(place, None)
                self.writer.sample(source, t_ns, Reading(float(self.tick), tuple(raw)))


def test_number_of_stopped_targets_is_reported(tmp_path: Path) -> None:
    run = ManyTargets(tmp_path / "eight.outpace", PAIR)
    run.seconds(30)
    run.gone = 3
    run.seconds(5)
    with SessionReader.open(run.path) as reader:
        assert {stop.target for stop in recorded_stops(reader)} == {2, 3, 4}
        assert headline_text(session_headline(reader)).main == (
            "3 of 8 targets of Write-ahead log have stopped: no answer"
        )
        run.gone = 0
        run.seconds(2)
        reader.poll()
        assert headline_text(session_headline(reader)).main.startswith("Write-ahead log 16")


def test_temporary_hang_is_not_reported_as_stopped(tmp_path: Path) -> None:
    """A first checkpoint blocks all users for 15 s, which cannot be distinguished from a stop until it is over."""
    run = SyntheticRun(tmp_path / "late.outpace")
    run.seconds(40)
    run.hang("B")
    run.seconds(15)
    with SessionReader.open(run.path) as reader:
        text = headline_text(session_headline(reader))
        assert text.main == "Write-ahead log is not responding"
        assert text.small == "since 0:40 · compared with nothing"
        assert stop_marks(stopped_systems(reader)) == {"B": "no answer"}
        run.work_again("B")
        run.seconds(10)
        reader.poll()
        assert re.match(r"Write-ahead log 1\.\d\d× Rollback journal", headline_text(session_headline(reader)).main)
        at_s = 52.0
        assert headline_text(session_headline(reader, at_s)).main == "Write-ahead log is not responding", "replayed"
        (stall,) = stalls_within(reader, 10, 70)
        assert (stall.system, stall.from_s, stall.to_s) == ("B", 40, 55)
        assert stopped_within(reader, 0, 70) == []
    run.hang("B")
    run.seconds(65)
    assert said(run.path) == "Write-ahead log has stopped: no answer", "no checkpoint lasts a minute"


def test_stop_of_a_single_system_is_reported_during_warm_up(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "early.outpace", PAIR[:1], warm_up_s=60)
    run.seconds(10)
    run.stop("A", "read-only", "attempt to write a readonly database")
    run.seconds(4)
    assert said(run.path) == "Rollback journal has stopped: read-only"


@pytest.mark.usefixtures("german")
def test_in_german_the_name_comes_first_and_the_cause_is_translated(growing: Path) -> None:
    follower = Follower(growing, live=True)
    text = headline_text(session_headline(follower.reader), WINDOW_LANGUAGE)
    follower.close()
    assert text.main == "Write-ahead log steht: Datenträger voll"
    assert text.small == "seit 0:40 · ohne Vergleich"
