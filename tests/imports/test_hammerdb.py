# SPDX-License-Identifier: Apache-2.0
"""Import of HammerDB output in the formats of its source code: the figures equal HammerDB's."""

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.imports.import_request import FileToImport
from app.imports.source import ImportedFileError
from app.model.documents import ImportedTotals
from app.model.messages import sentence
from app.session.reader import SessionReader
from tests.support.benchmark_reports import figures_of, report_log, report_notes
from tests.support.tool_logs import (
    CONSOLE,
    COUNTER,
    PROFILE,
    TCOUNT,
    TIMING,
    rows_of,
    session_of,
    totals,
    written_log,
)

JOB = """hammerdb>job 63E7 result
[
  "63E7",
  "2026-11-05 14:00:31",
  "2 Active Virtual Users configured",
  "TEST RESULT : System achieved 42332 NOPM from 97427 PostgreSQL TPM"
]
"""


@pytest.mark.parametrize("text", [CONSOLE, JOB])
def test_hammerdb_result_is_imported_with_its_values(tmp_path: Path, text: str) -> None:
    log = written_log(tmp_path, text)
    assert log.kind == "HammerDB output"
    assert totals(log) == {"NOPM": 42332, "TPM": 97427}
    assert (log.facts["Database"], log.facts["Virtual users"]) == ("PostgreSQL", "2")
    path = tmp_path / "hammerdb.txt"
    with SessionReader.open(session_of(tmp_path, FileToImport(path, "A"))) as reader:
        figure = reader.documents_of(ImportedTotals)[0].data.figures["NOPM"]
        assert (figure.value, figure.unit, figure.better) == (42332, "orders/min", "more")
        assert reader.origins[0].kind == "HammerDB output"


def test_hammerdb_transaction_counter_becomes_a_counter(tmp_path: Path) -> None:
    for text, counts in ((COUNTER, [0, 41872, 97426]), (TCOUNT, [0, 41872, 41872, 97426])):
        log = written_log(tmp_path, text)
        assert log.kind == "HammerDB transaction counter"
        rows = rows_of(log)
        assert [row.values[0] for row in rows] == counts
        assert [row.seconds - rows[0].seconds for row in rows] == [10 * index for index in range(len(counts))]
        assert log.series[0].path == "\\HammerDB(PostgreSQL)\\Transactions/min"
        began = datetime.datetime.fromtimestamp(rows[0].seconds, datetime.UTC)
        assert began.isoformat() == "2026-11-05T14:00:31+00:00"
    untimed = written_log(tmp_path, re.sub(r"tpm @ .*", "tpm", COUNTER))
    assert [row.seconds for row in rows_of(untimed)] == [0, 10, 20]
    assert "taken to be 10 s apart" in sentence(untimed.warnings[0])


@pytest.mark.parametrize("text", [PROFILE, TIMING])
def test_hammerdb_time_profile_gives_latencies(tmp_path: Path, text: str) -> None:
    found = totals(written_log(tmp_path, text))
    assert found["NEWORD latency ms"] == 36.332
    assert found["NEWORD latency ms p99"] == 210.118
    assert found["NEWORD calls"] == 3427


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


@pytest.mark.parametrize("indent", [None, 1])
def test_job_report_is_imported_with_its_values(tmp_path: Path, indent: int | None) -> None:
    kind, log = report_log(tmp_path, json.dumps(REPORT, indent=indent))
    assert kind == "HammerDB job report"
    assert figures_of(log) == {
        "NOPM": 100250, "TPM": 232610, "NEWORD latency ms": 2, "NEWORD latency ms p50": 1.8,
        "NEWORD latency ms p95": 4.1,
        "NEWORD latency ms p99": 5.79, "NEWORD latency ms min": 0.3, "NEWORD latency ms max": 42, "NEWORD calls": 10,
    }  # fmt: skip
    assert [one.path for one in log.series] == ["\\HammerDB(MySQL)\\Transactions/min", "\\HammerDB(CPU)\\usr%"]
    assert [row.values[0] for row in log.rows() if row.values[0] == row.values[0]] == [10_000, 20_000, 30_000]
    assert [row.values[1] for row in log.rows() if row.values[1] == row.values[1]] == [15.5, 20.5, 25.5]
    assert log.facts["Tool"] == "HammerDB 6.0"
    assert log.facts["Virtual users"] == "8"


def test_tproc_h_report_is_rejected_by_name(tmp_path: Path) -> None:
    report = REPORT | {"job": {"benchmark": "TPROC-H"}, "result": {"type": "tproc_h_result", "geomean_seconds": 1.5}}
    with pytest.raises(ImportedFileError, match="this is a result of TPROC-H"):
        report_log(tmp_path, json.dumps(report))
    text = "Vuser 1:RUNNING\nVuser 1:Executing Query 14 (1 of 22)\nVuser 1:Completed 1 query set(s) in 91 seconds\n"
    with pytest.raises(ImportedFileError, match="line 2: this is a result of TPROC-H"):
        report_log(tmp_path, text)


@pytest.mark.parametrize("value", ["-2147483648", "1e17", "NaN"])
def test_impossible_values_in_a_job_report_count_as_missing(tmp_path: Path, value: str) -> None:
    text = json.dumps(REPORT)
    _, log = report_log(tmp_path, text.replace("232610", value))
    assert "TPM" not in log.totals
    assert "count as missing" in report_notes(log)
    with pytest.raises(ImportedFileError, match=r"result\.nopm is missing"):
        report_log(tmp_path, text.replace("100250", value))


def test_truncated_job_report_gives_its_complete_part(tmp_path: Path) -> None:
    text = json.dumps(REPORT, indent=1)
    _, log = report_log(
        tmp_path, text[: text.index('"10:00:30')] if '"10:00:30' in text else text[: text.index("10:00:30")]
    )
    assert figures_of(log) == {"NOPM": 100250, "TPM": 232610}
    assert [row.values[0] for row in log.rows()] == [10_000, 20_000]
    assert "its end is missing" in report_notes(log)


def test_time_profile_without_spaces_is_imported(tmp_path: Path) -> None:
    text = (
        "MySQL Hammerdb Time Profile Report @ Fri Apr 02 10:23:56 BST 2021\n>>>>> VIRTUAL USER 2 : ELAPSED TIME : 9ms\n"
        ">>>>> PROC: NEWORD\nCALLS: 1000MIN: 1.5ms  AVG: 2.5msMAX: 9.5ms  TOTAL: 9ms\n"
        "P99: 5.5msP95: 4.5ms  P50: 2.0ms SD: 1.0  RATIO: 48.0%\n"
    )
    _, log = report_log(tmp_path, text)
    assert figures_of(log) == {
        "NEWORD latency ms": 2.5, "NEWORD latency ms p50": 2, "NEWORD latency ms p95": 4.5,
        "NEWORD latency ms p99": 5.5,
        "NEWORD latency ms min": 1.5, "NEWORD latency ms max": 9.5, "NEWORD calls": 1000,
    }  # fmt: skip
