# SPDX-License-Identifier: Apache-2.0
"""What benchmarks and system tools really printed and logged, imported: the figures are the tools' own.

The outputs in tests/tool_outputs were made by running the tools named there with their version; those of HammerDB are
written in the form of its source."""

import datetime
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.imports.fio_log import class_middles_s, percentile_s
from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.shared_counters import on_whole_steps
from app.imports.source import ImportedFileError, Log, LogRow
from app.model.documents import ImportedTotals
from app.model.messages import sentence
from app.session.reader import SessionReader
from collectors.series import Series
from tests.support.foreign_logs import attempt

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

OUTPUTS = Path(__file__).parents[1] / "tool_outputs"
KINDS = {
    "fio": {"log": "fio log", "json": "fio JSON"},
    "pgbench": {"txt": "pgbench output", "log": "pgbench log"},
    "sysbench": {"txt": "sysbench output"},
    "iostat": {"json": "iostat JSON"},
    "sadf": {"json": "sar JSON"},
    "dstat": {"csv": "dstat CSV"},
    "dool": {"csv": "dstat CSV"},
}
NAMES = {"sadf": "sar", "dool": "dstat"}


def opened(name: str | Path) -> Log:
    path = OUTPUTS / name
    form = log_format(kind_of(path))
    assert form is not None
    return form.open(FileToImport(path))


def rows_of(log: Log) -> list[LogRow]:
    return list(log.rows())


def series(log: Log, path: str) -> Series:
    return next(one for one in log.series if one.path == path)


def rates(log: Log, path: str) -> list[float]:
    """Of a counter the value of each interval."""
    one, rows = series(log, path), rows_of(log)
    pairs = list(pairwise(rows))
    if one.kind == "gauge":
        return [row.values[one.value] for row in rows[1:]]
    if one.kind == "average":
        return [
            (b.values[one.value] - a.values[one.value]) / (b.values[one.base] - a.values[one.base]) for a, b in pairs
        ]
    return [(b.values[one.value] - a.values[one.value]) / (b.seconds - a.seconds) for a, b in pairs]


def totals(log: Log) -> dict[str, float]:
    rows_of(log)
    return {metric: value for metric, (value, _) in log.totals.items()}


def text_of(name: str) -> str:
    return (OUTPUTS / name).read_text(encoding="utf-8")


def printed(name: str, form: str) -> float:
    """The figure that the tool printed."""
    found = re.search(form, text_of(name), re.MULTILINE)
    assert found, form
    return float(found[1])


def session_of(folder: Path, *files: FileToImport) -> Path:
    session = folder / "s.outpace"
    import_results(ImportRequest(files), session)
    return session


@pytest.mark.parametrize("path", sorted(OUTPUTS.iterdir()), ids=lambda path: path.name)
def test_each_output_is_known_by_its_lines_whatever_its_name(path: Path, tmp_path: Path) -> None:
    tool = path.name.partition("-")[0]
    other = tmp_path / "results.bin"
    shutil.copy(path, other)
    kind = kind_of(other)
    assert kind.lower().startswith(NAMES.get(tool, tool))
    known = KINDS.get(tool, {})
    assert kind == known.get(path.name.rpartition(".")[2], kind)


def test_pgbenchs_summary_and_progress_are_its_own_figures() -> None:
    name = "pgbench-15-progress.txt"
    log = opened(name)
    found = totals(log)
    assert found["TPS"] == printed(name, r"^tps = ([\d.]+)")
    assert found["Latency ms"] == printed(name, r"^latency average = ([\d.]+) ms")
    assert found["Latency ms stddev"] == printed(name, r"^latency stddev = ([\d.]+) ms")
    assert found["Transactions"] == printed(name, r"^number of transactions actually processed: (\d+)")
    assert found["Failed %"] == 0
    told = re.findall(r"progress: ([\d.]+) s, ([\d.]+) tps, lat ([\d.]+) ms stddev ([\d.]+)", text_of(name))
    assert len(told) >= 4
    assert rates(log, "\\pgbench\\Transactions/sec") == pytest.approx([float(tps) for _, tps, _, _ in told])
    assert rates(log, "\\pgbench\\Avg. sec/Transaction") == pytest.approx([float(ms) / 1e3 for _, _, ms, _ in told])
    assert rates(log, "\\pgbench\\Std. dev. sec/Transaction") == pytest.approx([float(sd) / 1e3 for *_, sd in told])
    assert log.facts["Number of clients"] == "2"


