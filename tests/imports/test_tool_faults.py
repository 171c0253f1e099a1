# SPDX-License-Identifier: Apache-2.0
"""Known faults of tools are tolerated with a note, impossible values are no data, and missing rows are gaps: for each
reader that they can happen in."""

import json
import math
from pathlib import Path

import pytest

from app.imports.formats import kind_of, log_format, storage_reader
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.source import ImportedFileError, Log
from app.imports.storage_run import StorageOutput
from app.model.messages import sentence
from app.session.reader import SessionReader
from tests.support.storage_outputs import DISKSPD


def log_of(folder: Path, text: str, name: str = "f.txt") -> Log:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    return form.open(FileToImport(path))


def output_of(folder: Path, text: str, name: str = "f.json") -> StorageOutput:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    read = storage_reader(kind_of(path))
    assert read is not None
    return read(path)


def notes(log: Log | StorageOutput) -> str:
    if isinstance(log, Log):
        list(log.rows())
    return " ".join(map(sentence, log.warnings))


def samples(folder: Path, text: str, name: str = "f.txt") -> dict[str, tuple[list[float], float]]:
    """Of each counter its values over time, NaN left out, and its mean over everything."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    session = folder / "s.outpace"
    session.unlink(missing_ok=True)
    import_results(ImportRequest((FileToImport(path, "S"),)), session)
    with SessionReader.open(session) as reader:
        found = {}
        for counter in reader.counters:
            values = [float(value) for value in reader.samples(counter)[1]]
            found[counter.path] = (
                [round(value, 6) for value in values if not math.isnan(value)],
                round(reader.window(counter, -1.0, 1e6).average, 6),
            )
        return found


# JSON that is cut off or damaged


def iostat(stamps: list[str], disk: str = '"r/s": 100.0, "w/s": 5.0, "r_await": 2.0, "w_await": 1.0') -> str:
    reports = ",\n".join(
        f'{{"timestamp": "2024-05-01 {at}", "avg-cpu": {{"idle": 90.0, "iowait": 0.0}},\n'
        f'"disk": [{{"disk_device": "sda", {disk}}}]}}'
        for at in stamps
    )
    return f'{{"sysstat": {{"hosts": [{{"nodename": "n",\n"statistics": [\n{reports}\n]}}]}}}}\n'


def sadf(stamps: list[tuple[str, int]], tps: str = "500.0") -> str:
    reports = ",\n".join(
        f'{{"timestamp": {{"date": "2024-05-01", "time": "{at}", "utc": 1, "interval": {interval}}},\n'
        f'"disk": [{{"disk-device": "sda", "tps": {tps}, "rkB": 2000.0, "wkB": 0.0, "await": 1.0}}]}}'
        for at, interval in stamps
    )
    return f'{{"sysstat": {{"hosts": [{{"file-utc-time": "00:00:00",\n"statistics": [\n{reports}\n]}}]}}}}\n'


SECONDS = [f"10:00:{second:02}" for second in range(1, 7)]
READS = "\\PhysicalDisk(sda)\\Disk Reads/sec"
TRANSFERS = "\\PhysicalDisk(sda)\\Disk Transfers/sec"


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ("\n]}]}}\n", "\n", "its end is missing: what is complete up to line 14"),
        ("\n]}]}}\n", ",\n", "its end is missing"),
        ("}]}\n]}]}}\n", "}", "its end is missing: what is complete up to line 12"),
        ('"statistics": [\n', '"statistics": [\n,\n', "1 faults of its JSON were mended (commas), the first"),
        ('}]},\n{"time', '}]}\n{"time', "faults of its JSON were mended (commas)"),
        ('}]}\n]}]}}', '}]},\n]}]}}', "faults of its JSON were mended (commas), the first is in line 15"),
        ('"nodename": "n",\n', '"nodename": "n"\n', "1 faults of its JSON were mended"),
        ('100.0, "w/s": 5.0', '100,0, "w/s": 5,00', "faults of its JSON were mended (commas)"),
        ('"idle": 90.0', '"idle": -nan', "values are no numbers (NaN, infinity) and count as missing, the first is in"),
    ],
)  # fmt: skip
def test_damaged_json_of_iostat_is_mended(tmp_path: Path, before: str, after: str, note: str) -> None:
    text = iostat(SECONDS)
    assert before in text
    log = log_of(tmp_path, text.replace(before, after), "i.json")
    assert note in notes(log)
    values, mean = samples(tmp_path, text.replace(before, after), "i.json")[READS]
    assert mean == 100
    assert len(values) == (4 if "line 12" in note else 5)


def test_json_that_is_no_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportedFileError, match=r"i\.json, line 5: invalid JSON"):
        log_of(tmp_path, iostat(SECONDS).replace('"timestamp": "2024-05-01 10:00:02"', "what is this"), "i.json")


@pytest.mark.parametrize("one_line", [False, True])
def test_cut_off_json_of_sar_and_fio_gives_what_is_complete(tmp_path: Path, one_line: bool) -> None:
    text = sadf([("10:00:10", 10), ("10:00:20", 10), ("10:00:30", 10)])
    text = text.replace("\n", " ") if one_line else text
    assert "its end is missing" in notes(log_of(tmp_path, text[: text.rindex('"await"')], "s.json"))
    assert samples(tmp_path, text[: text.rindex('"await"')], "s.json")[TRANSFERS] == ([500, 500], 500)
    document = fio([fio_job("a", 100.0), fio_job("b", 200.0)])
    whole = json.dumps(document, indent=None if one_line else 1)
    output = output_of(tmp_path, whole[: whole.rindex('"error"')])
    assert [run.total.iops for run in output.runs] == [100]
    assert "its end is missing" in notes(output)


# fio


def fio_side(iops: float) -> dict[str, object]:
    return {"io_bytes": iops * 4096 * 10, "bw_bytes": iops * 4096, "iops": iops, "runtime": 10_000,
            "total_ios": iops * 10, "lat_ns": {"min": 1000, "max": 9000, "mean": 2000.0}}  # fmt: skip


def fio_job(name: str, iops: float, group: int = 0, **more: object) -> dict[str, object]:
    return {"jobname": name, "groupid": group, "error": 0, "elapsed": 11, "job_runtime": 10_000,
            "job options": {"rw": "randread", "bs": "4k", "iodepth": "4"},
            "read": fio_side(iops), "write": fio_side(0), **more}  # fmt: skip


def fio(jobs: list[dict[str, object]], key: str = "jobs") -> dict[str, object]:
    return {"fio version": "fio-3.33", "timestamp": 1000, key: jobs}


def test_fio_of_several_clients(tmp_path: Path) -> None:
    whole = fio_job("All clients", 300.0)
    read = fio_side(300.0) | {"clat_ns": {"min": 1, "max": 2, "mean": 1.5, "percentile": {"99.000000": 4_000_000}}}
    whole["read"] = read
    clients = [fio_job("j", 100.0, hostname="h1"), fio_job("j", 200.0, hostname="h2"), whole]
    output = output_of(tmp_path, json.dumps(fio(clients, "client_stats")))
    (run,) = output.runs
    assert run.total.iops == 300
    assert run.total.ms["p99"] == 4
    assert {name: side.iops for name, side in run.targets.items()} == {"h1": 100, "h2": 200}
    alone = output_of(tmp_path, json.dumps(fio([fio_job("j", 100.0, hostname="h1")], "client_stats")))
    assert alone.runs[0].total.iops == 100


@pytest.mark.parametrize("one_line", [False, True])
def test_fio_of_mixed_reads_and_writes(tmp_path: Path, one_line: bool) -> None:
    job = fio_job("j", 100.0)
    job["mixed"] = job.pop("read")
    del job["write"]
    (run,) = output_of(tmp_path, json.dumps(fio([job]), indent=None if one_line else 1)).runs
    assert (run.total.iops, run.total.ms["mean"], run.read, run.write) == (100, 0.002, None, None)


@pytest.mark.parametrize("text", ["nan", "-nan", "inf", "-inf", "NaN", "Infinity", "nan(ind)", "-1.#IND"])
def test_fio_without_numbers(tmp_path: Path, text: str) -> None:
    whole = json.dumps(fio([fio_job("j", 100.0)]), indent=1).replace('"mean": 2000.0', f'"mean": {text}')
    output = output_of(tmp_path, whole)
    assert "values are no numbers (NaN, infinity) and count as missing, the first is in line" in notes(output)
    assert "mean" not in output.runs[0].total.ms
    assert output.runs[0].total.ms["max"] == 0.009


@pytest.mark.parametrize("value", ["1e17", "-5", "NaN", "-2147483648"])
def test_impossible_figures_of_fio(tmp_path: Path, value: str) -> None:
    jobs = fio([fio_job("a", 100.0), fio_job("b", 200.0, group=1)])
    text = json.dumps(jobs, indent=1).replace('"iops": 200.0', f'"iops": {value}')
    output = output_of(tmp_path, text)
    assert [run.total.iops for run in output.runs] == [100]
    assert "impossible values count as missing, in line" in notes(output)
    with pytest.raises(ImportedFileError, match="no figure of it can be used: impossible values in line"):
        output_of(tmp_path, text.replace('"iops": 100.0', f'"iops": {value}'))


# Other storage exercisers


@pytest.mark.parametrize("value", ["1e17", "-5.00", "-nan(ind)", "-1.#IND"])
def test_impossible_figures_of_diskspd(tmp_path: Path, value: str) -> None:
    with pytest.raises(ImportedFileError, match="no figure of it can be used: impossible values in line"):
        output_of(tmp_path, DISKSPD.replace("1000.00 |", f"{value} |"), "d.txt")
    mean = DISKSPD.replace(" 1.500 |", f" {value} |")
    if mean != DISKSPD:
        assert "impossible values count as missing" in notes(output_of(tmp_path, mean, "d.txt"))


SQLIO = """sqlio v1.5.SG
2 threads reading for 30 secs from file F:\\test.dat
        using 8KB random IOs
        enabling multiple I/Os per thread with 8 outstanding
