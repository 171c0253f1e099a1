# SPDX-License-Identifier: Apache-2.0
"""Library of recorded sessions: its list, its cache, and the detection of changed files."""

import shutil
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest

from app.model.messages import sentence
from app.scenario.recorded import scenario_key
from app.session.library import Library
from app.session.new_file import snapshot
from app.ui.library.library_changes import put_away, take_back
from app.ui.library.library_list import ordered
from tests.support.recorded import TRIO, SyntheticRun, recorded
from tests.support.repeated import RepeatedRun


@pytest.fixture
def folder(tmp_path):
    """Return the folder of sessions."""
    made = tmp_path / "sessions"
    made.mkdir()
    return made


@pytest.fixture
def library(folder, tmp_path):
    """Return a library of this folder."""
    made = Library(folder, tmp_path / "library.sqlite")
    yield made
    made.close()


def altered(path: Path, sql: str) -> None:
    """Execute a statement that modifies a session."""
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


def test_titles_are_sorted_by_the_numbers_in_them(library, folder):
    recorded(folder / "one.outpace", seconds=2)
    library.refresh()
    (entry,) = library.entries
    titles = ["m²", "Run 10", "Run 9", "²", "Run " + 30 * "9", "Run ٩"]
    order = [one.title for one in ordered([replace(entry, title=title) for title in titles], "title")]
    assert order.index("Run 9") < order.index("Run 10")


def test_custom_titles_and_tags_persist_without_altering_the_file(library, folder, tmp_path):
    path = recorded(folder / "one.outpace", seconds=8, title="As recorded")
    before = path.read_bytes()
    library.refresh()
    (entry,) = library.entries
    assert (entry.title, entry.kind, entry.state, entry.valid) == ("As recorded", "run", "whole", True)
    assert entry.systems == (("A", "Rollback journal", "baseline"), ("B", "Write-ahead log", "challenger"))
    assert entry.length_s == 8.0
    library.rename(path, "  Before the\nnew disks ")
    library.set_tags(path, ["lab", "disks", " lab "])
    moved = path.rename(folder / "moved.outpace")
    again = Library(folder, tmp_path / "library.sqlite")
    again.refresh()
    (entry,) = again.entries
    assert (entry.path, entry.title, entry.tags) == (moved, "Before the new disks", ("lab", "disks"))
    assert entry.recorded_title == "As recorded"
    again.rename(moved, "")
    assert again.entry(moved).title == "As recorded"
    again.close()
    assert moved.read_bytes() == before


def test_snapshot_has_a_separate_title_and_is_complete_without_an_end(library, folder):
    run = SyntheticRun(folder / "run.outpace", title="Run")
    run.seconds(3)
    snapshot(run.path, folder / "shot.outpace", name="at 3 s", note="", layout_json="{}", png=b"")
    library.refresh()
    shot = library.entry(folder / "shot.outpace")
    assert (shot.kind, shot.title, shot.state) == ("snapshot", "Run — at 3 s", "whole")
    library.rename(shot.path, "Mine")
    assert library.entry(run.path).title == "Run"
    library.check(shot.path)
    assert library.entry(shot.path).state == "whole"


def test_growing_session_is_distinguished_from_a_cut_off_one(folder, tmp_path):
    run = SyntheticRun(folder / "run.outpace")
    run.seconds(3)
    recording: set[str] = set()
    library = Library(folder, tmp_path / "index", recorded_now=recording.__contains__)
    library.refresh()
    (entry,) = library.entries
    assert entry.state == "growing"
    hour_ago = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
    altered(run.path, f"UPDATE session SET created_utc = '{hour_ago}'")
    library.refresh()
    assert library.entries[0].state == "cut off"
    recording.add(entry.uuid)  # an engine that waits with connected users writes nothing for a while
    library.refresh()
    assert library.entries[0].state == "growing"
    run.finish()
    library.refresh()
    assert (library.entries[0].state, library.entries[0].length_s) == ("whole", 3.0)
    library.close()


@pytest.mark.parametrize("how", ["a figure", "a byte"])
def test_file_changed_after_its_end_is_detected(library, folder, how):
    path = recorded(folder / "one.outpace", seconds=6)
    library.refresh()
    library.check(path)
    assert (library.entry(path).state, library.entry(path).checked) == ("whole", True)
    if how == "a figure":
        altered(path, "UPDATE system SET name = 'Faster' WHERE id = 2")
    else:
        text = path.read_bytes()
        path.write_bytes(text.replace(b"all systems started", b"all systems stopped"))
    library.refresh()
    assert not library.entry(path).checked
    library.check(path)
    assert library.entry(path).state == "changed"


