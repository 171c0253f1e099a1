# SPDX-License-Identifier: Apache-2.0
"""Import of dstat, dool, and pcp dstat CSV: the figures equal the tools'."""

import datetime
import re
from pathlib import Path

import pytest

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport
from app.imports.source import ImportedFileError
from app.model.messages import sentence
from tests.support.faulty_outputs import (
    notes_of,
    opened_text,
    samples,
)
from tests.support.tool_logs import (
    DSTAT,
    opened,
    rates,
    rows_of,
    text_of,
    written_log,
)


def test_dstat_columns_become_counters(tmp_path: Path) -> None:
    log = written_log(tmp_path, DSTAT, "d.csv")
    assert log.detail.hosts == ["lab7"]
    rows = rows_of(log)
    began = datetime.datetime.fromtimestamp(rows[0].seconds, datetime.UTC)
    assert began.isoformat() == "2026-11-23T09:10:00+00:00"
    assert rates(log, "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec") == [8192, 16384]
    assert rates(log, "\\Processor(_Total)\\% Idle Time") == [85, 75]
    untimed = re.sub(r'^("system"|"time"|23-11 [\d:]+),', "", DSTAT, flags=re.MULTILINE)
    log = written_log(tmp_path, untimed, "d.csv")
    assert [row.seconds for row in rows_of(log)] == [1, 2, 3]
    assert "taken to be 1 s apart" in sentence(log.warnings[0])


@pytest.mark.parametrize("name", ["dstat-0.8.0.csv", "dool-1.3.8.csv"])
def test_dstat_and_dool_values_match_their_output(name: str) -> None:
    """The first row is skipped because it covers the time since boot."""
    log = opened(name)
    lines = [line.split(",") for line in text_of(name).splitlines() if re.match(r"\S+ 09:\d\d", line)][1:]
    assert rates(log, "\\Processor(_Total)\\% Idle Time") == [float(line[3]) for line in lines]
    assert rates(log, "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec") == [float(line[7]) for line in lines]
    assert rates(log, "\\PhysicalDisk(_Total)\\Disk Reads/sec") == [float(line[8]) for line in lines]
    first = datetime.datetime.fromtimestamp(rows_of(log)[0].seconds, datetime.UTC)
    assert (first.year, first.month, first.day, first.hour) == (2026, 11, 23, 9)
    untimed = opened("dstat-0.8.0-untimed.csv")
    assert [row.seconds for row in rows_of(untimed)] == [2, 4]


def dstat_text(groups: str, names: str, rows: list[str], tool: str = "Dstat 0.7.2") -> str:
    return (
        f'"{tool} CSV output"\n"Host:","h"\n"Cmdline:","x",,,,"Date:","11 Jun 2014 22:45:31 JST"\n{groups}\n{names}\n'
        + ("\n".join(rows) + "\n")
    )


def test_dstat_output_with_epoch_times_is_imported(tmp_path: Path) -> None:
    rows = [f"{1402494331 + second}.1,1,2,97,0,0,0,1000,2000" for second in range(4)]
    groups, names = (
        '"epoch","total cpu usage",,,,,,"dsk/total",',
        '"epoch","usr","sys","idl","wai","hiq","siq","read","writ"',
    )
    found = samples(tmp_path, dstat_text(groups, names, rows))
    assert found["\\PhysicalDisk(_Total)\\Disk Write Bytes/sec"][0] == [2000] * 3
    assert found["\\Processor(_Total)\\% Idle Time"][0] == [97] * 3


def test_dstat_row_without_a_time_is_rejected(tmp_path: Path) -> None:
    text = dstat_text('"epoch","dsk/total",', '"epoch","read","writ"', ["1402494331,1,2", ",1,2", "1402494333,1,2"])
    with pytest.raises(ImportedFileError, match='line 7: "" is not a time'):
        list(opened_text(tmp_path, text).rows())