CUMULATIVE DATA:
IOs/sec: 12345.67
MBs/sec:    96.45
"""


@pytest.mark.parametrize("value", ["1e17", "-12345.67", "1.#QNAN", "-2147483648"])
def test_impossible_figures_of_sqlio(tmp_path: Path, value: str) -> None:
    damaged = SQLIO.replace("12345.67", value)
    output = output_of(tmp_path, SQLIO + damaged, "s.txt")
    assert [run.total.iops for run in output.runs] == [12345.67]
    assert "1 impossible values count as missing, in line 13 (IOs/sec" in notes(output)
    with pytest.raises(ImportedFileError, match="no figure of it can be used"):
        output_of(tmp_path, damaged, "s.txt")


def hist(second: int, counts: dict[int, int]) -> str:
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
def test_impossible_values_of_fios_logs(
    tmp_path: Path, name: str, lines: list[str], counter: str, values: list[float], mean: float
) -> None:
    text = "\n".join(lines) + "\n"
    assert samples(tmp_path, text, name)[counter] == (values, mean)
    assert f"{name}: 1 impossible values count as missing, in line 2" in notes(log_of(tmp_path, text, name))


def test_impossible_histograms_of_fio(tmp_path: Path) -> None:
    text = hist(1, {700: 50}) + hist(2, {700: 5, 800: 288230376923725848}) + hist(3, {700: 50})
    found = samples(tmp_path, text, "f_clat_hist.1.log")
    assert found["\\fio(clat histogram)\\Reads/sec"] == ([50, 50], 50)
    assert len(found["\\fio(clat histogram)\\sec/Read p99"][0]) == 2
    with pytest.raises(ImportedFileError, match="no figure of it can be used: impossible values in line 1"):
        list(log_of(tmp_path, hist(1, {800: 288230376923725848}), "g_clat_hist.1.log").rows())


# Gaps, and impossible values over time


@pytest.mark.parametrize(
    ("text", "name", "counter", "mean"),
    [
        (sadf([("10:00:10", 10), ("10:00:20", 10), ("11:00:10", 10), ("11:00:20", 10)]), "s.json", TRANSFERS, 500),
        (iostat([*SECONDS[:4], "10:20:05", "10:20:06"]), "i.json", READS, 100),
        ("sysbench 1.0.20\n" + "".join(
            f"[ {at}s ] thds: 2 tps: 50.00 qps: 100.00 (r/w/o: 70.00/20.00/10.00) lat (ms,95%): 20.00 err/s: 0.00 "
            "reconn/s: 0.00\n" for at in (5, 10, 15, 200, 205, 210)), "b.txt", "\\sysbench\\Transactions/sec", 50),
        ("".join(f"progress: {at}.0 s, 50.0 tps, lat 2.000 ms stddev 0.5, 0 failed\n" for at in (5, 10, 15, 200, 205)),
         "p.txt", "\\pgbench\\Transactions/sec", 50),
    ],
)  # fmt: skip
def test_missing_rows_are_a_gap(tmp_path: Path, text: str, name: str, counter: str, mean: float) -> None:
    found = samples(tmp_path, text, name)
    assert set(found[counter][0]) == {mean}
    assert found[counter][1] == mean
    assert "rows are missing in 1 places, the first before line" in notes(log_of(tmp_path, text, name))


def test_a_gap_of_one_of_two_logs_is_a_gap_of_their_sum(tmp_path: Path) -> None:
    stamps = [f"10:00:{second:02}" for second in range(30)]
    files = {"one.json": stamps, "two.json": [*stamps[:10], *stamps[20:]]}
    for name, own in files.items():
        (tmp_path / name).write_text(iostat(own).replace('"n"', f'"{name}"'), encoding="utf-8")
    request = ImportRequest(tuple(FileToImport(tmp_path / name, "S", target=name[:3]) for name in files))
    import_results(request, tmp_path / "s.outpace")
    with SessionReader.open(tmp_path / "s.outpace") as reader:
        counter = next(one for one in reader.counters if one.path == READS)
        values = [float(value) for value in reader.samples(counter)[1]]
    assert {value for value in values if not math.isnan(value)} == {200.0}
    assert sum(map(math.isnan, values)) >= 9


def test_a_latency_over_a_gap_is_that_of_its_own_ios(tmp_path: Path) -> None:
    found = samples(tmp_path, iostat([*SECONDS[:4], "10:20:05", "10:20:06"]), "i.json")
    assert found["\\PhysicalDisk(sda)\\Avg. Disk sec/Read"][1] == 0.002


def test_a_stall_of_pgbench_is_no_gap(tmp_path: Path) -> None:
    """A line that comes late is of all the time since the one before."""
    rows = ((5.0, 50), (10.0, 50), (18.0, 20), (20.0, 50), (25.0, 50))
    text = "".join(f"progress: {at} s, {tps}.0 tps, lat 2.0 ms stddev 0.5, 0 failed\n" for at, tps in rows)
    assert samples(tmp_path, text)["\\pgbench\\Transactions/sec"][1] == (50 * 17 + 20 * 8) / 25


def test_a_disk_that_comes_later_has_its_own_mean(tmp_path: Path) -> None:
    text = iostat(SECONDS)
    late = text.replace('"disk_device": "sda"', '"disk_device": "sdb"', 4)
    assert samples(tmp_path, late, "i.json")["\\PhysicalDisk(sda)\\Disk Reads/sec"] == ([100, 100], 100)


@pytest.mark.parametrize("value", ["-5.0", "1e17", "NaN"])
def test_impossible_values_of_iostat_and_sar(tmp_path: Path, value: str) -> None:
    text = iostat(SECONDS)
    at = text.index('"r/s"', text.index(SECONDS[3]))
    damaged = text[:at] + text[at:].replace("100.0", value, 1)
    assert samples(tmp_path, damaged, "i.json")[READS] == ([100] * 4, 100)
    if value != "NaN":
        assert f"1 impossible values count as missing, in line 9 (r/s: {float(value):g})" in notes(
            log_of(tmp_path, damaged, "i.json")
        )
    stamps = [("10:00:10", 10), ("10:00:20", 10), ("10:00:30", 10)]
    whole = sadf(stamps)
    at = whole.index('"tps"', whole.index("10:00:20"))
    assert samples(tmp_path, whole[:at] + whole[at:].replace("500.0", value, 1), "s.json")[TRANSFERS] == (
        [500] * 2,
        500,
    )


def test_sar_without_anything_to_import_is_refused(tmp_path: Path) -> None:
    text = sadf([("10:00:10", 10), ("10:00:20", 10)]).replace('"disk"', '"power-management"')
    with pytest.raises(ImportedFileError, match=r"it holds nothing that is imported .*sadf -j FILE -- -u -d -r"):
        log_of(tmp_path, text, "s.json")


@pytest.mark.parametrize("value", ["-5.00", "nan", "-nan", "1e17", "inf"])
def test_impossible_values_of_benchmarks(tmp_path: Path, value: str) -> None:
    progress = "".join(
        f"progress: {at}.0 s, {value if at == 10 else 50.0} tps, lat 2.000 ms stddev 0.5, 0 failed\n"
        for at in (5, 10, 15, 20)
    )
    assert samples(tmp_path, progress)["\\pgbench\\Transactions/sec"] == ([50] * 3, 50)
    assert "1 impossible values count as missing, in line 2" in notes(log_of(tmp_path, progress))
    rows = "sysbench 1.0.20\n" + "".join(
        f"[ {at}s ] thds: 2 tps: {value if at == 10 else 50.0} qps: 9.00 (r/w/o: 7.00/1.00/1.00) lat (ms,95%): 20.00 "
        "err/s: 0.00 reconn/s: 0.00\n"
        for at in (5, 10, 15, 20)
    )
    assert samples(tmp_path, rows)["\\sysbench\\Transactions/sec"] == ([50] * 3, 50)
    assert "1 impossible values count as missing, in line 3 (tps" in notes(log_of(tmp_path, rows))


def test_counters_of_any_log_are_chosen(tmp_path: Path) -> None:
    path = tmp_path / "i.json"
    path.write_text(iostat(SECONDS), encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    log = form.open(FileToImport(path, counters=("Avg. Disk sec/Read", "\\Processor(*)\\% Processor*")))
    assert [one.path for one in log.series] == [
        "\\Processor(_Total)\\% Processor Time", "\\PhysicalDisk(sda)\\Avg. Disk sec/Read",
    ]  # fmt: skip
    assert log.columns == 3  # the reads that the latency is of stay
    rows = list(log.rows())
    assert [row.values[0] for row in rows[1:]] == [10] * 5
    average = log.series[1]
    assert (rows[-1].values[average.value] - rows[0].values[average.value]) / (
        rows[-1].values[average.base] - rows[0].values[average.base]
    ) == pytest.approx(0.002)
    with pytest.raises(ImportedFileError, match="no counter matches --counters"):
        form.open(FileToImport(path, counters=("nothing",)))


@pytest.mark.parametrize("options", [{"counters": ("x",)}, {"decimal": "comma"}])
def test_options_that_do_not_apply_are_refused(tmp_path: Path, options: dict[str, object]) -> None:
    (tmp_path / "f.json").write_text(json.dumps(fio([fio_job("a", 100.0)])))
    (tmp_path / "s.txt").write_text(SYSBENCH_05.format(version="0.4.12", rows=""))
    for name in ("f.json", "s.txt"):
        file = FileToImport(tmp_path / name, "S", **options)  # type: ignore[arg-type]
        with pytest.raises(ImportedFileError, match="does not apply to this file"):
            import_results(ImportRequest((file,)), tmp_path / "s.outpace")


# sysbench


def test_sysbench_tpcc_leaves_a_colon_out(tmp_path: Path) -> None:
    text = "sysbench 1.0.20\n" + "".join(
        f"[ {at}s ] thds: 4 tps: 100.00 qps: 2000.00 (r/w/o: 1000.00/900.00/100.00) lat (ms,95%): 20.00 err/s 1.50 "
        "reconn/s: 0.00\n"
        for at in (10, 20, 30)
    )
    assert samples(tmp_path, text)["\\sysbench\\Errors/sec"] == ([1.5] * 3, 1.5)


SYSBENCH_05 = """sysbench {version}:  multi-threaded system evaluation benchmark

