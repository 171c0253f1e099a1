# SPDX-License-Identifier: Apache-2.0
"""Custom SQL runs through the program: on files, on real servers, on an existing database, and rejected runs."""

import json
import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from app.databases.address import Address
from app.databases.server import connect
from app.engine.consents import allow, consents_of, is_confirmed
from app.model.documents import CheckFinding
from app.model.errors import OutpaceError
from app.model.messages import sentence
from app.report.appendix import NOT_RESTORED, RESTORED, method_part
from app.report.content import Items
from app.results.procedure import procedure_of
from app.scenario.reading import parse_scenario, read_scenario
from app.scenario.sql_scenario import file_mistakes
from app.session.reader import SessionReader
from tests.support.contended import contended
from tests.support.engine_runs import ended_whole, outpace
from tests.support.repeated import studied
from tests.support.server_runs import ENGINES, Server, dropped_after, execute, passwords, target_at_hand

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

WORKLOAD = r"""
title = "Accounts"
[plan]
name = "timed"
warmup_s = 1
run_s = 3
ramp_users_per_s = 50

[workload]
name = "sql"
users = 3
think_time_s = 0.03
define = { most = 20 }

[[workload.variables]]
name = "kind"
values = ["north", "südlich", "o'hara"]

[[workload.transactions]]
name = "move"
file = "move.sql@3"

[[workload.transactions]]
name = "sum"
script = "SELECT SUM(amount) FROM account WHERE id <= :most;"

[[workload.setup]]
statement = "CREATE TABLE account (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER NOT NULL)"

[[workload.setup]]
statement = "CREATE TABLE moved (source INTEGER, target INTEGER, kind VARCHAR(20))"

[[workload.setup]]
statement = "INSERT INTO account (id, amount) VALUES {accounts}"

[[workload.checks]]
name = "nothing is lost"
query = "SELECT SUM(amount) FROM account"
gives = [2000]

[[workload.checks]]
name = "no other kind"
query = "SELECT COUNT(*) FROM moved WHERE kind NOT IN ('north', 'südlich', 'o''hara')"
gives = [0]
"""
MOVE = r"""\set source random_zipfian(1, :most, 1.1)
\set target random(1, :most)
\set first least(:source, :target)
\set last greatest(:source, :target)
BEGIN;
UPDATE account SET amount = amount - 1 WHERE id = :first;
UPDATE account SET amount = amount + 1 WHERE id = :last;
INSERT INTO moved (source, target, kind) VALUES (:source, :target, :kind);
COMMIT;
"""
SYSTEM = """
[[systems]]
name = "{name}"
role = "{role}"
[[systems.targets]]
{target}
"""
ACCOUNTS = ", ".join(f"({number}, 100)" for number in range(1, 21))


def written(folder: Path, targets: dict[str, str], workload: str = WORKLOAD) -> Path:
    """Write a scenario next to its script.

    Args:
        folder: folder for both files.
        targets: TOML keys of each target, by system name.
        workload: text of the scenario without its systems.
    """
    (folder / "move.sql").write_text(MOVE, encoding="utf-8")
    path = folder / "own.toml"
    roles = ["baseline", "challenger", "challenger"]
    systems = [
        SYSTEM.format(name=name, role=role, target=target)
        for (name, target), role in zip(targets.items(), roles, strict=False)
    ]
    path.write_text(workload.replace("{accounts}", ACCOUNTS) + "".join(systems), encoding="utf-8")
    return path


def target_on(server: "PrivateServer", database: str, number: int) -> str:
    return (
        f'engine = "{ENGINES[server.engine]}"\nhost = "{server.host}"\nport = {server.port}\nuser = "{server.user}"\n'
        f'database = "{database}"\npassword = "env:OUTPACE_TEST_PASSWORD_{number}"'
    )


def session_of(scenario: Path) -> Path:
    """Record a valid run with the user's consent, and return its session."""
    wanted = read_scenario(str(scenario)).scenario
    allow(wanted, [one.text for one in consents_of(wanted, runs=True)])
    session = scenario.with_suffix(".outpace")
    ended_whole(outpace("run", scenario, "--session", session), session)
    return session


