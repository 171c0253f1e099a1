# SPDX-License-Identifier: Apache-2.0
"""Damaged or hostile session files: the only possible error is a SessionError that names the file."""

import contextlib
import json
import math
import os
import shutil
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.model.bounds import SENTENCE_LETTERS, SESSION_TEXT_BYTES
from app.report.session_blocks import session_text
from app.report.session_export import export_csv, export_pdh
from app.session import latency, recorded_rows
from app.session.connection import FORMAT, RECORDED, expected_columns, schema_sql
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.session.seal import settle, verify
from app.session.session_error import SessionError
from app.session.tables import Texts
from tests.support.recorded import SyntheticRun, recorded

FUZZ = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


FLIPS = st.lists(st.tuples(st.integers(0, 4096 * 3) | st.integers(0, 2**24), st.integers(0, 7)), min_size=1, max_size=8)
"""Positions (modulo the file size) and bits to flip, mostly in the first pages, which hold the table definitions."""


def flipped(content: bytes, flips: list[tuple[int, int]]) -> bytes:
    damaged = bytearray(content)
    for place, bit in flips:
        damaged[place % len(damaged)] ^= 1 << bit
    return bytes(damaged)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a finished session slightly longer than a minute."""
    return recorded(tmp_path_factory.mktemp("whole") / "whole.outpace", seconds=70)


@pytest.fixture(scope="module")
def unsealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the files that a killed engine leaves: the session and its write-ahead log."""
    path = tmp_path_factory.mktemp("unsealed") / "unsealed.outpace"
    run = SyntheticRun(path)
    run.seconds(20)
    left = path.with_name("left.outpace")
    for ending in ("", "-wal"):
        shutil.copyfile(path.with_name(path.name + ending), left.with_name(left.name + ending))
    run.writer.close()
    return left


def set_strict(path: Path, *, strict: bool) -> None:
    """Set whether the tables check types, without changing their values."""
    old, new = (")", ") STRICT") if strict else (") STRICT", ")")
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    database.execute("PRAGMA writable_schema = ON")
    for name, sql in database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall():
        if sql.endswith(old):
            changed = sql[: -len(old)] + new
            database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (changed, name))
    database.close()


