# SPDX-License-Identifier: Apache-2.0
"""Files of several virtual machines, servers, or jobs: their runs, their targets, and how figures are merged."""

import itertools
import json
import math
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.imports.shared_counters import on_whole_steps
from app.imports.source import LogRow
from app.model.merging import merged, rule_of
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from collectors.series import Series
from tests.support.engine_runs import outpace
from tests.support.perfmon_logs import perfmon_of
from tests.support.storage_outputs import DISKSPD

FIGURE = "OPM = [\\Test\\OPM]"
TOOLS = Path(__file__).parents[1] / "tool_outputs"


def imported(folder: Path, *options: str | Path, status: int = 0) -> tuple[Study | None, str]:
    """Return the session's study, if the command created one, and the command's output."""
    session = folder / "s.outpace"
    session.unlink(missing_ok=True)
    done = outpace("import", *options, "--session", session, cwd=folder)
    assert done.returncode == status, done.stderr
    if status:
        assert not session.exists()
        return None, done.stderr
    with SessionReader.open(session) as reader:
        return study_of([reader]), done.stderr


def given(option: str, files: Sequence[str], values: Sequence[object]) -> list[str]:
    return [word for value, file in zip(values, files, strict=True) for word in (option, f"{value}={file}")]


def counters(folder: Path) -> dict[str, tuple[float, float]]:
    """Return the average and maximum of each counter of the last import."""
    with SessionReader.open(folder / "s.outpace") as reader:
        found = {one.path: reader.window(one, 0.0, reader.length_s) for one in reader.counters}
    return {path: (own.average, own.maximum) for path, own in found.items()}


SQLIO = """c>sqlio -kR -t2 -s60 -o4 -frandom -b8 -LS E:\\test.dat
2 threads reading for 60 secs from file E:\\test.dat
using 8KB random IOs
enabling multiple I/Os per thread with 4 outstanding
CUMULATIVE DATA:
IOs/sec: {iops:.2f}
MBs/sec: {mib:.2f}
latency metrics:
Min_Latency(ms): 1
Avg_Latency(ms): {ms}
Max_Latency(ms): {most}
"""


def sqlio(path: Path, scale: int) -> str:
    text = SQLIO.format(iops=1280 * scale, mib=10 * scale, ms=2 * scale, most=20 * scale)
    path.write_text(text, encoding="utf-8")
    return path.name


def test_servers_of_a_system_are_summed_before_the_median_run_is_chosen(tmp_path: Path) -> None:
    files, systems, runs = [], [], []
    for system, (run, opms) in itertools.product(("old", "new"), ((1, (9, 8)), (2, (10, 9)), (3, (11, 10)))):
        for server, opm in enumerate(opms, 1):
            scale = 1000 if system == "old" else 1400
            name = perfmon_of(tmp_path / f"{system}-{run}-{server}.csv", f"SERVER{server}", opm * scale, hour=9 + run)
            files.append(name)
            systems.append(system)
            runs.append(run)
    figures = ["--figure", "OPM = [\\Test\\OPM]", "--figure", "MB/s = [\\PhysicalDisk(0 C:)\\Disk Reads/sec] / 1000"]
    study, _ = imported(
        tmp_path, *files, *given("--system", files, systems), *given("--run", files, runs), *figures, "--start", "10"
    )
    assert study is not None
    assert [[run.systems[letter].figures["OPM"] for run in study.runs] for letter in "AB"] == [
        [pytest.approx(17_000), pytest.approx(19_000), pytest.approx(21_000)],
        [pytest.approx(23_800), pytest.approx(26_600), pytest.approx(29_400)],
    ]
    assert study.comparisons["B", "OPM"].ratio == pytest.approx(1.4)
    assert study.runs[0].systems["A"].targets["SERVER2"]["OPM"] == pytest.approx(8000)
    average = counters(tmp_path)
    assert average["\\Test(SERVER1)\\OPM"][0] > 0, "the curve of each server is there"


