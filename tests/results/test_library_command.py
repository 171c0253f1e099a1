# SPDX-License-Identifier: Apache-2.0
"""`outpace library`: sessions in the library's folder, listed, displayed and tagged without a window."""

import json
from pathlib import Path

import pytest

from app import __main__
from app.session.library import Library
from app.session.paths import sessions_folder
from tests.support.recorded import recorded
from tests.support.repeated import RepeatedRun


@pytest.fixture
def folder() -> Path:
    sessions_folder().mkdir(parents=True)
    return sessions_folder()


def library(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> str:
    capsys.readouterr()
    assert __main__.main(["library", *map(str, arguments)]) == status
    said = capsys.readouterr()
    return said.err if status else said.out


def titles(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    return sorted(one["title"] for one in json.loads(library(capsys, "list", "--json", *arguments)))


def test_sessions_are_listed_with_their_results(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No session in" in library(capsys, "list")
    recorded(folder / "one.outpace", seconds=60, title="First night")
    listed = library(capsys, "list").splitlines()
    assert listed[0].split() == ["Session", "Started", "Length", "Kind", "Result", "Tags", "File"]
    assert listed[1].startswith("First night")
    assert "Write-ahead log" in listed[1]
    assert listed[1].endswith("one"), "as show and tag take it"
    (found,) = json.loads(library(capsys, "list", "--json"))
    assert (found["title"], found["kind"], found["valid"], found["tags"]) == ("First night", "run", True, [])
    assert found["systems"] == ["Rollback journal", "Write-ahead log"]
    assert "×" in found["headline"]
    assert found["path"] == str(folder / "one.outpace")


def test_sessions_are_filtered_by_tag_text_scenario_and_date(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(folder / "one.outpace", seconds=8, title="First night")
    other = RepeatedRun(folder / "two.outpace", title="固态 drives")
    other.repeats(1, seconds=8)
    other.finish()
    library(capsys, "tag", "one", "lab", "release 1")
    assert titles(capsys) == ["First night", "固态 drives"]
    assert titles(capsys, "--tag", "LAB", "--tag", "release 1") == ["First night"]
    assert titles(capsys, "--tag", "lab", "--tag", "other") == []
    assert titles(capsys, "--text", "固态 journal") == ["固态 drives"]
    assert titles(capsys, "--text", "night release") == ["First night"]
    assert titles(capsys, "--scenario", "embedded-demo") == ["First night"]
    assert titles(capsys, "--since", "2000-01-01") == ["First night", "固态 drives"]
    assert titles(capsys, "--since", "2999-01-01") == []
    assert "No session matches" in library(capsys, "list", "--tag", "none")
    assert "expected a date" in library(capsys, "list", "--since", "yesterday", status=2)


def test_tags_are_stored_outside_the_file_and_shown_in_the_window(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded(folder / "one.outpace", seconds=8)
    before = path.read_bytes()
    window = Library()
    window.refresh()
    assert "lab, fast" in library(capsys, "tag", path, "lab", " fast ", "lab")
    window.refresh()
    assert window.entries[0].tags == ("lab", "fast")
    window.close()
    assert "fast" in library(capsys, "untag", "one.outpace", "lab")
    assert 'no tag "lab"' in library(capsys, "untag", "one.outpace", "lab", status=2)
    assert "no tags" in library(capsys, "untag", "one.outpace", "fast")
    assert path.read_bytes() == before


def test_a_session_is_shown_with_its_systems_and_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = RepeatedRun(folder / "two.outpace")
    run.repeats(3, seconds=8)
    run.finish()
    said = library(capsys, "show", "two")
    assert "A: Rollback journal (baseline), valid runs: 3" in said
    assert "B better" in said
    found = json.loads(library(capsys, "show", "two", "--json"))
    assert found["session"]["title"] == "Rollback journal against write-ahead log"
    assert found["headline"]["stage"] == "repeats"
    (line,) = found["headline"]["lines"]
    opm = next(one for one in found["figures"][0]["figures"] if one["name"] == "opm")
    assert (opm["ratio"], opm["low"], opm["high"]) == (line["ratio"], line["low"], line["high"])


def test_the_baseline_of_a_scenario_is_marked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(folder / "one.outpace", seconds=8)
    assert __main__.main(["baseline", "set", str(path)]) == 0
    assert "baseline" in library(capsys, "list").splitlines()[1]
    assert json.loads(library(capsys, "list", "--json"))[0]["baseline"]


def test_missing_or_foreign_session_is_reported_by_name(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "nowhere: no such session" in library(capsys, "show", "nowhere", status=2)
    elsewhere = recorded(tmp_path / "elsewhere.outpace", seconds=8)
    assert "is not in a folder of the library" in library(capsys, "tag", elsewhere, "x", status=2)


def test_damaged_file_is_listed_as_damaged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "text.outpace").write_text("no session at all", "utf-8")
    listed = library(capsys, "list")
    assert "damaged" in listed
    assert "text.outpace" in library(capsys, "show", "text", status=2)