Number of threads: 4
{rows}OLTP test statistics:
    transactions:                        3000   (100.00 per sec.)
    deadlocks:                           0      (0.00 per sec.)
    read/write requests:                 54000  (1800.00 per sec.)
General statistics:
    total time:                          30.0010s
    response time:
         min:                                  1.00ms
         avg:                                 10.00ms
         max:                                 50.00ms
         approx.  95 percentile:              20.00ms
"""
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
def test_sysbench_before_1(tmp_path: Path, version: str, rows: str, counters: bool) -> None:
    text = SYSBENCH_05.format(version=version, rows=rows)
    log = log_of(tmp_path, text)
    list(log.rows())
    assert {metric: value for metric, (value, _) in log.totals.items()} == {
        "TPS": 100, "Latency ms": 10, "Latency ms min": 1, "Latency ms max": 50, "Latency ms p95": 20,
    }  # fmt: skip
    assert log.facts["Tool"] == f"sysbench {version}"
    assert ("lines of intervals without times are left out" in notes(log)) == rows.startswith("#")
    if counters:
        found = samples(tmp_path, text)
        assert found["\\sysbench\\Read Queries/sec"] == ([1400] * 3, 1400)
        assert found["\\sysbench\\Latency p95"] == ([0.02] * 3, 0.02)


# dstat


def dstat(groups: str, names: str, rows: list[str], tool: str = "Dstat 0.7.2") -> str:
    return (
        f'"{tool} CSV output"\n"Host:","h"\n"Cmdline:","x",,,,"Date:","11 Jun 2014 22:45:31 JST"\n{groups}\n{names}\n'
        + ("\n".join(rows) + "\n")
    )


def test_dstat_with_epoch_and_many_columns(tmp_path: Path) -> None:
    rows = [f"{1402494331 + second}.1,1,2,97,0,0,0,1000,2000" for second in range(4)]
    groups, names = (
        '"epoch","total cpu usage",,,,,,"dsk/total",',
        '"epoch","usr","sys","idl","wai","hiq","siq","read","writ"',
    )
    found = samples(tmp_path, dstat(groups, names, rows))
    assert found["\\PhysicalDisk(_Total)\\Disk Write Bytes/sec"][0] == [2000] * 3
    assert found["\\Processor(_Total)\\% Idle Time"][0] == [97] * 3


def test_dstat_without_a_time_in_a_row_is_refused(tmp_path: Path) -> None:
    text = dstat('"epoch","dsk/total",', '"epoch","read","writ"', ["1402494331,1,2", ",1,2", "1402494333,1,2"])
    with pytest.raises(ImportedFileError, match='line 7: "" is not a time'):
        list(log_of(tmp_path, text).rows())


@pytest.mark.parametrize("blanks_in_rows", [True, False])
def test_pcp_dstat_names_columns_with_their_groups(tmp_path: Path, blanks_in_rows: bool) -> None:
    blank = "," if blanks_in_rows else ""
    rows = [f"{1557347613 + second},1,2,97,{blank}100,200" for second in range(4)]
    names = '"epoch","total usage:usr","total usage:sys","total usage:idl",,"dsk/sda:read","dsk/sda:writ"'
    text = dstat('"epoch","total usage",,,,"dsk/sda",', names, rows, "pcp-dstat 4.3.1")
    found = samples(tmp_path, text)
    assert found["\\PhysicalDisk(sda)\\Disk Read Bytes/sec"][0] == [100] * 4
    assert found["\\PhysicalDisk(sda)\\Disk Write Bytes/sec"][0] == [200] * 4
    assert found["\\Processor(_Total)\\% Idle Time"][0] == [97] * 4


def test_dstat_rows_of_another_width(tmp_path: Path) -> None:
    groups, names = '"system","memory usage",,,', '"time","used","free","buff","cach"'
    wide = [f"11-06 22:45:3{second},1,2,3,4,5,6,7" for second in range(4)]
    with pytest.raises(ImportedFileError, match=r"line 6: 8 fields under 5 names of columns.*stty cols 500"):
        log_of(tmp_path, dstat(groups, names, wide))
    trailing = [f"11-06 22:45:3{second},1,2,3,4," for second in range(4)]
    assert samples(tmp_path, dstat(groups, names, trailing))["\\Memory\\Free Bytes"][0] == [2] * 3
    some = [row.removesuffix(",") for row in trailing[:2]] + wide[2:3] + trailing[3:]
    log = log_of(tmp_path, dstat(groups, names, some))
    assert len(list(log.rows())) == 3
    assert "1 rows with more fields than the header are left out, the first is line 8" in notes(log)


def test_dstat_that_a_spreadsheet_saved_again(tmp_path: Path) -> None:
    rows = [f"11-06 22:45:3{second},1000,{second}.25" for second in range(4)]
    text = dstat('"system","dsk/total",', '"time","read","writ"', rows).replace(",", ";").replace(".25", ",25")
    writes = "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec"
    assert samples(tmp_path, text)[writes][0] == [1.25, 2.25, 3.25]
    unclear = text.replace(",25", ",250")
    with pytest.raises(ImportedFileError, match=r'line 6: "4,250" can be read in two ways'):
        log_of(tmp_path, unclear.replace("0,250", "4,250"))
    path = tmp_path / "f.txt"
    form = log_format(kind_of(path))
    assert form is not None
    assert [row.values[1] for row in form.open(FileToImport(path, decimal="comma")).rows()][1:] == [1.25, 2.25, 3.25]


def test_dstat_leaves_texts_out(tmp_path: Path) -> None:
    rows = [f"11-06 22:45:3{second},1000,2000,chrome / 0.5,sshd 127k 24k" for second in range(4)]
    text = dstat(
        '"system","dsk/total",,"most expensive",', '"time","read","writ","cpu process","block i/o process"', rows
    )
    assert "columns of texts are left out: cpu process, block i/o process" in notes(log_of(tmp_path, text))
    assert set(samples(tmp_path, text)) == {
        "\\PhysicalDisk(_Total)\\Disk Read Bytes/sec", "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec",
    }  # fmt: skip


@pytest.mark.parametrize("value", ["-5.0", "nan", "1e17"])
def test_impossible_values_of_dstat(tmp_path: Path, value: str) -> None:
    rows = [f"11-06 22:45:3{second},{value if second == 2 else 1000},2000" for second in range(5)]
    text = dstat('"system","dsk/total",', '"time","read","writ"', rows)
    assert samples(tmp_path, text)["\\PhysicalDisk(_Total)\\Disk Read Bytes/sec"][0] == [1000] * 3
    assert "1 impossible values count as missing, in line 8 (read" in notes(log_of(tmp_path, text))
