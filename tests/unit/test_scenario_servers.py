# SPDX-License-Identifier: Apache-2.0
"""Server targets in a scenario: valid ones, and those rejected before a connection is opened."""

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


def test_every_kind_of_server_is_accepted_as_a_target() -> None:
    scenario = parse_scenario(
        SCENARIO.format(
            first='engine = "postgresql"\nuser = "u"\ntls = "verify"\ntls_ca = "ca.pem"\n'
            '[[systems.targets]]\nengine = "sqlserver"\nodbc = "DSN=stage;UID={a;b}"',
            second=GOOD,
        )
    )
    assert len(scenario.systems[0].targets) == 2


@pytest.mark.parametrize("odbc", ["DSN=a;PWD=hunter2", "DSN=a;pqopt={password=hunter2}", "PWD={hunter2"])
def test_password_in_an_odbc_string_is_rejected_and_not_echoed(odbc: str) -> None:
    told = mistakes(f'engine = "postgresql"\nodbc = "{odbc}"')
    assert "systems[1].targets[1].odbc" in told
    assert "holds a password" in told
    assert '"keyring"' in told
    assert "hunter2" not in told


def test_plain_password_in_its_field_is_rejected_and_not_echoed() -> None:
    told = mistakes('engine = "postgresql"\nuser = "u"\npassword = "hunter2"')
    assert 'systems[1].targets[1].password: expected "keyring"' in told
    assert "hunter2" not in told


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ('engine = "mysql"\nodbc = \'DSN="a"\'', 'a stray quote (")'),
        ('engine = "mysql"\nodbc = "DSN=a}"', "a stray brace (})"),
        ('engine = "mysql"\nodbc = "DSN=a;SERVER=b;SERVER=c"', "SERVER appears twice"),
        ('engine = "mysql"\nodbc = "SERVER=b"', "neither a DRIVER nor a DSN"),
        ('engine = "mysql"\nodbc = "DSN=a;DATABASE=b"', "write that in the key database"),
        ('engine = "mysql"\nodbc = "DSN=a;SAVEFILE=/etc/b"', "does not pass SAVEFILE on"),
        ('engine = "postgresql"\nodbc = "DSN=a;ConnSettings={SET x=1}"', "use settings for the session's settings"),
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
        ('engine = "mysql"\nuser = "u}};DRIVER=/tmp/evil.so;{"', "how they take a semicolon or brace"),
        (
            'engine = "sqlserver"\ntls = "verify"\ntls_ca = "a};PLUGIN_DIR=/tmp"',
            "targets[1].tls_ca: ODBC drivers differ",
        ),
        ('engine = "postgresql"\nuser = "u"\ntransport = "pipes"', "transport"),
        ('engine = "mysql"\nuser = "u"\ntransport = "libpq"', "transport"),
        (
            'engine = "postgresql"\nodbc = "DSN=a"\ntransport = "libpq"',
            'targets[1].transport: transport = "libpq" needs host',
        ),
        (GOOD, "is a target of A already"),
    ],
)
def test_invalid_server_setting_is_reported_with_its_key(first: str, told: str) -> None:
    assert told in mistakes(first)


def test_database_name_must_leave_room_for_the_pristine_suffix() -> None:
    """PostgreSQL truncates names after 63 characters, and Outpace appends _pristine to the name."""
    longest = "d" * 54
    kept = f'engine = "postgresql"\nuser = "u"\ndatabase = "{longest}"'
    assert parse_scenario(SCENARIO.format(first=kept, second=GOOD))
    told = mistakes(f'engine = "postgresql"\nuser = "u"\ndatabase = "{longest}d"')
    assert "targets[1].database: expected a name of up to 54 letters" in told
    assert "_pristine" in told


def test_targets_of_one_system_require_different_databases() -> None:
    twice = 'engine = "postgresql"\nuser = "u"\n[[systems.targets]]\nengine = "postgresql"\nuser = "u"'
    assert "already" in mistakes(twice)


