# SPDX-License-Identifier: Apache-2.0
"""Benchmark results stored as data, and the page in docs/ generated from them."""

from pathlib import Path

import pytest

from tests.benchmarks import kept
from tests.benchmarks.kept import KEPT, PAGE, Series, draw, keep, latest, page


@pytest.fixture
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "benchmarks.jsonl"
    monkeypatch.setattr(kept, "KEPT", path)
    return path


def test_parts_of_one_series_are_merged(own_file: Path) -> None:
    keep("driver", {"calls/s, 8 users / peer": [0.9, 1.1], "client CPU, 8 users / peer": [1.5, 1.4]})
    keep("driver", {"calls/s, 8 users / peer": [1.25]})
    calls, processor = kept.kept(own_file)
    assert calls.rounds == [0.9, 1.1, 1.25]
    assert processor.rounds == [1.5, 1.4]
    assert calls.commit
    assert calls.machine == kept.machine()


def test_page_shows_the_median_of_the_latest_series_of_each_ratio(tmp_path: Path) -> None:
    def series(rounds: list[float], commit: str) -> Series:
        return Series("driver", "calls/s, 8 users / peer", rounds, "a machine", commit, "2026-11-24")

    every = [series([0.5, 0.6], "aaaaaaa"), series([0.9, 1.1, 1.25], "bbbbbbb")]
    assert [one.commit for one in latest(every)["driver"]] == ["bbbbbbb"]
    text = page(every)
    assert "| calls/s, 8 users / peer | 1.10 | 0.90 to 1.25 | 3 | bbbbbbb | 2026-11-24 |" in text
    assert "aaaaaaa" not in text
    draw(every, tmp_path / "drawn.svg")
    assert "driver: calls/s, 8 users / peer" in (tmp_path / "drawn.svg").read_text("utf-8")


def test_page_in_docs_matches_the_stored_results() -> None:
    assert PAGE.read_text("utf-8") == page(kept.kept(KEPT))
