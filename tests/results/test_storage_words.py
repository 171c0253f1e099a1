# SPDX-License-Identifier: Apache-2.0
"""Storage sessions use I/O terms in the table, report, workbook, reasons, warnings and SQLIO layout."""

import dataclasses
import io
import re
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from app.cli.run_command import printed
from app.engine.devices import size_phrase
from app.model.events import (
    DriverLimits,
    Errors,
    IdleIos,
    NoOrders,
    NothingMeasured,
    RunNumber,
    UsersLost,
    UsersNotConnected,
    UsersStuck,
)
from app.model.messages import Message, Sentence, sentence
from app.model.storage_wording import STORAGE_WORDING
from app.report.content import Chart, Code, ReportColumn, ReportTable, Row
from app.report.outputs import content_of
from app.report.review import targets_part
from app.report.session_blocks import session_text, validity_text
from app.report.study_sheets import sheets_of
from app.report.workbook import workbook_of
from app.results.session_headline import session_headline, study_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.workbench.run_progress import step_text
from app.workloads.storage_io.opening import IN_MEMORY, file_system_of
from tests.support.engine_runs import outpace
from tests.support.recorded import SyntheticRun, SyntheticSystem

STORAGE = """title = "Two drives"
[workload]
name = "storage-io"
threads = 2
outstanding = 4
file_size = "4MB"
[plan]
name = "timed"
run_s = 10
[[systems]]
name = "One"
role = "baseline"
[[systems.targets]]
engine = "storage"
path = "/one"
[[systems]]
name = "Two"
[[systems.targets]]
engine = "storage"
path = "/two"
"""
SWEPT = """
title = "Two folders"
[workload]
name = "storage-io"
threads = 1
file_size = "4MB"
[plan]
name = "queue-depth-sweep"
depths = [1, 4]
settle_s = 0
dwell_s = 2
"""
WORDS = re.compile(r"\borders\b|\bOPM\b|\brolled back\b|\brollbacks?\b|\busers?\b|orders? (p\d+|mean)", re.IGNORECASE)
INVALID: tuple[Message, ...] = (
    UsersLost(system="A", at_work=124, users=256),
    UsersLost(system="A", at_work=124, users=256, from_s=4, to_s=9),
    UsersLost(system="A", at_work=124, users=256, from_s=4),
    NoOrders(system="B"),
    NothingMeasured(system="B", run=RunNumber(run=2, runs=3)),
    Errors(system="A", errors=7, orders=100),
    Errors(system="A", errors=7, orders=100, sort="disk full", of_sort_count=5, error=Sentence(text="no space")),
)
WARNED: tuple[Message, ...] = (
    DriverLimits(system="A", reasons=(IdleIos(worker=1, share=0.2, limit=0.1),), invalid=False, measured=True),
    UsersNotConnected(worker=1, connected=2, users=4, error=None),
    UsersStuck(worker=1, users=3),
)


def bad_words(text: str) -> list[str]:
    """Return lines with words of the shop workload."""
    return [line for line in text.splitlines() if WORDS.search(line)]


def report_text(reader: SessionReader) -> str:
    """Return the text of a report except the scenario."""
    study = study_of([reader])
    content = content_of(study, [reader], study_headline(study, [reader]))
    return "\n".join(text for block in content.blocks if not isinstance(block, Code) for text in texts_of(block))


def texts_of(part: object) -> Iterator[str]:
    """Yield the text of a block, including that in a chart."""
    if isinstance(part, Chart):
        yield from re.findall(r">([^<>]+)<", part.svg)
    elif isinstance(part, str):
        yield part
    elif isinstance(part, Sequence):
        for one in part:
            yield from texts_of(one)
    elif isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from texts_of(getattr(part, name))
    elif dataclasses.is_dataclass(part):
        for field in dataclasses.fields(part):
            yield from texts_of(getattr(part, field.name))


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, str]]:
    """Run a sweep of two systems with two targets each; yield its session, output and error output."""
    folder = tmp_path_factory.mktemp("words")
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as other:
        # The temporary folder may be in memory, which has no direct I/O.
        yield _swept(Path(other) if file_system_of(folder) in IN_MEMORY else folder)


def _swept(folder: Path) -> tuple[Path, str, str]:
    text = SWEPT
    for name, role in (("One", "baseline"), ("Two", "challenger")):
        (folder / name).mkdir(parents=True)
        text += f'[[systems]]\nname = "{name}"\nrole = "{role}"\nfacts = {{ Disks = 2, Price = "$100" }}\n'
        text += f'[[systems.targets]]\nengine = "storage"\npath = "{name}"\n' * 2
    (folder / "scenario.toml").write_text(text, encoding="utf-8")
    session = folder / "sweep.outpace"
    answer = outpace("run", folder / "scenario.toml", "--session", session, "--sqlio")
    assert answer.returncode in {0, 1}, answer.stdout + answer.stderr
    return session, answer.stdout, answer.stderr


