# SPDX-License-Identifier: Apache-2.0
"""HammerDB's report of a job, its newer forms, and BenchBase's summary."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport
from app.imports.source import ImportedFileError, Log
from app.model.messages import sentence

REPORT: dict[str, Any] = {
    "schema": "hammerdb-job-report-v1",
    "job": {"jobid": "0A1", "hdb_version": "v6.0", "database": "MySQL", "benchmark": "TPROC-C"},
    "benchmark_config": {"warehouses": 100, "virtual_users": 8, "rampup_minutes": 2, "duration_minutes": 5},
    "result": {"type": "tproc_c_result", "active_virtual_users": 8, "nopm": 100250, "tpm": 232610},
    "transaction_count": {"available": True, "series": [{"name": "MySQL tpm", "metric": "tpm", "points": [
        {"timestamp": f"2026-01-05 10:00:{second}", "value": 1000 * second} for second in (10, 20, 30)]}]},
    "metrics": {"available": True, "series": [{"name": "usr%", "points": [
        {"timestamp": f"2026-01-05 10:00:{second}", "value": f"{second}.5"} for second in (15, 20, 25)]}]},
    "response_times": {"unit": "milliseconds", "rows": [
        {"name": "NEWORD", "calls": 10, "min_ms": 0.3, "avg_ms": "2.0", "max_ms": 42, "p99_ms": 5.79, "p95_ms": 4.1,
         "p50_ms": 1.8, "ratio_pct": 50.0}]},
}  # fmt: skip
SUMMARY: dict[str, Any] = {
    "scalefactor": "1", "Current Timestamp (milliseconds)": 1696972866713, "Benchmark Type": "tpcc",
    "Elapsed Time (nanoseconds)": 60_000_000_000, "Final State": "EXIT", "isolation": "TRANSACTION_SERIALIZABLE",
    "DBMS Version": None, "Goodput (requests/second)": 1743.5, "terminals": "1", "DBMS Type": "SQLITE",
    "Latency Distribution": {"95th Percentile Latency (microseconds)": 1178, "Maximum Latency (microseconds)": 12071,
        "Median Latency (microseconds)": 532, "Minimum Latency (microseconds)": 82,
        "25th Percentile Latency (microseconds)": 278, "Average Latency (microseconds)": 567},
    "Throughput (requests/second)": 1751.25,
}  # fmt: skip


def log_of(folder: Path, text: str) -> tuple[str, Log]:
    path = folder / "h.json"
    path.write_text(text, encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    log = form.open(FileToImport(path))
    list(log.rows())
    return form.kind, log


def figures(log: Log) -> dict[str, float]:
    return {metric: value for metric, (value, _) in log.totals.items()}


def notes(log: Log) -> str:
    return " ".join(map(sentence, log.warnings))


@pytest.mark.parametrize("indent", [None, 1])
def test_a_job_report(tmp_path: Path, indent: int | None) -> None:
    kind, log = log_of(tmp_path, json.dumps(REPORT, indent=indent))
    assert kind == "HammerDB job report"
    assert figures(log) == {
        "NOPM": 100250, "TPM": 232610, "NEWORD latency ms": 2, "NEWORD latency ms p50": 1.8,
        "NEWORD latency ms p95": 4.1,
        "NEWORD latency ms p99": 5.79, "NEWORD latency ms min": 0.3, "NEWORD latency ms max": 42, "NEWORD calls": 10,
    }  # fmt: skip
    assert [one.path for one in log.series] == ["\\HammerDB(MySQL)\\Transactions/min", "\\HammerDB(CPU)\\usr%"]
    assert [row.values[0] for row in log.rows() if row.values[0] == row.values[0]] == [10_000, 20_000, 30_000]
    assert [row.values[1] for row in log.rows() if row.values[1] == row.values[1]] == [15.5, 20.5, 25.5]
    assert log.facts["Tool"] == "HammerDB 6.0"
    assert log.facts["Virtual users"] == "8"


def test_a_job_report_of_queries_is_refused_by_name(tmp_path: Path) -> None:
    report = REPORT | {"job": {"benchmark": "TPROC-H"}, "result": {"type": "tproc_h_result", "geomean_seconds": 1.5}}
    with pytest.raises(ImportedFileError, match="this is a result of TPROC-H"):
        log_of(tmp_path, json.dumps(report))
    text = "Vuser 1:RUNNING\nVuser 1:Executing Query 14 (1 of 22)\nVuser 1:Completed 1 query set(s) in 91 seconds\n"
    with pytest.raises(ImportedFileError, match="line 2: this is a result of TPROC-H"):
        log_of(tmp_path, text)


@pytest.mark.parametrize("value", ["-2147483648", "1e17", "NaN"])
def test_impossible_values_of_a_job_report(tmp_path: Path, value: str) -> None:
    text = json.dumps(REPORT)
    _, log = log_of(tmp_path, text.replace("232610", value))
    assert "TPM" not in log.totals
    assert "count as missing" in notes(log)
    with pytest.raises(ImportedFileError, match=r"result\.nopm is missing"):
        log_of(tmp_path, text.replace("100250", value))


def test_a_cut_off_job_report(tmp_path: Path) -> None:
    text = json.dumps(REPORT, indent=1)
    _, log = log_of(
        tmp_path, text[: text.index('"10:00:30')] if '"10:00:30' in text else text[: text.index("10:00:30")]
    )
    assert figures(log) == {"NOPM": 100250, "TPM": 232610}
    assert [row.values[0] for row in log.rows()] == [10_000, 20_000]
    assert "its end is missing" in notes(log)


def test_a_time_profile_without_spaces(tmp_path: Path) -> None:
    text = (
        "MySQL Hammerdb Time Profile Report @ Fri Apr 02 10:23:56 BST 2021\n>>>>> VIRTUAL USER 2 : ELAPSED TIME : 9ms\n"
        ">>>>> PROC: NEWORD\nCALLS: 1000MIN: 1.5ms  AVG: 2.5msMAX: 9.5ms  TOTAL: 9ms\n"
        "P99: 5.5msP95: 4.5ms  P50: 2.0ms SD: 1.0  RATIO: 48.0%\n"
    )
    _, log = log_of(tmp_path, text)
    assert figures(log) == {
        "NEWORD latency ms": 2.5, "NEWORD latency ms p50": 2, "NEWORD latency ms p95": 4.5,
        "NEWORD latency ms p99": 5.5,
        "NEWORD latency ms min": 1.5, "NEWORD latency ms max": 9.5, "NEWORD calls": 1000,
    }  # fmt: skip


@pytest.mark.parametrize("indent", [None, 4])
def test_the_summary_of_benchbase(tmp_path: Path, indent: int | None) -> None:
    kind, log = log_of(tmp_path, json.dumps(SUMMARY, indent=indent))
    assert kind == "BenchBase summary"
    assert figures(log) == {
        "TPS": 1751.25, "Goodput/s": 1743.5, "Latency ms": 0.567, "Latency ms p50": 0.532, "Latency ms p25": 0.278,
        "Latency ms p95": 1.178, "Latency ms min": 0.082, "Latency ms max": 12.071,
    }  # fmt: skip
    assert log.totals["TPS"][1] == (0, 60)
    assert log.facts["Database"] == "SQLITE"
    assert log.warnings == []


@pytest.mark.parametrize("value", ["-1", "NaN", "1e17"])
def test_impossible_values_of_benchbase(tmp_path: Path, value: str) -> None:
    _, log = log_of(tmp_path, json.dumps(SUMMARY).replace("1743.5", value))
    assert "Goodput/s" not in log.totals
    assert "count as missing" in notes(log)
    with pytest.raises(ImportedFileError, match="Throughput"):
        log_of(tmp_path, json.dumps(SUMMARY).replace("1751.25", value))
