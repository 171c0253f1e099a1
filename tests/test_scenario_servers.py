"""Targets on servers in a scenario: what is refused before anything is connected to."""

import pytest

from app.scenario.reading import ScenarioError, parse_scenario

SCENARIO = """
title = "t"
[[systems]]
name = "A"
role = "baseline"
[[systems.targets]]
{first}
[[systems]]
name = "B"
role = "challenger"
[[systems.targets]]
{second}
"""
GOOD = 'engine = "mysql"\nuser = "u"\ndatabase = "other"'


def mistakes(first: str, second: str = GOOD) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(SCENARIO.format(first=first, second=second))
    return str(caught.value)


def test_each_kind_of_server_can_be_a_target() -> None:
    scenario = parse_scenario(
        SCENARIO.format(
            first='engine = "postgresql"\nuser = "u"\ntls = "verify"\ntls_ca = "ca.pem"\n'
            '[[systems.targets]]\nengine = "sqlserver"\nodbc = "DSN=stage;UID={a;b}"',
            second=GOOD,
        )
    )
    assert len(scenario.systems[0].targets) == 2


@pytest.mark.parametrize("odbc", ["DSN=a;PWD=hunter2", "DSN=a;pqopt={password=hunter2}", "PWD={hunter2"])
def test_a_password_in_an_odbc_string_is_refused_and_not_repeated(odbc: str) -> None:
    told = mistakes(f'engine = "postgresql"\nodbc = "{odbc}"')
    assert "systems[1].targets[1].odbc" in told
    assert "holds a password" in told
    assert '"keyring"' in told
    assert "hunter2" not in told


def test_a_password_in_its_own_field_is_refused_and_not_repeated() -> None:
    told = mistakes('engine = "postgresql"\nuser = "u"\npassword = "hunter2"')
    assert 'systems[1].targets[1].password: expected "keyring"' in told
    assert "hunter2" not in told


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ('engine = "mysql"\nodbc = \'DSN="a"\'', 'a stray quote (")'),
        ('engine = "mysql"\nodbc = "DSN=a}"', "a stray brace (})"),
        ('engine = "mysql"\nodbc = "DSN=a;SERVER=b;SERVER=c"', "SERVER stands twice"),
        ('engine = "mysql"\nodbc = "SERVER=b"', "neither a DRIVER nor a DSN"),
        ('engine = "mysql"\nodbc = "DSN=a;DATABASE=b"', "write that in the key database"),
        ('engine = "mysql"\nodbc = "DSN=a;SAVEFILE=/etc/b"', "SAVEFILE reads or writes a file"),
        ('engine = "postgresql"\nodbc = "DSN=a;ConnSettings={SET x=1}"', "write the session's settings in settings"),
        ('engine = "postgresql"\nodbc = "DSN=a;A6=VACUUM"', "A6 is SQL"),
        ('engine = "mysql"\nodbc = "DSN=a;INITSTMT={SET x=1}"', "INITSTMT is SQL"),
        ('engine = "mysql"\nodbc = "DSN=a"\nhost = "b"', "targets[1].host: does not count beside odbc"),
        ('engine = "mysql"\nodbc = "DSN=a"\nuser = "b"', "targets[1].user: does not count beside odbc"),
        ('engine = "mysql"\nodbc = "DSN=a"\ntls = "require"', "targets[1].tls: does not count beside odbc"),
        ('engine = "mysql"', 'the key "user" is missing'),
        ('engine = "postgresql"\nuser = "u"\nhost = "db;UID=evil"', "expected a host's name"),
        ('engine = "postgresql"\nuser = "u"\nhost = ""', "expected a host's name"),
        ('engine = "postgresql"\nuser = "u;SERVER=evil"', "takes no semicolon"),
        ('engine = "postgresql"\nuser = "u"\ntls_ca = "ca.pem"', 'needs tls = "verify"'),
        ('engine = "postgresql"\nuser = "u"\ndatabase = "a;b"', "letters, digits and underscores"),
        (GOOD, "is a target of A already"),
    ],
)
def test_what_can_not_work_is_told_with_its_key(first: str, told: str) -> None:
    assert told in mistakes(first)


def test_a_database_name_leaves_room_for_the_pristine_twin() -> None:
    """PostgreSQL cuts names off after 63 characters, and Outpace puts _pristine behind this one."""
    longest = "d" * 54
    kept = f'engine = "postgresql"\nuser = "u"\ndatabase = "{longest}"'
    assert parse_scenario(SCENARIO.format(first=kept, second=GOOD))
    told = mistakes(f'engine = "postgresql"\nuser = "u"\ndatabase = "{longest}d"')
    assert "targets[1].database: expected a name of up to 54 letters" in told
    assert "_pristine" in told


def test_two_targets_of_one_system_need_two_databases() -> None:
    twice = 'engine = "postgresql"\nuser = "u"\n[[systems.targets]]\nengine = "postgresql"\nuser = "u"'
    assert "already" in mistakes(twice)


def test_one_database_serves_both_systems_where_only_one_is_present_at_a_time() -> None:
    text = SCENARIO.format(first=GOOD, second=GOOD)
    assert parse_scenario(text.replace('title = "t"', 'title = "t"\norder = "alternating"'))