def test_alternating_systems_may_share_a_database() -> None:
    text = SCENARIO.format(first=GOOD, second=GOOD)
    assert parse_scenario(text.replace('title = "t"', 'title = "t"\norder = "alternating"'))


@pytest.mark.parametrize(
    ("engine", "odbc", "keyword", "nearest"),
    [
        ("mysql", "DSN=a;PLUGIN_DIR=/tmp", "PLUGIN_DIR", "the drivers of MariaDB and MySQL"),
        ("mysql", "DSN=a;SLLMODE=REQUIRED", "SLLMODE", "The nearest that it takes is SSLMode"),
        ("mysql", "DRIVER={MySQL};SERVER=b;OPTION=524288", "OPTION", "load no library"),
        ("mysql", "DRIVER={MySQL};SERVER=b;DEFAULT_AUTH=evil", "DEFAULT_AUTH", "data source of this machine"),
        ("sqlserver", "DRIVER=FreeTDS;SERVER=b;DumpFile=/tmp/x", "DumpFile", "to FreeTDS"),
        ("sqlserver", "DSN=a;DebugFlags=0xffff", "DebugFlags", "the drivers of SQL Server"),
        ("sqlserver", "DRIVER=ODBC Driver 18 for SQL Server;SERVER=b;QueryLogFile=/x", "QueryLogFile", "Microsoft's"),
        ("sqlserver", "DRIVER=ODBC Driver 18 for SQL Server;SERVER=b;Failover_Partner=c", "Failover_Partner", "take"),
        ("postgresql", "DSN=a;Debug=1", "Debug", "to psqlODBC"),
        ("postgresql", "DSN=a;CommLog=1", "CommLog", "to psqlODBC"),
        ("postgresql", "DSN=a;pqopt=hostaddr=10.0.0.1", "pqopt", "to psqlODBC"),
        ("postgresql", "DSN=a;FILEDSN=/tmp/x.dsn", "FILEDSN", "to psqlODBC"),
    ],
)
def test_unsafe_or_unknown_odbc_keywords_are_rejected(engine: str, odbc: str, keyword: str, nearest: str) -> None:
    said = mistakes(f'engine = "{engine}"\nodbc = "{odbc}"')
    assert "systems[1].targets[1].odbc" in said
    assert f"does not pass {keyword} on to" in said
    assert nearest in said


@pytest.mark.parametrize(
    ("engine", "odbc"),
    [
        ("postgresql", "UID={a;CommLog=1}"),
        ("mysql", "UID={a}};PLUGIN_DIR=/tmp}"),
        ("sqlserver", "UID={a}};DRIVER=/tmp/evil.so}"),
    ],
)
def test_odbc_value_that_hides_another_keyword_is_rejected(engine: str, odbc: str) -> None:
    assert "the value of UID holds a brace or semicolon" in mistakes(f'engine = "{engine}"\nodbc = "DSN=a;{odbc}"')


@pytest.mark.parametrize(
    ("engine", "odbc"),
    [
        ("postgresql", "Driver={PostgreSQL Unicode};Server=db1;Port=5433;Uid=u;SSLmode=verify-full;UseDeclareFetch=0"),
        ("mysql", "DRIVER={MariaDB Unicode};SERVER=db1;UID=u;FORCETLS=1;SSLVERIFY=1;CHARSET=utf8mb4"),
        (
            "sqlserver",
            "DRIVER=FreeTDS;SERVER=db1;PORT=1433;UID=u;TDS_Version=7.4;ClientCharset=UTF-8;Encryption=require",
        ),
        ("sqlserver", "DRIVER={ODBC Driver 18 for SQL Server};SERVER=tcp:db1,1433;Trusted_Connection=yes;Encrypt=yes"),
    ],
)
def test_odbc_strings_of_every_driver_family_are_accepted(engine: str, odbc: str) -> None:
    first = f'engine = "{engine}"\nodbc = "{odbc}"'
    assert parse_scenario(SCENARIO.format(first=first, second='engine = "sqlserver"\ndatabase = "other"'))
