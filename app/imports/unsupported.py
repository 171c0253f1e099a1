# SPDX-License-Identifier: Apache-2.0
"""Known formats that cannot be imported: how to recognize each, and how to convert it or record a supported one."""

import re
from dataclasses import dataclass
from pathlib import Path

from app.imports.source import ImportedFileError, wrong
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.regular_file import opened_regular

LOOKED_AT = 8192
_SADF = "sadf -j FILE -- -u -d -r > sar.json"
_SAR_TEXT = "sadf -j /var/log/sa/saDD -- -u -d -r > sar.json"


@dataclass(frozen=True, slots=True)
class _Unsupported:
    """Unsupported format.

    Attributes:
        command: command that converts the file or records a supported one; "" if absent.
        begin: first bytes of the file.
        line: pattern of a line of text.
        at: position of `begin`.
    """

    what: str
    command: str
    begin: bytes = b""
    line: str = ""
    suffix: str = ""
    at: int = 0


_BINARIES = (
    _Unsupported("a binary log of Performance Monitor", "relog FILE -f csv -o log.csv", suffix=".blg"),
    _Unsupported("an event trace of Windows", "relog FILE -f csv -o log.csv", suffix=".etl"),
    _Unsupported("a binary file of sar", _SADF, begin=b"\x96\xd5"),
    _Unsupported("a binary file of sar", _SADF, begin=b"\xd5\x96"),
    _Unsupported(
        "an archive of Performance Co-Pilot",
        "pcp --archive FILE dstat --time --output pcp.csv",
        begin=b"\x50\x05\x26",
        at=4,
    ),
    _Unsupported("an Excel workbook", "Save As > CSV (in Excel)", begin=b"PK\x03\x04", suffix=".xlsx"),
    _Unsupported("an old Excel workbook", "Save As > CSV (in Excel)", begin=b"\xd0\xcf\x11\xe0"),
    _Unsupported("a zip archive", "unzip FILE", begin=b"PK\x03\x04"),
    _Unsupported("a file packed with gzip", "gunzip FILE", begin=b"\x1f\x8b"),
    _Unsupported("a file packed with xz", "unxz FILE", begin=b"\xfd7zXZ"),
    _Unsupported("a file packed with zstd", "unzstd FILE", begin=b"\x28\xb5\x2f\xfd"),
    _Unsupported("a file packed with bzip2", "bunzip2 FILE", begin=b"BZh"),
    _Unsupported("a PDF", "", begin=b"%PDF"),
    _Unsupported(
        "an SQLite database; HammerDB keeps its jobs in one",
        "job JOBID result (in hammerdbcli)",
        begin=b"SQLite format 3\0",
    ),
)
_TEXTS = (
    _Unsupported(
        "iostat's text", "iostat -t -x -o JSON 1 > iostat.json", line=r"avg-cpu: +%user|Device:? +(?:tps|r/s|rrqm/s) "
    ),
    _Unsupported("mpstat's or pidstat's text", _SAR_TEXT, line=r"\S+(?: [AP]M)? +(?:CPU +%usr|UID +PID) "),
    _Unsupported("mpstat's JSON", _SAR_TEXT, line=r'.*\{"cpu": *"\w+", *"usr"'),
    _Unsupported("sadf's XML", _SADF, line=r"<sysstat[\s>]|<!DOCTYPE Configure|.*sysstat\.dtd"),
    _Unsupported(
        "sadf's table", _SADF, line=r"# hostname;interval;timestamp|[^\t;]+[\t;]-?\d+[\t;]\d{4}-\d\d-\d\d [\d:]+"
    ),
    _Unsupported(
        "sar's text", _SAR_TEXT, line=r"\d\d:\d\d:\d\d(?: [AP]M)? +(?:CPU|DEV|tps|IFACE|kbmemfree|runq-sz|proc/s)\b"
    ),
    _Unsupported(
        "vmstat's text", "sar -o sa.bin 1; " + _SADF.replace("FILE", "sa.bin"), line=r"procs -+ *-*memory| r +b +swpd"
    ),
    _Unsupported(
        "fio's text",
        "fio --output-format=json --output=fio.json JOBFILE",
        line=r"\S.*: \(g=\d+\): rw=|\S.*: \(groupid=\d+, jobs=\d+\)",
    ),
    _Unsupported("fio's terse output", "fio --output-format=json --output=fio.json JOBFILE", line=r"\d;fio-"),
    _Unsupported("esxtop's screen", "esxtop -b -d 5 -n 360 > esxtop.csv", line=r".*\bup .* worlds"),
    _Unsupported(
        "dstat's screen",
        "dstat --time --cpu --disk --output dstat.csv 1",
        line=r"-+(?:total-)?(?:cpu|disk|dsk|net)[-/]\S*-* ",
    ),
    _Unsupported(
        "Get-Counter's text",
        "Get-Counter ... | Export-Counter -Path log.csv -FileFormat csv",
        line=r"Timestamp +CounterSamples",
    ),
    _Unsupported(
        "a page of an exporter",
        'source = "prometheus" of a system (a scenario watches it)',
        line=r"# (?:HELP|TYPE) \w+ |node_\w+\{",
    ),
    _Unsupported(
        "BenchBase's CSV",
        "outpace import NAME.summary.json",
        line=r"Transaction Type Index,|Time \(seconds\), ?Throughput \(requests/second\)",
    ),
    _Unsupported("nmon's file", "", line=r"AAA,progname,nmon"),
    _Unsupported("collectl's output", "", line=r"#+ *(?:RECORD|Collectl|Date Time)"),
    _Unsupported("vdbench's output", "", line=r".*Vdbench distribution:|.*\bRD=\w+; I/O rate"),
    _Unsupported("Iometer's results", "", line=r"'Test Type,Test Description"),
    _Unsupported("JMeter's results", "", line=r"timeStamp,elapsed,label"),
    _Unsupported("YCSB's output", "", line=r"\[OVERALL\], (?:RunTime|Throughput)"),
    _Unsupported("tpcc-mysql's output", "", line=r"<TpmC>|\*{3}###easy### TPC-C Load Generator"),
    _Unsupported("memtier_benchmark's output", "", line=r'.*"ALL STATS": *\{|ALL STATS$'),
)
_FORMS = tuple((one, re.compile(one.line)) for one in _TEXTS)


def unsupported_file(path: Path) -> ImportedFileError | None:
    """Return the error, with advice, for a known binary file, or None if the file is not a known one."""
    try:
        with opened_regular(path) as file:
            begin = file.read(64)
    except OSError:
        return None
    for one in _BINARIES:
        begins = one.begin and begin[one.at : one.at + len(one.begin)] == one.begin
        ends = one.suffix and path.suffix.lower() == one.suffix
        if begins if one.begin and not one.suffix else ends and (begins or not one.begin):
            return _refusal(path, one)
    return None


def unsupported_line(path: Path, line: str) -> ImportedFileError | None:
    """Return the error, with advice, for a line of a known text format, or None for any other line."""
    for one, form in _FORMS:
        if form.match(line):
            return _refusal(path, one)
    return None


def _refusal(path: Path, one: _Unsupported) -> ImportedFileError:
    command = one.command.replace("FILE", path.name)
    return wrong(path, _advice(one.what, command))


def _advice(what: str, command: str) -> Sentence:
    if command:
        return phrase(
            "this is {what}, which cannot be imported as it is. Import what this gives: {command}",
            what=what,
            command=command,
        )
    return phrase(
        "this is {what}, which cannot be imported. Write its figures as run totals: a CSV with the columns system, "
        "run, metric, value",
        what=what,
    )
