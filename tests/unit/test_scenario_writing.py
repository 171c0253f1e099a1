# SPDX-License-Identifier: Apache-2.0
"""Edited scenario files: unchanged parts stay as written."""

import difflib
from pathlib import Path

import pytest

from app.databases.postgresql.description import PostgreSqlTarget
from app.scenario import drafting
from app.scenario.drafting import Memory
from app.scenario.estimate import run_time
from app.scenario.overrides import with_folders, with_only, with_run_seconds, with_seed
from app.scenario.reading import BUILT_IN, parse_scenario, read_scenario
from app.scenario.writing import Writing, WritingError, save_text, text_with_changes

TARGET = ("systems", 1, "targets", 0)
INLINE = 'title = "T"\nsystems = [{name = "X", role = "baseline", targets = [{engine = "sqlite"}]}] # one line\n'


def changed_lines(before: str, after: str) -> list[str]:
    """Return the lines that differ, as "-old" and "+new"."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


@pytest.mark.parametrize("name", BUILT_IN)
def test_changing_one_value_changes_only_its_line(name: str) -> None:
    text = read_scenario(name).text
    assert Writing(text).text == text
    writing = Writing(text)
    writing.put(("title",), "Mine")
    assert [line[0] for line in changed_lines(text, writing.text)] == ["-", "+"]
    assert parse_scenario(writing.text).title == "Mine"


def test_trailing_comments_and_line_endings_are_preserved() -> None:
    text = read_scenario("postgresql-mariadb").text
    dos = "\ufeff" + text.replace("\n", "\r\n")
    for given in (text, dos):
        writing = Writing(given)
        writing.put((*TARGET, "host"), "db2")
        (old, new) = changed_lines(given, writing.text)
        assert (old.strip(), new.strip()) == ('-host = "127.0.0.1" # <- your server', '+host = "db2" # <- your server')
    assert writing.text.startswith("\ufeff")
    assert writing.text.count("\r\n") == writing.text.count("\n")


def test_new_keys_and_tables_are_inserted_in_their_place() -> None:
    text = read_scenario("postgresql-mariadb").text
    writing = Writing(text)
    writing.put(("order",), "alternating")
    writing.put((*TARGET, "database"), "mine")
    writing.put(("systems", 0, "facts", "Data disks"), "24 x 15K SAS")
    writing.append(("systems", 0, "watch"), {"source": "prometheus", "url": "http://db1:9100/metrics"})
    writing.append(("systems",), {"name": "C", "role": "challenger", "targets": [{"engine": "sqlite"}]})
    scenario = parse_scenario(writing.text)
    assert [system.name for system in scenario.systems] == ["PostgreSQL", "MariaDB", "C"]
    assert scenario.systems[0].facts == {"Data disks": "24 x 15K SAS"}
    assert all(line.startswith("+") for line in changed_lines(text, writing.text))
    assert "\n\n\n" not in writing.text
    writing.remove(("systems", 2))
    writing.remove(("systems", 0, "facts"))
    assert parse_scenario(writing.text).systems[1].name == "MariaDB"


def test_inline_layout_is_extended_and_invalid_toml_rejected() -> None:
    writing = Writing(INLINE)
    writing.append(("systems", 0, "targets"), {"engine": "sqlite", "journal": "rollback"})
    assert "# one line" in writing.text
    assert len(parse_scenario(writing.text).systems[0].targets) == 2
    with pytest.raises(WritingError):
        Writing("title = ")
    with pytest.raises(WritingError):
        Writing("a = 1\n").put(("a", "b"), 2)


def test_saving_through_a_link_replaces_the_target_file(tmp_path: Path) -> None:
    file, link = tmp_path / "mine.toml", tmp_path / "link.toml"
    save_text(file, "old")
    link.symlink_to(file)
    save_text(link, "new\r\n")
    assert file.read_bytes() == b"new\r\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.toml", "mine.toml"]


def test_changing_engines_and_back_restores_the_scenario() -> None:
    writing, memory = Writing(drafting.NEW), Memory()
    for system in (0, 1):
        drafting.choose_engine(writing, ("systems", system, "targets", 0), "postgresql", memory)
    scenario = parse_scenario(writing.text)
    assert scenario.title == "PostgreSQL A vs. PostgreSQL B"
    databases = [t.database for system in scenario.systems for t in system.targets if isinstance(t, PostgreSqlTarget)]
    assert databases == ["outpace_ds", "outpace_b"]
    for system in (0, 1):
        drafting.choose_engine(writing, ("systems", system, "targets", 0), "sqlite", memory)
    assert parse_scenario(writing.text) == parse_scenario(drafting.NEW)


def test_switching_to_storage_and_back_converts_all_systems() -> None:
    writing, memory = Writing(read_scenario("postgresql-mariadb").text), Memory()
    before = parse_scenario(writing.text)
    drafting.choose_engine(writing, TARGET, "storage", memory)
    storage = parse_scenario(writing.text)
    assert (storage.workload.description[:18], storage.plan.title) == ("8 KiB random reads", "queue-depth sweep")
    drafting.choose_workload(writing, "dvdstore", memory)
    assert parse_scenario(writing.text) == before


def test_baseline_and_present_system_follow_renames_and_removals() -> None:
    writing = Writing(drafting.NEW)
    with drafting.names_followed(writing):
        writing.put(("order",), "one at a time")
    assert parse_scenario(writing.text).present == "Rollback journal"
    with drafting.names_followed(writing):
        writing.put(("systems", 0, "name"), "Old")
    assert parse_scenario(writing.text).present == "Old"
    drafting.remove_system(writing, 0)
    left = parse_scenario(writing.text)
    assert (left.present, left.baseline.name) == ("Write-ahead log", "Write-ahead log")


def test_run_time_includes_repeats_rests_and_turns() -> None:
    writing = Writing(drafting.NEW)
    assert run_time(parse_scenario(writing.text)).total_s == 131
    writing.put(("plan", "repeats"), 3)
    writing.put(("plan", "rest_s"), 30)
    turns = run_time(parse_scenario(writing.text))
    assert (turns.loads, turns.total_s) == (6, 6 * 131 + 5 * 30)
    writing.put(("order",), "together")
    assert run_time(parse_scenario(writing.text)).loads == 3


def test_choices_are_written_into_an_inline_layout() -> None:
    inline = """# mine
title = "One line each"
systems = [
    { name = "A", role = "baseline", targets = [{ folder = "x" }] }, # the old one
    { name = "B", role = "challenger", targets = [{ journal = "rollback" }] },
]
plan = { repeats = 2 }
"""
    before = parse_scenario(inline)
    after = with_only(with_run_seconds(with_folders(before, {"B": Path("/elsewhere")}), 9), "B")
    made = text_with_changes(inline, before, after)
    assert parse_scenario(made) == after
    assert "# mine" in made
    assert "# the old one" in made


@pytest.mark.parametrize("name", BUILT_IN)
def test_scenario_with_uneditable_text_is_rewritten_completely(name: str) -> None:
    file = read_scenario(name)
    after = with_seed(file.scenario, 5)
    assert parse_scenario(text_with_changes("no [ toml", file.scenario, after)) == after
    assert parse_scenario(text_with_changes(file.text, file.scenario, after)) == after
