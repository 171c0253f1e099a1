# SPDX-License-Identifier: Apache-2.0
"""The examples on the help page, run on the command line."""

import re
from importlib import resources
from pathlib import Path

from app.model.documents import ImportedTotals
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace
from tests.support.foreign_logs import perfmon
from tests.support.storage_outputs import SQLIO, fio_document, fio_job

PAGE = (resources.files("resources") / "help" / "import.md").read_text(encoding="utf-8")


def example(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_totals_examples_can_be_imported(tmp_path: Path) -> None:
    for kind, title in (("csv", "Imported results"), ("toml", "Price of IOPS")):
        file, session = tmp_path / f"lab.{kind}", tmp_path / f"{kind}.outpace"
        file.write_text(example(kind), encoding="utf-8")
        done = outpace("import", file, "--session", session)
        assert done.returncode == 0, done.stderr
        assert f"Made {session}" in done.stderr
        with SessionReader.open(session) as reader:
            assert reader.info.title == title
            assert [system.name for system in reader.systems] == ["15K disks", "Flash"]


def test_logs_example_can_be_imported(tmp_path: Path) -> None:
    for name in ("disks", "flash"):
        lines = [f"et= {at}.0 n_overall={at * 50} opm=3000\n" for at in range(10, 61, 10)]
        (tmp_path / f"{name}.txt").write_text("".join(lines) + f"Final: {lines[-1]}", encoding="utf-8")
    header = '"(PDH-CSV 4.0) (UTC)(0)","\\\\SQL1\\Processor(_Total)\\% Processor Time"\n'
    rows = [f'"11/22/2026 10:15:{second:02d}.000","{second}"\n' for second in range(60)]
    (tmp_path / "perf.csv").write_text(header + "".join(rows), encoding="utf-8")
    readings = [f"10:15:{second:02d},{300 + second}\n" for second in range(60)]
    (tmp_path / "meter.csv").write_text("Time,Watts\n" + "".join(readings), encoding="utf-8")
    command = next(text for text in re.findall(r"```\n(outpace import.*?)```", PAGE, re.DOTALL) if "perf.csv" in text)
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|[^\s\\]+', command)]
    done = outpace(*words[1:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with SessionReader.open(tmp_path / "lab.outpace") as reader:
        meter = next(counter for counter in reader.counters if counter.unit == "W")
        times, watts = reader.samples(meter)
        assert (times[0], watts[0]) == (-2.5, 300)
        assert {origin.name for origin in reader.origins} == {"disks.txt", "flash.txt", "perf.csv", "meter.csv"}


def test_storage_example_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "disks.txt").write_text(SQLIO, encoding="utf-8")
    (tmp_path / "flash.json").write_text(fio_document(fio_job()), encoding="utf-8")
    command = next(text for text in re.findall(r"```\n(outpace import.*?)```", PAGE, re.DOTALL) if "flash.json" in text)
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|[^\s\\]+', command)]
    done = outpace(*words[1:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with SessionReader.open(tmp_path / "drives.outpace") as reader:
        assert [system.name for system in reader.systems] == ["Disks", "Flash"]
        told = {name for document in reader.documents_of(ImportedTotals) for name in document.data.figures}
    assert {"8 KiB I/Os, 2 x 1: Latency ms, derived", "8 KiB random reads, 1 x 4: IOPS"} <= told


def test_counters_example_can_be_imported(tmp_path: Path) -> None:
    for name, reads in (("before", 100.0), ("after", 900.0)):
        perfmon(tmp_path / f"{name}.csv", {"D:": reads, "E:": 2 * reads}, 6000, seconds=601)
    command = next(text for text in re.findall(r"```\n(outpace import.*?)```", PAGE, re.DOTALL) if "after.csv" in text)
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|[^\s"]+', command.replace("\\\n", " "))]
    done = outpace(*words[1:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with SessionReader.open(tmp_path / "counters.outpace") as reader:
        figures = {document.system: document.data.figures for document in reader.documents_of(ImportedTotals)}
    assert figures[1]["Disk cost, derived"].value == 300
    assert figures[2]["Disk cost, derived"].value == 2700
    assert {"\\LogicalDisk(D:)\\Avg. Disk sec/Read", "\\LogicalDisk(E:)\\Avg. Disk sec/Read", "\\Test\\OPM"} <= set(
        figures[2]
    )


def test_errors_are_printed_as_one_line(tmp_path: Path) -> None:
    done = outpace("import", "nowhere.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "nowhere.csv: there is no such file\n"
    done = outpace("join", "a.outpace", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "a join takes at least two sessions\n")