def test_damaged_file_keeps_its_known_title_and_tags(library, folder, tmp_path):
    path = recorded(folder / "one.outpace", seconds=6, title="The only one")
    library.refresh()
    library.set_tags(path, ["dear"])
    octets = path.read_bytes()
    path.write_bytes(octets[:4096] + b"\xff" * (len(octets) - 4096))
    (folder / "text.outpace").write_text("no session at all", "utf-8")
    library.refresh()
    entry = library.entry(path)
    assert (entry.state, entry.title, entry.tags) == ("damaged", "The only one", ("dear",))
    assert "one.outpace" in sentence(entry.problem)
    stranger = library.entry(folder / "text.outpace")
    assert (stranger.state, stranger.title, stranger.uuid) == ("damaged", "text", "")
    path.write_bytes(octets)
    library.refresh()
    assert library.entry(path).state == "whole"


def test_damage_deep_in_a_file_is_found_by_the_check(library, folder):
    path = recorded(folder / "one.outpace", seconds=30)
    library.refresh()
    octets = bytearray(path.read_bytes())
    octets[-6000:-2000] = b"\xff" * 4000
    path.write_bytes(octets)
    library.refresh()
    library.check(path)
    assert library.entry(path).state in ("damaged", "changed")


def test_damaged_index_is_rebuilt_with_its_titles_and_folders(folder, tmp_path):
    path, index = recorded(folder / "one.outpace", seconds=4), tmp_path / "library.sqlite"
    library = Library(folder, index)
    library.refresh()
    library.rename(path, "Mine")
    library.add_folder(tmp_path / "others")
    library.keep_picture(path, b"\x89PNG" * 30_000, "1")
    library.close()
    octets = bytearray(index.read_bytes())
    octets[-60_000:-20_000] = b"x" * 40_000
    index.write_bytes(octets)
    library = Library(folder, index)
    library.refresh()
    assert library.entry(path).title == "Mine"
    assert library.folders == (folder, tmp_path / "others")
    library.close()
    index.write_bytes(b"no database")
    library = Library(folder, index)
    library.refresh()
    library.rename(path, "Again")
    library.close()
    assert Library(folder, index).folders == (folder,)


def test_sessions_of_other_folders_are_listed_once_added(library, tmp_path):
    (tmp_path / "others").mkdir()
    path = recorded(tmp_path / "others" / "one.outpace", seconds=4)
    library.refresh()
    assert library.entries == ()
    library.add_folder(path.parent)
    library.refresh()
    assert [entry.path for entry in library.entries] == [path]
    library.remove_folder(path.parent)
    library.refresh()
    assert library.entries == ()


def test_runs_of_one_scenario_share_a_key_regardless_of_the_seed(library, folder):
    plan = 'name = "timed"\nseed = {seed}'
    for number, seed in enumerate((1, 2)):
        RepeatedRun(folder / f"{number}.outpace", plan=plan.format(seed=seed), title=f"Run {number}").finish()
    RepeatedRun(folder / "2.outpace", plan='name = "race"\norders = 100').finish()
    library.refresh()
    keys = {entry.path.stem: entry.scenario_key for entry in library.entries}
    assert keys["0"] == keys["1"] != keys["2"]
    assert scenario_key("") == scenario_key("no [ toml") == ""


def test_unchanged_session_is_not_read_again(library, folder, monkeypatch):
    path = recorded(folder / "one.outpace", TRIO, seconds=4)
    library.refresh()
    library.keep_result(path, "B 1.9× the orders", "1")
    monkeypatch.setattr("app.session.library.facts_of", lambda _path: pytest.fail("read again"))
    library.refresh()
    assert library.entries[0].result == "B 1.9× the orders"


@pytest.mark.parametrize("trash", ["the system's", "none"])
def test_trashed_files_can_be_restored(tmp_path, trash):
    session, log, bin_ = tmp_path / "a.outpace", tmp_path / "a.outpace-wal", tmp_path / "Trash" / "files"
    bin_.mkdir(parents=True)
    for path in (session, log):
        path.write_text(path.name, "utf-8")

    def fake_system_trash(path: Path) -> Path | None:
        return Path(shutil.move(path, bin_ / path.name)) if trash == "the system's" else None

    moved = put_away([session, log], fake_system_trash)
    assert not session.exists()
    assert not log.exists()
    assert all(one.place is not None and one.place.exists() for one in moved)
    take_back(moved)
    assert (session.read_text("utf-8"), log.read_text("utf-8")) == (session.name, log.name)
    moved = put_away([session], fake_system_trash)
    session.write_text("another", "utf-8")
    with pytest.raises(OSError, match=r"another.*a\.outpace"):
        take_back(moved)
    assert session.read_text("utf-8") == "another"


@pytest.mark.skipif(sys.platform == "win32", reason="a file in a user's profile is that user's there")
def test_library_index_is_accessible_only_to_its_user(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    path.touch(mode=0o644)
    Library(tmp_path, path).close()
    assert path.stat().st_mode & 0o777 == 0o600