def use_all(path: Path, folder: Path) -> None:
    """Read, export and print everything in a session."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    with SessionReader.open(path) as reader:
        reader.poll()
        for counter in reader.counters:
            reader.samples(counter, 0, 10)
            reader.window(counter, -math.inf, math.inf)
            reader.total(counter, 3, 30)
        for system in reader.systems:
            for operation in reader.operations:
                reader.histogram(system.id, operation.key, 2.5, 66)
        session_text(reader)
        export_csv(reader, folder / "out")
        export_pdh(reader, folder / "out" / "log.csv")


def only_session_errors(path: Path, folder: Path) -> None:
    for use in (lambda: use_all(path, folder), lambda: verify(path)):
        said = ""
        try:
            use()
        except SessionError as error:
            said = str(error)
        assert not said or path.name in said
        assert "\n" not in said


def test_intact_file_passes_every_use(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.outpace"
    path.write_bytes(whole.read_bytes())
    use_all(path, tmp_path)
    assert verify(path)


@FUZZ
@given(FLIPS)
def test_flipped_bits_cause_only_session_errors(whole: Path, tmp_path: Path, flips: list[tuple[int, int]]) -> None:
    content = flipped(whole.read_bytes(), flips)
    path = tmp_path / "flipped.outpace"
    path.write_bytes(content)
    only_session_errors(path, tmp_path)


@FUZZ
@given(st.floats(0, 1), st.binary(min_size=512, max_size=512) | st.just(bytes(512)))
def test_overwritten_bytes_cause_only_session_errors(whole: Path, tmp_path: Path, share: float, stretch: bytes) -> None:
    content = bytearray(whole.read_bytes())
    place = 100 + int(share * (len(content) - 700))
    content[place : place + len(stretch)] = stretch
    path = tmp_path / "overwritten.outpace"
    path.write_bytes(content)
    only_session_errors(path, tmp_path)


@FUZZ
@given(st.floats(0, 1))
def test_truncated_files_cause_only_session_errors(whole: Path, tmp_path: Path, share: float) -> None:
    path = tmp_path / "cut.outpace"
    content = whole.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    only_session_errors(path, tmp_path)


@FUZZ
@given(st.binary(max_size=5000), st.booleans())
def test_random_bytes_are_rejected_by_name(tmp_path: Path, content: bytes, with_magic: bool) -> None:
    path = tmp_path / "random.outpace"
    path.write_bytes(b"SQLite format 3\0" + content if with_magic else content)
    with pytest.raises(SessionError, match=r"random\.outpace"):
        SessionReader.open(path)


@FUZZ
@given(FLIPS)
def test_damaged_write_ahead_log_causes_only_session_errors(
    unsealed: Path, tmp_path: Path, flips: list[tuple[int, int]]
) -> None:
    content = flipped(unsealed.with_name(unsealed.name + "-wal").read_bytes(), flips)
    path = tmp_path / "log.outpace"
    for ending in ("-shm", "-wal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    shutil.copyfile(unsealed, path)
    path.with_name(path.name + "-wal").write_bytes(content)
    only_session_errors(path, tmp_path)


CELLS = [(table, column) for table in RECORDED for column in expected_columns()[table]]
VALUES = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=40)
    | st.binary(max_size=64)
    | st.sampled_from(["{}", "[]", "[" * 5000, '{"a": 1}', "9999-12-31T23:59:59+00:00", "=1+1", "\ud7ff"])
)


@settings(FUZZ, max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(CELLS), st.integers(-3, 2), VALUES), min_size=1, max_size=3))
def test_values_of_any_type_cause_only_session_errors(
    whole: Path, tmp_path: Path, changes: list[tuple[tuple[str, str], int, object]]
) -> None:
    path = tmp_path / "values.outpace"
    shutil.copyfile(whole, path)
    set_strict(path, strict=False)
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    for (table, column), place, value in changes:
        rows = database.execute(f"SELECT id FROM {table}").fetchall()
        if rows:
            row = rows[max(min(place, len(rows) - 1), -len(rows))][0]
            with contextlib.suppress(apsw.ConstraintError, apsw.MismatchError):
                database.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (value, row))
    database.close()
    set_strict(path, strict=True)
    only_session_errors(path, tmp_path)


@pytest.mark.parametrize(
    ("reason", "sql"),
    [
        ("trigger", "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM sample; END"),
        ("view", "CREATE VIEW v AS SELECT 1"),
        ("other columns", "ALTER TABLE event RENAME COLUMN message TO words"),
        ("virtual table", "DROP TABLE sample; CREATE VIRTUAL TABLE sample USING fts5(id, source, t_ns, source_s, raw)"),
        ("other columns", "ALTER TABLE event ADD COLUMN more TEXT DEFAULT 'one text in the place of a million rows'"),
        ("other columns", "ALTER TABLE event ADD COLUMN more TEXT AS (hex(zeroblob(1000000))) VIRTUAL"),
        ("or indexes", "CREATE INDEX i ON event (length(message))"),
        ("or indexes", "DROP INDEX latency_tick"),
        ("other columns", "DROP TABLE sample; CREATE TABLE sample (id INTEGER, source INTEGER, t_ns, source_s, raw)"),
    ],
)
def test_foreign_schema_is_rejected(whole: Path, tmp_path: Path, reason: str, sql: str) -> None:
    path = tmp_path / "other.outpace"
    path.write_bytes(whole.read_bytes())
    database = apsw.Connection(str(path))
    database.execute(sql)
    database.close()
    with pytest.raises(SessionError, match=reason):
        SessionReader.open(path)


def test_tables_without_strict_types_are_rejected(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "untyped.outpace"
    path.write_bytes(whole.read_bytes())
    set_strict(path, strict=False)
    with pytest.raises(SessionError, match="other columns"):
        SessionReader.open(path)


def test_additions_of_a_later_version_are_ignored(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "later.outpace"
    path.write_bytes(whole.read_bytes())
    database = apsw.Connection(str(path))
    database.execute("CREATE TABLE weather (id INTEGER PRIMARY KEY); ALTER TABLE event ADD COLUMN mood TEXT")
    database.close()
    use_all(path, tmp_path)


def test_non_session_files_are_rejected_with_the_reason(whole: Path, tmp_path: Path) -> None:
    def refused(path: Path) -> str:
        with pytest.raises(SessionError) as caught:
            SessionReader.open(path)
        assert str(path) in str(caught.value)
        return str(caught.value)

    path = tmp_path / "x.outpace"
    assert "does not exist" in refused(path)
    path.touch()
    assert "is empty" in refused(path)
    assert "is a folder" in refused(tmp_path)
    path.write_text("a shopping list that is no database at all" * 9)
    assert "not an Outpace session" in refused(path)
    path.unlink()
    database = apsw.Connection(str(path))
    database.execute("CREATE TABLE t (x)")
    database.close()
    assert "another application" in refused(path)
    content = bytearray(whole.read_bytes())
    content[60:64] = (FORMAT + 6).to_bytes(4, "big")
    path.write_bytes(content)
    text = refused(path)
    assert f"format {FORMAT + 6}" in text
    assert "Update Outpace" in text


def test_session_without_content_is_rejected_as_never_started(tmp_path: Path) -> None:
    path = tmp_path / "x.outpace"
    database = apsw.Connection(str(path))
    database.execute(
        f"PRAGMA application_id = {0x4F757470}; PRAGMA user_version = {FORMAT}; {schema_sql('schema.sql')}"
    )
    database.close()
    with pytest.raises(SessionError, match="before it started"):
        SessionReader.open(path)


@pytest.mark.parametrize("use", [SessionReader.open, verify, settle])
def test_unreadable_file_is_rejected_by_name(whole: Path, tmp_path: Path, use: object) -> None:
    """Root and Windows can read every file; a folder in place of the file is unreadable for every user."""
    path = tmp_path / "x.outpace"
    path.write_bytes(whole.read_bytes())
    path.chmod(0)
    if os.access(path, os.R_OK):
        path.chmod(0o600)  # Windows does not remove a read-only file
        path.unlink()
        path.mkdir()
    with pytest.raises(SessionError, match=r"x\.outpace"):
        use(path)  # type: ignore[operator]


def test_snapshot_of_a_damaged_file_leaves_no_file(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.outpace"
    path.write_bytes(whole.read_bytes()[:50_000])
    with pytest.raises(SessionError, match=r"x\.outpace"):
        snapshot(path, tmp_path / "new.outpace", name="n", note="", layout_json="{}", png=b"")
    assert [file.name for file in tmp_path.iterdir()] == ["x.outpace"]


def with_event(session: Path, folder: Path, message: str) -> Path:
    """Return a copy of the session with one more event."""
    path = folder / "more.outpace"
    shutil.copyfile(session, path)
    connection = apsw.Connection(str(path))
    connection.execute("INSERT INTO event SELECT max(id) + 1, max(t_ns), 'info', 'x', NULL, ? FROM event", (message,))
    connection.close()
    return path


def last_sentence(path: Path) -> str:
    with SessionReader.open(path) as reader:
        return reader.sentence(reader.events[-1].message)


def test_exponentially_nested_sentence_is_rejected(whole: Path, tmp_path: Path) -> None:
    sentence: dict[str, object] = {"kind": "sentence", "text": "{a}", "values": {"a": "x"}}
    for _ in range(3):
        sentence = {"kind": "sentence", "text": "{a}" * 11, "values": {"a": sentence}}
    with pytest.raises(SessionError, match="more than 1,000 places"):
        last_sentence(with_event(whole, tmp_path, json.dumps(sentence)))


def test_too_deeply_nested_value_is_rejected_with_a_clear_message(whole: Path, tmp_path: Path) -> None:
    message = '{"kind": "sentence", "text": ' + "[" * 100_000 + "]" * 100_000 + "}"
    with pytest.raises(SessionError, match="nested too deeply"):
        last_sentence(with_event(whole, tmp_path, message))


def changed(session: Path, folder: Path, *statements: str) -> Path:
    """Return a copy of the session with these statements executed."""
    path = folder / "changed.outpace"
    shutil.copyfile(session, path)
    database = apsw.Connection(str(path))
    for statement in statements:
        database.execute(statement)
    database.close()
    return path


def numbers(count: int) -> str:
    """Return a subquery that yields k from 1 to count."""
    return f"(WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n LIMIT {count}) SELECT k FROM n)"


@pytest.mark.parametrize(
    ("reason", "sql"),
    [
        (
            "small tables",
            f"INSERT INTO phase SELECT 1000 + k, 0, 'measure', k, 0, '{{}}' FROM {numbers(110_000)}",
        ),
        (
            "of one table",
            "INSERT INTO series SELECT 100000 + k, 1, 'X(' || k || ')', '', 'gauge', '', 0, -1, 1.0, ''"
            f" FROM {numbers(21_000)}",
        ),
        ("a name of more", "UPDATE system SET name = hex(zeroblob(6000))"),
    ],
)
def test_too_many_rows_or_too_long_names_are_rejected(whole: Path, tmp_path: Path, reason: str, sql: str) -> None:
    with pytest.raises(SessionError, match=reason):
        SessionReader.open(changed(whole, tmp_path, sql))


def test_too_many_readings_are_rejected(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_rows, "FIGURE_ROWS", 20_000)
    monkeypatch.setattr(recorded_rows, "FILE_BYTES_A_ROW", 1 << 30)
    sql = (
        "INSERT INTO sample SELECT 1000000 + k, 1, 100000000000 + 1000 * k, 100 + k,"
        f" (SELECT zeroblob(8 * columns) FROM source WHERE id = 1) FROM {numbers(21_000)}"
    )
    with pytest.raises(SessionError, match="more than 20,000 rows of figures"):
        SessionReader.open(changed(whole, tmp_path, sql))


def test_too_many_latency_rows_in_a_minute_are_rejected(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latency, "MINUTE_ROWS", 2_000)
    path = changed(
        whole,
        tmp_path,
        "INSERT INTO latency SELECT 1000000 + k, target, 3, 0, 1000000000, packed"
        f" FROM (SELECT target, packed FROM latency LIMIT 1), {numbers(2_100)}",
    )
    with SessionReader.open(path) as reader, pytest.raises(SessionError, match="too many of them in a minute"):
        reader.histogram(reader.systems[0].id, reader.operations[0].key, 0, 10)


def test_too_long_list_of_messages_is_truncated(whole: Path, tmp_path: Path) -> None:
    sentence = {"kind": "sentence", "text": "{a}", "values": {"a": [{"kind": "sentence", "text": "word"}] * 100_000}}
    text = last_sentence(with_event(whole, tmp_path, json.dumps(sentence)))
    assert text.startswith("word; word; ")
    assert len(text) < 2 * SENTENCE_LETTERS


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "warp"},
        {"kind": "of a part", "part": "A", "message": {"kind": "warp"}},
        {"kind": "not simultaneous", "how": "in a spiral"},
        {"kind": "checkpoint"},
    ],
)
def test_message_of_a_newer_version_falls_back_to_its_english_text(
    message: dict[str, object], whole: Path, tmp_path: Path
) -> None:
    told = {**message, "english": "what it was, in 3 words"}
    assert last_sentence(with_event(whole, tmp_path, json.dumps(told))) == "what it was, in 3 words"


@pytest.mark.parametrize(
    "message", ["[" * 100_000 + "]" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000, "3", "", '{"kind": ["a"]}']
)
def test_event_without_a_message_is_reported_as_damage(message: str, whole: Path, tmp_path: Path) -> None:
    with pytest.raises(SessionError, match="is damaged or was cut off"):
        SessionReader.open(with_event(whole, tmp_path, message))


def test_session_text_limit_is_counted_in_bytes() -> None:
    quarter = SESSION_TEXT_BYTES // 4
    texts = Texts()
    texts.add([("x" * quarter,), ("ü" * (quarter // 2),), ("\U0001f600" * (quarter // 4),)])
    with pytest.raises(ValueError, match="its texts are larger than 64 MiB together"):
        texts.add([("€" * (quarter // 2),)])
