# SPDX-License-Identifier: Apache-2.0
"""Reading of scenarios: each is valid, or every error is listed."""

import contextlib
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scenario.document_check import mistakes
from app.scenario.overrides import adjusted, with_folders, with_run_seconds, with_seed
from app.scenario.reading import BUILT_IN, ScenarioError, document_type, parse_scenario, read_scenario

GOOD = """
title = "Two journals"

[workload]
name = "dvdstore"
users = 8

[[systems]]
name = "Rollback"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
journal = "rollback"

[[systems]]
name = "Log"  # the newer one
role = "challenger"
[[systems.targets]]
engine = "sqlite"
"""


def complaints(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, "mine.toml")
    return str(caught.value).splitlines()


def test_scenario_uses_the_defaults_of_the_original_workload() -> None:
    scenario = parse_scenario(GOOD)
    assert scenario.workload.new_customers_percent == 20
    assert (scenario.workload.searches, scenario.workload.search_batch_size, scenario.workload.line_items) == (3, 5, 5)
    assert scenario.plan.ramp_users_per_s == 10
    assert scenario.baseline.name == "Rollback"


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_scenarios_are_valid(name: str) -> None:
    file = read_scenario(name)
    roles = [system.role for system in file.scenario.systems]
    assert roles == ["baseline", *["challenger"] * (len(roles) - 1)]


def test_demo_compares_two_different_durable_systems() -> None:
    settings = [system.targets[0] for system in read_scenario(BUILT_IN[0]).scenario.systems]
    assert [target.synchronous for target in settings] == ["full", "full"]
    assert [target.journal for target in settings] == ["rollback", "wal"]


def test_every_mistake_is_listed_with_line_key_and_suggestion() -> None:
    text = GOOD.replace("users = 8", "users = 1000000\nusres = 2").replace('journal = "rollback"', 'jurnal = "wal"')
    text = text.replace('name = "dvdstore"', 'name = "dvdstor"', 1)
    assert complaints(text) == [
        'mine.toml:5: workload.name: "dvdstor" is not known; did you mean "dvdstore"? Known are dvdstore, storage-io, '
        "brokerage, order-entry, sql",
        "mine.toml:6: workload.users: expected a whole number from 1 to 1,000, found 1,000,000",
        'mine.toml:7: workload.usres: unknown key; did you mean "users"?',
        'mine.toml:14: systems[1].targets[1].jurnal: unknown key; did you mean "journal"?',
    ]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("users = 8", "users = 0", "mine.toml:6: workload.users: expected a whole number from 1 to 1,000, found 0"),
        ("users = 8", "users = 2.5", "mine.toml:6: workload.users: expected a whole number from 1 to 1,000, found 2.5"),
        ("users = 8", 'users = "8"', 'mine.toml:6: workload.users: expected a whole number from 1 to 1,000, found "8"'),
        (
            "users = 8",
            'db_size = "10 apples"',
            'mine.toml:6: workload.db_size: expected a whole number of MB or GB such as "10MB", "500MB" or "250GB", '
            'found "10 apples"',
        ),
        (
            '"rollback"',
            '"rolback"',
            'mine.toml:13: systems[1].targets[1].journal: expected "rollback" or "wal", found "rolback";'
            ' did you mean "rollback"?',
        ),
        ('role = "challenger"', "", 'mine.toml:15: systems[2]: the key "role" is missing'),
        (
            'role = "challenger"',
            'role = "baseline"',
            'mine.toml:8: systems: exactly one system has role = "baseline"; here 2 of 2',
        ),
        ('name = "Log"', 'name = "ROLLBACK"', 'mine.toml:16: systems[2].name: two systems are named "ROLLBACK"'),
        ('title = "Two journals"', "title = 7", "mine.toml:2: title: expected a text of 1 to 80 characters, found 7"),
        (
            "users = 8",
            "[plan]\nwarmup_s = -1",
            "mine.toml:7: plan.warmup_s: expected a number from 0 to 86,400, found -1",
        ),
        (
            "users = 8",
            '[pacing]\nloop = "open"',
            'mine.toml:6: pacing: loop = "open" needs a rate (orders per second and target) above 0',
        ),
    ],
)
def test_invalid_value_is_reported_in_plain_words(old: str, new: str, complaint: str) -> None:
    assert complaint in complaints(GOOD.replace(old, new, 1))


def test_system_without_targets_is_rejected() -> None:
    text = GOOD.partition("[[systems.targets]]")[0]
    assert complaints(text) == ['mine.toml:8: systems[1]: the key "targets" is missing']


def test_invalid_toml_and_unreadable_files_are_rejected(tmp_path: Path) -> None:
    assert complaints("title = ")[0].startswith("mine.toml: invalid TOML: ")
    with pytest.raises(ScenarioError, match="no built-in scenario of that name"):
        read_scenario(str(tmp_path / "missing.toml"))
    (tmp_path / "latin.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(ScenarioError, match="not UTF-8"):
        read_scenario(str(tmp_path / "latin.toml"))
    with pytest.raises(ScenarioError, match="can't be read"):
        read_scenario(str(tmp_path))


def test_command_line_choices_preserve_comments(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(GOOD, encoding="utf-8")
    read = read_scenario(str(path))
    chosen = with_folders(with_seed(with_run_seconds(read.scenario, 20), 77), {"Log": tmp_path})
    file = adjusted(read, chosen)
    assert "# the newer one" in file.text
    assert (file.scenario.plan.run_s, file.scenario.plan.warmup_s, file.scenario.plan.seed) == (20, 5, 77)
    assert file.scenario.systems[1].targets[0].folder == str(tmp_path)
    assert file.scenario.systems[0].targets[0].folder == ""
    assert parse_scenario(file.text) == file.scenario
    assert with_folders(file.scenario, {"A": tmp_path}).systems[0].targets[0].folder == str(tmp_path)
    with pytest.raises(ScenarioError, match='no system is named "Lgo"'):
        with_folders(file.scenario, {"Lgo": tmp_path})


TOML_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.text(max_size=300))
def test_any_text_is_parsed_or_rejected_with_a_scenario_error(text: str) -> None:
    with contextlib.suppress(ScenarioError):
        parse_scenario(text)


@given(st.sampled_from(sorted(tomllib.loads(GOOD))), TOML_VALUES)
def test_any_value_is_accepted_or_rejected_with_a_message(key: str, value: object) -> None:
    document = tomllib.loads(GOOD) | {key: value}
    for mistake in mistakes(document, document_type()):
        assert mistake.text
        assert mistake.key_text.startswith(key)


@pytest.mark.parametrize("engine", ["oracle", "mariadb"])
def test_unknown_engine_is_reported_with_the_available_ones(engine: str) -> None:
    (complaint,) = complaints(GOOD.replace('engine = "sqlite"', f'engine = "{engine}"', 1))
    assert f'"{engine}" is not known' in complaint
    assert "nown are sqlite, postgresql, mysql, sqlserver, storage" in complaint
    assert 'did you mean "storage"' not in complaint