def test_simultaneous_logs_become_targets_and_other_logs_need_an_option(tmp_path: Path) -> None:
    one = perfmon_of(tmp_path / "a.csv", "SERVER1", 9000)
    two = perfmon_of(tmp_path / "b.csv", "SERVER2", 1000, disk_s=0.05)
    study, said = imported(tmp_path, one, two, *given("--system", [one, two], "SS"), "--figure", "\\Test\\OPM")
    assert "ran together (SERVER1, SERVER2)" in said
    assert study is not None
    assert study.runs[0].systems["A"].figures["\\Test\\OPM"] == pytest.approx(10_000)
    average = counters(tmp_path)
    weighted = (900 * 0.01 + 100 * 0.05) / 1000
    assert average["\\PhysicalDisk(0 C:)\\Avg. Disk sec/Read"][0] == pytest.approx(weighted), "weighted by the reads"
    assert average["\\Processor(_Total)\\% Processor Time"][0] == pytest.approx(50), "a share of the time: the mean"
    assert average["\\Test\\MaxRT"][1] == pytest.approx(9), "a maximum stays a maximum"
    later = perfmon_of(tmp_path / "b.csv", "SERVER2", 1000, hour=15)
    _, said = imported(tmp_path, one, later, *given("--system", [one, later], "SS"), status=2)
    assert "--run 1=a.csv --run 2=b.csv" in said
    assert "--target SERVER1=a.csv --target SERVER2=b.csv" in said


def test_run_without_one_of_its_servers_has_no_total(tmp_path: Path) -> None:
    names = [
        perfmon_of(tmp_path / f"{run}-{host}.csv", host, 5000, hour=9 + run) for run, host in ((1, "S1"), (1, "S2"))
    ]
    names.append(perfmon_of(tmp_path / "2-S1.csv", "S1", 5000, hour=12))
    options = [*given("--system", names, "SSS"), *given("--run", names, (1, 1, 2)), "--figure", FIGURE]
    study, _ = imported(tmp_path, *names, *options)
    assert study is not None
    assert study.runs[0].systems["A"].figures["OPM"] == pytest.approx(10_000)
    assert math.isnan(study.runs[1].systems["A"].figures["OPM"])


@pytest.mark.parametrize("kind", ["SQLIO", "diskspd", "DVD Store", "pgbench", "sysbench", "HammerDB"])
def test_outputs_without_a_clock_need_an_option_for_runs_or_targets(tmp_path: Path, kind: str) -> None:
    names = []
    for number in (1, 2):
        path = tmp_path / f"vm {number}.txt"
        if kind == "SQLIO":
            sqlio(path, number)
        elif kind == "diskspd":
            path.write_text(DISKSPD, encoding="utf-8")
        elif kind == "DVD Store":
            lines = [f"et= {at}.0 n_overall={at * 50 * number} opm={3000 * number}\n" for at in range(10, 61, 10)]
            path.write_text("".join(lines) + f"Final {lines[-1]}", encoding="utf-8")
        elif kind == "HammerDB":
            result = "Vuser 1:TEST RESULT : System achieved 1000 NOPM from 2300 PostgreSQL TPM"
            path.write_text(f"HammerDB CLI v4.12\n{result}\n", encoding="utf-8")
        else:
            source = next(one for one in sorted(TOOLS.iterdir()) if one.name.startswith(kind) and one.suffix == ".txt")
            path.write_bytes(source.read_bytes())
        names.append(path.name)
    systems = given("--system", names, "SS")
    _, said = imported(tmp_path, *names, *systems, status=2)
    readings = {
        name: shlex.split(line.partition(":")[2])
        for line in said.splitlines()
        if (name := line.strip().partition(":")[0]) in ("repeats", "targets")
    }
    study, _ = imported(tmp_path, *names, *systems, *readings["repeats"])
    assert study is not None
    assert [run.repeat for run in study.runs] == [1, 2]
    headline = study.headline.name
    each = [run.systems["A"].figures[headline] for run in study.runs]
    study, _ = imported(tmp_path, *names, *systems, *readings["targets"])
    assert study is not None
    (run,) = study.runs
    assert run.systems["A"].figures[headline] == pytest.approx(sum(each)), "rates add up"
    assert list(run.systems["A"].targets) == ["vm 1", "vm 2"]


