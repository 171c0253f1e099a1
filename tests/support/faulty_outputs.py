# SPDX-License-Identifier: Apache-2.0
"""Faulty tool outputs and their imports, for the tests in tests/imports."""

import math
from pathlib import Path

from app.imports.formats import kind_of, log_format, storage_reader
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.source import Log
from app.imports.storage_run import StorageOutput
from app.model.messages import sentence
from app.session.reader import SessionReader


def opened_text(folder: Path, text: str, name: str = "f.txt") -> Log:
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


def notes_of(log: Log | StorageOutput) -> str:
    if isinstance(log, Log):
        list(log.rows())
    return " ".join(map(sentence, log.warnings))


def samples(folder: Path, text: str, name: str = "f.txt") -> dict[str, tuple[list[float], float]]:
    """Import a text; return each counter's values over time, without NaN, and its overall mean."""
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


# Truncated or damaged JSON


def iostat_text(stamps: list[str], disk: str = '"r/s": 100.0, "w/s": 5.0, "r_await": 2.0, "w_await": 1.0') -> str:
    reports = ",\n".join(
        f'{{"timestamp": "2024-05-01 {at}", "avg-cpu": {{"idle": 90.0, "iowait": 0.0}},\n'
        f'"disk": [{{"disk_device": "sda", {disk}}}]}}'
        for at in stamps
    )
    return f'{{"sysstat": {{"hosts": [{{"nodename": "n",\n"statistics": [\n{reports}\n]}}]}}}}\n'


def sadf_text(stamps: list[tuple[str, int]], tps: str = "500.0") -> str:
    reports = ",\n".join(
        f'{{"timestamp": {{"date": "2024-05-01", "time": "{at}", "utc": 1, "interval": {interval}}},\n'
        f'"disk": [{{"disk-device": "sda", "tps": {tps}, "rkB": 2000.0, "wkB": 0.0, "await": 1.0}}]}}'
        for at, interval in stamps
    )
    return f'{{"sysstat": {{"hosts": [{{"file-utc-time": "00:00:00",\n"statistics": [\n{reports}\n]}}]}}}}\n'


SECONDS = [f"10:00:{second:02}" for second in range(1, 7)]


READS = "\\PhysicalDisk(sda)\\Disk Reads/sec"


TRANSFERS = "\\PhysicalDisk(sda)\\Disk Transfers/sec"


# fio


def side_of(iops: float) -> dict[str, object]:
    return {"io_bytes": iops * 4096 * 10, "bw_bytes": iops * 4096, "iops": iops, "runtime": 10_000,
            "total_ios": iops * 10, "lat_ns": {"min": 1000, "max": 9000, "mean": 2000.0}}  # fmt: skip


def job_of(name: str, iops: float, group: int = 0, **more: object) -> dict[str, object]:
    return {"jobname": name, "groupid": group, "error": 0, "elapsed": 11, "job_runtime": 10_000,
            "job options": {"rw": "randread", "bs": "4k", "iodepth": "4"},
            "read": side_of(iops), "write": side_of(0), **more}  # fmt: skip


def document_of(jobs: list[dict[str, object]], key: str = "jobs") -> dict[str, object]:
    return {"fio version": "fio-3.33", "timestamp": 1000, key: jobs}


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
