# SPDX-License-Identifier: Apache-2.0
"""Workbooks read back, anonymous reports, and no secrets in any of them."""

import re
import shlex
import zipfile
from importlib import resources
from pathlib import Path

import openpyxl
import pytest

from app.__main__ import main
from app.model.documents import (
    DOCUMENTS,
    CheckFinding,
    DriverFacts,
    MissingCounters,
    RankedObject,
    TableRanking,
    TargetFacts,
    UnknownDocument,
)
from app.model.events import Marker, ServerLost, TargetPlace
from app.model.messages import Sentence
from app.report.outputs import Outputs, write_reports
from app.results.disclosure import without_secrets
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.logos import picture
from tests.support.recorded import SECOND, SyntheticSystem
from tests.support.repeated import RepeatedRun
from tests.support.report_rendering import pages_of

SECRET = "correct-horse-battery"
NAMED = (
    SyntheticSystem("Vulcan 9000", "baseline", 90.0, 60.0),
    SyntheticSystem("Hephaestus X", "challenger", 170.0, 70.0),
)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write three repeats of systems with revealing names, hosts and files, and a misplaced password."""
    folder = tmp_path_factory.mktemp("laboratory-of-smith")
    facts = ({"Disks": "24", "Rack": "Vulcan 9000 by the window"}, {"Disks": "4", "Price": "$100"})
    run = RepeatedRun(
        folder / "vulcan-against-hephaestus.outpace", NAMED, title="Vulcan 9000 or Hephaestus X?", facts=facts
    )
    odbc = f"DRIVER={{X}};SERVER=secret-host-7.lab.example;UID=smith;PWD={{{SECRET};1}}"
    for system, host in ((1, "secret-host-7.lab.example"), (2, "rack2.lab.example")):
        sheet = {"Host": host, "Version": "15.8", "Connection": odbc, "password": SECRET, "Data folder": "/srv/vulcan"}
        run.writer.document(3 * SECOND, TargetFacts(lines=sheet), name="captured", system=system, target=system)
    run.writer.document(3 * SECOND, DriverFacts(lines={"Host name": "smith-laptop", "Cores": 8}), name="captured")
    reasons = {"\\Engine File(log)\\Reads/sec": "secret-host-7 refuses"}
    run.writer.document(3 * SECOND, MissingCounters(reasons=reasons), system=1)
    error = Sentence(text="secret-host-7.lab.example did not answer")
    run.writer.event(
        3 * SECOND, ServerLost(place=TargetPlace(system="A"), from_s=1, error=error), severity="warning", system=1
    )
    run.writer.event(4 * SECOND, Marker(text="Mr. Smith pulls a disk of rack2"))
    for name, result, system in (("free space", "warning", 1), ("same data", "passed", 2)):
        text = "secret-host-7: 2 GB are free."
        found = CheckFinding(check="free space", result=result, text=text, remedy="Make room.")
        run.writer.document(3 * SECOND, found, name=name, system=system)
    run.repeats(3, seconds=11)
    return run.finish(warnings=["Vulcan 9000: secret-host-7.lab.example was slow"])


def every_text(files: Outputs) -> str:
    """Return the text of the files, in lower case."""
    texts = [files.html.read_text(encoding="utf-8")] if files.html else []
    if files.pdf:
        texts += [page.text for page in pages_of(files.pdf)]
    if files.xlsx:
        with zipfile.ZipFile(files.xlsx) as parts:
            texts += [parts.read(name).decode(errors="replace") for name in parts.namelist()]
    return "\n".join(texts).casefold()


@pytest.mark.usefixtures("qapp")
def test_anonymous_report_contains_no_names(named: Path, tmp_path: Path) -> None:
    files = Outputs(html=tmp_path / "a.html", pdf=tmp_path / "a.pdf", xlsx=tmp_path / "a.xlsx", png=tmp_path / "a.png")
    write_reports([named], files, anonymous=True)
    text = every_text(files)
    names = ("vulcan", "hephaestus", "secret-host", "smith", "lab.example", "rack1", "rack2", SECRET)
    assert [name for name in names if name in text] == []
    assert "system a" in text
    assert "system b" in text
    assert "host 1" in text
    assert "pulls a disk" not in text, "nobody knows what a marker's words name"


@pytest.mark.usefixtures("qapp")
def test_no_report_contains_a_password(named: Path, tmp_path: Path) -> None:
    files = Outputs(html=tmp_path / "a.html", pdf=tmp_path / "a.pdf", xlsx=tmp_path / "a.xlsx")
    write_reports([named], files)
    text = every_text(files)
    assert SECRET not in text
    assert "vulcan 9000" in text
    assert "secret-host-7.lab.example" in text
    assert "env:pgpassword" in text  # the source of a password is not a secret
    assert "licence terms" in text
    assert "1 passed, 1 with a warning." in text
    assert "2 gb are free. make room." in text
    assert "mr. smith pulls a disk of rack2" in text


def test_passwords_in_connection_strings_are_hidden() -> None:
    for text in ("PWD=x y;UID=a", "Password = {x;}}y};", 'password = "x"', "postgresql://me:x@host/db", "pwd='x'"):
        assert "x" not in without_secrets(text).replace("***", "")
    for text in ('password = "env:PGPASSWORD"', 'password = "keyring"', "password = 'prompt'", "PWD-like"):
        assert without_secrets(text) == text


def test_differences_between_systems_are_marked(named: Path) -> None:
    with SessionReader.open(named) as reader:
        sheet = study_of([reader]).disclosure
    rows = {row.label: row for row in sheet.systems}
    assert rows["Disks"].differs
    assert rows["Price"].differs
    assert rows["Price"].texts == {"A": "–", "B": "$100"}
    assert not rows["Version"].differs
    assert rows["Version"].captured
    assert not rows["Disks"].captured
    assert ("Cores", "8") in sheet.driver
    assert sheet.missing == (("A", "\\Engine File(log)\\Reads/sec", "secret-host-7 refuses"),)


def test_workbook_contains_numbers_charts_and_raw_data(named: Path, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    write_reports([named], Outputs(xlsx=path))
    book = openpyxl.load_workbook(path)
    with SessionReader.open(named) as reader:
        study = study_of([reader])
        counters = reader.counters
        length_s = reader.length_s
        orders = next(c for c in counters if c.system == 1 and c.path.endswith("\\Orders/min"))
        time_s, value = reader.samples(orders)
    runs = [[cell.value for cell in row] for row in book["Runs"].iter_rows(min_row=2)]
    assert len(runs) == 6
    opm = [cell.value for cell in book["Runs"][1]].index("OPM")
    expected = [run.systems[letter].figures["OPM"] for run in study.runs for letter in "AB"]
    # Excel stores 16 digits.
    assert [row[opm] for row in runs] == pytest.approx(expected, rel=1e-15)
    for name in ("Runs", "Targets", "Latencies", "Counters"):
        assert {"Run", "Step"} <= {cell.value for cell in book[name][1]}, name
    chart = book["Chart of runs"]._charts[0]
    assert chart.series[0].val.numRef.f == f"Runs!$H$2:$H${len(runs) + 1}", "the column of the headline's figure"
    assert len(book["Chart of runs"]._charts) == 1
    assert len(book["Charts 1"]._charts) >= 4
    raw = book["Raw 1"]
    assert raw.max_column == len(counters) + 1
    assert raw.max_row == 4 + round(length_s)
    column = next(
        c for c in range(2, raw.max_column + 1) if raw.cell(2, c).value == orders.path and raw.cell(1, c).value == "A"
    )
    held = {raw.cell(row, 1).value: raw.cell(row, column).value for row in range(5, raw.max_row + 1)}
    assert held == {round(at): v for at, v in zip(time_s.tolist(), value.tolist(), strict=True)}
    comparison = {row[1].value: row[2].value for row in book["Comparison"].iter_rows(min_row=2)}
    assert comparison["OPM"] == pytest.approx(study.comparisons["B", "OPM"].ratio, rel=1e-15)


def test_tables_are_ranked_by_their_io(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "ranked.outpace", NAMED)
    for name, factor in (("before", 1), ("after", 3)):
        objects = [
            RankedObject(name="ORDERLINES", table="ORDERLINES", kind="table", reads=1000 * factor,
                         read_s=2.0 * factor, writes=10 * factor, write_s=0.01 * factor),
            RankedObject(name="IX_PROD", table="PRODUCTS", kind="index", reads=3000 * factor, read_s=3.0 * factor),
        ]  # fmt: skip
        run.writer.document(3 * SECOND, TableRanking(objects=objects), name=name, system=1, target=1, run=1)
    run.repeats(1, seconds=11)
    files = Outputs(html=tmp_path / "a.html")
    write_reports([run.finish()], files)
    assert files.html is not None
    text = files.html.read_text(encoding="utf-8")
    part = text[text.index("I/O by table and index") : text.index("Left out, invalid, warnings")]
    cells = [re.sub("<[^>]+>", "|", row).replace("\u00a0", " ") for row in re.findall("<tr>(.*?)</tr>", part)][1:]
    assert [re.sub(r"\|+", "|", row).strip("|") for row in cells] == [
        "IX_PROD (PRODUCTS)|index|6,000|75.0 %|1.0 ms|–|–|–|74.8 %",
        "ORDERLINES|table|2,000|25.0 %|2.0 ms|20|100.0 %|1.0 ms|100.0 %",
    ]


def test_malformed_documents_do_not_prevent_a_report(tmp_path: Path) -> None:
    facts = ({"Price": [1, {"a": None}], "Disks": "none"}, {"Power": -3})
    run = RepeatedRun(tmp_path / "nonsense.outpace", facts=facts)
    nonsense: list[dict[str, object]] = [{}, {"systems": [1]}, {"order": ["A"]}, {"figures": {"OPM": "much"}}]
    nonsense += [{"systems": {"A": 7, "Z": {}}, "from_s": 1, "to_s": "x"}, {"a": {"b": {"c": [None]}}}]
    nonsense += [{"objects": [3, {"name": None, "reads": "x"}]}]
    for kind in DOCUMENTS:
        for data in nonsense:
            told = UnknownDocument(stored_kind=kind, data=data)
            run.writer.document(3 * SECOND, told, name="after", system=1, run=1)
    run.repeats(1, seconds=11)
    files = Outputs(html=tmp_path / "a.html", xlsx=tmp_path / "a.xlsx")
    write_reports([run.finish()], files)
    assert files.html is not None
    assert "Every run" in files.html.read_text(encoding="utf-8")


def test_session_text_becomes_neither_formulas_nor_markup(tmp_path: Path) -> None:
    systems = (
        SyntheticSystem('=HYPERLINK("http://x","y")', "baseline", 90.0),
        SyntheticSystem("<script>alert(1)</script>", "challenger", 90.0),
    )
    run = RepeatedRun(tmp_path / "odd.outpace", systems, title="<b>&amp;</b>")
    run.repeats(1, seconds=11)
    files = Outputs(html=tmp_path / "a.html", xlsx=tmp_path / "a.xlsx")
    write_reports([run.finish()], files)
    assert files.html is not None
    html = files.html.read_text(encoding="utf-8")
    assert "<script>" not in html
    assert "<h1>&lt;b&gt;&amp;amp;&lt;/b&gt;</h1>" in html
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]


def test_commands_on_the_help_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    page = (resources.files("resources") / "help" / "report.md").read_text(encoding="utf-8")
    lines = [line for line in page.replace("\\\n", "").splitlines() if line.startswith("outpace report ")]
    assert len(lines) == 5
    monkeypatch.chdir(tmp_path)
    for seed, name in enumerate(("run", "monday", "tuesday", "wednesday"), 1):
        run = RepeatedRun(tmp_path / f"{name}.outpace", seed=seed)
        run.repeats(1, seconds=11)
        run.finish()
    for name in ("summary.txt", "conclusion.txt"):
        (tmp_path / name).write_text("A text.", encoding="utf-8")
    (tmp_path / "logo.png").write_bytes(picture("PNG"))
    for line in lines:
        assert main(shlex.split(line)[1:]) == 0
    for name in (
        "run.html",
        "run.pdf",
        "run.xlsx",
        "run.png",
        "week.html",
        "for-everybody.pdf",
        "signed.pdf",
        "run-page.html",
    ):
        assert (tmp_path / name).stat().st_size > 5_000