def test_four_outputs_with_targets_become_one_run(tmp_path: Path) -> None:
    names = [sqlio(tmp_path / f"vm{number}.txt", number) for number in (1, 2, 3, 4)]
    options = [*given("--system", names, "SSSS"), *given("--target", names, ["VM1", "VM2", "VM3", "VM4"])]
    study, _ = imported(tmp_path, *names, *options)
    assert study is not None
    own = study.runs[0].systems["A"]
    assert own.figures["IOPS"] == 12_800
    assert own.targets["VM1"]["IOPS"] == 1280
    assert own.figures["Latency ms"] == pytest.approx(2 * (1 + 4 + 9 + 16) / 10), "weighted by the I/Os"
    assert own.figures["Latency ms max"] == 80
    _, said = imported(tmp_path, *names, *options[:-2], status=2)
    assert "other files of S have a target" in said


def test_tests_with_different_names_are_not_repeats(tmp_path: Path) -> None:
    side = {"total_ios": 0, "iops": 0, "bw": 0, "runtime": 0, "io_bytes": 0}
    jobs = [
        {"jobname": name, "groupid": number, "read": {**side, "total_ios": 10, "iops": iops}, "write": side}
        for number, (name, iops) in enumerate((("boot", 100), ("login", 300)))
    ]
    (tmp_path / "f.json").write_text(json.dumps({"fio version": "fio-2.1", "jobs": jobs}, indent=1), encoding="utf-8")
    study, _ = imported(tmp_path, "f.json")
    assert study is not None
    (run,) = study.runs
    found = {name: value for name, value in run.systems["A"].figures.items() if name.endswith(": IOPS")}
    assert sorted(found.values()) == [100, 300]
    assert all(name.startswith(("boot, ", "login, ")) for name in found)


def test_jobs_of_one_process_are_merged_and_keep_their_names(tmp_path: Path) -> None:
    for number, latency in ((1, 100_000), (2, 900_000)):
        lines = [f"{at}, {latency}, 0, 4096, 0\n" for at in (10, 20, 1500)]
        (tmp_path / f"s_clat.{number}.log").write_text("".join(lines), encoding="utf-8")
    imported(tmp_path, "s_clat.1.log", "s_clat.2.log", "--system", "S=s_clat.1.log")
    found = counters(tmp_path)
    assert found["\\fio(clat)\\Max. sec/Read"][1] == pytest.approx(0.0009)
    assert found["\\fio(clat)\\Avg. sec/Read"][0] == pytest.approx(0.0005)
    assert found["\\fio(s_clat.2 clat)\\Max. sec/Read"][1] == pytest.approx(0.0009)
    assert found["\\fio(s_clat.1 clat)\\Max. sec/Read"][1] == pytest.approx(0.0001)


