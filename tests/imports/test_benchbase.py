# SPDX-License-Identifier: Apache-2.0
"""Import of BenchBase summaries: the figures equal BenchBase's."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.imports.source import ImportedFileError
from tests.support.benchmark_reports import figures_of, report_log, report_notes

SUMMARY: dict[str, Any] = {
    "scalefactor": "1", "Current Timestamp (milliseconds)": 1696972866713, "Benchmark Type": "tpcc",
    "Elapsed Time (nanoseconds)": 60_000_000_000, "Final State": "EXIT", "isolation": "TRANSACTION_SERIALIZABLE",
    "DBMS Version": None, "Goodput (requests/second)": 1743.5, "terminals": "1", "DBMS Type": "SQLITE",
    "Latency Distribution": {"95th Percentile Latency (microseconds)": 1178, "Maximum Latency (microseconds)": 12071,
        "Median Latency (microseconds)": 532, "Minimum Latency (microseconds)": 82,
        "25th Percentile Latency (microseconds)": 278, "Average Latency (microseconds)": 567},
    "Throughput (requests/second)": 1751.25,
}  # fmt: skip


@pytest.mark.parametrize("indent", [None, 4])
def test_benchbase_summary_is_imported_with_its_values(tmp_path: Path, indent: int | None) -> None:
    kind, log = report_log(tmp_path, json.dumps(SUMMARY, indent=indent))
    assert kind == "BenchBase summary"
    assert figures_of(log) == {
        "TPS": 1751.25, "Goodput/s": 1743.5, "Latency ms": 0.567, "Latency ms p50": 0.532, "Latency ms p25": 0.278,
        "Latency ms p95": 1.178, "Latency ms min": 0.082, "Latency ms max": 12.071,
    }  # fmt: skip
    assert log.totals["TPS"][1] == (0, 60)
    assert log.facts["Database"] == "SQLITE"
    assert log.warnings == []


@pytest.mark.parametrize("value", ["-1", "NaN", "1e17"])
def test_impossible_benchbase_values_count_as_missing(tmp_path: Path, value: str) -> None:
    _, log = report_log(tmp_path, json.dumps(SUMMARY).replace("1743.5", value))
    assert "Goodput/s" not in log.totals
    assert "count as missing" in report_notes(log)
    with pytest.raises(ImportedFileError, match="Throughput"):
        report_log(tmp_path, json.dumps(SUMMARY).replace("1751.25", value))
