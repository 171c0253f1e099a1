# SPDX-License-Identifier: Apache-2.0
"""Import of sysbench output: the figures equal sysbench's."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.faulty_outputs import (
    SYSBENCH_05,
    notes_of,
    opened_text,
    samples,
)
from tests.support.tool_logs import opened, printed, rates, text_of, totals


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
def test_sysbench_summary_matches_its_output(test: str, forms: Mapping[str, str]) -> None:
    name = f"sysbench-1.0.20-{test}.txt"
    found = totals(opened(name))
    forms = {**forms, "Latency ms": r"avg: +([\d.]+)"}
    assert {metric: found[metric] for metric in forms} == {
        metric: printed(name, form) for metric, form in forms.items()
    }


def test_sysbench_intervals_match_its_output() -> None:
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


def test_sysbench_tpcc_line_without_a_colon_is_read(tmp_path: Path) -> None:
    text = "sysbench 1.0.20\n" + "".join(
        f"[ {at}s ] thds: 4 tps: 100.00 qps: 2000.00 (r/w/o: 1000.00/900.00/100.00) lat (ms,95%): 20.00 err/s 1.50 "
        "reconn/s: 0.00\n"
        for at in (10, 20, 30)
    )
    assert samples(tmp_path, text)["\\sysbench\\Errors/sec"] == ([1.5] * 3, 1.5)


ROW = (
    "threads: 4, tps: 100.00, reads: 1400.00, writes: 400.00, response time: 20.00ms (95%), errors: 0.00, "
    "reconnects: 0.00\n"
)


@pytest.mark.parametrize(
    ("version", "rows", "counters"),
    [
        ("0.5", "".join(f"[  {at}s] {ROW}" for at in (10, 20, 30)), True),
        ("0.5", f"# {ROW}" * 3, False),
        ("0.4.12", "", False),
    ],
)
def test_sysbench_before_version_1_is_imported(tmp_path: Path, version: str, rows: str, counters: bool) -> None:
    text = SYSBENCH_05.format(version=version, rows=rows)
    log = opened_text(tmp_path, text)
    list(log.rows())
    assert {metric: value for metric, (value, _) in log.totals.items()} == {
        "TPS": 100, "Latency ms": 10, "Latency ms min": 1, "Latency ms max": 50, "Latency ms p95": 20,
    }  # fmt: skip
    assert log.facts["Tool"] == f"sysbench {version}"
    assert ("lines of intervals without times are left out" in notes_of(log)) == rows.startswith("#")
    if counters:
        found = samples(tmp_path, text)
        assert found["\\sysbench\\Read Queries/sec"] == ([1400] * 3, 1400)
        assert found["\\sysbench\\Latency p95"] == ([0.02] * 3, 0.02)
