# SPDX-License-Identifier: Apache-2.0
"""Sessions recorded by Outpace 1.0 in format 2: each session and its copy still have the same latencies."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.session.reader import SessionReader
from app.session.seal import verify
from app.session.writer import SessionWriter

RECORDED = Path(__file__).parents[1] / "sessions_format_2"
"""Sessions recorded by version 1.0.0, each with the figures that version read from it."""
SPANS = ((0, None), (2.5, 7.0), (1, 70), (58, 64))


def numbers(values: list[float]) -> list[float | None]:
    return [None if value != value else value for value in values]


def latencies(path: Path) -> dict[str, Any]:
    """Return the histogram figures of each operation over several spans, and its per-second rows."""
    found: dict[str, Any] = {}
    with SessionReader.open(path) as reader:
        for system in reader.systems:
            for operation in reader.operations:
                name = f"{system.letter} {operation.key}"
                for from_s, to_s in SPANS:
                    end_s = reader.length_s if to_s is None else to_s
                    one = reader.histogram(system.id, operation.key, from_s, end_s)
                    figures = [one.count, one.sum_ns, one.min_ns, one.max_ns, *one.percentiles_ns((50, 95, 99))]
                    found[f"{name} {from_s:g}-{end_s:g}"] = numbers(figures)
                seconds = reader.latency_seconds(system.id, operation.key)
                found[f"{name} seconds"] = [numbers(row) for row in seconds.tolist()]
    return found


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.outpace")), ids=lambda path: path.stem)
def test_format_2_session_and_its_copy_keep_their_latencies(path: Path, tmp_path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["latency"]
    assert verify(path)
    assert latencies(path) == expected
    copy = tmp_path / "copy.outpace"
    with SessionWriter.continuing(path, copy) as writer:
        writer.finish(10**12, valid=True, reasons=[], warnings=[])
    assert verify(copy)
    found = latencies(copy)
    assert [found[name] for name in expected if name in found] == [expected[name] for name in expected if name in found]
    assert sum(name.endswith("seconds") for name in found) == sum(name.endswith("seconds") for name in expected)
    assert copy.stat().st_size < path.stat().st_size
