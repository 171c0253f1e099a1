# SPDX-License-Identifier: Apache-2.0
"""Import of fio JSON and logs: the figures equal fio's."""

import json
import math
import shutil
import subprocess
from pathlib import Path

import pytest

from app.imports.fio_log import class_middles_s, percentile_s
from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.source import ImportedFileError
from app.model.documents import ImportedTotals
from app.model.messages import sentence
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.faulty_outputs import (
    READS,
    SECONDS,
    document_of,
    iostat_text,
    job_of,
    notes_of,
    opened_text,
    output_of,
    samples,
    side_of,
)
from tests.support.storage_imports import done_in, imported, imported_figures
from tests.support.storage_outputs import fio_document, fio_job, fio_side
from tests.support.tool_logs import OUTPUTS, opened, rates, rows_of, series, session_of, text_of


def recorded_job(name: str) -> dict[str, dict[str, object]]:
    job: dict[str, dict[str, object]] = json.loads(text_of(name))["jobs"][0]
    return job


@pytest.mark.parametrize("figure", ["clat", "lat", "slat"])
def test_fio_per_io_latency_logs_give_fios_means(figure: str) -> None:
    log = opened(f"fio-3.33-each_{figure}.1.log")
    for side, name in (("read", "Read"), ("write", "Write")):
        told = recorded_job("fio-3.33-each.json")[side]
        one = series(log, f"\\fio({figure})\\Avg. sec/{name}")
        last = rows_of(log)[-1].values
        assert last[one.base] == told["total_ios"]
        own = told[f"{figure}_ns"]
        assert isinstance(own, dict)
        assert last[one.value] / last[one.base] * 1e9 == pytest.approx(own["mean"], abs=1e-3)
        longest = max(value for value in rates(log, f"\\fio({figure})\\Max. sec/{name}") if value >= 0)
        assert round(longest * 1e9) == own["max"]


def test_fio_interval_logs_match_fios_lines_and_totals() -> None:
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
        whole = recorded_job("fio-3.33-mean.json")["read"][key]
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
def test_fio_histogram_logs_give_fios_percentiles(name: str) -> None:
    path = OUTPUTS / f"fio-3.33-{name}_clat_hist.1.log"
    log = opened(path.name)
    counts = [[int(one) for one in line.split(",")][3:] for line in text_of(path.name).splitlines()]
    whole = [sum(column) for column in zip(*counts, strict=True)]
    job = recorded_job(f"fio-3.33-{name}.json")["read"]
    # fio does not log the I/Os after its last interval: here a thirtieth of the run.
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


