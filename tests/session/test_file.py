# SPDX-License-Identifier: Apache-2.0
"""Session files: written once, followed while growing, complete after a kill; snapshots and hash."""

import ctypes
import json
import shutil
import sys
import time
from pathlib import Path

import apsw
import numpy as np
import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.model.bounds import LARGEST_FIGURE
from app.model.documents import DisclosureSheet, PhaseDetail, PhaseLoad, TargetDetail
from app.model.events import UsersRefused
from app.model.messages import Sentence
from app.model.visible_text import visible
from app.session import new_file
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.session.seal import settle, verify
from app.session.session_error import SessionError
from app.session.writer import SessionWriter
from collectors.series import Reading, Series
from tests.support.recorded import SyntheticRun, recorded
from tests.support.session_files import SECOND, SERIES, child, create


def journal_mode(path: Path) -> str:
    """Return the journal mode in the file's header: 2 is write-ahead log, 1 is rollback journal."""
    return {1: "rollback", 2: "wal"}[path.read_bytes()[18]]


VALUES = st.floats(width=64) | st.just(float("nan"))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=20).map(visible),
    st.lists(st.tuples(VALUES, VALUES), max_size=12),
    st.dictionaries(
        st.text(max_size=5).map(visible),
        st.text(max_size=9).map(visible) | st.integers(-(2**53), 2**53) | st.booleans(),
        max_size=3,
    ),
)
def test_everything_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, text: str, rows: list[tuple[float, float]], facts: dict[str, object]
) -> None:
    path = tmp_path_factory.mktemp("s") / "s.outpace"
    message = UsersRefused(system="A", error=Sentence(text=text, values={"text": text}))
    with SessionWriter.create(path, title=text, scenario_toml=text, clock_origin_ns=5) as writer:
        system = writer.add_system(text, "baseline", "#0072B2", facts)
        detail = TargetDetail(settings={f"setting {name}": value for name, value in facts.items()})
        target = writer.add_target(system, text, detail)
        series = [
            Series("\\A\\B", "s", "gauge", "device", 0, better="less"),
            Series("\\A\\C", "", "gauge", "device", 1),
        ]
        source = writer.add_source("s", series, 2, system=system, target=target, offset_ns=-4, uncertainty_ns=2)
        writer.start(2 * SECOND)
        for number, row in enumerate(rows):
            writer.sample(source, (2 + number) * SECOND, Reading(number / 3, row))
        load = PhaseDetail(users=3, systems={text: PhaseLoad(rate=2.5)}, window=(1, 2))
        writer.phase(3 * SECOND, text, run=2, step=4, detail=load)
        writer.event(4 * SECOND, message, severity="warning", system=system)
        writer.progress(SECOND, text, 3, 4, text)
        sheet = DisclosureSheet(lines=facts)
        writer.document(SECOND, sheet, name=text, target=target, run=1, step=1)
        writer.add_origin("PDH-CSV", text, shift_ns=-SECOND)
        writer.finish(30 * SECOND, valid=False, reasons=[message], warnings=[Sentence(text="w")])
    with SessionReader.open(path) as reader:
        assert (reader.info.title, reader.info.scenario_toml, reader.info.uuid) == (text, text, writer.uuid)
        assert reader.info.started.tzinfo is not None
        assert [(s.letter, s.name, s.facts) for s in reader.systems] == [("A", text, facts)]
        assert [(t.name, t.detail) for t in reader.systems[0].targets] == [(text, detail)]
        for column, counter in enumerate(reader.counters):
            time_s, value = reader.samples(counter)
            expected = np.array([row[column] for row in rows])
            expected[~(np.abs(expected) <= LARGEST_FIGURE)] = np.nan
            expected[np.abs(expected) < 1 / LARGEST_FIGURE] = 0
            np.testing.assert_array_equal(value, expected)
            np.testing.assert_array_equal(time_s, np.arange(len(rows), dtype=float))
        (phase,) = reader.phases
        assert (phase.name, phase.run, phase.step, phase.from_s, phase.to_s, phase.detail) == (text, 2, 4, 1, 28, load)
        (event,) = reader.events
        assert (event.t_s, event.message, event.severity, event.system) == (2, message, "warning", system)
        assert event.kind == "users refused"
        assert reader.progress is not None
        assert (reader.progress.t_s, reader.progress.done, reader.progress.total) == (-1, 3, 4)
        assert [(d.name, d.target, d.data) for d in reader.documents] == [(text, target, sheet)]
        assert [(o.kind, o.shift_s) for o in reader.origins] == [("PDH-CSV", -1)]
        assert reader.end is not None
        assert (reader.end.valid, reader.end.reasons, reader.end.warnings) == (False, (message,), (Sentence(text="w"),))
        assert reader.over
        assert reader.length_s == 28
    assert verify(path)


