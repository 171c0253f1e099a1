# SPDX-License-Identifier: Apache-2.0
"""Booth show: a loop of recordings, a live run started by a key, its closing card, and failures."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.engine.consents import Consent, confirm
from app.results.measurings import ORDERS
from app.scenario.reading import read_scenario
from app.session.paths import sessions_folder
from app.ui.presentation.attract_loop import AttractLoop, Begin
from app.ui.presentation.playlist import Piece, Playlist, read_playlist, write_playlist
from app.ui.presentation.presentation_window import PresentationWindow
from app.ui.start.run_request import Answers, StartRequest
from app.ui.window.application import WorkbenchWindow, show_booth_first
from app.ui.window.state import StateStore
from tests.support.engine_runs import scenario_file
from tests.support.recorded import SyntheticRun, recorded
from tests.support.servers import OwnServer
from tests.support.ui_window import Opener
from widgets.theme import DARK

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "raise")

LONG_MS = 120_000


def at_once(request: StartRequest, begin: Begin) -> None:
    """Start the run without asking for confirmation."""
    begin(request, read_scenario(request.scenario).scenario.title, Answers())


class Noted(AttractLoop):
    """Show without prompts that records its messages to the operator."""

    def __init__(self, window: PresentationWindow, playlist: Playlist) -> None:
        super().__init__(window, playlist, ask=at_once, parent=window)
        self.notes: list[str] = []
        self.note.connect(self.notes.append)


Begun = Callable[..., Noted]


@pytest.fixture
def show_of(qtbot: QtBot) -> Iterator[Begun]:
    """Provide a function that begins a show with short pieces in a booth window."""
    shows: list[Noted] = []

    def make(*sources: object, hold: bool = False, card_s: float = 0.5, result_s: float = 600) -> Noted:
        window = PresentationWindow(DARK)
        qtbot.addWidget(window)
        window.resize(1280, 720)
        window.show()
        pieces = tuple(Piece(str(source)) for source in sources)
        playlist = Playlist(pieces, speed=16.0, piece_s=0.4, card_s=card_s, result_s=result_s)
        show = Noted(window, playlist)
        shows.append(show)
        show.begin(hold=hold)
        return show

    yield make
    for show in shows:
        show.close()


def window_of(show: AttractLoop) -> PresentationWindow:
    window = show.parent()
    assert isinstance(window, PresentationWindow)
    return window


def test_loop_plays_marked_recordings_and_skips_a_damaged_one(show_of: Begun, qtbot: QtBot, tmp_path: Path) -> None:
    first, last = recorded(tmp_path / "first.outpace", seconds=20), recorded(tmp_path / "last.outpace", seconds=20)
    broken = tmp_path / "broken.outpace"
    broken.write_bytes(first.read_bytes()[:3000])
    seen: list[str] = []
    show = show_of(first, broken, last)
    show.staged.connect(lambda stage: seen.append(f"{stage} {show.follower.path.name}" if show.follower else stage))
    board, card = window_of(show).board, window_of(show).card
    assert "RECORDED" in board.pill.text
    assert board.pill.text.endswith("16× speed")
    qtbot.waitUntil(card.isVisible, timeout=LONG_MS)
    assert "RECORDED" in card.head.accessibleName()  # the card of a recording has its pill, too
    qtbot.waitUntil(lambda: "replay last.outpace" in seen and seen[-1] == "replay first.outpace", timeout=LONG_MS)
    assert "card first.outpace" in seen
    assert len(show.notes) == 1  # reported once to the operator, not in every round
    assert "broken.outpace" in show.notes[0]


def test_start_key_connects_users_counts_down_runs_and_shows_a_card(
    show_of: Begun, qtbot: QtBot, tmp_path: Path
) -> None:
    show = show_of(recorded(tmp_path / "first.outpace", seconds=20), scenario_file(tmp_path, run_s=1, warmup_s=0))
    window, stages, moments = window_of(show), [], []

    def staged(stage: str) -> None:
        stages.append(stage)
        if stage == "ready" and show.follower is not None:
            follower = show.follower
            assert not follower.reader.started
            follower.advanced.connect(lambda: moments.append(follower.now_s))

    show.staged.connect(staged)
    show.press("start")
    qtbot.waitUntil(lambda: show.stage == "card", timeout=LONG_MS)
    assert stages == ["preparing", "ready", "live", "card"]
    counted = [moment for moment in moments if moment < 0]  # relative to the common start
    assert counted == sorted(counted)
    assert counted
    assert set(counted) <= {-3.0, -2.0, -1.0}
    assert show.follower is not None
    ran, reader = show.follower.path, show.follower.reader
    assert next(phase for phase in reader.phases if phase.name == "connect").from_s < -3
    qtbot.waitUntil(lambda: "One run of 1 s" in window.card.accessibleName(), timeout=LONG_MS)
    assert "× the orders of" in window.card.accessibleName()
    assert not show.notes
    show.press("next")  # the scenario's turn: its best recording is shown
    qtbot.waitUntil(lambda: show.stage == "replay", timeout=LONG_MS)
    assert show.follower.path == ran


def test_loop_falls_back_to_the_best_recording_of_an_unreachable_system(
    show_of: Begun, qtbot: QtBot, tmp_path: Path
) -> None:
    text = scenario_file(tmp_path).read_text(encoding="utf-8")
    away = 'engine = "postgresql"\nhost = "127.0.0.1"\nport = 1\nuser = "nobody"\npassword = "env:OUTPACE_NOWHERE"'
    text = text.replace('engine = "sqlite"\njournal = "wal"\nfolder = "databases"', away)
    scenario = tmp_path / "away.toml"
    scenario.write_text(text, encoding="utf-8")
    sessions_folder().mkdir(parents=True)
    for name, seconds in (("short", 20), ("long", 40)):
        run = SyntheticRun(sessions_folder() / f"{name}.outpace", scenario_toml=text)
        run.seconds(seconds)
        run.finish()
    show = show_of(scenario)
    qtbot.waitUntil(lambda: show.stage == "replay", timeout=LONG_MS)  # the recording is shown before the run starts
    show.press("start")
    qtbot.waitUntil(lambda: bool(show.notes), timeout=LONG_MS)
    qtbot.waitUntil(lambda: show.stage == "replay", timeout=LONG_MS)
    assert show.follower is not None
    assert show.follower.path.name == "long.outpace"
    assert "OUTPACE_NOWHERE" in show.notes[0]
    assert "NO_SUCH_PASSWORD" not in window_of(show).board.foot.accessibleName()


def test_server_outage_is_shown_discreetly_and_gives_no_result(
    show_of: Begun, own_server: OwnServer, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.presentation.stand_run.COUNTDOWN_S", 0.5)
    server = own_server("postgresql")
    monkeypatch.setenv("OUTPACE_STAND_PASSWORD", server.password)
    confirm(Consent("env", f"OUTPACE_STAND_PASSWORD for {server.user}@{server.host}:{server.port}"))
    target = f'engine = "postgresql"\nhost = "{server.host}"\nport = {server.port}\nuser = "{server.user}"'
    text = scenario_file(tmp_path, users=2, warmup_s=0).read_text(encoding="utf-8")
    text = text.replace('engine = "sqlite"\njournal = "wal"\nfolder = "databases"', target)
    scenario = tmp_path / "server.toml"
    scenario.write_text(
        f'{text}database = "outpace_stand"\npassword = "env:OUTPACE_STAND_PASSWORD"\n', encoding="utf-8"
    )
    show = show_of(scenario)
    show.press("start")
    foot, neutral = window_of(show).board.foot, window_of(show).waiting
    qtbot.waitUntil(lambda: show.stage == "live" and orders_of("B", show) > 5, timeout=LONG_MS)
    server.kill()
    qtbot.waitUntil(lambda: "Write-ahead log is not answering" in foot.accessibleName(), timeout=LONG_MS)
    assert server.host not in foot.accessibleName()
    before = orders_of("A", show), orders_of("B", show)
    server.start()
    qtbot.waitUntil(lambda: "not answering" not in foot.accessibleName(), timeout=LONG_MS)
    qtbot.waitUntil(lambda: orders_of("B", show) > before[1] + 5, timeout=LONG_MS)  # its users have reconnected
    assert orders_of("A", show) > before[0]  # the other system has continued
    assert show.stage == "live"
    show.press("stop")
    qtbot.waitUntil(lambda: "The next run starts soon" in neutral.accessibleName(), timeout=LONG_MS)
    assert "×" not in neutral.accessibleName()
    assert window_of(show).card.isHidden()
    assert len(show.notes) == 1
    assert "Write-ahead log" in show.notes[0]


def orders_of(letter: str, show: AttractLoop) -> float:
    """Return the orders that a system has completed so far."""
    assert show.follower is not None
    reader = show.follower.reader
    system = next(system for system in reader.systems if system.letter == letter)
    counter = next((c for c in reader.counters if c.system == system.id and c.path == ORDERS), None)
    return reader.total(counter, 0.0, reader.length_s) if counter is not None else 0.0


def test_playlist_round_trips_through_its_file(tmp_path: Path) -> None:
    playlist = Playlist((Piece("stand", live=True), Piece("/somewhere/a.outpace")), speed=8.0)
    write_playlist(playlist, tmp_path / "new" / "attract.json")
    assert read_playlist(tmp_path / "new" / "attract.json") == playlist
    assert read_playlist(tmp_path / "none.json") == Playlist()
    assert playlist.scenarios == ("stand",)


def test_booth_command_opens_the_show_until_the_user_leaves(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened()
    controller.begin(None, None, (str(recorded(tmp_path / "a.outpace", seconds=20)),))
    show, shell = controller.stand.show, controller.shell
    assert show is not None
    assert "RECORDED" in show.window.board.pill.text
    assert shell.actions_["booth"].isChecked()
    shell.actions_["countdown"].trigger()  # the playlist contains no runs, and the operator sees the reason
    qtbot.waitUntil(lambda: "The playlist has no scenario" in shell.notice.text, timeout=60_000)
    QTest.keyClick(show.window, Qt.Key.Key_Escape)
    assert controller.stand.show is None
    assert show.follower is None
    assert not shell.actions_["booth"].isChecked()


def test_booth_command_shows_the_booth_before_the_workbench(qtbot: QtBot, tmp_path: Path) -> None:
    session = str(recorded(tmp_path / "a.outpace", seconds=20))
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"), booth=(session,))
    qtbot.addWidget(window.shell)
    show_booth_first(window)
    assert window.controller is not None
    booth = window.controller.booth.window
    assert booth is not None
    assert booth.isFullScreen()
    assert window.shell.isMinimized()  # there is one screen, which belongs to the visitors
    QTest.keyClick(booth, Qt.Key.Key_Escape)
    assert not window.shell.isMinimized()
    assert window.shell.isVisible()
    window.shell.close()
