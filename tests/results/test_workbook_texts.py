# SPDX-License-Identifier: Apache-2.0
"""Workbook cells store text as text, never as formulas, references or markup, whatever names contain."""

import re
import xml.etree.ElementTree as ET
import zipfile
from html import unescape
from pathlib import Path

import apsw
import pytest

from app.model.visible_text import visible
from app.report.letters import fitted, lines_of
from app.report.outputs import Outputs, write_reports
from app.report.workbook import CELL_UNITS, NAME_UNITS, fitting
from tests.support.hostile import only_linux, outpace
from tests.support.recorded import SyntheticSystem
from tests.support.repeated import RepeatedRun
from widgets.tables.clipboard import tabbed

S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
OWN_RANGE = re.compile(r"('(Load levels|Raw \d+)'|Runs)!\$[A-Z]+\$\d+:\$[A-Z]+\$\d+")
INJECTED = '<r></is></c><c r="Z99"><f>1+1</f></c><c t="inlineStr"><is></r>'
"""Text that xlsxwriter would write into the sheet unescaped because of how it starts and ends."""
PAIRS = {
    "formulas": ("=1+1", "+1+1"),
    "signs": ("-1+1", "@SUM(1)"),
    "blanks": ("\t=1+1", "\r=1+1\n "),
    "references": ("Sheet!A1", "=Runs!$A$1"),
    "a system": ("x=S!A1", "[x]y!z1"),
    "programs": ("cmd|'/c calc'!A0", "=cmd|'/c calc'!A0"),
    "escapes": ("_x0041_ _x003C_f_x003e_", "_x005F_x0041_"),
    "controls": ("a\x00\x07\x1b\x7f\ufffe\uffffz", "\u202e\ud800 halves"),
    "quotes": ("\"'`''\"\"", "'=1+1"),
    "long": ("L" * 9_000, "\U0001f600" * 300 + "!A1"),
    "longer than a sheet's name": ("N" * 40, "n" * 40),
    "the same but for case": ("Same", "sAME"),
    "links": ("https://example.com/" + "u" * 3000, "mailto:a@example.com"),
    "markup": (INJECTED, "</c:v></c:tx><c:tx><c:strRef><c:f>S!A1</c:f>&amp;<![CDATA["),
}


def report(tmp_path: Path, names: tuple[str, str]) -> Path:
    """Return the workbook of a session in which every text is one of two names."""
    pair = (SyntheticSystem("one", "baseline", 50.0), SyntheticSystem("two", "challenger", 60.0))
    run = RepeatedRun(tmp_path / "s.outpace", pair, plan='name = "user-sweep"\nmin_users = 2\nmax_users = 4')
    run.sweep((2, 4), seconds=4)
    path = run.finish(warnings=("w",))
    first, second = (name.encode("utf-8", "replace").decode() for name in names)
    connection = apsw.Connection(str(path))
    with connection:
        connection.execute("UPDATE session SET title = ?", (first,))
        connection.execute("UPDATE system SET name = CASE id WHEN 1 THEN ? ELSE ? END", (first, second))
        connection.execute("UPDATE target SET name = ?", (first,))
        connection.execute("UPDATE operation SET key = ? WHERE id = 1", (second,))
        connection.execute("UPDATE series SET unit = ?, path = path || ? WHERE id > 4", (second, first[:500]))
    connection.close()
    book = tmp_path / "s.xlsx"
    write_reports([path], Outputs(xlsx=book))
    return book


def unescaped(text: str) -> str:
    """Return the text that an ST_Xstring represents (ECMA-376, 22.9.2.19)."""
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def cut(text: str, units: int) -> str:
    """Return the part of a text that fits in a cell or name."""
    encoded = visible(text).encode("utf-16-le")
    return (
        visible(text) if len(encoded) <= 2 * units else encoded[: 2 * (units - 1)].decode("utf-16-le", "ignore") + "…"
    )


