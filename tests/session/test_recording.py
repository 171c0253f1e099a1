# SPDX-License-Identifier: Apache-2.0
"""The figures of many workers in a second are merged into one session row without loss."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter_ns
from typing import cast

import numpy as np
import pytest

from app.driver.target_load import TargetLoad
from app.driver.worker_messages import Frame
from app.engine.recording import RecordedSystem, RecordedTarget, Recording
from app.model.documents import TargetDetail
from app.model.histogram import Histogram
from app.session.reader import SessionReader
from app.session.stored_session import StoredSession
from app.session.writer import SessionWriter
from tests.support.frames_of_workers import KEYS, NS, CountedLoad, frame

WORKERS, SECONDS = 5, 70


@contextmanager
def recorded(path: Path, targets: int) -> Iterator[tuple[Recording, RecordedSystem, list[RecordedTarget]]]:
    origin_ns = perf_counter_ns()
    with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=origin_ns) as writer:
        recording = Recording(writer, origin_ns)
        recording.add_system("A", "baseline", "", {})
        (system,) = recording.systems
        found = []
        for number in range(targets):
            recording.add_target(system, TargetDetail())
            load = cast("TargetLoad", CountedLoad())
            found.append(recording.put_under_load(system, number, load, []))
        recording.begin(perf_counter_ns() - SECONDS * NS)
        yield recording, system, found
        recording.commit()
        writer.finish(recording.now_ns(), valid=True, reasons=[], warnings=[])


def parts(frames: list[Frame], operation: int) -> Histogram:
    """Return the sum of an operation's histograms in these frames."""
    whole = Histogram()
    for one in frames:
        row = one.latencies[operation]
        part = Histogram.from_bytes(
            row.counts, count=row.count, sum_ns=row.sum_ns, min_ns=row.min_ns, max_ns=row.max_ns
        )
        whole.add(part)
    return whole


def test_each_second_of_all_workers_is_merged_into_one_exact_row(tmp_path: Path) -> None:
    rng, path, kept = np.random.default_rng(1), tmp_path / "folded.outpace", []
    with recorded(path, 2) as (recording, system, targets):
        recording.reset(10, 60)
        for tick in range(SECONDS):
            for target in targets:
                for worker in range(WORKERS):
                    one = frame(rng, worker, tick, calls=20)
                    kept.append((target.target, one))
                    recording.frame(system, target, one)
            recording.warn_of_limits()
            recording.commit()
        recording.stop_measuring()
        measured = [one for _, one in kept if one.tick >= 10]
        assert system.measured_responses.count == parts(measured, len(KEYS) - 1).count
        assert system.measured_responses.sum_ns == parts(measured, len(KEYS) - 1).sum_ns
    with StoredSession(path) as stored:
        rows = list(stored.latencies())
    assert len(rows) == SECONDS * len(KEYS) * 2
    for row in rows[:: 7 * 13 + 1]:
        true = parts([f for t, f in kept if (t, f.tick) == (row.target, row.tick)], row.operation - 1)
        found = row.histogram
        assert (found.count, found.sum_ns, found.min_ns, found.max_ns) == (
            true.count,
            true.sum_ns,
            true.min_ns,
            true.max_ns,
        )
        assert np.array_equal(found.counts, true.counts)
        assert (row.from_ns, row.to_ns) == (row.tick * NS, (row.tick + 1) * NS)
    with SessionReader.open(path) as reader:
        seconds = reader.latency_seconds(reader.systems[0].id, "order")
        for tick in (0, 31, SECONDS - 1):
            true = parts([f for _, f in kept if f.tick == tick], len(KEYS) - 1)
            assert seconds[tick, 1] == true.count
            assert seconds[tick, 3:6] == pytest.approx([ns / 1e9 for ns in true.percentiles_ns((50, 95, 99))])


def test_frames_that_arrive_after_a_commit_are_added(tmp_path: Path) -> None:
    rng, path = np.random.default_rng(2), tmp_path / "late.outpace"
    early, late, last = frame(rng, 0, 3), frame(rng, 1, 3), frame(rng, 2, 4)
    with recorded(path, 1) as (recording, system, (target,)):
        recording.frame(system, target, early)
        recording.commit()
        recording.frame(system, target, late)
        recording.frame(system, target, last)
        recording.leave()
    with SessionReader.open(path) as reader:
        counts = reader.latency_seconds(reader.systems[0].id, "order")[:, 1]
    assert list(counts) == [240, 120]


def test_stored_size_barely_depends_on_the_number_of_workers(tmp_path: Path) -> None:
    rng, sizes = np.random.default_rng(3), []
    for workers in (1, 50):
        path = tmp_path / f"{workers}.outpace"
        frames = [frame(rng, worker, 0) for worker in range(workers)]
        with recorded(path, 1) as (recording, system, (target,)):
            for one in frames:
                recording.frame(system, target, one)
        with StoredSession(path) as stored:
            sizes.append(sum(len(row.histogram.to_bytes()) for row in stored.latencies()))
    assert sizes[1] < 4 * sizes[0]


def test_calls_that_end_after_the_load_are_not_recorded(tmp_path: Path) -> None:
    """Calls that are still in flight at that time are only the slow ones."""
    rng, path = np.random.default_rng(4), tmp_path / "ended.outpace"
    with recorded(path, 1) as (recording, system, (target,)):
        for tick in range(6):
            recording.frame(system, target, frame(rng, 0, tick))
        recording.stop_measuring()
        recording.load_ended(6)
        recording.frame(system, target, frame(rng, 1, 5))
        recording.frame(system, target, frame(rng, 0, 6))
        recording.leave()
        recording.put_under_load(system, 0, cast("TargetLoad", CountedLoad()), [])
        recording.frame(system, system.targets[0], frame(rng, 0, 9))
    with SessionReader.open(path) as reader:
        seconds = reader.latency_seconds(reader.systems[0].id, "order")
    assert list(seconds[:, 0]) == [1, 2, 3, 4, 5, 6, 10]
    assert list(seconds[-2:, 1]) == [240, 120]