def test_pgbenchs_lag_and_skipped_transactions() -> None:
    name = "pgbench-15-rate.txt"
    log = opened(name)
    found = totals(log)
    assert found["Lag ms"] == printed(name, r"rate limit schedule lag: avg ([\d.]+) ")
    assert found["Skipped %"] == printed(name, r"number of transactions skipped: \d+ \(([\d.]+)%\)")
    assert series(log, "\\pgbench\\Avg. Schedule Lag").unit == "s"
    logged = opened("pgbench-15-rate.log")
    last = rows_of(logged)[-1].values
    assert last[0] == found["Transactions"]
    for path, form in (("Avg. sec/Transaction", "latency average ="), ("Avg. Schedule Lag", "schedule lag: avg")):
        one = series(logged, f"\\pgbench\\{path}")
        assert round(last[one.value] / last[one.base] * 1e3, 3) == printed(name, rf"{form} ([\d.]+) ")


def test_pgbenchs_log_files_of_two_threads_count_what_it_counted(tmp_path: Path) -> None:
    """The second thread's file begins with its own first second; both are placed by their common clock."""
    files = [FileToImport(OUTPUTS / f"pgbench-15-each.{thread}.log", "A") for thread in (1, 2)]
    session = session_of(tmp_path, *files, FileToImport(OUTPUTS / "pgbench-15-each.txt", "A"))
    transactions = printed("pgbench-15-each.txt", r"^number of transactions actually processed: (\d+)")
    with SessionReader.open(session) as reader:
        rate = next(one for one in reader.counters if one.path == "\\pgbench\\Transactions/sec")
        assert reader.total(rate, 0, reader.length_s) == transactions
        assert {origin.detail.bias_min for origin in reader.origins if origin.kind == "pgbench log"} == {0}


def test_pgbenchs_aggregated_log_files_have_its_intervals() -> None:
    """The interval in which the run ended pgbench does not write."""
    for name in ("pgbench-15-aggregated.1.log", "pgbench-15-aggregated.2.log"):
        lines = [[int(one) for one in line.split()] for line in text_of(name).splitlines()]
        log = opened(name)
        assert rates(log, "\\pgbench\\Transactions/sec") == [line[1] for line in lines]
        assert rates(log, "\\pgbench\\Avg. sec/Transaction") == pytest.approx([one[2] / one[1] / 1e6 for one in lines])
        assert rates(log, "\\pgbench\\Max. sec/Transaction") == [line[5] / 1e6 for line in lines]


@pytest.mark.parametrize(
    ("test", "forms"),
    [
        (
            "oltp",
            {
                "TPS": r"transactions: +\d+ +\(([\d.]+) per sec", "Queries/s": r"queries: +\d+ +\(([\d.]+) per sec",
                "Latency ms p95": r"95th percentile: +([\d.]+)",
            },
        ),
        ("cpu", {"Events/s": r"events per second: +([\d.]+)", "Latency ms max": r"max: +([\d.]+)"}),
        ("memory", {"MiB/s": r"transferred \(([\d.]+) MiB/sec\)", "Events/s": r"Total operations: \d+ \(([\d.]+) per"}),
        (
            "fileio",
            {
                "Read IOPS": r"reads/s: +([\d.]+)", "Write MiB/s": r"written, MiB/s: +([\d.]+)",
                "Syncs/s": r"fsyncs/s: +([\d.]+)", "Latency ms p99": r"99th percentile: +([\d.]+)",
            },
        ),
    ],
)  # fmt: skip
def test_sysbenchs_summary_is_its_own_figures(test: str, forms: Mapping[str, str]) -> None:
    name = f"sysbench-1.0.20-{test}.txt"
    found = totals(opened(name))
    forms = {**forms, "Latency ms": r"avg: +([\d.]+)"}
    assert {metric: found[metric] for metric in forms} == {
        metric: printed(name, form) for metric, form in forms.items()
    }