def test_storage_table_and_report_use_io_terms(swept: tuple[Path, str, str]) -> None:
    with SessionReader.open(swept[0]) as reader:
        study = study_of([reader])
        assert study.storage
        assert "OPM" not in [metric.name for metric in study.metrics]
        assert bad_words(session_text(reader)) == []
        said = report_text(reader)
        assert bad_words(said) == []
        assert "IOPS, 8 KiB random reads" in said, "the first page's chart"
        assert "IOPS per disk" in said
        assert "Price of one IOPS" in said
        (table,) = (block for block in targets_part(study) if isinstance(block, ReportTable))
        assert table.columns[0].text == "IOPS of target"
        assert all(re.fullmatch(r"[\d,.]+", cell) for row in table.rows for cell in row.cells[1:])
        spoken = [step_text(reader, phase, phase.from_s) for phase in reader.phases]
        assert bad_words("\n".join(spoken)) == []


def test_storage_workbook_uses_io_terms(swept: tuple[Path, str, str]) -> None:
    with SessionReader.open(swept[0]) as reader:
        study = study_of([reader])
        book = workbook_of(sheets_of(study, [reader], study_headline(study, [reader])))
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        texts = []
        for name in parts.namelist():
            if name.startswith("xl/charts/") or name == "xl/sharedStrings.xml" or "worksheets" in name:
                texts += re.findall(r"<(?:t|a:t|c:v)[^>]*>([^<]*)<", parts.read(name).decode())
    # The scenario is included verbatim, one cell per line.
    own = set(SWEPT.splitlines())
    assert bad_words("\n".join(text for text in texts if text not in own)) == []
    assert "I/Os Outstanding" in "\n".join(texts)


def test_sqlio_layout_prints_session_and_validity_to_stderr(swept: tuple[Path, str, str]) -> None:
    session, out, err = swept
    assert out.rstrip().splitlines()[-1].startswith("%:"), "standard output ends with SQLIO's histogram"
    assert f"Session: {session}" in err
    with SessionReader.open(session) as reader:
        assert validity_text(reader) in err
        assert printed(reader, sqlio=True) in out


@pytest.mark.parametrize("valid", [True, False])
def test_reasons_and_warnings_use_io_terms(tmp_path: Path, valid: bool) -> None:
    drives = (SyntheticSystem("One", "baseline", 95.0), SyntheticSystem("Two", "challenger", 182.0))
    run = SyntheticRun(tmp_path / "drives.outpace", drives, title="Two drives", scenario_toml=STORAGE)
    run.seconds(12)
    run.finish(valid=valid, reasons=[] if valid else INVALID, warnings=WARNED)
    with SessionReader.open(tmp_path / "drives.outpace") as reader:
        said = f"{session_text(reader)}\n{validity_text(reader)}\n{session_headline(reader)}"
        for text in (validity_text(reader), session_text(reader)):
            assert bad_words(text.replace(str(reader.path), "")) == []  # Windows has a folder called Users
        assert bad_words(report_text(reader)) == []
        if not valid:
            assert "124 of 256 I/Os are outstanding" in said
            assert "7 errors in 100 I/Os" in said
            assert "no I/Os were completed in the measured window (run 2 of 3)" in said
        assert "fewer outstanding I/Os" in said
        assert "3 I/Os never returned" in said
    # For a database run the same reasons have their usual wording.
    assert sentence(INVALID[0]) == "A: 124 of 256 users are active"


def test_every_wording_uses_the_placeholders_of_its_original() -> None:
    for usual, own in STORAGE_WORDING.items():
        places = re.compile(r"\{\w+(?::[^}]*)?\}")
        assert set(places.findall(own)) <= set(places.findall(usual))


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [(26 * 2**20, "26 MiB"), (2**30, "1.00 GiB"), (2**30 - 1, "1,024 MiB"), (1536 * 2**20, "1.50 GiB"), (0, "0 MiB")],
)
def test_sizes_below_one_gib_are_given_in_mib(size_bytes: int, text: str) -> None:
    assert sentence(size_phrase(size_bytes)) == text


def test_table_breaks_no_header_words_and_no_numbers() -> None:
    """A table with many narrow columns: "System" next to eleven figures, as in a report of many runs."""
    columns = (
        ReportColumn("Run", "left", 0.5),
        ReportColumn("System", "left", 0.4),
        *(ReportColumn(f"Run {n} A") for n in range(11)),
    )
    table = ReportTable(columns, (Row(("1", "A", *["2,532,980"] * 11)),))
    widths = table.widths()
    assert sum(widths) == pytest.approx(66.0)
    for column, width in zip(table.columns, widths, strict=True):
        longest = max(len(word) for word in column.text.split())
        assert width >= 0.55 * longest, column
    assert min(widths[2:]) >= 0.55 * len("2,532,980")
    usual = ReportTable(
        (ReportColumn("Figure", "left", 2.0), ReportColumn("A"), ReportColumn("B")), (Row(("OPM", "1", "2")),)
    )
    assert usual.widths() == pytest.approx([33.0, 16.5, 16.5])
