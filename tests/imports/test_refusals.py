# SPDX-License-Identifier: Apache-2.0
"""Known but unsupported formats are rejected with advice; the error for unknown files lists the supported formats."""

from pathlib import Path

import pytest

from app.imports.formats import POWER_METER, kind_of
from app.imports.meter import MeterColumns
from app.imports.source import ImportedFileError


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("log.blg", b"\x50\0\0\0\1\2", "a binary log of Performance Monitor.*relog log.blg -f csv -o log.csv"),
        ("sa15", b"\x96\xd5\x75\x21\0\0", "a binary file of sar.*sadf -j sa15 -- -u -d -r"),
        ("r.xlsx", b"PK\x03\x04\x14\0", "an Excel workbook.*CSV"),
        ("fio.json.gz", b"\x1f\x8b\x08\0", "packed with gzip.*gunzip fio.json.gz"),
        ("hammer.DB", b"SQLite format 3\0\x10", "HammerDB keeps its jobs.*job JOBID result"),
        ("pcp.0", b"\0\0\0\x84\x50\x05\x26\x02", "Performance Co-Pilot.*pcp --archive pcp.0 dstat"),
        ("i.txt", b"Linux 5.10 (h)\n\navg-cpu:  %user   %nice\n", "iostat's text.*iostat -t -x -o JSON"),
        ("i.txt", b"Device            tps    kB_read/s\nsda 1 2\n", "iostat's text.*iostat -t -x -o JSON"),
        ("s.txt", b"Linux 5.10 (h)\n\n10:00:01 AM     CPU     %user     %nice\n", "sar's text.*sadf -j"),
        ("s.txt", b"Linux 5.10 (h)\n\n10:00:01        DEV       tps     rkB/s\n", "sar's text.*sadf -j"),
        ("s.csv", b"# hostname;interval;timestamp;CPU;%user\nh;10;2024;-1;5\n", "sadf's table.*sadf -j"),
        ("s.xml", b'<?xml version="1.0"?>\n<sysstat>\n</sysstat>\n', "sadf's XML.*sadf -j"),
        ("v.txt", b"procs -----------memory---------- ---swap--\n r  b   swpd   free\n", "vmstat's text.*sadf -j"),
        ("f.txt", b"j: (g=0): rw=randread, bs=(R) 4096B-4096B\nfio-3.33\n", "fio's text.*--output-format=json"),
        ("f.txt", b"3;fio-3.33;j;0;0;1;2\n", "fio's terse output.*--output-format=json"),
        ("p.prom", b"# HELP node_time_seconds x\nnode_time_seconds 5\n", 'exporter.*source = "prometheus"'),
        ("b.csv", b"Transaction Type Index,Transaction Name,Start Time (microseconds)\n1,2,3\n", "BenchBase.*summary"),
        ("y.txt", b"[OVERALL], RunTime(ms), 1000\n", "YCSB.*system, run, metric, value"),
        ("m.json", b'{"sysstat": {"hosts": [{"cpu-load": [\n{"cpu": "all", "usr": 1.0}]}]}}\n', "mpstat's JSON.*sadf"),
    ],
)
def test_known_unsupported_format_is_rejected_with_a_conversion_command(
    tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ImportedFileError, match=told) as caught:
        kind_of(path)
    assert "supported are" not in str(caught.value)


def test_unknown_format_error_lists_the_supported_formats(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("We ran it twice.\nIt was fast.\n")
    with pytest.raises(
        ImportedFileError, match=r"its format can't be imported; supported are SQLIO output; .*run totals"
    ):
        kind_of(path)


def test_named_columns_make_a_table_a_power_meter_log(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text('"Model","X1"\n\n"No.","Uhr","P-E1"\n1,10:00:00,5\n')
    with pytest.raises(ImportedFileError, match="its format can't be imported"):
        kind_of(path)
    assert kind_of(path, MeterColumns("Uhr", "P-E1")) == POWER_METER