def test_histogram_bins_and_percentiles_match_fios() -> None:
    """The reference is fio's own output (--output-format=json+)."""
    own = recorded_job("fio-3.33-bins.json")["read"]["clat_ns"]
    assert isinstance(own, dict)
    bins = {int(ns): count for ns, count in own["bins"].items()}
    middles = class_middles_s(OUTPUTS / "fio-3.33-bins.json", 1856)
    assert {float(ns) for ns in bins} <= {round(middle * 1e9, 3) // 1 for middle in middles}
    counts = [bins.get(int(round(middle * 1e9, 3)), 0) for middle in middles]
    assert sum(counts) == own["N"] == 300
    for rank, told in own["percentile"].items():
        assert int(round(percentile_s(counts, middles, float(rank)) * 1e9, 3)) == told


def test_fio_json_and_logs_become_one_session(tmp_path: Path) -> None:
    files = [
        FileToImport(OUTPUTS / name, "A")
        for name in ("fio-3.33-mean.json", "fio-3.33-mean_bw.1.log", "fio-3.33-mean_clat.1.log")
    ]
    with SessionReader.open(session_of(tmp_path, *files)) as reader:
        figures = reader.documents_of(ImportedTotals)[0].data.figures
        assert figures["Read IOPS"].value == recorded_job("fio-3.33-mean.json")["read"]["iops"]
        assert {one.path for one in reader.counters} == {
            "\\fio\\Read Bytes/sec", "\\fio\\Write Bytes/sec", "\\fio(clat)\\Avg. sec/Read",
            "\\fio(clat)\\Avg. sec/Write",
        }  # fmt: skip


def test_fio_before_2_2_is_imported_without_io_counts(tmp_path: Path) -> None:
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


def test_fio_run_on_this_machine_is_imported_with_its_exact_values(tmp_path: Path) -> None:
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


def test_fio_jobs_of_a_group_are_summed(tmp_path: Path) -> None:
    figures, said = imported_figures(tmp_path, fio_document(fio_job("a"), fio_job("b", reads=30_000)), "fio.json")
    whole = figures[""]
    assert (whole["IOPS"], round(whole["MB/s"], 3), whole["Latency ms"]) == (8000, 65.536, 0.8)
    assert whole["CPU % of one core"] == 40
    assert round(whole["Achieved outstanding, derived"], 6) == 6.4
    assert "Latency ms p99" not in whole
    assert any("percentiles" in text for text in said)
    assert done_in(tmp_path / "s.outpace")[0].test == "8 KiB random reads, 2 x 4 outstanding"


def test_consecutive_fio_groups_become_runs_or_tests(tmp_path: Path) -> None:
    jobs = fio_job("a", elapsed=21), fio_job("a", elapsed=21, groupid=1)
    status, said, session = imported(tmp_path, fio_document(*jobs), "fio.json")
    assert status == 0, said
    with SessionReader.open(session) as reader:
        runs = study_of([reader]).runs
    assert [round(run.systems["A"].figures["Latency ms p99"], 6) for run in runs] == [2.4, 2.4]
    session.unlink()
    jobs = fio_job("a", elapsed=21), fio_job("b", elapsed=21, groupid=1)
    status, said, session = imported(tmp_path, fio_document(*jobs), "fio.json")
    assert status == 0, said
    with SessionReader.open(session) as reader:
        (run,) = study_of([reader]).runs
    named = {name for name in run.systems["A"].figures if name.endswith(": IOPS")}
    assert named == {f"{job}, 8 KiB random reads, 1 x 4: IOPS" for job in "ab"}


def test_fio_output_with_messages_and_interim_states_is_imported(tmp_path: Path) -> None:
    states = [fio_document(fio_job(reads=5_000 * at, seconds=at), at_s=1_000.0 + at) for at in (2, 4, 8)]
    again = fio_document(fio_job(reads=45_000, seconds=9), at_s=1_020.0)
    middle = states[2].replace("\n", "\nfio: file system has no direct I/O\n", 3)
    text = "note: both iodepth >= 1\n" + states[0] + states[1] + "Jobs: 1 (f=1)\n" + middle + again
    status, said, session = imported(tmp_path, text, "fio.txt")
    assert status == 0, said
    assert any("2 documents are earlier states" in text for text in said)
    with SessionReader.open(session) as reader:
        assert [run.systems["A"].figures["IOPS"] for run in study_of([reader]).runs] == [5000, 5000]


def test_fio_reads_and_writes_are_reported_separately(tmp_path: Path) -> None:
    job = fio_job(write=fio_side(30_000, 10, 2_000_000))
    job["job options"] = {"rw": "randrw", "rwmixread": "60", "iodepth": "4"}
    figures, _ = imported_figures(tmp_path, fio_document(job), "fio.json")
    assert (figures[""]["Read IOPS"], figures[""]["Write IOPS"], figures[""]["IOPS"]) == (5000, 3000, 8000)
    assert figures[""]["Write latency ms"] == 2
    assert done_in(tmp_path / "s.outpace")[0].read_percent == 60


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_real_fio_run_is_imported_with_consistent_figures(tmp_path: Path) -> None:
    options = "--size=1M --bs=4k --runtime=1 --time_based --output-format=json --status-interval=1 --group_reporting"
    words = [f"--name=real {options} --filename={tmp_path}/f --rw=randrw --numjobs=2"]
    done = subprocess.run(["fio", *words[0].split()], capture_output=True, text=True, timeout=60, check=True)
    figures, _ = imported_figures(tmp_path, done.stdout, "fio.json")
    assert figures[""]["IOPS"] > 0
    assert figures[""]["Read IOPS"] + figures[""]["Write IOPS"] == pytest.approx(figures[""]["IOPS"])
    assert figures[""]["MB/s"] == pytest.approx(figures[""]["IOPS"] * 4096 / 1e6, rel=0.01)
    (run,) = done_in(tmp_path / "s.outpace")
    assert (run.block_bytes, run.threads, run.outstanding) == (4096, 2, 1)


def test_fio_clients_become_targets_with_a_total(tmp_path: Path) -> None:
    whole = job_of("All clients", 300.0)
    read = side_of(300.0) | {"clat_ns": {"min": 1, "max": 2, "mean": 1.5, "percentile": {"99.000000": 4_000_000}}}
    whole["read"] = read
    clients = [job_of("j", 100.0, hostname="h1"), job_of("j", 200.0, hostname="h2"), whole]
    output = output_of(tmp_path, json.dumps(document_of(clients, "client_stats")))
    (run,) = output.runs
    assert run.total.iops == 300
    assert run.total.ms["p99"] == 4
    assert {name: side.iops for name, side in run.targets.items()} == {"h1": 100, "h2": 200}
    alone = output_of(tmp_path, json.dumps(document_of([job_of("j", 100.0, hostname="h1")], "client_stats")))
    assert alone.runs[0].total.iops == 100


@pytest.mark.parametrize("one_line", [False, True])
def test_fio_mixed_reads_and_writes_give_only_a_total(tmp_path: Path, one_line: bool) -> None:
    job = job_of("j", 100.0)
    job["mixed"] = job.pop("read")
    del job["write"]
    (run,) = output_of(tmp_path, json.dumps(document_of([job]), indent=None if one_line else 1)).runs
    assert (run.total.iops, run.total.ms["mean"], run.read, run.write) == (100, 0.002, None, None)


@pytest.mark.parametrize("text", ["nan", "-nan", "inf", "-inf", "NaN", "Infinity", "nan(ind)", "-1.#IND"])
def test_non_numeric_fio_values_count_as_missing(tmp_path: Path, text: str) -> None:
    whole = json.dumps(document_of([job_of("j", 100.0)]), indent=1).replace('"mean": 2000.0', f'"mean": {text}')
    output = output_of(tmp_path, whole)
    assert "values are no numbers (NaN, infinity) and count as missing, the first is in line" in notes_of(output)
    assert "mean" not in output.runs[0].total.ms
    assert output.runs[0].total.ms["max"] == 0.009


@pytest.mark.parametrize("value", ["1e17", "-5", "NaN", "-2147483648"])
def test_impossible_fio_values_are_rejected_or_count_as_missing(tmp_path: Path, value: str) -> None:
    jobs = document_of([job_of("a", 100.0), job_of("b", 200.0, group=1)])
    text = json.dumps(jobs, indent=1).replace('"iops": 200.0', f'"iops": {value}')
    output = output_of(tmp_path, text)
    assert [run.total.iops for run in output.runs] == [100]
    assert "impossible values count as missing, in line" in notes_of(output)
    with pytest.raises(ImportedFileError, match="no figure of it can be used: impossible values in line"):
        output_of(tmp_path, text.replace('"iops": 100.0', f'"iops": {value}'))


def hist_line(second: int, counts: dict[int, int]) -> str:
    return f"{second * 1000}, 0, 4096, " + ", ".join(str(counts.get(index, 0)) for index in range(1856)) + "\n"


@pytest.mark.parametrize(
    ("name", "lines", "counter", "values", "mean"),
    [
        ("f_iops.1.log", ["1000, 50, 0, 0", "2000, 100000000000000000, 0, 0", "3000, 50, 0, 0"], "\\fio\\Reads/sec",
         [50, 50], 50),
        ("f_iops.1.log", ["1000, 50, 0, 0", "2000, -5, 0, 0", "3000, 50, 0, 0"], "\\fio\\Reads/sec", [50, 50], 50),
        ("f_bw.1.log", ["1000, 1, 0, 0", "2000, 9223372036854775807, 0, 0", "3000, 1, 0, 0"],
         "\\fio\\Read Bytes/sec", [1024, 1024], 1024),
        ("f_lat.1.log", ["100, 1000000, 0, 4096", "200, -5, 0, 4096", "300, 3000000, 0, 4096"],
         "\\fio(lat)\\Avg. sec/Read", [0.002], 0.002),
        ("f_clat.1.log", ["1000, 1000000, 0, 0", "2000, 18446744073709551615, 0, 0", "3000, 3000000, 0, 0"],
         "\\fio(clat)\\Avg. sec/Read", [0.001, 0.003], 0.002),
    ],
)  # fmt: skip
def test_impossible_values_in_fio_logs_count_as_missing(
    tmp_path: Path, name: str, lines: list[str], counter: str, values: list[float], mean: float
) -> None:
    text = "\n".join(lines) + "\n"
    assert samples(tmp_path, text, name)[counter] == (values, mean)
    assert f"{name}: 1 impossible values count as missing, in line 2" in notes_of(opened_text(tmp_path, text, name))


def test_impossible_fio_histograms_count_as_missing(tmp_path: Path) -> None:
    text = hist_line(1, {700: 50}) + hist_line(2, {700: 5, 800: 288230376923725848}) + hist_line(3, {700: 50})
    found = samples(tmp_path, text, "f_clat_hist.1.log")
    assert found["\\fio(clat histogram)\\Reads/sec"] == ([50, 50], 50)
    assert len(found["\\fio(clat histogram)\\sec/Read p99"][0]) == 2
    with pytest.raises(ImportedFileError, match="no figure of it can be used: impossible values in line 1"):
        list(opened_text(tmp_path, hist_line(1, {800: 288230376923725848}), "g_clat_hist.1.log").rows())


def test_gap_in_one_of_two_logs_is_a_gap_in_their_sum(tmp_path: Path) -> None:
    stamps = [f"10:00:{second:02}" for second in range(30)]
    files = {"one.json": stamps, "two.json": [*stamps[:10], *stamps[20:]]}
    for name, own in files.items():
        (tmp_path / name).write_text(iostat_text(own).replace('"n"', f'"{name}"'), encoding="utf-8")
    request = ImportRequest(tuple(FileToImport(tmp_path / name, "S", target=name[:3]) for name in files))
    import_results(request, tmp_path / "s.outpace")
    with SessionReader.open(tmp_path / "s.outpace") as reader:
        counter = next(one for one in reader.counters if one.path == READS)
        values = [float(value) for value in reader.samples(counter)[1]]
    assert {value for value in values if not math.isnan(value)} == {200.0}
    assert sum(map(math.isnan, values)) >= 9


def test_latency_across_a_gap_is_weighted_only_by_recorded_ios(tmp_path: Path) -> None:
    found = samples(tmp_path, iostat_text([*SECONDS[:4], "10:20:05", "10:20:06"]), "i.json")
    assert found["\\PhysicalDisk(sda)\\Avg. Disk sec/Read"][1] == 0.002
