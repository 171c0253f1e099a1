# SPDX-License-Identifier: Apache-2.0
"""Latencies: displayed values equal the raw counts even if some frames arrive late."""

import random
from pathlib import Path

import apsw
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.model.documents import TargetDetail
from app.model.histogram import Histogram
from app.session.reader import SessionReader
from app.session.stored_session import StoredSession
from app.session.writer import SessionWriter
from tests.support.recorded import recorded

SECOND = 1_000_000_000
TICKS = 200
KEYS = ("login", "purchase")


def random_histogram(rng: random.Random) -> Histogram:
    histogram = Histogram()
    histogram.record(np.array([int(rng.lognormvariate(14, 1)) for _ in range(rng.randrange(6))], dtype=np.int64))
    return histogram


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[tuple[int, str, int], Histogram]]:
    """Record two systems with two targets each, some frames up to 70 ticks late; also return the raw sums."""
    path = tmp_path_factory.mktemp("latency") / "s.outpace"
    rng = random.Random(5)
    truth: dict[tuple[int, str, int], Histogram] = {}
    with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=0) as writer:
        targets = []
        for name in ("A", "B"):
            system = writer.add_system(name, "baseline", "", {})
            targets += [(system, writer.add_target(system, f"t{n}", TargetDetail())) for n in range(2)]
        operations = [(key, writer.add_operation(key, True)) for key in KEYS]
        writer.start(3 * SECOND)
        frames = [
            (tick + (rng.randrange(70) if rng.random() < 0.02 else rng.random()), tick, system, target)
            for tick in range(TICKS)
            for system, target in targets
        ]
        committed = 0
        for at, tick, system, target in sorted(frames):
            while committed < int(at):
                writer.commit()
                committed += 1
            for key, operation in operations:
                histogram = random_histogram(rng)
                writer.latencies(target, operation, tick, (3 + tick) * SECOND, (4 + tick) * SECOND, histogram)
                truth.setdefault((system, key, tick), Histogram()).add(histogram)
        writer.finish(300 * SECOND, valid=True, reasons=[], warnings=[])
    return path, truth


def same(one: Histogram, two: Histogram) -> bool:
    return (
        np.array_equal(one.counts, two.counts)
        and (one.count, one.sum_ns, one.min_ns, one.max_ns) == (two.count, two.sum_ns, two.min_ns, two.max_ns)
    )  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, TICKS), st.integers(0, TICKS + 50), st.sampled_from([1, 2]), st.sampled_from(KEYS))
def test_window_histogram_equals_the_raw_counts(
    run: tuple[Path, dict[tuple[int, str, int], Histogram]], begin: int, end: int, system: int, key: str
) -> None:
    path, truth = run
    with SessionReader.open(path) as reader:
        expected = Histogram()
        for tick in range(begin, min(end, TICKS)):
            expected.add(truth.get((system, key, tick), Histogram()))
        assert same(reader.histogram(system, key, begin, end), expected)
        counter = next(c for c in reader.counters if c.system == system and c.path.endswith(f"({key})\\Latency p95"))
        shown = reader.window(counter, begin, end).average
        assert shown == pytest.approx(expected.percentile_ns(95) / 1e9, nan_ok=True)
        assert reader.total(counter, begin, end) == expected.count


def test_per_second_rows_equal_the_raw_counts(run: tuple[Path, dict[tuple[int, str, int], Histogram]]) -> None:
    path, truth = run
    with SessionReader.open(path) as reader:
        for counter in reader.counters:
            key, name = counter.path.removeprefix("\\Outpace Driver(").split(")\\")
            time_s, value = reader.samples(counter)
            assert list(time_s) == list(range(1, TICKS + 1))
            system = counter.system or 0
            for tick in range(TICKS):
                histogram = truth[system, key, tick]
                if not histogram.count:
                    expected = np.nan
                elif name == "Latency max":
                    expected = histogram.max_ns / 1e9
                else:
                    expected = histogram.percentile_ns(float(name[-2:])) / 1e9
                np.testing.assert_allclose(value[tick], expected)


def test_every_full_minute_has_a_row(run: tuple[Path, dict[tuple[int, str, int], Histogram]]) -> None:
    path, _ = run
    database = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    minutes = database.execute("SELECT DISTINCT minute FROM latency_minute ORDER BY 1").fetchall()
    database.close()
    assert minutes == [(0,), (1,), (2,)]


def test_live_reader_includes_late_latencies(tmp_path: Path) -> None:
    with SessionWriter.create(tmp_path / "s.outpace", title="t", scenario_toml="", clock_origin_ns=0) as writer:
        system = writer.add_system("A", "baseline", "", {})
        target = writer.add_target(system, "t", TargetDetail())
        operation = writer.add_operation("login", True)
        writer.start(0)
        one = Histogram()
        one.record(np.array([1000, 2000]))
        reader = SessionReader(writer.path)
        for tick in (*range(130), 5, 64, 129):
            writer.latencies(target, operation, tick, 0, 1, one)
            writer.commit()
            reader.poll()
            if tick % 10 == 0:
                assert reader.histogram(system, "login", 0, 500).count == 2 * (tick + 1)
        assert reader.histogram(system, "login", 0, 500).count == 2 * 133
        assert reader.histogram(system, "login", 60, 120).count == 2 * 61
        assert list(reader.latency_seconds(system, "login")[[4, 5, 64], 1]) == [2, 4, 4]
        reader.close()


def test_an_operation_added_later_has_no_data_before(tmp_path: Path) -> None:
    with SessionWriter.create(tmp_path / "s.outpace", title="t", scenario_toml="", clock_origin_ns=0) as writer:
        system = writer.add_system("A", "baseline", "", {})
        target = writer.add_target(system, "t", TargetDetail())
        writer.start(0)
        one = Histogram()
        one.record(np.array([1000]))
        reader = SessionReader(writer.path)
        for tick, key in enumerate(("login", "login", "purchase")):
            writer.latencies(target, writer.add_operation(key, True), tick, 0, 1, one)
            writer.commit()
            reader.poll()
        by_path = {counter.path: reader.samples(counter)[1] for counter in reader.counters}
        np.testing.assert_allclose(by_path["\\Outpace Driver(login)\\Latency max"], [1e-6, 1e-6, np.nan])
        np.testing.assert_allclose(by_path["\\Outpace Driver(purchase)\\Latency max"], [np.nan, np.nan, 1e-6])
        reader.close()


def test_reopened_session_has_the_same_histograms(tmp_path: Path) -> None:
    path = recorded(tmp_path / "s.outpace", seconds=70)
    with SessionReader.open(path) as one, SessionReader.open(path) as two:
        assert same(one.histogram(1, "login", 0, 70), two.histogram(1, "login", 0, 70))


@pytest.mark.parametrize(("begin", "end"), [(0, TICKS), (10, 130), (59, 61), (300, 400)])
def test_target_histograms_are_separate_and_add_up_to_the_system(
    run: tuple[Path, dict[tuple[int, str, int], Histogram]], begin: int, end: int
) -> None:
    path, _ = run
    with StoredSession(path) as stored:
        rows = [row for row in stored.latencies() if row.operation == 1]
    with SessionReader.open(path) as reader:
        for system in reader.systems:
            together = Histogram()
            for target in system.targets:
                own = reader.histogram(system.id, KEYS[0], begin, end, target.id)
                mine = [row for row in rows if row.target == target.id and begin <= row.tick < end]
                assert own.count == sum(row.histogram.count for row in mine)
                together.add(own)
            assert same(together, reader.histogram(system.id, KEYS[0], begin, end))
