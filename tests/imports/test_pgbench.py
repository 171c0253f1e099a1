# SPDX-License-Identifier: Apache-2.0
"""Import of pgbench output and logs: the figures equal pgbench's."""

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport
from app.model.documents import ImportedTotals
from app.session.reader import SessionReader
from tests.support.faulty_outputs import (
    samples,
)
from tests.support.tool_logs import OUTPUTS, opened, printed, rates, rows_of, series, session_of, text_of, totals

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


def test_pgbench_summary_and_progress_match_its_output() -> None:
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


def test_pgbench_schedule_lag_and_skipped_transactions_are_imported() -> None:
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


def test_pgbench_logs_of_two_threads_add_up_to_its_count(tmp_path: Path) -> None:
    """The second thread's log starts at a later second; both are aligned by their common clock."""
    files = [FileToImport(OUTPUTS / f"pgbench-15-each.{thread}.log", "A") for thread in (1, 2)]
    session = session_of(tmp_path, *files, FileToImport(OUTPUTS / "pgbench-15-each.txt", "A"))
    transactions = printed("pgbench-15-each.txt", r"^number of transactions actually processed: (\d+)")
    with SessionReader.open(session) as reader:
        rate = next(one for one in reader.counters if one.path == "\\pgbench\\Transactions/sec")
        assert reader.total(rate, 0, reader.length_s) == transactions
        assert {origin.detail.bias_min for origin in reader.origins if origin.kind == "pgbench log"} == {0}


def test_pgbench_aggregated_logs_match_its_intervals() -> None:
    """The log lacks the interval in which the run ended."""
    for name in ("pgbench-15-aggregated.1.log", "pgbench-15-aggregated.2.log"):
        lines = [[int(one) for one in line.split()] for line in text_of(name).splitlines()]
        log = opened(name)
        assert rates(log, "\\pgbench\\Transactions/sec") == [line[1] for line in lines]
        assert rates(log, "\\pgbench\\Avg. sec/Transaction") == pytest.approx([one[2] / one[1] / 1e6 for one in lines])
        assert rates(log, "\\pgbench\\Max. sec/Transaction") == [line[5] / 1e6 for line in lines]


def test_pgbench_run_on_this_machine_is_imported_with_its_exact_values(
    postgresql: "PrivateServer", tmp_path: Path
) -> None:
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
        # Two counts of the same transactions must not be added.
        counted = {one.path: one for one in reader.counters if one.path.endswith("\\Transactions/sec")}
        assert set(counted) == {"\\pgbench\\Transactions/sec", "\\pgbench(each)\\Transactions/sec"}
        logged = counted["\\pgbench(each)\\Transactions/sec"]
        assert reader.total(logged, 0, reader.length_s) == told["Transactions"]
    single = log_format(kind_of(log))
    assert single is not None
    last = rows_of(single.open(FileToImport(log)))[-1].values
    assert round(last[1] / last[0] * 1e3, 3) == told["Latency ms"]


def test_pgbench_stall_is_not_a_gap(tmp_path: Path) -> None:
    """A late progress line covers the whole time since the previous one."""
    rows = ((5.0, 50), (10.0, 50), (18.0, 20), (20.0, 50), (25.0, 50))
    text = "".join(f"progress: {at} s, {tps}.0 tps, lat 2.0 ms stddev 0.5, 0 failed\n" for at, tps in rows)
    assert samples(tmp_path, text)["\\pgbench\\Transactions/sec"][1] == (50 * 17 + 20 * 8) / 25
