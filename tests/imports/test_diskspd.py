# SPDX-License-Identifier: Apache-2.0
"""Import of DiskSpd output, as text and as XML."""

from pathlib import Path

import pytest

from app.imports.source import ImportedFileError
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.faulty_outputs import notes_of, output_of
from tests.support.storage_imports import done_in, imported, imported_figures
from tests.support.storage_outputs import DISKSPD, diskspd_xml


def test_diskspd_text_output_is_imported_with_its_values(tmp_path: Path) -> None:
    figures, _ = imported_figures(tmp_path, DISKSPD, "diskspd.txt")
    whole = figures[""]
    assert (whole["IOPS"], whole["Read IOPS"], whole["Write IOPS"]) == (1000, 700, 300)
    assert round(whole["MB/s"], 3) == 8.192
    assert (whole["Latency ms"], whole["Latency ms p50"], whole["Latency ms p99.9"]) == (16, 15, 48)
    assert (whole["Read latency ms max"], whole["Write latency ms min"]) == (70, 0.199)
    assert whole["CPU %"] == 5.71
    assert whole["Achieved outstanding, derived"] == 16
    (run,) = done_in(tmp_path / "s.outpace")
    assert run.test == "8 KiB random I/Os (70 % reads), 2 x 8 outstanding"
    assert run.lines["File"] == "E:\\test.dat"
    with SessionReader.open(tmp_path / "s.outpace") as reader:
        assert reader.systems[0].name == "diskspd"


def test_diskspd_xml_with_two_files_gives_figures_per_file(tmp_path: Path) -> None:
    figures, _ = imported_figures(tmp_path, diskspd_xml(), "diskspd.xml")
    assert {name: held["IOPS"] for name, held in figures.items()} == {"": 1000, "E:\\a.dat": 600, "F:\\b.dat": 400}
    assert figures[""]["Latency ms p99.9"] == 48
    assert figures[""]["CPU %"] == 5.71
    assert "Read IOPS" not in figures[""], "there were reads alone"
    assert done_in(tmp_path / "s.outpace")[0].test == "8 KiB random reads, 2 x 8 outstanding"


def test_several_results_in_one_xml_file_become_runs(tmp_path: Path) -> None:
    status, said, session = imported(tmp_path, "WARNING: noise\n" + diskspd_xml() * 2, "diskspd.txt")
    assert status == 0, said
    with SessionReader.open(session) as reader:
        assert [run.systems["A"].figures["IOPS"] for run in study_of([reader]).runs] == [1000, 1000]


@pytest.mark.parametrize("value", ["1e17", "-5.00", "-nan(ind)", "-1.#IND"])
def test_impossible_diskspd_values_are_rejected_or_count_as_missing(tmp_path: Path, value: str) -> None:
    with pytest.raises(ImportedFileError, match="no figure of it can be used: impossible values in line"):
        output_of(tmp_path, DISKSPD.replace("1000.00 |", f"{value} |"), "d.txt")
    mean = DISKSPD.replace(" 1.500 |", f" {value} |")
    if mean != DISKSPD:
        assert "impossible values count as missing" in notes_of(output_of(tmp_path, mean, "d.txt"))