def test_sysbenchs_intervals_are_its_own_figures() -> None:
    log = opened("sysbench-1.0.20-oltp.txt")
    told = re.findall(
        r"\[ (\d+)s \] thds: 2 tps: (\S+) qps: (\S+) .*: (\S+) err/s", text_of("sysbench-1.0.20-oltp.txt")
    )
    assert len(told) >= 4
    assert rates(log, "\\sysbench\\Transactions/sec") == pytest.approx([float(tps) for _, tps, _, _ in told])
    assert rates(log, "\\sysbench\\Queries/sec") == pytest.approx([float(qps) for _, _, qps, _ in told])
    assert rates(log, "\\sysbench\\Latency p95") == pytest.approx([float(ms) / 1e3 for *_, ms in told])
    files = opened("sysbench-1.0.20-fileio.txt")
    told_files = re.findall(r"reads: (\S+) MiB/s", text_of("sysbench-1.0.20-fileio.txt"))
    assert rates(files, "\\sysbench\\Read Bytes/sec") == pytest.approx([float(mib) * 2**20 for mib in told_files])
    memory = opened("sysbench-1.0.20-memory.txt")
    told_memory = re.findall(r"s \] (\S+) MiB/sec", text_of("sysbench-1.0.20-memory.txt"))
    assert rates(memory, "\\sysbench\\Bytes/sec") == pytest.approx([float(mib) * 2**20 for mib in told_memory])


def fio_job(name: str) -> dict[str, dict[str, object]]:
    job: dict[str, dict[str, object]] = json.loads(text_of(name))["jobs"][0]
    return job


@pytest.mark.parametrize("figure", ["clat", "lat", "slat"])
def test_fios_latencies_of_each_io_have_its_means(figure: str) -> None:
    log = opened(f"fio-3.33-each_{figure}.1.log")
    for side, name in (("read", "Read"), ("write", "Write")):
        told = fio_job("fio-3.33-each.json")[side]
        one = series(log, f"\\fio({figure})\\Avg. sec/{name}")
        last = rows_of(log)[-1].values
        assert last[one.base] == told["total_ios"]
        own = told[f"{figure}_ns"]
        assert isinstance(own, dict)
        assert last[one.value] / last[one.base] * 1e9 == pytest.approx(own["mean"], abs=1e-3)
        longest = max(value for value in rates(log, f"\\fio({figure})\\Max. sec/{name}") if value >= 0)
        assert round(longest * 1e9) == own["max"]


def test_fios_intervals_are_its_lines_and_add_up_to_its_totals() -> None:
    for figure, counter, factor, key in (
        ("bw", "Bytes/sec", 1024, "bw_bytes"), ("iops", "s/sec", 1, "iops"),
    ):  # fmt: skip
        log = opened(f"fio-3.33-mean_{figure}.1.log")
        lines = [
            [int(one) for one in line.split(",")] for line in text_of(f"fio-3.33-mean_{figure}.1.log").splitlines()
        ]
        path = f"\\fio\\Read{' ' if figure == 'bw' else ''}{counter}"
        told = [value * factor for _, value, direction, *_ in lines if direction == 0]
        assert rates(log, path) == pytest.approx(told, rel=0.03)
        whole = fio_job("fio-3.33-mean.json")["read"][key]
        one, rows = series(log, path), rows_of(log)
        assert rows[-1].values[one.value] / rows[-1].seconds == pytest.approx(whole, rel=0.03)
    means = opened("fio-3.33-mean_clat.1.log")
    told_ns = [
        int(line.split(",")[1])
        for line in text_of("fio-3.33-mean_clat.1.log").splitlines()
        if line.split(", ")[2] == "0"
    ]
    one = series(means, "\\fio(clat)\\Avg. sec/Read")
    assert one.kind == "gauge"
    assert [row.values[one.value] for row in rows_of(means)] == pytest.approx([ns * 1e-9 for ns in told_ns])
    assert any("counts every interval alike" in sentence(warning) for warning in means.warnings)


@pytest.mark.parametrize("name", ["fine", "coarse"])
def test_fios_histograms_have_its_percentiles(name: str) -> None:
    path = OUTPUTS / f"fio-3.33-{name}_clat_hist.1.log"
    log = opened(path.name)
    counts = [[int(one) for one in line.split(",")][3:] for line in text_of(path.name).splitlines()]
    whole = [sum(column) for column in zip(*counts, strict=True)]
    job = fio_job(f"fio-3.33-{name}.json")["read"]
    # What comes after its last interval fio does not write: here a thirtieth of the run.
    assert sum(whole) == pytest.approx(job["total_ios"], rel=0.06)
    assert rows_of(log)[-1].values[0] == sum(whole)
    own = job["clat_ns"]
    assert isinstance(own, dict)
    middles = class_middles_s(path, len(whole))
    for rank in (50, 95, 99):
        told = own["percentile"][f"{rank:.6f}"]
        assert percentile_s(whole, middles, rank) * 1e9 == pytest.approx(told, rel=0.05 if name == "fine" else 0.4)
    mean = rows_of(log)[-1].values[1] / sum(whole)
    assert mean * 1e9 == pytest.approx(own["mean"], rel=0.05 if name == "fine" else 0.2)


