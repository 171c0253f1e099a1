# SPDX-License-Identifier: Apache-2.0
"""Import of SQLIO output."""

from pathlib import Path

import pytest

from app.imports.source import ImportedFileError
from app.model.documents import ImportedTotals
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.faulty_outputs import notes_of, output_of
from tests.support.storage_imports import done_in, imported, imported_figures
from tests.support.storage_outputs import SECOND_RESULT, SQLIO


def test_sqlio_output_is_imported_with_its_values(tmp_path: Path) -> None:
    figures, said = imported_figures(tmp_path, SQLIO, "sqlio.txt")
    whole = figures[""]
    assert whole["IOPS"] == 2714.57
    assert whole["MiB/s"] == 21.20
    assert round(whole["MB/s"], 2) == 22.24
    assert whole["Latency ms max"] == 16
    assert not any("derived" in name for name in whole), "the depth is not known"
    assert any("line 14" in text and "incomplete" in text and "2 x 2 outstanding" in text for text in said)
    assert any("--outstanding" in text for text in said)
    (run,) = done_in(tmp_path / "s.outpace")
    assert run.outstanding is None
    assert run.histogram is not None
    assert run.histogram.percent == [100, *[0] * 24]


def test_output_with_many_broken_runs_has_a_limited_number_of_notes(tmp_path: Path) -> None:
    begun = "".join(
        f"{n} threads reading for 30 secs from file F:\\test.dat\n using 8KB random IOs\n" for n in range(1, 301)
    )
    status, said, _ = imported(tmp_path, SQLIO + begun, "sqlio.txt")
    assert status == 0
    assert len(said) < 250
    assert any(text.endswith("more notes are left out.") for text in said)


def test_sqlio_with_a_given_queue_depth_has_a_derived_latency(tmp_path: Path) -> None:
    figures, _ = imported_figures(tmp_path, SQLIO, "sqlio.txt", outstanding=["2x1"], systems=["Disks=sqlio.txt"])
    assert round(figures[""]["Latency ms, derived"], 2) == 0.74
    with SessionReader.open(tmp_path / "s.outpace") as reader:
        totals = reader.documents_of(ImportedTotals)[0].data.figures
        assert totals["Latency ms, derived"].derived.startswith("2 x 1 outstanding")
        study = study_of([reader])
    assert study.headline.name == "IOPS"
    assert study.runs[0].systems["A"].figures["IOPS"] == 2714.57


def test_each_queue_depth_of_a_series_is_a_separate_test(tmp_path: Path) -> None:
    status, said, session = imported(tmp_path, SQLIO + SECOND_RESULT, "sqlio.txt", outstanding=["2x1=sqlio.txt"])
    assert status == 0, said
    assert not any("incomplete" in text for text in said)
    with SessionReader.open(session) as reader:
        study = study_of([reader])
    figures = study.runs[0].systems["A"].figures
    assert study.headline.name == "8 KiB I/Os, 2 x 1: IOPS"
    assert figures["8 KiB I/Os, 2 x 1: IOPS"] == 2714.57
    assert figures["8 KiB random reads, 2 x 2: IOPS"] == 5100.25
    assert figures["8 KiB random reads, 2 x 2: Latency ms"] == 2
    assert "8 KiB random reads, 2 x 2: Latency ms, derived" not in figures


def test_repeated_test_becomes_another_run(tmp_path: Path) -> None:
    second = SQLIO.partition("C:\\")
    run = second[1] + second[2] + SECOND_RESULT
    status, said, session = imported(tmp_path, run * 3, "sqlio.txt")
    assert status == 0, said
    with SessionReader.open(session) as reader:
        study = study_of([reader])
    assert [one.systems["A"].figures["IOPS"] for one in study.runs] == [5100.25] * 3
    assert all(test.outstanding == 2 and test.threads == 2 for test in done_in(session))


SQLIO_TEXT = """sqlio v1.5.SG
2 threads reading for 30 secs from file F:\\test.dat
        using 8KB random IOs
        enabling multiple I/Os per thread with 8 outstanding
CUMULATIVE DATA:
IOs/sec: 12345.67
MBs/sec:    96.45
"""


@pytest.mark.parametrize("value", ["1e17", "-12345.67", "1.#QNAN", "-2147483648"])
def test_impossible_sqlio_values_are_rejected_or_count_as_missing(tmp_path: Path, value: str) -> None:
    damaged = SQLIO_TEXT.replace("12345.67", value)
    output = output_of(tmp_path, SQLIO_TEXT + damaged, "s.txt")
    assert [run.total.iops for run in output.runs] == [12345.67]
    assert "1 impossible values count as missing, in line 13 (IOs/sec" in notes_of(output)
    with pytest.raises(ImportedFileError, match="no figure of it can be used"):
        output_of(tmp_path, damaged, "s.txt")