def test_times_are_shifted_when_the_start_becomes_known(tmp_path: Path) -> None:
    with create(tmp_path / "s.outpace") as writer:
        source = writer.add_source("s", SERIES, 1, system=None)
        writer.sample(source, 4 * SECOND, Reading(0, (1.0,)))
        writer.event(4 * SECOND, Sentence(text="t"))
        writer.commit()
        with SessionReader.open(writer.path) as reader:
            assert not reader.started
            assert list(reader.samples(reader.counters[0])[0]) == [4.0]
            writer.start(5 * SECOND)
            writer.commit()
            assert reader.poll()
            assert reader.started
            assert list(reader.samples(reader.counters[0])[0]) == [-1.0]
            assert reader.events[0].t_s == -1.0
            assert not reader.poll()


def test_killed_writer_loses_only_uncommitted_data(tmp_path: Path) -> None:
    path = tmp_path / "s.outpace"
    engine = child(
        """
        from pathlib import Path
        from app.session.writer import SessionWriter
        from collectors.series import Reading, Series
        writer = SessionWriter.create(Path(sys.argv[1]), title="t", scenario_toml="", clock_origin_ns=0)
        source = writer.add_source("s", [Series("\\\\X\\\\Y", "", "gauge", "driver", 0)], 1, system=None)
        for number in range(10**6):
            writer.sample(source, number, Reading(float(number), (float(number),)))
            if number % 10 == 9:
                writer.commit()
                print(number, flush=True)
        """,
        path,
    )
    assert engine.stdout is not None
    committed = 0
    while committed < 499:
        committed = int(engine.stdout.readline())
    engine.kill()
    whole_lines = engine.communicate()[0].split("\n")[:-1]
    committed = int([str(committed), *whole_lines][-1])
    assert path.with_name("s.outpace-wal").stat().st_size
    assert journal_mode(path) == "wal"
    with SessionReader.open(path) as reader:
        _, before = reader.samples(reader.counters[0])
        assert len(before) >= committed + 1
        assert list(before) == list(range(len(before)))
        assert not reader.over
        assert not settle(path)  # a reader has it open
    assert settle(path)
    assert journal_mode(path) == "rollback"
    assert not path.with_name("s.outpace-wal").exists()
    with SessionReader.open(path) as reader:
        np.testing.assert_array_equal(reader.samples(reader.counters[0])[1], before)
    with pytest.raises(SessionError, match="no end row"):
        verify(path)


def test_growing_file_can_be_followed_from_another_process(tmp_path: Path) -> None:
    """Numbers read while the file grows equal those of the finished file."""
    path = tmp_path / "s.outpace"
    run = SyntheticRun(path)
    follower = child(
        """
        import time
        from pathlib import Path
        from app.session.reader import SessionReader
        reader = SessionReader.open(Path(sys.argv[1]))
        print("open", flush=True)
        seen, polls, until = set(), 0, time.perf_counter() + 60
        while reader.end is None and time.perf_counter() < until:
            polls += reader.poll()
            for counter in reader.counters:
                reader.samples(counter)
            seen.add(round(reader.length_s))
            time.sleep(0.005)
        print(len(seen), [sum(v for v in reader.samples(c)[1].tolist() if v == v) for c in reader.counters], sep="|")
        """,
        path,
    )
    assert follower.stdout is not None
    assert follower.stdout.readline() == "open\n"
    for _ in range(40):
        run.second()
        time.sleep(0.03)
    run.finish()
    output = follower.communicate(timeout=60)[0]
    lengths, sums = output.split("|")
    assert int(lengths) > 3  # it was read while growing
    assert journal_mode(path) == "rollback"
    with SessionReader.open(path) as reader:
        np.testing.assert_allclose(json.loads(sums), [np.nansum(reader.samples(c)[1]) for c in reader.counters])