def test_a_histograms_classes_and_percentiles_are_fios() -> None:
    """Its own classes (--output-format=json+) and its own percentiles of them."""
    own = fio_job("fio-3.33-bins.json")["read"]["clat_ns"]
    assert isinstance(own, dict)
    bins = {int(ns): count for ns, count in own["bins"].items()}
    middles = class_middles_s(OUTPUTS / "fio-3.33-bins.json", 1856)
    assert {float(ns) for ns in bins} <= {round(middle * 1e9, 3) // 1 for middle in middles}
    counts = [bins.get(int(round(middle * 1e9, 3)), 0) for middle in middles]
    assert sum(counts) == own["N"] == 300
    for rank, told in own["percentile"].items():
        assert int(round(percentile_s(counts, middles, float(rank)) * 1e9, 3)) == told


def test_fios_json_and_its_logs_are_one_session(tmp_path: Path) -> None:
    files = [
        FileToImport(OUTPUTS / name, "A")
        for name in ("fio-3.33-mean.json", "fio-3.33-mean_bw.1.log", "fio-3.33-mean_clat.1.log")
    ]
    with SessionReader.open(session_of(tmp_path, *files)) as reader:
        figures = reader.documents_of(ImportedTotals)[0].data.figures
        assert figures["Read IOPS"].value == fio_job("fio-3.33-mean.json")["read"]["iops"]
        assert {one.path for one in reader.counters} == {
            "\\fio\\Read Bytes/sec", "\\fio\\Write Bytes/sec", "\\fio(clat)\\Avg. sec/Read",
            "\\fio(clat)\\Avg. sec/Write",
        }  # fmt: skip


def test_fio_before_2_2_does_not_tell_its_ios(tmp_path: Path) -> None:
    side = {"io_bytes": 40960, "bw": 4096, "iops": 1024.0, "runtime": 10_000,
            "clat": {"min": 10, "max": 900, "mean": 100.0}, "lat": {"min": 11, "max": 901, "mean": 101.0}}  # fmt: skip
    idle = {**side, "io_bytes": 0, "bw": 0, "iops": 0.0, "runtime": 0}
    job = {"jobname": "rd", "groupid": 0, "error": 0, "read": side, "write": idle}
    job |= {"job options": {"rw": "randread", "bs": "4k", "iodepth": "1"}, "elapsed": 11}
    path = tmp_path / "old.json"
    path.write_text(json.dumps({"fio version": "fio-2.1.11", "jobs": [job]}), encoding="utf-8")
    with SessionReader.open(session_of(tmp_path, FileToImport(path, "A"))) as reader:
        figures = reader.documents_of(ImportedTotals)[0].data.figures
    assert (figures["IOPS"].value, figures["Latency ms"].value) == (1024, pytest.approx(0.101))
    assert figures["MB/s"].value == pytest.approx(4096 * 1024 / 1e6)


def test_iostats_intervals_are_its_own_figures() -> None:
    log = opened("iostat-12.6.1-x.json")
    reports = json.loads(text_of("iostat-12.6.1-x.json"))["sysstat"]["hosts"][0]["statistics"][1:]
    for disk in [one["disk_device"] for one in reports[0]["disk"]]:
        held = [next(one for one in report["disk"] if one["disk_device"] == disk) for report in reports]
        path = f"\\PhysicalDisk({disk})\\"
        assert rates(log, f"{path}Disk Writes/sec") == pytest.approx([one["w/s"] for one in held])
        assert rates(log, f"{path}Disk Write Bytes/sec") == pytest.approx([one["wkB/s"] * 1024 for one in held])
        assert rates(log, f"{path}% Idle Time") == pytest.approx([100 - one["util"] for one in held])
        assert rates(log, f"{path}Avg. Disk Queue Length") == pytest.approx([one["aqu-sz"] for one in held])
        if all(one["w/s"] for one in held):
            told = [one["w_await"] / 1e3 for one in held]
            assert rates(log, f"{path}Avg. Disk sec/Write") == pytest.approx(told)
    busy = [100 - report["avg-cpu"]["idle"] - report["avg-cpu"]["iowait"] for report in reports]
    assert rates(log, "\\Processor(_Total)\\% Processor Time") == pytest.approx(busy)
    plain = opened("iostat-12.6.1.json")
    assert any(one.path.endswith("Disk Transfers/sec") for one in plain.series)


def test_sars_intervals_are_its_own_figures() -> None:
    log = opened("sadf-12.6.1.json")
    reports = json.loads(text_of("sadf-12.6.1.json"))["sysstat"]["hosts"][0]["statistics"]
    disk = reports[0]["disk"][0]["disk-device"]
    held = [next(one for one in report["disk"] if one["disk-device"] == disk) for report in reports]
    path = f"\\PhysicalDisk({disk})\\"
    assert rates(log, f"{path}Disk Transfers/sec") == pytest.approx([one["tps"] for one in held])
    assert rates(log, f"{path}Disk Write Bytes/sec") == pytest.approx([one["wkB"] * 1024 for one in held])
    cpus = [next(one for one in report["cpu-load"] if one["cpu"] == "all") for report in reports]
    told = [100 - one["idle"] - one["iowait"] for one in cpus]
    assert rates(log, "\\Processor(_Total)\\% Processor Time") == pytest.approx(told)
    available = [report["memory"]["avail"] / 1024 for report in reports]
    assert rates(log, "\\Memory\\Available MBytes") == pytest.approx(available)
    assert log.detail.bias_min == 0


def test_iostat_without_times_is_told(tmp_path: Path) -> None:
    path = tmp_path / "iostat.json"
    path.write_text(re.sub(r'"timestamp": "[^"]*",', "", text_of("iostat-12.6.1-x.json")), encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    with pytest.raises(ImportedFileError, match="it has no times: call iostat with -t"):
        form.open(FileToImport(path))


COUNTER = """Hammerdb Transaction Counter Log @ Thu Nov 05 14:00:31 GMT 2026
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
0 PostgreSQL tpm @ Thu Nov 05 14:00:31 GMT 2026
41872 PostgreSQL tpm @ Thu Nov 05 14:00:41 GMT 2026
97426 PostgreSQL tpm @ Thu Nov 05 14:00:51 GMT 2026
"""
PROFILE = """PostgreSQL Hammerdb Time Profile Report @ Thu Nov 05 14:05:31 GMT 2026
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
>>>>> VIRTUAL USER 2 : ELAPSED TIME : 120522ms
>>>>> PROC: NEWORD
CALLS: 9\tMIN: 1.000ms\tAVG: 2.000ms\tMAX: 3.000ms\tTOTAL: 18.000ms
P99: 3.000ms\tP95: 3.000ms\tP50: 2.000ms\tSD: 500.000\tRATIO: 50.000%
>>>>> VIRTUAL USER 3 : ELAPSED TIME : 120522ms
>>>>> PROC: NEWORD
CALLS: 9\tMIN: 1.000ms\tAVG: 2.000ms\tMAX: 3.000ms\tTOTAL: 18.000ms
P99: 3.000ms\tP95: 3.000ms\tP50: 2.000ms\tSD: 500.000\tRATIO: 50.000%
>>>>> SUMMARY OF 2 ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : 127146ms
>>>>> PROC: NEWORD
CALLS: 3427\tMIN: 1.730ms\tAVG: 36.332ms\tMAX: 1220.165ms\tTOTAL: 124508.229ms
P99: 210.118ms\tP95: 104.921ms\tP50: 19.126ms\tSD: 49663.000\tRATIO: 48.963%
>>>>> PROC: OSTAT
CALLS: 332\tMIN: 0.485ms\tAVG: 15.077ms\tMAX: 310.000ms\tTOTAL: 5005.564ms
P99: 100.000ms\tP95: 50.000ms\tP50: 5.000ms\tSD: 20000.000\tRATIO: 1.968%
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
"""
CONSOLE = """HammerDB CLI v4.9
Vuser 1:RUNNING
Vuser 1:Beginning rampup time of 1 minutes
Vuser 1:Timing test period of 2 in minutes
Vuser 1:2 Active Virtual Users configured
Vuser 1:TEST RESULT : System achieved 42332 NOPM from 97427 PostgreSQL TPM
Vuser 2:FINISHED SUCCESS
Vuser 1:FINISHED SUCCESS
ALL VIRTUAL USERS COMPLETE
"""
JOB = """hammerdb>job 63E7 result
[
  "63E7",
  "2026-11-05 14:00:31",
  "2 Active Virtual Users configured",
  "TEST RESULT : System achieved 42332 NOPM from 97427 PostgreSQL TPM"
]
"""
TCOUNT = """{"PostgreSQL tpm": {
    "0": "2026-11-05 14:00:31",
    "41872": "2026-11-05 14:00:41",
    "41872": "2026-11-05 14:00:51",
    "97426": "2026-11-05 14:01:01"
}}
"""
TIMING = """{
  "NEWORD": {
    "elapsed_ms": "127146.0", "calls": "3427", "min_ms": "1.730", "avg_ms": "36.332", "max_ms": "1220.165",
    "total_ms": "124508.229", "p99_ms": "210.118", "p95_ms": "104.921", "p50_ms": "19.126", "sd": "49663.0",
    "ratio_pct": "48.963"
  }
}
"""


def log_of(folder: Path, text: str, name: str = "hammerdb.txt") -> Log:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    return form.open(FileToImport(path))


@pytest.mark.parametrize("text", [CONSOLE, JOB])
def test_hammerdbs_result(tmp_path: Path, text: str) -> None:
    log = log_of(tmp_path, text)
    assert log.kind == "HammerDB output"
    assert totals(log) == {"NOPM": 42332, "TPM": 97427}
    assert (log.facts["Database"], log.facts["Virtual users"]) == ("PostgreSQL", "2")
    path = tmp_path / "hammerdb.txt"
    with SessionReader.open(session_of(tmp_path, FileToImport(path, "A"))) as reader:
        figure = reader.documents_of(ImportedTotals)[0].data.figures["NOPM"]
        assert (figure.value, figure.unit, figure.better) == (42332, "orders/min", "more")
        assert reader.origins[0].kind == "HammerDB output"


def test_hammerdbs_transaction_counter(tmp_path: Path) -> None:
    for text, counts in ((COUNTER, [0, 41872, 97426]), (TCOUNT, [0, 41872, 41872, 97426])):
        log = log_of(tmp_path, text)
        assert log.kind == "HammerDB transaction counter"
        rows = rows_of(log)
        assert [row.values[0] for row in rows] == counts
        assert [row.seconds - rows[0].seconds for row in rows] == [10 * index for index in range(len(counts))]
        assert log.series[0].path == "\\HammerDB(PostgreSQL)\\Transactions/min"
        began = datetime.datetime.fromtimestamp(rows[0].seconds, datetime.UTC)
        assert began.isoformat() == "2026-11-05T14:00:31+00:00"
    untimed = log_of(tmp_path, re.sub(r"tpm @ .*", "tpm", COUNTER))
    assert [row.seconds for row in rows_of(untimed)] == [0, 10, 20]
    assert "taken to be 10 s apart" in sentence(untimed.warnings[0])


@pytest.mark.parametrize("text", [PROFILE, TIMING])
def test_hammerdbs_time_profile(tmp_path: Path, text: str) -> None:
    found = totals(log_of(tmp_path, text))
    assert found["NEWORD latency ms"] == 36.332
    assert found["NEWORD latency ms p99"] == 210.118
    assert found["NEWORD calls"] == 3427


DSTAT = """"Dstat 0.7.4 CSV output"
"Author:","Dag Wieers <dag@wieers.com>",,,,"URL:","http://dag.wieers.com/home-made/dstat/"
"Host:","lab7",,,,"User:","root"
"Cmdline:","dstat -tcd --output d.csv 1 4",,,,"Date:","23 Nov 2026 09:10:00 UTC"

"system","total cpu usage",,,,,"dsk/total",
"time","usr","sys","idl","wai","stl","read","writ"
23-11 09:10:00,5.1,2.0,92.0,0.5,0.0,1000.0,2000.0
23-11 09:10:01,10.0,5.0,85.0,0.0,0.0,4096.0,8192.0
23-11 09:10:02,20.0,5.0,75.0,0.0,0.0,0.0,16384.0
"""


def test_dstats_columns(tmp_path: Path) -> None:
    log = log_of(tmp_path, DSTAT, "d.csv")
    assert log.detail.hosts == ["lab7"]
    rows = rows_of(log)
    began = datetime.datetime.fromtimestamp(rows[0].seconds, datetime.UTC)
    assert began.isoformat() == "2026-11-23T09:10:00+00:00"
    assert rates(log, "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec") == [8192, 16384]
    assert rates(log, "\\Processor(_Total)\\% Idle Time") == [85, 75]
    untimed = re.sub(r'^("system"|"time"|23-11 [\d:]+),', "", DSTAT, flags=re.MULTILINE)
    log = log_of(tmp_path, untimed, "d.csv")
    assert [row.seconds for row in rows_of(log)] == [1, 2, 3]
    assert "taken to be 1 s apart" in sentence(log.warnings[0])


@pytest.mark.parametrize("name", ["dstat-0.8.0.csv", "dool-1.3.8.csv"])
def test_dstats_and_dools_lines_are_its_own_figures(name: str) -> None:
    """All but the first one, which is of the time since the system's start."""
    log = opened(name)
    lines = [line.split(",") for line in text_of(name).splitlines() if re.match(r"\S+ 09:\d\d", line)][1:]
    assert rates(log, "\\Processor(_Total)\\% Idle Time") == [float(line[3]) for line in lines]
    assert rates(log, "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec") == [float(line[7]) for line in lines]
    assert rates(log, "\\PhysicalDisk(_Total)\\Disk Reads/sec") == [float(line[8]) for line in lines]
    first = datetime.datetime.fromtimestamp(rows_of(log)[0].seconds, datetime.UTC)
    assert (first.year, first.month, first.day, first.hour) == (2026, 11, 23, 9)
    untimed = opened("dstat-0.8.0-untimed.csv")
    assert [row.seconds for row in rows_of(untimed)] == [2, 4]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("x_bw.1.log", "500, 100, 0, 0, 0\n500, a, 0, 0, 0\n900, 1, 0, 0, 0\n", "line 2: this is no line of fio's log"),
        ("x_bw.1.log", "9000, 100, 0, 0, 0\n500, 1, 0, 0, 0\n", "line 2: this line is older than the previous one"),
        ("x.log", "500, 100, 0, 0, 0\n", "x.log: a log of fio; only its name tells of what"),
        ("x_clat_hist.1.log", "9, 0, 4096, " + ", ".join(["1"] * 30) + "\n", "a histogram of 30 classes"),
        ("p.log", "0 1 500 0 1700000000 5\nx\n0 2 500 0 1700000001 5\n", "line 2: this is no line of pgbench's log"),
        ("p.log", "0 1 500 0 1700000009 5\n0 2 500 0 1700000001 5\n", "line 2: this row is older"),
        ("p.txt", "progress: 1.0 s, x tps, lat 1 ms stddev 1\n", 'line 1: tps: "x" is not a number'),
        ("p.txt", "transaction type: x\nscaling factor: 1\n", "line 1: the output ends here without pgbench's results"),
        ("s.txt", "sysbench 1.0.20 (x)\nFATAL: no connection\n", "line 2: sysbench says: no connection"),
        ("s.txt", "sysbench 1.0.20 (x)\n", "line 1: the output ends here without sysbench's results"),
        ("s.txt", "sysbench 1\n[ 1s ] thds: 2 tp\n[ 2s ] thds: 2\n", "line 2: this is no line of sysbench's"),
        ("h.txt", "HammerDB CLI v4.9\nVuser 1:RUNNING\n", "line 2: the output ends here without HammerDB's TEST"),
        ("h.txt", COUNTER + "x\n5 PostgreSQL tpm\n", "line 6: this is no line of HammerDB's transaction counter"),
        ("h.txt", PROFILE[: PROFILE.index(">>>>> SUMMARY")], "the summary of all virtual users is missing"),
        ("i.json", '{"sysstat": {"hosts": [{"statistics": [\n{"avg-cpu": {}', "line 2: the output is cut off here"),
        ("i.json", '{"avg-cpu": ' + "[" * 100_000, "line 1: "),
        ("d.csv", DSTAT.replace("8192.0", "many"), 'line 9: writ: "many" is not a number'),
        ("d.csv", DSTAT.partition('"system"')[0], "dstat's line of columns is missing"),
    ],
)
def test_damaged_files_are_told_with_their_line(tmp_path: Path, name: str, text: str, told: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ImportedFileError) as caught:
        import_results(ImportRequest((FileToImport(path, "A"),)), tmp_path / "s.outpace")
    assert told in str(caught.value)
    assert name in str(caught.value)
    assert not (tmp_path / "s.outpace").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x_clat.1.log", "0, 500, 0, 4096, 0\n4000000000, 500, 0, 4096, 0\n"),
        ("p.log", "0 1 500 0 1700000000 5\n0 2 500 0 1704000000 5\n"),
        ("x_bw.1.log", "500, 10, 0, 0, 0\n4000000000, 10, 0, 0, 0\n"),
    ],
)
def test_a_long_gap_is_not_filled_second_by_second(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    form = log_format(kind_of(tmp_path / name))
    assert form is not None
    log = form.open(FileToImport(tmp_path / name))
    timed = [(row.seconds, row) for row in log.rows()]
    for rows in (timed, list(on_whole_steps(iter(timed), 1.0, log.series))):
        assert len(rows) < 4000
        assert rows[-1][0] - rows[0][0] == pytest.approx(4_000_000, abs=2)


EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.binary(max_size=4) | st.just(b"\n")), max_size=3)
SMALL = sorted(path for path in OUTPUTS.iterdir() if path.stat().st_size < 9000)
FOUND = [(path.name, path.read_bytes()) for path in SMALL] + [
    ("h.txt", text.encode()) for text in (COUNTER, PROFILE, CONSOLE, TCOUNT, TIMING)
]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(FOUND), EDITS, st.floats(0.2, 3.0))
def test_outputs_with_damage_give_a_session_or_a_sentence(
    output: tuple[str, bytes], edits: list[tuple[float, int, bytes]], share: float
) -> None:
    name, data = output
    for place, removed, put in edits:
        at = int(place * len(data))
        data = data[:at] + put + data[at + removed :]
    status, said = attempt(data[: int(share * len(data))], name)
    assert edits or share < 1 or status == 0, said


