# SPDX-License-Identifier: Apache-2.0
"""Booth window: text legible from three meters, and information hidden from visitors."""

import dataclasses
import re
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

import app.ui.presentation.presentation_window as window_module
from app.model.events import Incomplete, Stopped
from app.model.messages import Sentence
from app.ui.presentation.booth_states import BoothState
from app.ui.presentation.closing_card import closing_card
from app.ui.presentation.presentation_window import PresentationWindow
from app.ui.replay.follower import Follower
from app.ui.workbench.counter_catalogue import Catalogue
from app.ui.workbench.localised_figures import count_text
from tests.support.booth_looks import booth, painted, texts
from tests.support.recorded import PAIR, TRIO, SyntheticRun, SyntheticSystem, finish_race, race_run, recorded
from tests.support.session_kinds import limit, patterns
from widgets.presentation.blocks import Blocks, Statement, SystemFigures
from widgets.presentation.measure import DARK_PRESENTATION, TextRun
from widgets.presentation.race_lanes import RaceLane, RaceLanes
from widgets.theme import DARK, LIGHT

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LEGIBLE = 28 / 1080
"""Share of the height of a 16:9 window: capitals 13 mm high on a 55-inch screen, 15 arc minutes from 3 m."""
LONG = tuple(
    dataclasses.replace(system, name=name)
    for system, name in zip(
        TRIO,
        ("A very long name of a system\nthat has a line break and does not fit anywhere at all", "M" * 90, "x"),
        strict=True,
    )
)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate the test from this machine's desktop.

    Writer and window share a thread, so neither waits for the other.
    """
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("app.session.writer.WAIT_FOR_READERS_S", 0.0)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("booth") / "pair.outpace", seconds=40)


@pytest.fixture(scope="module")
def trio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("booth") / "trio.outpace", LONG, seconds=40)


def follower_of(window: PresentationWindow) -> Follower:
    assert window.follower is not None
    return window.follower


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (3840, 2160), (1080, 1920)])
def test_every_text_is_legible_and_inside_the_window(
    qtbot: QtBot, pair: Path, trio: Path, tmp_path: Path, size
) -> None:
    least = 28 * min(size[0] / 1920, size[1] / 1080) if size[0] > size[1] else 28
    race = race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 7.5}).finish()
    for path in (pair, trio, race):
        with booth(qtbot, path, size) as window:
            window.set_note("This is shown from a recording")
            window.set_factor(0.8)
            assert min(pixels for _, pixels in painted(window)) >= least - 0.5
            window.show_card(closing_card(pair))
            window.count.set_text("3")
            window.show_keys(True)
            assert min(pixels for _, pixels in painted(window)) >= least - 0.5
            window.announce("The next run starts soon", LONG[0].name)
            assert min(pixels for _, pixels in painted(window)) >= least - 0.5
            charts = (chart for row in window.board.rows for chart in row.charts)
            for part in (window.board.head, window.board.blocks, window.board.foot, *charts):
                assert window.rect().contains(part.geometry())


def test_sentence_has_a_verb_and_two_digits_and_every_figure_a_unit(qtbot: QtBot, pair: Path) -> None:
    with booth(qtbot, pair) as window:
        follower_of(window).seek(35)
        told = texts(window)
        ratio = re.search(r"^(\d\.\d)×$", told, re.MULTILINE)
        said = window.board.blocks.statement.text.removesuffix(", so far")
        assert said == f"Write-ahead log handles {ratio[1]}× the orders of Rollback journal"
        assert window.board.blocks.accessibleName().startswith("Write-ahead log handles")
        assert told.count("orders per minute") == 2
        assert told.count("95 % answered") == 4  # as a figure of each system and in each chart row
        assert "Same work, same clock, same scales · " in told
        for word in ("faster", "valid", "firm", "verdict", "baseline", "p95"):
            assert word not in told.lower()
        a, b = (int(one.figure.replace(",", "")) for one in window.board.blocks.systems)
        assert f"{b / a:.1f}" == ratio[1]  # both numbers and their ratio refer to the same time
        window.highlight(1)
        assert "the response time (p95) of Rollback journal" in texts(window)
        latency = re.search(r"^(0\.\d+)×$", texts(window), re.MULTILINE)
        assert 0.1 < float(latency[1]) < 0.25  # 0.5 ms of 3.4 ms, and 1 s in 29 takes four times as long
        window.highlight(1)
        assert f"{ratio[1]}×" in texts(window)
        follower_of(window).seek(3)
        assert "Warming up" in texts(window)
        assert "×" not in texts(window)


def test_ratio_has_the_leaders_color_only_once_firm(qtbot: QtBot, tmp_path: Path) -> None:
    with booth(qtbot, recorded(tmp_path / "pair.outpace", seconds=170)) as window:
        follower_of(window).seek(12)
        assert window.board.state == BoothState.MEASURING
        assert "Counting since 0:06" in texts(window)
        follower_of(window).seek(20)
        early = window.board.blocks.statement
        assert window.board.state == BoothState.SO_FAR
        assert early.text.endswith(", so far")
        assert not early.color
        follower_of(window).seek(165)
        assert window.board.state == BoothState.FIRM
        assert window.board.blocks.statement.color == DARK.system_color("B")
        assert "so far" not in texts(window)


def test_system_with_more_orders_is_named_first(qtbot: QtBot, tmp_path: Path) -> None:
    slower = (PAIR[0], dataclasses.replace(PAIR[1], orders_per_s=40.0))
    with booth(qtbot, recorded(tmp_path / "slower.outpace", slower, seconds=60)) as window:
        follower_of(window).seek(50)
        said = r"Rollback journal handle[sd] 2\.\d× the orders of Write-ahead log"
        assert re.match(said, window.board.blocks.accessibleName())
        card = closing_card(follower_of(window).path)
        assert re.fullmatch(said, card.main)
        assert card.ahead in ("", "A")


def test_systems_within_five_percent_are_about_the_same(qtbot: QtBot, tmp_path: Path) -> None:
    alike = (dataclasses.replace(PAIR[0], dip_every_s=0), dataclasses.replace(PAIR[1], orders_per_s=95.0))
    path = recorded(tmp_path / "alike.outpace", alike, seconds=60)
    with booth(qtbot, path) as window:
        follower_of(window).seek(50)
        assert window.board.state == BoothState.NO_DIFFERENCE
        assert window.board.blocks.statement.sentence == ("Both handle", "about the same")
        assert "within 5 % of each other, so far" in texts(window)
        assert "1.0×" not in texts(window)
    assert closing_card(path).main == "Both handled about the same"


def test_long_names_share_the_title_and_keep_what_differs(qtbot: QtBot, tmp_path: Path) -> None:
    shared = "StorageWorks P2000 G3 Fibre Channel"
    systems = tuple(
        dataclasses.replace(system, name=f"{shared} {own}")
        for system, own in zip(PAIR, ("24 × SFF", "12 × LFF"), strict=True)
    )
    with booth(qtbot, recorded(tmp_path / "long.outpace", systems, seconds=40, title="bake-off")) as window:
        assert [one.name for one in window.board.blocks.systems] == ["24 × SFF", "12 × LFF"]
        assert window.board.head.accessibleName().startswith(f"{shared}: bake-off")
        assert "12 × LFF handle" in window.board.blocks.statement.text


def test_closing_card_shows_the_sentence_bars_and_what_it_rests_on(qtbot: QtBot, pair: Path) -> None:
    with booth(qtbot, pair) as window:
        window.show_card(closing_card(pair))
        told = texts(window.card)
        assert re.search(r"Write-ahead log handled \d\.\d× the orders of Rollback journal", " ".join(told.split()))
        for words in (
            "8 customers ordered on each side at the same time",
            "One run of 34 s; between ",
            "shorter is better",
        ):
            assert words in told
        assert f"{follower_of(window).recorded_at.day} " in told
        orders, answered = window.card.card.groups
        assert [bar.letter for bar in orders.bars] == ["A", "B"]
        assert orders.bars[1].share == 1.0  # the winner's bar is the longer one
        assert 0.4 < orders.bars[0].share < 0.7
        assert answered.bars[0].share == 1.0
        assert "(shorter is better)" in answered.label
        assert "RECORDED" in told


def test_card_of_a_search_says_for_which_limit(qtbot: QtBot, tmp_path: Path) -> None:
    path = limit(tmp_path / "limit.outpace")
    with booth(qtbot, path) as window:
        window.show_card(closing_card(path))
        told = " ".join(texts(window.card).split())
    assert "Write-ahead log served 2.0× the customers of Rollback journal" in told
    assert "with answers within 100 ms on average" in told
    assert "Customers within the limit" in told


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_card_of_drives_is_a_grid_of_tests(qtbot: QtBot, tmp_path: Path, size: tuple[int, int]) -> None:
    path = patterns(tmp_path / "patterns.outpace")
    with booth(qtbot, path, size) as window:
        window.show_card(closing_card(path))
        told = " ".join(texts(window.card).split())
    assert "Write-ahead log beat Rollback journal in both tests" in told
    for words in ("Reads", "Sequential", "1 MiB, 8 at a time · MB/s", "Random", "4 KiB, one at a time · IOPS"):
        assert words in told


@pytest.mark.parametrize(("count", "groups"), [(4, 2), (8, 1)])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_card_of_many_systems_has_only_bars_that_are_legible(
    qtbot: QtBot, tmp_path: Path, count: int, groups: int, size: tuple[int, int]
) -> None:
    systems = [
        SyntheticSystem(f"Array {number}", "challenger" if number else "baseline", 90.0 + 20 * number)
        for number in range(count)
    ]
    path = recorded(tmp_path / "many.outpace", systems, seconds=40)
    with booth(qtbot, path, size) as window:
        window.show_card(closing_card(path))
        told = texts(window.card).split("\n")
        picture = window.card.grab().toImage()
    assert all(system.name in told for system in systems)
    assert ("95 % of orders answered within (shorter is better)" in told) == (groups == 2)
    # Each bar stands apart from the next one: the column has a stretch of the system's color per group.
    x = round(size[0] * 0.2)
    column = [picture.pixelColor(x, y).name() for y in range(size[1])]
    for letter in "ABCDEFGH"[: min(count, 6)]:
        color = DARK.system_color(letter)
        starts = [y for y in range(1, size[1]) if column[y] == color and column[y - 1] != color]
        assert len(starts) == groups


def test_neutral_card_describes_each_system_in_plain_words(qtbot: QtBot, tmp_path: Path) -> None:
    notes = ({"Notes": "The old page is copied before every change. Durable."}, {"Notes": "Changes are appended."})
    run = SyntheticRun(tmp_path / "pair.outpace", facts=notes)
    run.seconds(40)
    path = run.finish(valid=False, reasons=["the driver stood still"])
    with booth(qtbot, path, (1280, 720)) as window:
        told = texts(window.waiting)
        assert window.board.state == BoothState.NEUTRAL
        assert "Ask us to start a run" in told
        assert "The old page is copied before every change." in told.replace("\n", " ")
        assert "Changes are appended." in told
        for words in ("Durable", "valid", "stood still", "×"):
            assert words not in told
        window.coming = True
        window.show_no_result()
        assert "The next run starts soon" in texts(window.waiting)
        follower_of(window).seek(30)  # the run itself can still be shown
        assert window.waiting.isHidden()
        assert "×" in texts(window)


def test_run_that_was_stopped_has_a_card_after_ten_seconds(qtbot: QtBot, tmp_path: Path) -> None:
    for seconds, state in ((30, BoothState.STOPPED_EARLY), (6, BoothState.NEUTRAL)):
        run = SyntheticRun(tmp_path / f"{seconds}.outpace")
        run.seconds(6 + seconds)
        run.writer.phase(run.start_ns + run.tick * 1_000_000_000, "stop")
        cut = Incomplete(stopped=Stopped(), measured_s=seconds, planned_s=300)
        path = run.finish(warnings=[cut])
        card = closing_card(path)
        with booth(qtbot, path) as window:
            assert window.board.state == state
        if state == BoothState.NEUTRAL:
            assert card is None
        else:
            assert card.pill.text == "STOPPED after 0:30"
            assert any("Stopped by us after 0:30 of 5 min" in line for line in card.foot)


def test_three_systems_are_columns_and_the_sentence_names_the_best(qtbot: QtBot, trio: Path) -> None:
    with booth(qtbot, trio) as window:
        follower_of(window).seek(35)
        blocks = window.board.blocks
        assert [round(float(one.ratio[:-1])) for one in blocks.systems[1:]] == [2, 3]
        assert "x handles 2.8× the orders of " in blocks.statement.text or "x handles 2.7× the orders of " in (
            blocks.statement.text
        )
        assert blocks.systems[0].ratio_text == "the others are compared with this one"
        assert len(window.board.rows) == 2


def test_four_to_eight_systems_are_bars(qtbot: QtBot) -> None:
    blocks = Blocks(DARK_PRESENTATION)
    qtbot.addWidget(blocks)
    blocks.resize(1808, 900)
    systems = [
        SystemFigures(letter, f"Array {letter}", f"{10 - number},000", "orders per minute", DARK.system_color(letter),
                      share=(10 - number) / 10, ratio="" if letter == "A" else "0.9×")
        for number, letter in enumerate("ABCDEF")
    ]  # fmt: skip
    blocks.show_systems(
        systems, Statement((TextRun("Array A", name=True),), "1.1×", (TextRun("the orders of Array B"),))
    )
    told = texts(blocks)
    for number, letter in enumerate("ABCDEF"):
        assert f"Array {letter}" in told
        assert f"{10 - number},000" in told


def test_recordings_are_marked_with_their_date_and_live_runs_are_not(qtbot: QtBot, pair: Path, tmp_path: Path) -> None:
    with booth(qtbot, pair) as window:
        assert f"RECORDED {follower_of(window).recorded_at.day} " in texts(window)
        follower_of(window).play()
        assert "RECORDED" in texts(window)
        assert "left" in texts(window)
        follower_of(window).set_speed(4.0)
        assert "· 4× speed" in window.board.pill.text
        left = re.search(r"(\d):(\d\d) left", texts(window))
        follower_of(window).set_speed(1.0)
        whole = re.search(r"(\d):(\d\d) left", texts(window))
        quick_s, slow_s = (60 * int(one[1]) + int(one[2]) for one in (left, whole))
        assert abs(quick_s * 4 - slow_s) <= 8  # time left on the wall clock
        window.show_follower(follower_of(window), recorded="RECORDED 2026-11-20 · 4×")
        assert "RECORDED 2026-11-20 · 4×" in texts(window)
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(12)
    with booth(qtbot, run.path, live=True) as window:
        assert "LIVE" in texts(window)
        assert "RECORDED" not in texts(window)
        run.finish()
        follower_of(window).tick()
        assert "RECORDED" not in texts(window)  # the run was live until now
        assert "LIVE" not in texts(window)
        assert window.board.pill.text == "DONE"


def test_booth_hides_hosts_paths_and_error_messages(qtbot: QtBot, tmp_path: Path) -> None:
    facts = ({"Server": "sql-hdd.corp.example:1433", "Folder": "/srv/secret"}, {"Server": "sql-ssd.corp.example"})
    run = SyntheticRun(tmp_path / "run.outpace", facts=facts)
    run.seconds(5)
    text = "A: sql-hdd.corp.example:1433 refused the connection"
    run.writer.event(run.start_ns, Sentence(text=text), severity="error")
    run.seconds(5)
    path = run.finish(valid=False, reasons=["sql-hdd.corp.example:1433 could not be reached"])
    with booth(qtbot, path) as window:
        told = texts(window)
        for secret in ("corp", "1433", "secret", str(tmp_path), "refused", ".outpace"):
            assert secret not in told
        window.set_note("Rollback journal is away")
        assert "Rollback journal is away" in texts(window)


def test_missing_data_is_shown_as_getting_ready_or_no_data(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = SyntheticRun(tmp_path / "young.outpace", started=False)
    with booth(qtbot, run.path, live=True) as window:
        assert "Starts in a moment" in texts(window)
        run.start()
        run.seconds(12)
        follower_of(window).tick()
        assert "IOPS" in texts(window)
        assert "no data" not in texts(window)
    every = Catalogue.curves
    monkeypatch.setattr(Catalogue, "curves", lambda own, path: [c for c in every(own, path) if c.letter != "B"])
    with booth(qtbot, run.finish()) as window:
        assert texts(window).count("no data") == 3


def test_race_lanes_fill_and_keep_their_picture_after_the_finish(qtbot: QtBot, tmp_path: Path) -> None:
    path = race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 7.5}).finish()
    with booth(qtbot, path) as window:
        board = window.board
        follower_of(window).seek(7)
        assert re.search(r"Write-ahead log leads by \d+ orders", board.race.accessibleName())
        assert "0:04" in texts(board.race)
        follower_of(window).seek(12.4)
        first, second = board.lanes.lanes
        assert (second.name, second.note, second.share) == ("Write-ahead log", "finished at 7.5 s", 1.0)
        assert 0.5 < first.share < 1.0
        assert "Write-ahead log has won in 7.5 s" in board.race.accessibleName()
        a, b = board.rows[0].charts
        assert a.extent(11.5, 12.4) is not None
        assert b.extent(11.5, 12.4) is None
        follower_of(window).seek(16)
        assert board.race.accessibleName() == (
            "Write-ahead log won in 7.5 s. Rollback journal needed 12.0 s, which is 1.6× the time"
        )
        first, second = board.lanes.lanes
        assert first.note == "when Write-ahead log finished"
        assert 0.5 < first.share < 1.0  # where it was then
        assert [one.seconds for one in board.timeline.arrivals] == [7.5, 12.0]
        assert "4.5 s later" in texts(board.timeline)
        window.show_card(closing_card(path))
        assert window.card.isHidden()  # the race is its own card


def test_race_lanes_grow_between_two_measured_counts(qtbot: QtBot) -> None:
    lanes = RaceLanes(DARK_PRESENTATION, count_text)
    qtbot.addWidget(lanes)
    lanes.resize(1808, 460)
    lanes.show()
    lanes.animated = lambda: True  # on any desktop
    lanes.show_lanes([RaceLane("A", "Old", "#56b4e9", 100.0, 1000.0)], moving=True)
    lanes.show_lanes([RaceLane("A", "Old", "#56b4e9", 200.0, 1000.0)], moving=True)
    seen: list[float] = []
    qtbot.waitUntil(lambda: seen.append(lanes.counts[0]) or lanes.counts[0] == 200.0, timeout=60_000)
    assert seen == sorted(seen)
    assert max(seen) == 200.0  # never more than was measured
    assert any(100 < count < 200 for count in seen)
    lanes.show_lanes([RaceLane("A", "Old", "#56b4e9", 50.0, 1000.0)], moving=True)
    assert lanes.counts == (50.0,)  # a jump back, as in a replay


def test_live_race_moves_between_counts_and_keeps_its_picture(qtbot: QtBot, tmp_path: Path) -> None:
    run = race_run(tmp_path / "race.outpace", {}, seconds=3)
    with booth(qtbot, run.path, live=True) as window:
        board, lanes = window.board, window.board.lanes
        lanes.animated = lambda: True  # on any desktop
        follower_of(window).tick()
        assert (board.state, board.pill.text) == (BoothState.RACE, "LIVE")
        before = lanes.counts
        run.seconds(1)
        follower_of(window).tick()
        measured = tuple(lane.done for lane in lanes.lanes)
        assert all(new > old for new, old in zip(measured, before, strict=True))
        seen: list[tuple[float, ...]] = []
        qtbot.waitUntil(lambda: seen.append(lanes.counts) or lanes.counts == measured, timeout=60_000)
        for own, old, new in zip(zip(*seen, strict=True), before, measured, strict=True):
            assert list(own) == sorted(own)  # forward only
            assert any(old < count < new for count in own)
            assert max(own) == new  # never more than was measured
        run.seconds(10)
        finish_race(run, {"A": 12.0, "B": 7.5})
        run.finish()
        follower_of(window).tick()
        qtbot.waitUntil(lambda: lanes.counts == tuple(lane.done for lane in lanes.lanes), timeout=60_000)
        assert board.state == BoothState.FINISHED
        assert "Write-ahead log won in 7.5 s" in board.race.accessibleName()
        parts = (board.race, lanes, board.timeline)
        kept = (lanes.lanes, lanes.counts, [texts(part) for part in parts])
        window.show_card(closing_card(run.path))
        for _ in range(3):
            follower_of(window).tick()
            window.refresh()
        assert window.card.isHidden()
        assert all(part.isVisible() for part in parts)
        assert (lanes.lanes, lanes.counts, [texts(part) for part in parts]) == kept
        assert not board.states.unexpected


def test_ghosts_show_the_other_system_and_a_row_shares_its_unit(qtbot: QtBot, pair: Path) -> None:
    with booth(qtbot, pair) as window:
        follower_of(window).seek(35)
        for row in window.board.rows:
            a, b = row.charts
            assert (a.ghosts, b.ghosts) == (("B",), ("A",))
        units = re.findall(r"95 % answered within: [\d.]+ (\S+)", "\n".join(
            chart.accessibleName() for row in window.board.rows for chart in row.charts
        ))  # fmt: skip
        assert len(units) == 2
        assert len(set(units)) == 1


def test_countdown_begins_once_the_start_is_scheduled_and_ends_with_go(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_module, "GO_MS", 50)
    run = SyntheticRun(tmp_path / "held.outpace", started=False)
    with booth(qtbot, run.path, live=True) as window:
        window.announce("Ready to start", "Two journals")
        assert "Rollback journal" in texts(window.waiting)
        seen: list[str] = []
        follower_of(window).advanced.connect(lambda: seen.append(window.count.text))
        run.start(time.perf_counter_ns() / 1e9 + 1.4)
        qtbot.waitUntil(lambda: "2" in seen, timeout=60_000)
        assert window.waiting.isHidden()
        assert "IOPS" in texts(window)
        qtbot.waitUntil(lambda: "1" in seen, timeout=60_000)
        qtbot.waitUntil(lambda: time.perf_counter_ns() > run.start_ns, timeout=60_000)
        run.second()
        qtbot.waitUntil(lambda: "Go" in seen, timeout=60_000)
        assert seen.index("2") < seen.index("1") < seen.index("Go")
        qtbot.waitUntil(window.count.isHidden, timeout=60_000)
    run.finish()


def test_live_run_goes_through_expected_states_only(qtbot: QtBot, tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "live.outpace", started=False)
    with booth(qtbot, run.path, live=True) as window:
        seen = [window.board.state]

        def advance(seconds: int) -> None:
            run.seconds(seconds)
            follower_of(window).tick()
            if window.board.state != seen[-1]:
                seen.append(window.board.state)

        run.start()
        for seconds in (3, 6, 5, 8):
            advance(seconds)
        run.stop("B")
        advance(5)
        assert window.board.pill.text == "LIVE"
        run.work_again("B")
        advance(6)
        run.finish()
        follower_of(window).tick()
        seen.append(window.board.state)
        state = BoothState
        assert seen[:4] == [state.NEUTRAL, state.WARM_UP, state.MEASURING, state.SO_FAR]
        assert seen[4] == state.SYSTEM_STOPPED
        assert seen[5] in (state.SO_FAR, state.NO_DIFFERENCE, state.FIRM)
        assert seen[-1] == state.FINISHED
        assert not window.board.states.unexpected


def shades(window: PresentationWindow) -> set[int]:
    """Return the colors in a picture of the window."""
    picture = window.grab().toImage()
    return {picture.pixel(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)}


def press(qtbot: QtBot, window: PresentationWindow, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(window, key, modifier)


def test_keyboard_and_remote_keys_trigger_their_actions(qtbot: QtBot, pair: Path) -> None:
    key, shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier
    with booth(qtbot, pair) as window:
        spy, snapshots = QSignalSpy(window.pressed), QSignalSpy(window.snapshot_wanted)
        for one in (key.Key_F5, key.Key_PageDown, key.Key_Right, key.Key_PageUp, key.Key_Left, key.Key_End):
            press(qtbot, window, one)
        press(qtbot, window, key.Key_F5, shift)
        press(qtbot, window, key.Key_Escape)
        sent = [spy.at(number)[0] for number in range(spy.count())]
        assert sent == ["start", "next", "next", "previous", "previous", "stop", "start", "leave"]
        for one in (key.Key_B, key.Key_Period):
            press(qtbot, window, one)
            assert window.blanked
            assert len(shades(window)) == 1
            press(qtbot, window, one)
            assert not window.blanked
        press(qtbot, window, key.Key_F1)
        sheet = texts(window.keys)
        for words in ("F5", "Page Down", "Esc", "bigger", "freeze", "blank"):
            assert words in sheet
        press(qtbot, window, key.Key_Escape)  # closes only the list of keys
        assert window.keys.isHidden()
        assert spy.count() == len(sent)
        press(qtbot, window, key.Key_S)
        assert snapshots.count() == 1
        before = max(pixels for _, pixels in painted(window))
        sizes = QSignalSpy(window.resized)
        press(qtbot, window, key.Key_Plus, shift)
        assert max(pixels for _, pixels in painted(window)) > before
        press(qtbot, window, key.Key_Minus)
        assert [round(sizes.at(number)[0], 2) for number in range(2)] == [1.1, 1.0]
        for expected in (0, 1, 2, None):
            press(qtbot, window, key.Key_H)
            assert window.board.highlighted == expected


def test_frozen_view_is_held_while_recording_continues(qtbot: QtBot, tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(20)
    with booth(qtbot, run.path, live=True) as window:
        press(qtbot, window, Qt.Key.Key_Space)
        held = texts(window)
        assert "held" in held
        run.seconds(5)
        follower_of(window).tick()
        assert texts(window) == held
        press(qtbot, window, Qt.Key.Key_Space)
        assert texts(window) != held
        assert window.moment_s == 25
    with booth(qtbot, run.finish()) as window:  # freezing pauses a replay
        follower_of(window).play()
        press(qtbot, window, Qt.Key.Key_F)
        assert not follower_of(window).playing
        press(qtbot, window, Qt.Key.Key_F)
        assert follower_of(window).playing


def test_pointer_is_hidden_until_it_moves(qtbot: QtBot, pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_module, "POINTER_MS", 50)
    with booth(qtbot, pair) as window:
        window.set_theme(LIGHT)
        qtbot.waitUntil(lambda: window.cursor().shape() == Qt.CursorShape.BlankCursor, timeout=60_000)
        qtbot.mouseMove(window.board, window.rect().center())
        qtbot.mouseMove(window, window.rect().center() / 2)
        qtbot.waitUntil(lambda: window.cursor().shape() == Qt.CursorShape.ArrowCursor, timeout=60_000)
        qtbot.waitUntil(lambda: window.cursor().shape() == Qt.CursorShape.BlankCursor, timeout=60_000)
