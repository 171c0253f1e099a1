# SPDX-License-Identifier: Apache-2.0
"""Formats that are known but not read: each with what it is known by, and how to get one that is."""

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
class _Known:
    """A format. begin: its first bytes; line: of a text. command: converts it, or writes what can be read; "": nothing
    does."""

    what: str
    command: str
    begin: bytes = b""
    line: str = ""
    suffix: str = ""
    at: int = 0


_BINARIES = (
    _Known("a binary log of Performance Monitor", "relog FILE -f csv -o log.csv", suffix=".blg"),
    _Known("an event trace of Windows", "relog FILE -f csv -o log.csv", suffix=".etl"),
    _Known("a binary file of sar", _SADF, begin=b"\x96\xd5"),
    _Known("a binary file of sar", _SADF, begin=b"\xd5\x96"),
    _Known(
        "an archive of Performance Co-Pilot",
        "pcp --archive FILE dstat --time --output pcp.csv",
        begin=b"\x50\x05\x26",
        at=4,
    ),
    _Known("an Excel workbook", "Save As > CSV (in Excel)", begin=b"PK\x03\x04", suffix=".xlsx"),
    _Known("an old Excel workbook", "Save As > CSV (in Excel)", begin=b"\xd0\xcf\x11\xe0"),
    _Known("a zip archive", "unzip FILE", begin=b"PK\x03\x04"),
    _Known("a file packed with gzip", "gunzip FILE", begin=b"\x1f\x8b"),
    _Known("a file packed with xz", "unxz FILE", begin=b"\xfd7zXZ"),
    _Known("a file packed with zstd", "unzstd FILE", begin=b"\x28\xb5\x2f\xfd"),
    _Known("a file packed with bzip2", "bunzip2 FILE", begin=b"BZh"),
    _Known("a PDF", "", begin=b"%PDF"),
    _Known(
        "an SQLite database; HammerDB keeps its jobs in one",
        "job JOBID result (in hammerdbcli)",
        begin=b"SQLite format 3\0",
    ),
)
_TEXTS = (
    _Known(
        "iostat's text", "iostat -t -x -o JSON 1 > iostat.json", line=r"avg-cpu: +%user|Device:? +(?:tps|r/s|rrqm/s) "
    ),
    _Known("mpstat's or pidstat's text", _SAR_TEXT, line=r"\S+(?: [AP]M)? +(?:CPU +%usr|UID +PID) "),
    _Known("mpstat's JSON", _SAR_TEXT, line=r'.*\{"cpu": *"\w+", *"usr"'),
    _Known("sadf's XML", _SADF, line=r"<sysstat[\s>]|<!DOCTYPE Configure|.*sysstat\.dtd"),
    _Known("sadf's table", _SADF, line=r"# hostname;interval;timestamp|[^\t;]+[\t;]-?\d+[\t;]\d{4}-\d\d-\d\d [\d:]+"),
    _Known(
        "sar's text", _SAR_TEXT, line=r"\d\d:\d\d:\d\d(?: [AP]M)? +(?:CPU|DEV|tps|IFACE|kbmemfree|runq-sz|proc/s)\b"
    ),
    _Known(
        "vmstat's text", "sar -o sa.bin 1; " + _SADF.replace("FILE", "sa.bin"), line=r"procs -+ *-*memory| r +b +swpd"
    ),
    _Known(
        "fio's text",
        "fio --output-format=json --output=fio.json JOBFILE",
        line=r"\S.*: \(g=\d+\): rw=|\S.*: \(groupid=\d+, jobs=\d+\)",
    ),
    _Known("fio's terse output", "fio --output-format=json --output=fio.json JOBFILE", line=r"\d;fio-"),
    _Known("esxtop's screen", "esxtop -b -d 5 -n 360 > esxtop.csv", line=r".*\bup .* worlds"),
    _Known(
        "dstat's screen",
        "dstat --time --cpu --disk --output dstat.csv 1",
        line=r"-+(?:total-)?(?:cpu|disk|dsk|net)[-/]\S*-* ",
    ),
    _Known(
        "Get-Counter's text",
        "Get-Counter ... | Export-Counter -Path log.csv -FileFormat csv",
        line=r"Timestamp +CounterSamples",
    ),
    _Known(
        "a page of an exporter",
        'source = "prometheus" of a system (a scenario watches it)',
        line=r"# (?:HELP|TYPE) \w+ |node_\w+\{",
    ),
    _Known(
        "BenchBase's CSV",
        "outpace import NAME.summary.json",
        line=r"Transaction Type Index,|Time \(seconds\), ?Throughput \(requests/second\)",
    ),
    _Known("nmon's file", "", line=r"AAA,progname,nmon"),
    _Known("collectl's output", "", line=r"#+ *(?:RECORD|Collectl|Date Time)"),
    _Known("vdbench's output", "", line=r".*Vdbench distribution:|.*\bRD=\w+; I/O rate"),
    _Known("Iometer's results", "", line=r"'Test Type,Test Description"),
    _Known("JMeter's results", "", line=r"timeStamp,elapsed,label"),
    _Known("YCSB's output", "", line=r"\[OVERALL\], (?:RunTime|Throughput)"),
    _Known("tpcc-mysql's output", "", line=r"<TpmC>|\*{3}###easy### TPC-C Load Generator"),
    _Known("memtier_benchmark's output", "", line=r'.*"ALL STATS": *\{|ALL STATS$'),
)
_FORMS = tuple((one, re.compile(one.line)) for one in _TEXTS)


def unsupported_file(path: Path) -> ImportedFileError | None:
    """What a file that is no text is, and what to do; None: it is none that is known. Raises no error of its own."""
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
    """The same of a line of a text."""
    for one, form in _FORMS:
        if form.match(line):
            return _refusal(path, one)
    return None


def _refusal(path: Path, one: _Known) -> ImportedFileError:
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
