# SPDX-License-Identifier: Apache-2.0
"""Skewed access: blocks are drawn with the expected probabilities, and hot blocks are spread over the file."""

import math
import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.results.storage_results import storage_steps
from app.scenario.reading import ScenarioError, read_scenario
from app.session.reader import SessionReader
from app.workloads.storage_io.parameters import MiB, StorageIoParameters
from app.workloads.storage_io.skew import HotSet, Scattered, Zipf, skewed_places
from app.workloads.storage_io.storage_workload import Choices
from tests.support.engine_runs import outpace
from tests.support.storage_runs import TIMED, disk, scenario_file

__all__ = ["disk"]
SIZE = 8 * MiB
BLOCKS = SIZE // 4096
DRAWN = 200_000


def exact(places: int, theta: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the probability of each rank."""
    weights = np.arange(1, places + 1, dtype=np.float64) ** -theta
    shares: np.ndarray[tuple[int], np.dtype[np.float64]] = weights / weights.sum()
    return shares


@pytest.mark.parametrize("theta", [0.2, 0.99, 1.0, 1.2, 3.0])
@pytest.mark.parametrize("places", [2, 40, 5000])
def test_zipf_ranks_match_their_exact_probabilities(theta: float, places: int) -> None:
    ranks = Zipf(places, theta).drawn(np.random.default_rng(7), DRAWN)
    counts = np.bincount(ranks, minlength=places)
    assert len(counts) == places
    expected = exact(places, theta) * DRAWN
    # Chi-square over classes of at least 25 expected draws; the remaining ranks form one class.
    many = expected >= 25
    observed = [*counts[many], counts[~many].sum()]
    wanted = [*expected[many], expected[~many].sum()]
    if wanted[-1] < 25:
        observed, wanted = observed[:-1], wanted[:-1]
    free = max(len(wanted) - 1, 1)
    chi_square = sum((one - mean) ** 2 / mean for one, mean in zip(observed, wanted, strict=True))
    # Wilson and Hilferty 1931: the cube root of chi-square / f is nearly normal. 4.5 sigma occur once in 300,000.
    deviation = ((chi_square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / math.sqrt(2 / (9 * free))
    assert deviation < 4.5


def test_zipf_works_for_one_block_and_for_more_than_fit_in_a_table() -> None:
    assert set(Zipf(1, 0.9).drawn(np.random.default_rng(1), 100).tolist()) == {0}
    ranks = Zipf(1 << 40, 1.1).drawn(np.random.default_rng(1), 10_000)
    assert 0 <= ranks.min() < ranks.max() < 1 << 40


def test_hot_set_receives_its_share_of_ios() -> None:
    ranks = HotSet(1000, 20, 80).drawn(np.random.default_rng(3), DRAWN)
    assert (ranks < 200).mean() == pytest.approx(0.8, abs=0.005)
    counts = np.bincount(ranks, minlength=1000)
    assert counts[:200].std() < 3 * math.sqrt(counts[:200].mean())
    assert counts[200:].min() > 0


@pytest.mark.parametrize("places", [1, 2, 3, 1000, 4096, 12_345])
def test_ranks_are_scattered_by_a_permutation(places: int) -> None:
    found = Scattered(places).places(np.arange(places, dtype=np.int64))
    assert sorted(found.tolist()) == list(range(places))


def test_hot_blocks_are_spread_over_the_whole_file() -> None:
    found = Scattered(100_000).places(np.arange(1000, dtype=np.int64))
    assert np.histogram(found, bins=10, range=(0, 100_000))[0].min() > 60
    assert abs(np.corrcoef(np.arange(1000), found)[0, 1]) < 0.15


def test_offsets_are_within_the_file_and_hot_ones_are_equal_for_all_users() -> None:
    wanted = StorageIoParameters(file_bytes=SIZE, block_bytes=4096, skew="zipf", zipf_theta=1.0)
    hottest = []
    for seed in (1, 2):
        chosen = Choices(wanted, SIZE).of(random.Random(seed))
        offsets = [next(chosen)[0] for _ in range(40_000)]
        assert all(offset % 4096 == 0 and offset < SIZE for offset in offsets)
        place, count = Counter(offsets).most_common(1)[0]
        assert count / 40_000 == pytest.approx(exact(BLOCKS, 1.0)[0], rel=0.1)
        hottest.append(place)
    assert hottest[0] == hottest[1] != 0
    mix = ((4096, 50.0), (65536, 50.0))
    mixed = StorageIoParameters(file_bytes=SIZE, read_mix=mix, skew="hot", hot_percent=10, hot_io_percent=90)
    chosen = Choices(mixed, SIZE).of(random.Random(1))
    regions = Counter(next(chosen)[0] // 65536 for _ in range(20_000))
    most = sorted(regions.values(), reverse=True)[: round(SIZE // 65536 * 0.1)]
    assert sum(most) / 20_000 == pytest.approx(0.9, abs=0.01)
    assert skewed_places(StorageIoParameters(), 100) is None


def test_skewed_run_results_name_the_skew(disk: Path) -> None:
    work = 'skew = "zipf"\nzipf_theta = 1.1\nthreads = 1\nfile_size = "4MB"'
    answer = outpace("run", scenario_file(disk, work, TIMED), "--session", disk / "zipf.outpace")
    assert answer.returncode in {0, 1}, answer.stdout + answer.stderr
    assert "8 KiB random (zipf 1.1) reads" in answer.stdout
    with closing(SessionReader.open(disk / "zipf.outpace")) as reader:
        (step,) = storage_steps(reader)
        assert step.io_label.startswith("8 KiB random (zipf 1.1) reads, direct")
        assert "8 KiB random (zipf 1.1) reads" in answer.stdout


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ('skew = "zipf"\naccess = "sequential"', "workload.skew: .*random"),
        ("zipf_theta = 1.1", 'zipf_theta: needs skew = "zipf"'),
        ("hot_percent = 5", 'hot_percent: needs skew = "hot"'),
        ('skew = "zipf"\nzipf_theta = 9', "zipf_theta: expected"),
    ],
)
def test_invalid_skew_is_reported(tmp_path: Path, work: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        read_scenario(str(scenario_file(tmp_path, work, TIMED)))
