# SPDX-License-Identifier: Apache-2.0
"""BenchBase's summary (NAME.summary.json): one JSON object with the run's throughput and latencies.

Throughput counts all requests, goodput the committed ones. Latencies are in microseconds.
"""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.imports.json_text import json_of
from app.imports.source import Log, wrong
from app.imports.unusable import LARGEST, Unusable, most_of
from app.model.errors import phrase

_KEY = re.compile(r'"(?:Throughput|Goodput) \(requests/second\)"\s*:|"Latency Distribution"\s*:')
_RANK = re.compile(r"(\d{1,2})th Percentile Latency \(microseconds\)")
_LATENCIES = {
    "Average Latency (microseconds)": "Latency ms", "Median Latency (microseconds)": "Latency ms p50",
    "Minimum Latency (microseconds)": "Latency ms min", "Maximum Latency (microseconds)": "Latency ms max",
}  # fmt: skip
_FACTS = {
    "Benchmark Type": "Workload", "DBMS Type": "Database", "DBMS Version": "Database version",
    "isolation": "Isolation", "Isolation": "Isolation", "terminals": "Terminals", "scalefactor": "Scale factor",
}  # fmt: skip


def is_benchbase(line: str) -> bool:
    """Return whether a line belongs to BenchBase's summary."""
    return _KEY.search(line) is not None


def benchbase_summary(path: Path) -> Log:
    """Return the run's totals.

    Raises:
        ImportedFileError: the summary cannot be read.
    """
    document = json_of(path)
    summary: Mapping[str, Any] = document.value if isinstance(document.value, dict) else {}
    unusable = Unusable(path)
    elapsed_s = _number(unusable, summary, "Elapsed Time (nanoseconds)") / 1e9
    window = (0.0, elapsed_s) if elapsed_s > 0 else None
    figures = {
        "TPS": _number(unusable, summary, "Throughput (requests/second)", most_of("/s")),
        "Goodput/s": _number(unusable, summary, "Goodput (requests/second)", most_of("/s")),
    }
    latencies = summary.get("Latency Distribution")
    for name in latencies if isinstance(latencies, dict) else ():
        rank = _RANK.fullmatch(name)
        metric = f"Latency ms p{rank[1]}" if rank else _LATENCIES.get(name)
        if metric and isinstance(latencies, dict):
            figures[metric] = _number(unusable, latencies, name, most_of("ms") * 1e3) / 1e3
    log = Log("BenchBase summary", "since start", 0, (), lambda: iter(()))
    log.totals = {metric: (value, window) for metric, value in figures.items() if math.isfinite(value)}
    if "TPS" not in log.totals:
        raise wrong(path, "{name} is missing: the output is damaged", line=1, name="Throughput (requests/second)")
    state = summary.get("Final State")
    log.facts = {"Tool": "BenchBase"} | {
        label: f"{summary[key]:g}" if isinstance(summary[key], float) else str(summary[key])[:200]
        for key, label in _FACTS.items()
        if summary.get(key) not in (None, "")
    }
    log.warnings += [*document.notes, *unusable.notes()]
    if isinstance(state, str) and state.upper() not in ("EXIT", "DONE"):
        log.warnings.append(
            phrase("{name}: BenchBase says that the run ended as {state}", name=path.name, state=state[:40])
        )
    return log


def _number(unusable: Unusable, fields: Mapping[str, Any], name: str, most: float = LARGEST) -> float:
    """Return the number with that name; NaN if it is missing or impossible."""
    value = fields.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return math.nan
    return unusable.checked(1, name, float(value), most)