def test_same_transactions_run_on_a_file_and_two_servers(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords(monkeypatch, [Server("P", postgresql), Server("M", mariadb)])
    targets = {
        "P": target_on(postgresql, "own_run", 0),
        "M": target_on(mariadb, "own_run", 1),
        "S": 'engine = "sqlite"\nfolder = "databases"',
    }
    scenario = written(tmp_path, targets)
    with dropped_after(postgresql, "own_run"), dropped_after(mariadb, "own_run"):
        session = session_of(scenario)
        for server in (postgresql, mariadb):
            ((rows,),) = execute(server, "SELECT COUNT(*) FROM moved", database="own_run")
            assert rows
    done = outpace("export", session, "--json", "-")
    assert done.returncode == 0, done.stderr
    exported = json.loads(done.stdout)
    for own in exported["systems"]:
        move, total = own["operations"]["move"], own["operations"]["sum"]
        both = move["count"] + total["count"]
        assert abs(move["count"] - 0.75 * both) < 5 * (both * 0.75 * 0.25) ** 0.5, "weight 3 of the file's name"
        assert all(move[figure] > 0 for figure in ("mean_ms", "p50_ms", "p95_ms", "p99_ms"))
    with SessionReader.open(session) as reader:
        assert "\\set source random_zipfian" in reader.scenario.workload.statements, "the session needs no file"
    page = tmp_path / "report.html"
    done = outpace("report", session, "--html", page)
    assert done.returncode == 0, done.stderr
    assert "SqlStatement" not in page.read_text(encoding="utf-8")
    assert re.search(r"<td[^>]*>move</td>", page.read_text(encoding="utf-8"))


def test_same_transactions_run_on_a_file_and_sql_server(
    sqlserver: tuple[Address, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, password = sqlserver
    target = target_at_hand(monkeypatch, sqlserver, "own_run")
    try:
        session_of(written(tmp_path, {"T": target, "S": 'engine = "sqlite"\nfolder = "databases"'}))
        with closing(connect(address.at("own_run"), password)) as connection:
            assert connection.cursor().execute("SELECT COUNT(*) FROM moved").fetchval()
    finally:
        with closing(connect(address.at("master"), password)) as connection:
            connection.cursor().execute("DROP DATABASE own_run")


def test_balances_match_history_after_thirty_two_users_on_two_branches(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords(monkeypatch, [Server("P", postgresql), Server("M", mariadb)])
    targets = {
        "P": target_on(postgresql, "own_contended", 0),
        "M": target_on(mariadb, "own_contended", 1),
        "S": f'engine = "sqlite"\nfolder = "{tmp_path / "data"}"',
    }
    scenario = contended(tmp_path, "tpcb-like", targets, users=32, run_s=3, think_s=0.2)
    with dropped_after(postgresql, "own_contended"), dropped_after(mariadb, "own_contended"):
        session = session_of(scenario)
        ((rows,),) = execute(mariadb, "SELECT COUNT(*) FROM history", database="own_contended")
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not [reason for reason in reader.end.reasons if "history" in reader.sentence(reason)]
    assert rows > 100


def test_failed_check_makes_the_run_invalid(tmp_path: Path) -> None:
    wrong = WORKLOAD.replace("gives = [2000]", "gives = [2001]")
    scenario = written(tmp_path, {"A": 'engine = "sqlite"\nfolder = "databases"'}, wrong)
    wanted = read_scenario(str(scenario)).scenario
    allow(wanted, [one.text for one in consents_of(wanted, runs=True)])
    done = outpace("run", scenario, "--session", tmp_path / "wrong.outpace")
    assert done.returncode == 1
    assert "nothing is lost: expected 2001, found 2000" in done.stdout


def test_no_statement_is_sent_without_user_consent(tmp_path: Path) -> None:
    scenario = written(tmp_path, {"A": 'engine = "sqlite"\nfolder = "databases"'})
    for command in ("check", "build", "run"):
        done = outpace(command, scenario)
        assert done.returncode == 2
        assert "send these statements of its own" in done.stderr
        assert "INSERT INTO moved (source, target, kind) VALUES (:source, :target, :kind);" in done.stderr
    assert not (tmp_path / "databases").exists()
    (consent,) = consents_of(read_scenario(str(scenario)).scenario, runs=True)
    assert f'--allow "{consent.text}"' in done.stderr
    done = outpace("build", scenario, "--allow", consent.text)
    assert done.returncode == 0, done.stderr
    assert is_confirmed(consent)
    with (tmp_path / "move.sql").open("a", encoding="utf-8") as script:
        script.write("DROP TABLE moved;\n")
    changed = outpace("check", scenario)
    assert changed.returncode == 2, "another statement is another consent"
    assert "DROP TABLE moved" in changed.stderr


EXISTING = r"""
title = "Mine"
[plan]
name = "timed"
warmup_s = 1
run_s = 2

[workload]
name = "sql"
database = "existing"
users = 2
think_time_s = 0.03

[[workload.setup]]
statement = "DELETE FROM note WHERE text = 'run'"

[[workload.transactions]]
name = "note"
script = "INSERT INTO note (text) VALUES ('run');"

[[workload.checks]]
name = "mine is there"
query = "SELECT COUNT(*) FROM note WHERE text = 'mine'"
gives = [1]

[[workload.cleanup]]
statement = "DELETE FROM note WHERE text = 'run'"
"""


def test_existing_database_is_changed_only_by_the_workloads_statements(tmp_path: Path) -> None:
    path = tmp_path / "mine" / "notes.sqlite"
    path.parent.mkdir()
    with closing(apsw.Connection(str(path))) as mine:
        mine.execute("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('mine'), ('run')")
        before = list(mine.execute("SELECT * FROM sqlite_schema"))
    scenario = written(tmp_path, {"A": 'engine = "sqlite"\nfolder = "mine/notes.sqlite"'}, EXISTING)
    session = session_of(scenario)
    with SessionReader.open(session) as reader:
        told = [reader.sentence(event.message) for event in reader.events if event.kind == "restored"]
        assert told == ["A (A): an existing database, not restored; the set-up's statements were executed in it"]
        steps = " ".join(procedure_of(reader))
        assert "the existing database was not restored (the set-up's statements were executed in it)" in steps
        assert "data were restored" not in steps
        found = [sentence(one.data.text) for one in reader.documents_of(CheckFinding)]
    size = f"{path.stat().st_size / 2**20:,.0f} MiB of data"
    assert not [text for text in found if "of data" in text and not text.startswith(size)]
    assert any("the existing database notes.sqlite is there, " in text for text in found)
    (items,) = (block for block in method_part(studied(session)) if isinstance(block, Items))
    assert NOT_RESTORED in items.texts
    assert RESTORED not in items.texts
    with closing(apsw.Connection(str(path))) as mine:
        assert list(mine.execute("SELECT * FROM sqlite_schema")) == before
        assert list(mine.execute("SELECT text FROM note")) == [("mine",)]
        assert list(mine.execute("PRAGMA journal_mode")) == [("delete",)]
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            ('script = "SELECT SUM(amount)', 'script = "\\\\shell x\\n SELECT SUM(amount)'),
            "line 1: the command \\shell",
        ),
        (('name = "sum"', 'name = "order"'), "all transactions together"),
        (('name = "sum"', 'name = "move"'), 'the transaction "move" is there twice'),
        (("define = { most = 20 }", "define = { kind = 20 }"), "the variable kind is there twice"),
        (
            ('[[workload.checks]]\nname = "nothing', '[workload]\nx = 1\n[[workload.checks]]\nname = "nothing'),
            "workload",
        ),
    ],
)
def test_contradictory_settings_are_reported_with_their_location(
    change: tuple[str, str], told: str, tmp_path: Path
) -> None:
    scenario = written(tmp_path, {"A": 'engine = "sqlite"'}, WORKLOAD.replace(*change))
    with pytest.raises(OutpaceError) as refused:
        read_scenario(str(scenario))
    assert told in str(refused.value)


def test_script_file_error_is_reported_with_file_and_line(tmp_path: Path) -> None:
    scenario = written(tmp_path, {"A": 'engine = "sqlite"'})
    assert read_scenario(str(scenario)).scenario.workload.transactions[0].read_from == "move.sql"
    read = parse_scenario(scenario.read_text(encoding="utf-8"))
    for text, said in (
        ("SELECT 1;\n\\startpipeline\n", "move.sql:2: the command \\startpipeline is not covered"),
        ("\\if 0\n\\else if 1\nSELECT 1;\n\\endif\n", "move.sql:2: \\else if is no command; write \\elif"),
        ("\\if 0\nSELECT 1;\n\\endif X\n", "move.sql:3: \\endif takes no argument; found X"),
    ):
        (tmp_path / "move.sql").write_text(text, encoding="utf-8")
        with pytest.raises(OutpaceError) as refused:
            read_scenario(str(scenario))
        assert str(refused.value) == said
        assert [found.text for found in file_mistakes(read, tmp_path)] == [said], "as the editor shows it"


def test_copy_over_the_connection_is_rejected_in_setup(tmp_path: Path) -> None:
    copying = WORKLOAD + '[[workload.setup]]\nstatement = "COPY account FROM STDIN"\n'
    scenario = written(tmp_path, {"A": 'engine = "sqlite"'}, copying)
    with pytest.raises(OutpaceError, match=r"setup\[4\].statement: COPY from STDIN or to STDOUT"):
        read_scenario(str(scenario))


def test_check_reports_an_invalid_statement_with_file_and_line(tmp_path: Path) -> None:
    with closing(apsw.Connection(str(tmp_path / "notes.sqlite"))) as mine:
        mine.execute("CREATE TABLE note (text TEXT)")
    text = EXISTING.replace('script = "INSERT', 'file = "note.sql"\n# "INSERT')
    text = text[: text.index("[[workload.setup]]")] + text[text.index("[[workload.transactions]]") :]
    (tmp_path / "note.sql").write_text("SELECT COUNT(*) FROM note;\nINSERT INTO note (txt) VALUES ('run');\n")
    scenario = written(tmp_path, {"A": 'engine = "sqlite"\nfolder = "notes.sqlite"'}, text)
    wanted = read_scenario(str(scenario)).scenario
    refused = outpace("check", scenario)
    assert "no column named txt" not in refused.stdout + refused.stderr, "nobody has allowed the statements yet"
    allow(wanted, [one.text for one in consents_of(wanted, runs=True)])
    checked = outpace("check", scenario)
    assert checked.returncode != 0
    told = " ".join((checked.stdout + checked.stderr).split())
    assert 'transaction "note", note.sql:2: table note has no column named txt' in told