def test_blocked_checkpoint_does_not_stop_the_recording(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace")
    stuck = apsw.Connection(str(run.path), flags=apsw.SQLITE_OPEN_READONLY)
    stuck.execute("BEGIN; SELECT count(*) FROM sample")
    run.seconds(3)
    run.writer._checkpointed -= 60  # a checkpoint is due but blocked by the reader
    run.second()
    stuck.execute("ROLLBACK")
    run.second()
    assert run.path.with_name("s.outpace-wal").stat().st_size == 0
    stuck.close()
    with SessionReader.open(run.path) as reader:
        assert reader.length_s == 5
    run.writer.close()


def test_writer_finishes_while_a_reader_keeps_the_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.session.writer.WAIT_FOR_READERS_S", 0.1)
    run = SyntheticRun(tmp_path / "s.outpace")
    run.seconds(2)
    stuck = apsw.Connection(str(run.path), flags=apsw.SQLITE_OPEN_READONLY)
    stuck.execute("SELECT count(*) FROM sample").fetchall()
    run.finish()
    assert journal_mode(run.path) == "wal"
    stuck.close()
    assert settle(run.path)
    assert journal_mode(run.path) == "rollback"
    assert settle(run.path)
    assert verify(run.path)


def test_second_writer_and_existing_files_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "s.outpace"
    with create(path) as writer:
        before = path.read_bytes()
        with pytest.raises(SessionError, match="already exists"):
            create(path)
        assert path.read_bytes() == before
        assert not settle(path)  # its writer has it open
        writer.commit()
    note = tmp_path / "note.txt"
    note.write_text("mine")
    with pytest.raises(SessionError, match=r"note\.txt already exists"):
        create(note)
    assert note.read_text() == "mine"
    (tmp_path / "left.outpace-journal").write_text("x")
    with pytest.raises(SessionError, match=r"left\.outpace-journal already exists"):
        create(tmp_path / "left.outpace")
    with pytest.raises(SessionError, match="does not exist"):
        create(tmp_path / "missing" / "s.outpace")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["left.outpace-journal", "note.txt", "s.outpace"]


def test_only_one_of_two_racing_writers_creates_the_file(tmp_path: Path) -> None:
    code = """
        from pathlib import Path
        from app.session.session_error import SessionError
        from app.session.writer import SessionWriter
        sys.stdin.readline()
        try:
            SessionWriter.create(Path(sys.argv[1]), title=sys.argv[2], scenario_toml="", clock_origin_ns=0).close()
            print("made")
        except SessionError as error:
            print(error)
    """
    path = tmp_path / "s.outpace"
    racers = [child(code, path, name) for name in ("one", "two")]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    outputs = [racer.communicate(timeout=60)[0].strip() for racer in racers]
    assert sorted(output == "made" for output in outputs) == [False, True]
    with SessionReader.open(path) as reader:
        assert reader.info.title == ("one", "two")[outputs.index("made")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows drives instead of mounts")
def test_network_folder_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mount table is fake because not every machine has a network mount."""

    class FakeMount:
        def __init__(self, mountpoint: str, fstype: str) -> None:
            self.mountpoint, self.fstype = mountpoint, fstype

    for kind in ("nfs4", "cifs", "smb3", "fuse.sshfs", "9p"):
        mounts = [FakeMount("/", "ext4"), FakeMount(str(tmp_path), kind)]
        monkeypatch.setattr(psutil, "disk_partitions", lambda all, mounts=mounts: mounts)  # noqa: A006
        (tmp_path / "deep").mkdir(exist_ok=True)
        with pytest.raises(SessionError, match=rf"network folder \({kind}\)"):
            create(tmp_path / "deep" / "s.outpace")
    # Another mount hides the network one.
    monkeypatch.setattr(psutil, "disk_partitions", lambda all: [*mounts, FakeMount(str(tmp_path), "ext4")])  # noqa: A006
    create(tmp_path / "deep" / "s.outpace").close()


@pytest.mark.skipif(sys.platform != "win32", reason="only Windows has drives")
def test_network_drive_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drive type is fake because not every machine has a network drive."""
    if sys.platform == "win32":
        drive_remote = 4
        monkeypatch.setattr(ctypes.windll.kernel32, "GetDriveTypeW", lambda drive: drive_remote)
    with pytest.raises(SessionError, match=r"network folder \(network drive\)"):
        create(tmp_path / "s.outpace")


def test_local_folder_is_not_reported_as_a_network_folder(tmp_path: Path) -> None:
    assert new_file.network_file_system(tmp_path) == ""


def test_verify_detects_changed_data(tmp_path: Path) -> None:
    path = recorded(tmp_path / "s.outpace", seconds=10)
    assert verify(path)
    for sql in (
        "UPDATE sample SET t_ns = t_ns + 1 WHERE id = 3",
        "UPDATE finish SET valid = 0",
        "DELETE FROM event WHERE id = 1",
        "UPDATE latency SET tick = tick WHERE id = 1; UPDATE phase SET name = 'Measure'",
    ):
        changed = tmp_path / "changed.outpace"
        shutil.copyfile(path, changed)
        database = apsw.Connection(str(changed))
        database.execute(sql)
        database.close()
        assert not verify(changed)


def test_snapshot_has_the_same_numbers_as_the_session(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace")
    run.seconds(20)
    new = tmp_path / "snap.outpace"
    snapshot(run.path, new, name="before the dip", note="look here", layout_json='{"rows": 3}', png=b"\x89PNG")
    with SessionReader.open(run.path) as live, SessionReader.open(new) as copy:
        assert copy.view is not None
        assert (copy.view.name, copy.view.note, copy.view.layout, copy.view.png) == (
            "before the dip", "look here", '{"rows": 3}', b"\x89PNG",
        )  # fmt: skip
        assert copy.over
        assert copy.end is None
        assert copy.length_s == 20
        assert copy.phases[-1].to_s == 20
        assert not copy.poll()
        assert live.counters == copy.counters
        for counter in live.counters:
            for one, two in zip(live.samples(counter), copy.samples(counter), strict=True):
                np.testing.assert_array_equal(one, two)
    assert journal_mode(new) == "rollback"
    assert not new.with_name("snap.outpace-wal").exists()
    run.seconds(5)
    run.finish()
    sealed = run.path.read_bytes()
    with pytest.raises(SessionError, match="already exists"):
        snapshot(run.path, new, name="", note="", layout_json="{}", png=b"")
    second = tmp_path / "second.outpace"
    snapshot(run.path, second, name="end", note="", layout_json="{}", png=b"")
    third = tmp_path / "third.outpace"
    snapshot(second, third, name="of the second", note="", layout_json="{}", png=b"")
    assert run.path.read_bytes() == sealed
    with SessionReader.open(third) as reader:
        assert reader.view is not None
        assert reader.view.name == "of the second"
    assert verify(second)
    assert verify(third)


def test_writer_rejects_invalid_columns_values_and_times(tmp_path: Path) -> None:
    with create(tmp_path / "s.outpace") as writer:
        source = writer.add_source("s", SERIES, 1, system=None)
        with pytest.raises(ValueError, match="columns"):
            writer.add_source("s", SERIES, 0, system=None)
        with pytest.raises(ValueError, match="values"):
            writer.sample(source, 1, Reading(0, (1.0, 2.0)))
        with pytest.raises(ValueError, match="no data"):
            writer.sample(source, 1, Reading(float("nan"), (1.0,)))
        writer.sample(source, 2, Reading(0, (1.0,)))
        with pytest.raises(ValueError, match="must rise"):
            writer.sample(source, 2, Reading(0, (1.0,)))
        writer.event(3, Sentence(text="a name that is no Unicode: \udcff"))
        writer.commit()
        with SessionReader.open(writer.path) as reader:
            assert len(reader.samples(reader.counters[0])[0]) == 1
            assert reader.sentence(reader.events[0].message).startswith("a name")