def test_histograms_of_several_jobs_give_percentiles_over_all(tmp_path: Path) -> None:
    source = (TOOLS / "fio-3.33-fine_clat_hist.1.log").read_text(encoding="utf-8").splitlines()
    for number in (1, 2):
        (tmp_path / f"f_clat_hist.{number}.log").write_text("\n".join(source) + "\n", encoding="utf-8")
    # All I/Os of the second job are in one slow bin, which therefore contains the median of both jobs.
    moved = []
    for line in source:
        fields = [int(field) for field in line.split(",")]
        counts = [0] * len(fields[3:])
        counts[-200] = 3 * sum(fields[3:])
        moved.append(", ".join(map(str, [*fields[:3], *counts])))
    (tmp_path / "f_clat_hist.2.log").write_text("\n".join(moved) + "\n", encoding="utf-8")
    imported(tmp_path, "f_clat_hist.1.log", "f_clat_hist.2.log", "--system", "S=f_clat_hist.1.log")
    found = counters(tmp_path)
    path = next(path for path in found if path.startswith("\\fio(clat histogram)") and path.endswith(" p50"))
    slow = found[path.replace("(clat", "(f_clat_hist.2 clat")]
    assert found[path][0] == pytest.approx(slow[0]), "three of four I/Os are of the slow job"
    assert found[path.replace("(clat", "(f_clat_hist.1 clat")][0] < slow[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["lab.csv", "--run", "2=lab.csv"], "--run is not for totals"),
        (["lab.csv", "--window", "0-10"], "--window: none of the files is a log"),
        (["o.txt", "--start", "10"], "--start: none of the files is a log whose times do not begin with the load"),
        (["o.txt", "--start", "10=o.txt"], "--start is not for SQLIO output"),
        (["o.txt", "--offset", "1=o.txt"], "--offset is not for SQLIO output"),
        (["o.txt", "--watts", "P"], "--watts: none of the files is a power meter's table"),
        (["p.csv", "--outstanding", "2x1=p.csv"], "--outstanding is not for PDH log"),
        (["p.csv", "--higher", "x"], '--higher "x": the figures are'),
    ],
)
def test_inapplicable_options_are_rejected(tmp_path: Path, options: list[str], said: str) -> None:
    (tmp_path / "lab.csv").write_text("system,run,metric,value\nA,1,OPM,5\n", encoding="utf-8")
    sqlio(tmp_path / "o.txt", 1)
    perfmon_of(tmp_path / "p.csv", "S", 9000)
    assert said in imported(tmp_path, *options, status=2)[1]


def test_files_and_options_can_be_mixed_and_name_their_systems(tmp_path: Path) -> None:
    names = [perfmon_of(tmp_path / f"{name}.csv", name, 9000) for name in ("old", "new", "third")]
    study, _ = imported(tmp_path, names[0], "--title", "Lab", names[1], "--baseline", "new")
    assert study is not None
    assert [(system.name, system.role) for system in study.systems] == [("new", "baseline"), ("old", "challenger")]


def test_gap_in_a_log_becomes_rows_without_data() -> None:
    series = (Series("\\Test\\OPM", "", "gauge", "application", 0),)
    rows = [(float(at), LogRow(at, float(at), (5.0,))) for at in (*range(5), *range(9, 12))]
    found = list(on_whole_steps(iter(rows), 1.0, series))
    assert [at for at, _ in found] == list(range(12))
    assert [at for at, row in found if row.values[0] != 5.0] == [5, 6, 7, 8]


@pytest.mark.parametrize(
    ("name", "unit", "rule"),
    [
        ("Disk Reads/sec", "/s", "sum"),
        ("Transactions/min", "/min", "sum"),
        ("OPM", "", "sum"),
        ("Current Disk Queue Length", "", "sum"),
        ("Avg. Disk sec/Read", "s", "mean"),
        ("Latency ms", "ms", "mean"),
        ("AvgRT", "", "mean"),
        ("% Idle Time", "%", "mean"),
        ("Max. sec/Read", "s", "largest"),
        ("MaxRT", "", "largest"),
        ("Latency ms max", "ms", "largest"),
        ("Latency ms min", "ms", "smallest"),
        ("Latency ms p99", "ms", "apart"),
        ("sec/Read p99.9", "s", "apart"),
        ("Latency ms stddev", "ms", "apart"),
        ("Page life expectancy", "", "apart"),
    ],
)
def test_merge_rule_depends_on_the_kind_of_figure(name: str, unit: str, rule: str) -> None:
    assert rule_of(name, unit) == rule


def test_averages_are_weighted_by_their_counts() -> None:
    targets = [{"2 x 4: IOPS": 100.0, "2 x 4: Latency ms": 10.0}, {"2 x 4: IOPS": 300.0, "2 x 4: Latency ms": 2.0}]
    assert merged("2 x 4: Latency ms", "ms", targets) == pytest.approx(4.0)
    assert merged("2 x 4: IOPS", "/s", targets) == 400.0
