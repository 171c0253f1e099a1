# SPDX-License-Identifier: Apache-2.0
"""Untrusted sessions are quickly rejected with an error message or shown in bounded memory, whatever they contain."""

import json
import os
import shutil
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw
import pytest

from app.session.connection import JOURNAL_MAGIC, open_for_reading
from app.session.paths import sessions_folder
from tests.support.hostile import REFUSED_S, Ended, only_linux, outpace, refused
from tests.support.recorded import recorded

pytestmark = only_linux


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("whole") / "whole.outpace", seconds=5)


Change = Callable[[apsw.Connection], object]


@pytest.fixture
def changed(whole: Path, tmp_path: Path) -> Callable[[Change], Path]:
    """Return a function that creates a modified copy of the intact session."""

    def made(change: Change) -> Path:
        path = tmp_path / "s.outpace"
        shutil.copyfile(whole, path)
        connection = apsw.Connection(str(path))
        with connection:
            change(connection)
        connection.close()
        return path

    return made


def exported(path: Path) -> Ended:
    return outpace("export", path, "--json", "-")


def repeated(count: int, sql: str) -> str:
    """Return a statement that runs for each k from 1 to `count`."""
    return sql.replace("FROM K", f"FROM (WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n LIMIT {count})"
                       " SELECT k FROM n)")  # fmt: skip


def test_rows_of_too_many_operations_are_rejected_in_bounded_memory(changed: Callable[[Change], Path]) -> None:
    def many(connection: apsw.Connection) -> None:
        connection.execute(repeated(12_000, "INSERT INTO operation SELECT 1000 + k, 'o' || k, 1 FROM K"))
        connection.execute("DELETE FROM latency_second")
        sql = "INSERT INTO latency_second (id, system, tick, packed) SELECT k, 1, k, CASE WHEN k % 2 THEN x'' ELSE"
        connection.execute(repeated(8_192, f"{sql} zeroblob(34) END FROM K"))

    refused(exported(changed(many)), "s.outpace", "rows of one table")


def test_too_many_empty_latency_seconds_are_rejected(changed: Callable[[Change], Path]) -> None:
    def empty(connection: apsw.Connection) -> None:
        connection.execute(repeated(200, "INSERT INTO operation SELECT 1000 + k, 'o' || k, 1 FROM K"))
        connection.execute("DELETE FROM latency_second")
        sql = "INSERT INTO latency_second (id, system, tick, packed) SELECT k, 1, k, CASE WHEN k % 2 THEN x'' ELSE"
        connection.execute(repeated(100_000, f"{sql} zeroblob(34) END FROM K"))

    refused(exported(changed(empty)), "s.outpace", "latencies of seconds")


def test_texts_that_expand_when_decoded_are_rejected(changed: Callable[[Change], Path]) -> None:
    text = '{"kind": "x", "y": [' + "{}," * 500_000 + "{}]}"

    def grow(connection: apsw.Connection) -> None:
        for number in range(30):
            row = (1000 + number, 10**9, "note", "x", text)
            connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, NULL, ?)", (row[0], row[1], "info", row[3], text))

    refused(exported(changed(grow)), "s.outpace", "values")


@pytest.mark.parametrize("count", [1_000, 150_000])
def test_too_many_tables_are_rejected(changed: Callable[[Change], Path], own_home: Path, count: int) -> None:
    def tables(connection: apsw.Connection) -> None:
        connection.execute("PRAGMA writable_schema = ON")
        of = "'table', 't' || k, 't' || k, 2, 'CREATE TABLE t' || k || '(a)'"
        connection.execute(repeated(count, f"INSERT INTO sqlite_schema SELECT {of} FROM K"))

    path = changed(tables)
    refused(exported(path), "s.outpace", "tables")
    sessions_folder().mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, sessions_folder() / "s.outpace")
    ended = outpace("library", "list")
    assert "damaged" in ended.said
    assert ended.cpu_s < REFUSED_S


@pytest.mark.parametrize("module", ["fts5(a)", "rtree(a, b, c)"])
def test_virtual_tables_are_rejected_before_their_code_runs(changed: Callable[[Change], Path], module: str) -> None:
    path = changed(lambda connection: connection.execute(f"CREATE VIRTUAL TABLE v USING {module}"))
    refused(exported(path), "s.outpace", "virtual table")


