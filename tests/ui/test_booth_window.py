# SPDX-License-Identifier: Apache-2.0
"""The booth window: text legible from three meters, and information hidden from visitors."""

import dataclasses
import re
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

import app.ui.presentation.presentation_window as window_module
from app.model.messages import Sentence
from app.ui.presentation.closing_card import Card, closing_card
from app.ui.presentation.presentation_window import PresentationWindow
from app.ui.replay.follower import Follower
from app.ui.workbench.counter_catalogue import Catalogue
from tests.support.booth_looks import booth, painted, texts
from tests.support.recorded import PAIR, TRIO, SyntheticRun, race_run, recorded
from widgets.theme import LIGHT

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LEGIBLE = 0.022
"""Minimum font size as a share of the window's height: 15 mm on a 55-inch screen, 1/200 of 3 m."""
LONG = tuple(
    dataclasses.replace(system, name=name)
    for system, name in zip(
        TRIO,
        ("A very long name of a system\nthat has a line break and does not fit anywhere at all", "M" * 90, "x"),
        strict=True,
    )
)
CARD = Card("1.92× the orders", ("10-second values 1.89 – 1.94", "DVD Store: 8 users on each side"), "one run, 60 s")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate the test from this machine's desktop.

    The writer and the window share a thread, so neither waits for the other.
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


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (3840, 2160)])
def test_every_text_is_legible_and_inside_the_window(
    qtbot: QtBot, pair: Path, trio: Path, tmp_path: Path, size
) -> None:
    race = race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 7.5}).finish()
    for path in (pair, trio, race):
        with booth(qtbot, path, size) as window:
            window.set_note("This is shown from a recording")
            window.set_factor(0.8)
            assert min(pixels for _, pixels in painted(window)) >= LEGIBLE * size[1]
            window.show_card(CARD)
            window.count.set_text("3")
            window.show_keys(True)
            assert min(pixels for _, pixels in painted(window)) >= LEGIBLE * size[1]
            window.show_waiting(LONG[0].name, "ready: press F5")
            assert min(pixels for _, pixels in painted(window)) >= LEGIBLE * size[1]
            for part in (window.board.head, window.board.foot, *(c for row in window.board.rows for c in row.charts)):
                assert window.rect().contains(part.geometry())


def test_headline_shows_leader_ratio_metric_and_interval(qtbot: QtBot, pair: Path) -> None:
    with booth(qtbot, pair) as window:
        follower_of(window).seek(35)
        told = texts(window)
        ratio = re.search(r"^(\d\.\d\d)×$", told, re.MULTILINE)
        low, high = re.search(r"over 10 s: ([\d.]+) – ([\d.]+)", told).groups()
        assert float(low) <= float(ratio[1]) <= float(high)
        assert window.board.head.accessibleName().startswith(f"Write-ahead log {ratio[1]}× Rollback journal")
        assert "the orders per minute of Rollback journal" in told
        assert "same work, same clock" in told
        assert "faster" not in told.lower()
        numbers = re.search(r"Rollback journal ([\d,]+), Write-ahead log ([\d,]+)$", window.board.head.accessibleName())
        a, b = (int(number.replace(",", "")) for number in numbers.groups())
        assert f"{b / a:.2f}" == ratio[1]  # both numbers and their ratio refer to the same time
        window.highlight(1)
        assert "the response time (p95) of Rollback journal" in texts(window)
        latency = re.search(r"^(0\.\d+)×$", texts(window), re.MULTILINE)
        assert 0.1 < float(latency[1]) < 0.25  # 0.5 ms in 3.4 ms; for 1 s in 29 it takes four times as long
        window.highlight(1)
        assert f"{ratio[1]}×" in texts(window)
        follower_of(window).seek(3)
        assert "Warming up" in texts(window)
        assert "×" not in texts(window)


def test_system_with_more_orders_is_named_first(qtbot: QtBot, tmp_path: Path) -> None:
    slower = (PAIR[0], dataclasses.replace(PAIR[1], orders_per_s=40.0))
    with booth(qtbot, recorded(tmp_path / "slower.outpace", slower, seconds=60)) as window:
        follower_of(window).seek(50)
        assert re.match(r"Rollback journal 2\.\d\d×", window.board.head.accessibleName())
        assert "the orders per minute of Write-ahead log" in texts(window)
        card = closing_card(follower_of(window).path)
        assert card.subject == "Rollback journal"
        assert re.match(r"2\.\d\d× the orders", card.main)
        assert "of Write-ahead log" in card.lines[0]