@pytest.mark.parametrize("names", PAIRS.values(), ids=PAIRS)
def test_hostile_text_is_stored_as_plain_text(tmp_path: Path, names: tuple[str, str]) -> None:
    with zipfile.ZipFile(report(tmp_path, names)) as book:
        parts = {name: ET.fromstring(book.read(name)) for name in book.namelist() if name.endswith(".xml")}
    sheets = [root for name, root in parts.items() if name.startswith("xl/worksheets/")]
    charts = [root for name, root in parts.items() if name.startswith("xl/charts/")]
    assert len(charts) > 4
    for root in parts.values():
        assert not [*root.iter(f"{S}f"), *root.iter(f"{S}hyperlink"), *root.iter(f"{S}definedName")]
        assert not [*root.iter(f"{S}headerFooter"), *root.iter(f"{S}comment")]
    ranges = [one.text or "" for root in charts for one in root.iter(f"{C}f")]
    assert len(ranges) > 10
    assert [one for one in ranges if not OWN_RANGE.fullmatch(one)] == []

    names = tuple(name.encode("utf-8", "replace").decode() for name in names)  # as recorded
    inside = [one for root in sheets for one in root.iter(f"{S}is")]
    cells = {unescaped("".join(part.text or "" for part in one.iter(f"{S}t"))) for one in inside}
    assert {cut(name, CELL_UNITS) for name in names} <= cells
    series = {unescaped(one.text or "") for root in charts for one in root.iterfind(f".//{C}tx/{C}v")}
    wanted = {cut(f"{letter} {name}", NAME_UNITS) for letter, name in zip("AB", names, strict=True)}
    assert wanted <= series


@only_linux
@pytest.mark.parametrize("texts", [("x=S!A1", "cmd|'/c calc'!A0"), ("y!B2", "https://" + "u" * 3000)])
def test_no_library_warning_reaches_the_terminal(tmp_path: Path, texts: tuple[str, str]) -> None:
    totals, session, book = tmp_path / "totals.csv", tmp_path / "s.outpace", tmp_path / "s.xlsx"
    rows = [f"{system},1,VM 1,{texts[1]},{value},,0-60" for system, value in ((texts[0], 18301), ("B", 28301))]
    totals.write_text("\n".join(("system,run,target,metric,value,unit,window", *rows)), "utf-8")
    assert outpace("import", totals, "--session", session).status == 0
    done = outpace("report", session, "--xlsx", book)
    assert done.status == 0
    assert "Warning" not in done.said
    with zipfile.ZipFile(book) as parts:
        charts = "".join(parts.read(name).decode() for name in parts.namelist() if name.startswith("xl/charts/"))
    assert all(OWN_RANGE.fullmatch(one) for one in re.findall("<c:f>(.*?)</c:f>", charts))
    assert texts[1][:200] in unescape(charts)


def test_pasted_tables_contain_no_formulas() -> None:
    cells = ("=1+1", "+1+1", "@SUM(1)", "-1+cmd|'/c calc'!A0", "\t=1", "\n=1", "\uff1d1+1")
    pasted = tabbed([cells]).rstrip("\n").split("\t")
    assert len(pasted) == len(cells)
    assert [one for one in pasted if one.lstrip(" ")[0] in "=+-@\uff1d"] == [" =1", " =1"], "a blank before it: a text"
    numbers = ("-5", "+1.5", "-1,234.5", "-3.2 %", "-1e-05", "12", "")
    assert tabbed([numbers]) == "\t".join(numbers) + "\n"


def test_text_too_long_for_a_cell_is_cut_between_characters() -> None:
    assert fitting("L" * 70_000, CELL_UNITS) == "L" * (CELL_UNITS - 1) + "…"
    assert fitting("a" + "\U0001f600" * 200, NAME_UNITS) == "a" + "\U0001f600" * 126 + "…"


def test_megabyte_long_name_is_shortened() -> None:
    # Trying every length would take hours.
    assert fitted("L" * 1_000_000, 100.0, 10.0) == "L" * 17 + "…"
    assert lines_of("word " * 100_000, 100.0, 10.0, 2)[0].startswith("word word")
