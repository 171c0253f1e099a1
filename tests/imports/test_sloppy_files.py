# SPDX-License-Identifier: Apache-2.0
"""Files with common mistakes: two runs in one file, mixed units, a system name spelled in two ways.

The result is the correct figure or a rejection with the reason, never a wrong figure.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.session_commands import ImportOptions, import_files
from app.report.session_blocks import session_text
from app.session.reader import SessionReader
from tests.support.storage_outputs import DISKSPD
from tests.support.tool_texts import BENCHBASE, PDH, PGBENCH, REPORT, SYSBENCH

OUTPUTS = Path(__file__).parents[1] / "tool_outputs"


def imported(folder: Path, name: str, data: str | bytes) -> tuple[str, str]:
    """Return the command's output for a file, and its session's table, or "" if the file is rejected."""
    path, session, said = folder / name, folder / "s.outpace", []
    session.unlink(missing_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    status = import_files(ImportOptions([path]), session, said.append)
    if status:
        assert not session.exists()
        return " ".join(said), ""
    with SessionReader.open(session) as reader:
        return " ".join(said), session_text(reader)


def totals(*rows: str, columns: str = "system,run,metric,value,unit") -> str:
    return "\n".join([columns, *rows]) + "\n"


SADF = (OUTPUTS / "sadf-12.6.1.json").read_text(encoding="utf-8")
IOSTAT = (OUTPUTS / "iostat-12.6.1-x.json").read_text(encoding="utf-8")
HEADLESS_PGBENCH = PGBENCH.partition("\n")[2]
HEADLESS_SYSBENCH = SYSBENCH.partition("\n")[2]


DOCUMENT = "a second document begins here: use one file per run"
LINES = "there are lines of a second run: use one file per run"


@pytest.mark.parametrize(
    ("name", "run", "said"),
    [
        ("b.json", BENCHBASE, DOCUMENT),
        ("h.json", REPORT, DOCUMENT),
        ("s.json", SADF, DOCUMENT),
        ("i.json", IOSTAT, DOCUMENT),
        ("s.txt", HEADLESS_SYSBENCH, LINES),
        ("p.txt", HEADLESS_PGBENCH, LINES),
        ("p.csv", PDH, LINES),
    ],
)
def test_two_runs_in_one_file_are_rejected(tmp_path: Path, name: str, run: str, said: str) -> None:
    answer, table = imported(tmp_path, name, f"{run}\n{run}")
    assert said in answer
    assert table == ""
    answer, table = imported(tmp_path, name, run)
    assert table, answer


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["A,1,Latency,5,ms", "B,1,Latency,0.006,s"], "line 3: Latency is in s here and in ms in line 2"),
        (["A,1,MB/s,500,", "B,1,MB/s,400,KB/s"], 'line 3: the unit "KB/s" contradicts the name MB/s'),
        (["A,1,Watts,500,W", "B,1,Watts,0.4,kW"], 'line 3: the unit "kW" contradicts the name Watts'),
        (["A,1,IOPS,500,/s", "B,1,IOPS,400,/min"], 'line 3: the unit "/min" contradicts the name IOPS'),
        (["New,1,OPM,5,", "new,2,OPM,2,", "Old,1,OPM,4,"], '"New" and "new" differ only in capitals or spaces'),
        (["A,1,OPM,5,", "B,1,OPM,4,", "Total,,OPM,9,"], '"Total" has facts but no figure'),
    ],
)
def test_contradictory_totals_are_rejected(tmp_path: Path, rows: list[str], said: str) -> None:
    answer, table = imported(tmp_path, "t.csv", totals(*rows))
    assert said in answer
    assert table == ""


def test_informal_unit_spellings_are_accepted(tmp_path: Path) -> None:
    rows = ["A,1,OPM,500,/min", "B,1,OPM,400,", "A,1,Watts,300,Watt", "B,1,Watts,200,W", "A,1,Latency (ms),5,"]
    answer, table = imported(tmp_path, "t.csv", totals(*rows, "B,1,Latency (ms),2,"))
    assert re.search(r"Orders per minute \(OPM\) +500 +400 +0.800×", table), answer
    assert re.search(r"Power under load, W +300 +200 +0.667×", table), table


def test_one_figure_in_two_units_across_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(totals("A,1,Response time,5,ms"), encoding="utf-8")
    (tmp_path / "b.csv").write_text(totals("B,1,Response time,1,s"), encoding="utf-8")
    said: list[str] = []
    status = import_files(ImportOptions([tmp_path / "a.csv", tmp_path / "b.csv"]), tmp_path / "s.outpace", said.append)
    assert status == 2
    assert "Response time is in ms in one file and in s in another" in said[-1]


def as_utf_16(text: str) -> bytes:
    return text.encode("utf-16")


def with_mark(text: str) -> bytes:
    return b"\xef\xbb\xbf" + text.encode()


@pytest.mark.parametrize("written", [as_utf_16, with_mark, str.encode], ids=["UTF-16", "mark", "UTF-8"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("name", "text", "row"),
    [
        ("t.csv", "system;run;metric;value\nA;1;OPM;5.500,5\n", r"\(OPM\) +5,500.5"),
        ("d.txt", DISKSPD, "IOPS +1,000.00"),
        ("s.txt", SYSBENCH, "Transactions per second +100.00"),
        ("h.json", REPORT, "NOPM +100,250"),
        ("p.csv", PDH, r"Processor busy, % \(machine\) +12.5"),
    ],
)
def test_every_encoding_gives_the_same_figure(
    tmp_path: Path, name: str, text: str, row: str, ending: str, written: Callable[[str], bytes]
) -> None:
    said, table = imported(tmp_path, name, written(text.replace("\n", ending)))
    assert re.search(row, table), said


def test_truncated_file_is_imported_with_a_note(tmp_path: Path) -> None:
    said, table = imported(tmp_path, "d.txt", DISKSPD[: len(DISKSPD) * 2 // 3])
    assert re.search("IOPS +1,000.00", table)
    assert "is cut off after line" in said
    said, table = imported(tmp_path, "i.json", IOSTAT[: len(IOSTAT) * 2 // 3])
    assert "its end is missing" in said
    assert table


def test_non_numeric_log_fields_are_listed(tmp_path: Path) -> None:
    said, _ = imported(tmp_path, "p.csv", PDH.replace('"12.5"', '"12.5 pct"', 2).replace('"101.5"', '" "'))
    assert "2 impossible values count as missing" in said
    said, _ = imported(tmp_path, "p.csv", PDH.replace(" 10:00:", " 10.00."))
    assert 'line 2: "11/22/2026 10.00.00.000" is not a time' in said


def test_day_first_dates_with_slashes_are_read(tmp_path: Path) -> None:
    rows = "".join(f"22/11/2026 10:00:{second:02d},480\n" for second in range(9))
    said, table = imported(tmp_path, "m.csv", f"Time,Power (W)\n{rows}")
    assert re.search("Power under load, W +480", table), said
    assert "2026-11-22 10:00" in table