def test_closing_card_shows_leader_bars_and_measurement_details(qtbot: QtBot, pair: Path) -> None:
    with booth(qtbot, pair) as window:
        window.show_card(closing_card(pair))
        told = texts(window.card)
        for words in (
            "Write-ahead log",
            "× the orders",
            "of Rollback journal",
            "customers at once",
            "one run",
            f"{follower_of(window).recorded_at:%Y-%m-%d}",
        ):
            assert words in told
        first, second = window.card.bars
        assert (first.name, second.name, second.share) == ("Rollback journal", "Write-ahead log", 1.0)
        assert 0.4 < first.share < 0.7
        assert re.fullmatch(r"[\d,]+ orders per minute", second.number)
        assert window.mark.isVisible()


def test_closing_card_describes_each_system_in_plain_words(qtbot: QtBot, tmp_path: Path) -> None:
    notes = ({"Notes": "The old page is copied before every change. Durable."}, {"Notes": "Changes are appended."})
    run = SyntheticRun(tmp_path / "pair.outpace", facts=notes)
    run.seconds(40)
    path = run.finish()
    with booth(qtbot, path, (1280, 720)) as window:
        window.show_card(closing_card(path))
        told = texts(window.card)
        assert "The old page is copied before every change." in told
        assert "Changes are appended." in told
        assert "Durable" not in told
        assert "Changes are appended." in window.card.accessibleName()


def test_second_and_third_systems_are_compared_with_the_first(qtbot: QtBot, trio: Path) -> None:
    with booth(qtbot, trio) as window:
        follower_of(window).seek(35)
        ratios = [float(text[:-1]) for text, _ in painted(window) if text.endswith("×")]
        assert [round(ratio) for ratio in ratios] == [2, 3]
        assert "relative to A very long name" in texts(window)


def test_recordings_are_marked_with_their_date_and_live_runs_are_not(qtbot: QtBot, pair: Path, tmp_path: Path) -> None:
    with booth(qtbot, pair) as window:
        assert f"RECORDED {follower_of(window).recorded_at:%Y-%m-%d}" in texts(window)
        follower_of(window).play()
        assert "RECORDED" in texts(window)
        assert "left" in texts(window)
        follower_of(window).set_speed(4.0)
        assert "· 4× speed" in window.mark.text
        left = re.search(r"(\d):(\d\d) left", texts(window))
        follower_of(window).set_speed(1.0)
        whole = re.search(r"(\d):(\d\d) left", texts(window))
        quick_s, slow_s = (60 * int(one[1]) + int(one[2]) for one in (left, whole))
        assert abs(quick_s * 4 - slow_s) <= 8  # remaining wall-clock time
        window.show_follower(follower_of(window), recorded="RECORDED 2026-11-20 · 4×")
        assert "RECORDED 2026-11-20 · 4×" in texts(window)
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(12)
    with booth(qtbot, run.path, live=True) as window:
        assert "RECORDED" not in texts(window)
        run.finish()
        follower_of(window).tick()
        assert "RECORDED" not in texts(window)  # the run was live until now


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
        assert "Getting ready" in texts(window)
        run.start()
        run.seconds(12)
        follower_of(window).tick()
        assert "IOPS" in texts(window)
        assert "no data" not in texts(window)
    every = Catalogue.curves
    monkeypatch.setattr(Catalogue, "curves", lambda own, path: [c for c in every(own, path) if c.letter != "B"])
    with booth(qtbot, run.finish()) as window:
        assert texts(window).count("no data") == 3


def test_race_tracks_fill_and_curves_end_at_the_finish(qtbot: QtBot, tmp_path: Path) -> None:
    path = race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 7.5}).finish()
    with booth(qtbot, path) as window:
        follower_of(window).seek(12.4)
        first, second = window.board.tracks.lanes
        assert (second.name, second.text, second.result) == ("Write-ahead log", "1,000 of 1,000 orders", "7.5 s")
        assert re.fullmatch(r"\d+ of 1,000 orders · \d+ orders behind", first.text)
        assert first.result == "+1.9 s"  # the gap grows until the finish
        assert re.match("Write-ahead log 7.5 s", window.board.head.accessibleName())
        assert second.share == 1.0
        assert 0.5 < first.share < 1.0
        a, b = window.board.rows[0].charts
        assert a.extent(11.5, 12.4) is not None
        assert b.extent(11.5, 12.4) is None


def test_countdown_begins_once_the_start_is_scheduled_and_ends_with_go(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_module, "GO_MS", 50)
    run = SyntheticRun(tmp_path / "held.outpace", started=False)
    with booth(qtbot, run.path, live=True) as window:
        window.show_waiting("Two journals", "ready: press F5")
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
        press(qtbot, window, key.Key_Escape)  # closes only the list of keyboard shortcuts
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