def test_pgbench_run_here_is_imported_to_its_printed_digits(postgresql: "PrivateServer", tmp_path: Path) -> None:
    from tests.support.private_server import postgresql_programs  # noqa: PLC0415 - pwd and signals are not on Windows

    programs = postgresql_programs()
    assert programs is not None
    here = ["-h", postgresql.host, "-p", str(postgresql.port), "-U", postgresql.user]

    def run(program: str, *options: str) -> subprocess.CompletedProcess[str]:
        command = [str(programs / program), *here, *options, "outpace_pgbench"]
        environment = {**os.environ, "PGPASSWORD": postgresql.password}
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=tmp_path)

    run("createdb")
    try:
        run("pgbench", "-i", "-q", "-s", "1")
        done = run("pgbench", "-n", "-c", "2", "-T", "3", "-P", "1", "-l", "--log-prefix=each")
    finally:
        run("dropdb")
    output = tmp_path / "out.txt"
    output.write_text(done.stderr + done.stdout, encoding="utf-8")
    log = next(tmp_path.glob("each.*")).rename(tmp_path / "each.log")
    told = {}
    for name, form in (
        ("TPS", r"tps = ([\d.]+)"), ("Latency ms", r"latency average = ([\d.]+)"),
        ("Transactions", r"actually processed: (\d+)"),
    ):  # fmt: skip
        found = re.search(form, done.stdout)
        assert found
        told[name] = float(found[1])
    with SessionReader.open(session_of(tmp_path, FileToImport(output, "A"), FileToImport(log, "A"))) as reader:
        figures = reader.documents_of(ImportedTotals)[0].data.figures
        assert {name: figures[name].value for name in told} == told
        # Two countings of the same transactions do not add up.
        counted = {one.path: one for one in reader.counters if one.path.endswith("\\Transactions/sec")}
        assert set(counted) == {"\\pgbench\\Transactions/sec", "\\pgbench(each)\\Transactions/sec"}
        logged = counted["\\pgbench(each)\\Transactions/sec"]
        assert reader.total(logged, 0, reader.length_s) == told["Transactions"]
    single = log_format(kind_of(log))
    assert single is not None
    last = rows_of(single.open(FileToImport(log)))[-1].values
    assert round(last[1] / last[0] * 1e3, 3) == told["Latency ms"]


def test_fio_run_here_is_imported_to_its_printed_digits(tmp_path: Path) -> None:
    if shutil.which("fio") is None:
        pytest.skip("fio is not on this machine: packaging/test.py installs it on Debian")
    command = ["fio", "--name=rw", f"--filename={tmp_path / 'file'}", "--size=8m", "--rw=randrw", "--bs=4k"]
    command += ["--ioengine=psync", "--number_ios=500", "--write_lat_log=each", "--output-format=json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    job = json.loads(done.stdout[done.stdout.index("{") :])["jobs"][0]
    path = tmp_path / "each_clat.1.log"
    form = log_format(kind_of(path))
    assert form is not None
    log = form.open(FileToImport(path))
    for side, name in (("read", "Read"), ("write", "Write")):
        one = series(log, f"\\fio(clat)\\Avg. sec/{name}")
        last = rows_of(log)[-1].values
        assert last[one.base] == job[side]["total_ios"]
        assert last[one.value] / last[one.base] * 1e9 == pytest.approx(job[side]["clat_ns"]["mean"], abs=1e-3)
