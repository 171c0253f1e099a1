"""The stand: an attract loop of recordings, a live run on a key, its card, and what happens when something is away."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.scenario.reading import read_scenario
from app.session.paths import sessions_folder
from app.ui.booth.playlist import Piece, Playlist, read_playlist, write_playlist
from app.ui.booth.show import Begin, Show
from app.ui.booth.window import BoothWindow
from app.ui.request import Answers, StartRequest
from tests.engine_runs import scenario_file
from tests.recorded import SyntheticRun, recorded
from widgets.theme import DARK

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LONG_MS = 120_000
Begun = Callable[..., Show]


def at_once(request: StartRequest, begin: Begin) -> None:
    """Nothing has to be asked."""
    begin(request, read_scenario(request.scenario).scenario.title, Answers())


@pytest.fixture
def show_of(qtbot: QtBot) -> Iterator[Begun]:
    """A show in a booth window, with quick pieces."""
    shows: list[Show] = []

    def make(*sources: object, hold: bool = False, card_s: float = 0.2, result_s: float = 600) -> Show:
        window = BoothWindow(DARK)
        qtbot.addWidget(window)
        window.resize(1280, 720)
        window.show()
        pieces = tuple(Piece(str(source)) for source in sources)
        playlist = Playlist(pieces, speed=16.0, piece_s=0.4, card_s=card_s, result_s=result_s)
        show = Show(window, playlist, ask=at_once, parent=window)
        show.setProperty("window", window)
        show.notes = []  # type: ignore[attr-defined]
        show.note.connect(show.notes.append)  # type: ignore[attr-defined]
        shows.append(show)
        show.begin(hold=hold)
        return show

    yield make
    for show in shows:
        show.close()


def window_of(show: Show) -> BoothWindow:
    window = show.parent()
    assert isinstance(window, BoothWindow)
    return window


def test_the_loop_plays_recordings_with_their_mark_and_leaves_a_damaged_one_out(
    show_of: Begun, qtbot: QtBot, tmp_path: Path
) -> None:
    first, last = recorded(tmp_path / "first.outpace", seconds=20), recorded(tmp_path / "last.outpace", seconds=20)
    broken = tmp_path / "broken.outpace"
    broken.write_bytes(first.read_bytes()[:3000])
    seen: list[str] = []
    show = show_of(first, broken, last)
    show.staged.connect(lambda stage: seen.append(f"{stage} {show.follower.path.name}" if show.follower else stage))
    assert "RECORDED" in window_of(show).board.foot.accessibleName()
    qtbot.waitUntil(lambda: "replay last.outpace" in seen and seen[-1] == "replay first.outpace", timeout=LONG_MS)
    assert "card first.outpace" in seen
    assert len(show.notes) == 1  # said once to the operator, not in every round
    assert "broken.outpace" in show.notes[0]


def test_a_key_starts_the_live_run_and_its_card_tells_the_ratio(show_of: Begun, qtbot: QtBot, tmp_path: Path) -> None:
    scenario = scenario_file(tmp_path, run_s=3, warmup_s=0)
    show = show_of(recorded(tmp_path / "first.outpace", seconds=20), scenario)
    stages: list[str] = []
    show.staged.connect(stages.append)
    show.press("start")
    window = window_of(show)
    qtbot.waitUntil(lambda: show.stage == "card", timeout=LONG_MS)
    assert stages == ["preparing", "ready", "live", "card"]
    qtbot.waitUntil(lambda: "one run, 3 s" in window.card.accessibleName(), timeout=LONG_MS)
    assert "× the orders" in window.card.accessibleName()
    assert not show.notes
    ran = show.follower.path
    show.press("next")  # the scenario's turn: shown by what is recorded of it best
    qtbot.waitUntil(lambda: show.stage == "replay", timeout=LONG_MS)
    assert show.follower.path == ran


def test_where_a_system_is_away_the_loop_goes_on_with_its_best_recorded_session(
    show_of: Begun, qtbot: QtBot, tmp_path: Path
) -> None:
    text = scenario_file(tmp_path).read_text(encoding="utf-8")
    away = 'engine = "postgresql"\nhost = "127.0.0.1"\nport = 1\nuser = "nobody"\npassword = "env:NO_SUCH_PASSWORD"'
    text = text.replace('engine = "sqlite"\njournal = "wal"\nfolder = "databases"', away)
    scenario = tmp_path / "away.toml"
    scenario.write_text(text, encoding="utf-8")
    sessions_folder().mkdir(parents=True)
    for name, seconds in (("short", 20), ("long", 40)):
        run = SyntheticRun(sessions_folder() / f"{name}.outpace", scenario_toml=text)
        run.seconds(seconds)
        run.finish()
    show = show_of(scenario)
    qtbot.waitUntil(lambda: show.stage == "replay", timeout=LONG_MS)  # what is shown before anybody starts it
    show.press("start")
    qtbot.waitUntil(lambda: bool(show.notes), timeout=LONG_MS)
    qtbot.waitUntil(lambda: show.stage == "replay", timeout=LONG_MS)
    assert show.follower is not None
    assert show.follower.path.name == "long.outpace"
    assert "NO_SUCH_PASSWORD" in show.notes[0]
    assert "NO_SUCH_PASSWORD" not in window_of(show).board.foot.accessibleName()


def test_a_playlist_is_kept(tmp_path: Path) -> None:
    playlist = Playlist((Piece("stand", live=True), Piece("/somewhere/a.outpace")), speed=8.0)
    write_playlist(playlist, tmp_path / "new" / "attract.json")
    assert read_playlist(tmp_path / "new" / "attract.json") == playlist
    assert read_playlist(tmp_path / "none.json") == Playlist()
    assert playlist.scenarios == ("stand",)