SCENARIOS = {
    "dotted": ".".join(["a"] * 500_000) + " = 1",
    "keys": "".join(f"k{n}=1\n" for n in range(1_000_000)),
    "lists": "a = " + "[" * 50_000,
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_pathological_recorded_scenario_is_handled_quickly(changed: Callable[[Change], Path], name: str) -> None:
    """The session opens and reports that its scenario is unreadable."""
    path = changed(lambda connection: connection.execute("UPDATE session SET scenario_toml = ?", (SCENARIOS[name],)))
    report = path.with_suffix(".html")
    for ended in (exported(path), outpace("report", path, "--html", report)):
        assert ended.status in {0, 2}, ended.said[-2000:]
        assert "Traceback" not in ended.said
        assert ended.cpu_s < 10
        assert ended.peak_mib < 500


FAR_S = 20_000_000
SQL_OF_FAR_TIMES = {
    "sample": "INSERT INTO sample SELECT max(id) + 1, source, {ns}, source_s, raw FROM sample",
    "tick": "INSERT INTO latency_second SELECT max(id) + 1, system, {s}, packed FROM latency_second",
    "event": "INSERT INTO event SELECT max(id) + 1, {ns}, severity, kind, system, message FROM event",
    "phase": "INSERT INTO phase SELECT max(id) + 1, {ns}, name, run, step, detail FROM phase",
    "before": "INSERT INTO phase SELECT max(id) + 1, -{ns}, name, run, step, detail FROM phase",
    "end": "UPDATE finish SET t_ns = {ns}",
}


@pytest.mark.parametrize("name", SQL_OF_FAR_TIMES)
def test_times_far_from_the_session_are_rejected(changed: Callable[[Change], Path], name: str) -> None:
    sql = SQL_OF_FAR_TIMES[name].format(ns=FAR_S * 10**9, s=FAR_S)
    refused(exported(changed(lambda connection: connection.execute(sql))), "s.outpace", "60 days")


def test_reading_weeks_later_takes_no_memory_for_the_gap(changed: Callable[[Change], Path]) -> None:
    sql = SQL_OF_FAR_TIMES["sample"].format(ns=5_000_000 * 10**9)
    path = changed(lambda connection: connection.execute(sql))
    ended = outpace("report", path, "--xlsx", path.with_suffix(".xlsx"), "--html", path.with_suffix(".html"))
    assert ended.status == 0, ended.said[-2000:]
    assert ended.peak_mib < 500


def test_redaction_of_long_text_takes_linear_time(changed: Callable[[Change], Path]) -> None:
    texts = ("x" * 70_000, "pwd={" * 14_000, "a://[" * 14_000, 'password="' * 7_000)
    facts = json.dumps({f"f{number}": text for number, text in enumerate(texts)})

    def letters(connection: apsw.Connection) -> None:
        connection.execute("UPDATE system SET facts = ?", (facts,))

    path = changed(letters)
    for option in ((), ("--anonymous",)):
        ended = outpace("report", path, "--html", path.with_suffix(f".{len(option)}.html"), *option)
        assert ended.status == 0, ended.said[-2000:]
        assert ended.cpu_s < 12, ended.cpu_s


def test_overflowing_figure_causes_no_traceback(changed: Callable[[Change], Path]) -> None:
    def huge(connection: apsw.Connection) -> None:
        for number, raw in connection.execute("SELECT id, raw FROM sample").fetchall():
            values = struct.pack("<d", 1e300 * number) * (len(raw) // 8)
            connection.execute("UPDATE sample SET raw = ? WHERE id = ?", (values, number))

    path = changed(huge)
    for ended in (
        exported(path),
        outpace("export", path, "--csv", path.with_suffix(".csvs")),
        outpace("report", path, "--html", path.with_suffix(".html"), "--xlsx", path.with_suffix(".xlsx")),
    ):
        assert ended.status in {0, 2}, ended.said[-2000:]
        assert "Traceback" not in ended.said


def test_only_regular_files_are_opened(whole: Path, own_home: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "x.outpace"
    os.mkfifo(fifo)
    refused(exported(fifo), "x.outpace", "no regular file")
    session = tmp_path / "y.outpace"
    shutil.copyfile(whole, session)
    os.mkfifo(tmp_path / "y.outpace-journal")
    refused(exported(session), "y.outpace", "no regular file")
    sessions_folder().mkdir(parents=True, exist_ok=True)
    os.mkfifo(sessions_folder() / "z.outpace")
    assert outpace("library", "list").status == 0


def test_journal_deleted_while_a_session_is_opened_is_accepted(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tmp_path / "x.outpace"
    shutil.copyfile(whole, session)
    journal = tmp_path / "x.outpace-journal"
    journal.touch()
    looked_at = os.lstat

    def then_deleted(path: Path) -> os.stat_result:
        found = looked_at(path)
        if Path(path) == journal:
            journal.unlink()
        return found

    monkeypatch.setattr(os, "lstat", then_deleted)
    open_for_reading(session).close()
    assert not journal.exists()


def journal_naming(name: str, page_bytes: int, pages: int) -> bytes:
    """Return a rollback journal without pages that names a super-journal, in SQLite's format."""
    head = JOURNAL_MAGIC + struct.pack(">IIIII", 0, 0, pages, 512, page_bytes)
    named = name.encode()
    tail = struct.pack(">I", 0x40000000 // page_bytes + 1) + named + struct.pack(">II", len(named), sum(named))
    return head.ljust(512, b"\0") + tail + JOURNAL_MAGIC


def outputs(folder: Path) -> Sequence[Sequence[str | Path]]:
    session = folder / "s.outpace"
    return (("export", session, "--json", "-"), ("report", session, "--html", folder / "r.html"), ("compare", session))


def test_journal_that_names_another_file_deletes_nothing(whole: Path, tmp_path: Path) -> None:
    session, victim = tmp_path / "s.outpace", tmp_path / "precious.txt"
    shutil.copyfile(whole, session)
    victim.write_text("precious")
    connection = apsw.Connection(str(session), flags=apsw.SQLITE_OPEN_READONLY)
    page_bytes, pages = connection.pragma("page_size"), connection.pragma("page_count")
    connection.close()
    assert isinstance(page_bytes, int)
    assert isinstance(pages, int)
    for arguments in outputs(tmp_path):
        session.with_name("s.outpace-journal").write_bytes(journal_naming(str(victim), page_bytes, pages))
        ended = outpace(*arguments)
        assert victim.read_text() == "precious"
        assert "names another file" in ended.said, ended.said