@pytest.mark.parametrize("blanks_in_rows", [True, False])
def test_pcp_dstat_columns_named_with_their_groups_are_imported(tmp_path: Path, blanks_in_rows: bool) -> None:
    blank = "," if blanks_in_rows else ""
    rows = [f"{1557347613 + second},1,2,97,{blank}100,200" for second in range(4)]
    names = '"epoch","total usage:usr","total usage:sys","total usage:idl",,"dsk/sda:read","dsk/sda:writ"'
    text = dstat_text('"epoch","total usage",,,,"dsk/sda",', names, rows, "pcp-dstat 4.3.1")
    found = samples(tmp_path, text)
    assert found["\\PhysicalDisk(sda)\\Disk Read Bytes/sec"][0] == [100] * 4
    assert found["\\PhysicalDisk(sda)\\Disk Write Bytes/sec"][0] == [200] * 4
    assert found["\\Processor(_Total)\\% Idle Time"][0] == [97] * 4


def test_dstat_rows_of_another_width_are_rejected_or_left_out(tmp_path: Path) -> None:
    groups, names = '"system","memory usage",,,', '"time","used","free","buff","cach"'
    wide = [f"11-06 22:45:3{second},1,2,3,4,5,6,7" for second in range(4)]
    with pytest.raises(ImportedFileError, match=r"line 6: 8 fields under 5 names of columns.*stty cols 500"):
        opened_text(tmp_path, dstat_text(groups, names, wide))
    trailing = [f"11-06 22:45:3{second},1,2,3,4," for second in range(4)]
    assert samples(tmp_path, dstat_text(groups, names, trailing))["\\Memory\\Free Bytes"][0] == [2] * 3
    some = [row.removesuffix(",") for row in trailing[:2]] + wide[2:3] + trailing[3:]
    log = opened_text(tmp_path, dstat_text(groups, names, some))
    assert len(list(log.rows())) == 3
    assert "1 rows with more fields than the header are left out, the first is line 8" in notes_of(log)


def test_dstat_output_saved_by_a_spreadsheet_is_imported(tmp_path: Path) -> None:
    rows = [f"11-06 22:45:3{second},1000,{second}.25" for second in range(4)]
    text = dstat_text('"system","dsk/total",', '"time","read","writ"', rows).replace(",", ";").replace(".25", ",25")
    writes = "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec"
    assert samples(tmp_path, text)[writes][0] == [1.25, 2.25, 3.25]
    unclear = text.replace(",25", ",250")
    with pytest.raises(ImportedFileError, match=r'line 6: "4,250" can be read in two ways'):
        opened_text(tmp_path, unclear.replace("0,250", "4,250"))
    path = tmp_path / "f.txt"
    form = log_format(kind_of(path))
    assert form is not None
    assert [row.values[1] for row in form.open(FileToImport(path, decimal="comma")).rows()][1:] == [1.25, 2.25, 3.25]


def test_dstat_text_columns_are_left_out(tmp_path: Path) -> None:
    rows = [f"11-06 22:45:3{second},1000,2000,chrome / 0.5,sshd 127k 24k" for second in range(4)]
    text = dstat_text(
        '"system","dsk/total",,"most expensive",', '"time","read","writ","cpu process","block i/o process"', rows
    )
    assert "columns of texts are left out: cpu process, block i/o process" in notes_of(opened_text(tmp_path, text))
    assert set(samples(tmp_path, text)) == {
        "\\PhysicalDisk(_Total)\\Disk Read Bytes/sec", "\\PhysicalDisk(_Total)\\Disk Write Bytes/sec",
    }  # fmt: skip


@pytest.mark.parametrize("value", ["-5.0", "nan", "1e17"])
def test_impossible_dstat_values_count_as_missing(tmp_path: Path, value: str) -> None:
    rows = [f"11-06 22:45:3{second},{value if second == 2 else 1000},2000" for second in range(5)]
    text = dstat_text('"system","dsk/total",', '"time","read","writ"', rows)
    assert samples(tmp_path, text)["\\PhysicalDisk(_Total)\\Disk Read Bytes/sec"][0] == [1000] * 3
    assert "1 impossible values count as missing, in line 8 (read" in notes_of(opened_text(tmp_path, text))
