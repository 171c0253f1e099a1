# SPDX-License-Identifier: Apache-2.0
"""Results of other tools, written for tests, and their import."""

import datetime
import tempfile
from pathlib import Path

from app.cli.session_commands import ImportOptions, import_files
from app.session.reader import SessionReader


def attempt(data: bytes, name: str) -> tuple[int, list[str]]:
    said: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path, session = Path(folder, name), Path(folder, "s.outpace")
        path.write_bytes(data)
        status = import_files(ImportOptions([path]), session, said.append)
        if status == 0:
            with SessionReader.open(session) as reader:
                assert reader.end is not None
                assert reader.systems
        else:
            assert said[-1].startswith(name), said
            assert sorted(each.name for each in Path(folder).iterdir()) == [name]
    return status, said


BEGAN = datetime.datetime(2026, 11, 22, 10, 0, 0)  # noqa: DTZ001 - a log's local time

READS, WRITES = ("\\LogicalDisk({})\\Disk Reads/sec", "\\LogicalDisk({})\\Disk Writes/sec")

LATENCY = "\\LogicalDisk({})\\Avg. Disk sec/Read"

OPM = "\\Test\\OPM"


def perfmon(path: Path, reads: dict[str, float], opm: float, *, seconds: int = 60) -> Path:
    """Write a log with volume counters and an application's counter; values in the first half are half as large."""
    counters = [form.format(volume) for volume in reads for form in (READS, WRITES, LATENCY)] + [OPM]
    lines = ['"(PDH-CSV 4.0) (UTC)(0)",' + ",".join(f'"\\\\SQL1{counter}"' for counter in counters)]
    for second in range(seconds):
        share = 0.5 if second < seconds / 2 else 1.0
        values = [f"{value * share}" for one in reads.values() for value in (one, one / 4, 0.01 / share)]
        at = BEGAN + datetime.timedelta(seconds=second)
        lines.append(",".join(f'"{value}"' for value in (f"{at:%m/%d/%Y %H:%M:%S}.000", *values, f"{opm * share}")))
    path.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8")
    return path
