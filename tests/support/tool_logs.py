# SPDX-License-Identifier: Apache-2.0
"""Logs and outputs of tools, opened by their readers, for the tests in tests/imports."""

import re
from itertools import pairwise
from pathlib import Path

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.source import Log, LogRow
from collectors.series import Series

OUTPUTS = Path(__file__).parents[1] / "tool_outputs"


def opened(name: str | Path) -> Log:
    path = OUTPUTS / name
    form = log_format(kind_of(path))
    assert form is not None
    return form.open(FileToImport(path))


def rows_of(log: Log) -> list[LogRow]:
    return list(log.rows())


def series(log: Log, path: str) -> Series:
    return next(one for one in log.series if one.path == path)


def rates(log: Log, path: str) -> list[float]:
    """Return a counter's value in each interval."""
    one, rows = series(log, path), rows_of(log)
    pairs = list(pairwise(rows))
    if one.kind == "gauge":
        return [row.values[one.value] for row in rows[1:]]
    if one.kind == "average":
        return [
            (b.values[one.value] - a.values[one.value]) / (b.values[one.base] - a.values[one.base]) for a, b in pairs
        ]
    return [(b.values[one.value] - a.values[one.value]) / (b.seconds - a.seconds) for a, b in pairs]


def totals(log: Log) -> dict[str, float]:
    rows_of(log)
    return {metric: value for metric, (value, _) in log.totals.items()}


def text_of(name: str) -> str:
    return (OUTPUTS / name).read_text(encoding="utf-8")


def printed(name: str, form: str) -> float:
    """Return the figure that the tool printed."""
    found = re.search(form, text_of(name), re.MULTILINE)
    assert found, form
    return float(found[1])


def session_of(folder: Path, *files: FileToImport) -> Path:
    session = folder / "s.outpace"
    import_results(ImportRequest(files), session)
    return session


COUNTER = """Hammerdb Transaction Counter Log @ Thu Nov 05 14:00:31 GMT 2026
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
0 PostgreSQL tpm @ Thu Nov 05 14:00:31 GMT 2026
41872 PostgreSQL tpm @ Thu Nov 05 14:00:41 GMT 2026
97426 PostgreSQL tpm @ Thu Nov 05 14:00:51 GMT 2026
"""


PROFILE = """PostgreSQL Hammerdb Time Profile Report @ Thu Nov 05 14:05:31 GMT 2026
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
>>>>> VIRTUAL USER 2 : ELAPSED TIME : 120522ms
>>>>> PROC: NEWORD
CALLS: 9\tMIN: 1.000ms\tAVG: 2.000ms\tMAX: 3.000ms\tTOTAL: 18.000ms
P99: 3.000ms\tP95: 3.000ms\tP50: 2.000ms\tSD: 500.000\tRATIO: 50.000%
>>>>> VIRTUAL USER 3 : ELAPSED TIME : 120522ms
>>>>> PROC: NEWORD
CALLS: 9\tMIN: 1.000ms\tAVG: 2.000ms\tMAX: 3.000ms\tTOTAL: 18.000ms
P99: 3.000ms\tP95: 3.000ms\tP50: 2.000ms\tSD: 500.000\tRATIO: 50.000%
>>>>> SUMMARY OF 2 ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : 127146ms
>>>>> PROC: NEWORD
CALLS: 3427\tMIN: 1.730ms\tAVG: 36.332ms\tMAX: 1220.165ms\tTOTAL: 124508.229ms
P99: 210.118ms\tP95: 104.921ms\tP50: 19.126ms\tSD: 49663.000\tRATIO: 48.963%
>>>>> PROC: OSTAT
CALLS: 332\tMIN: 0.485ms\tAVG: 15.077ms\tMAX: 310.000ms\tTOTAL: 5005.564ms
P99: 100.000ms\tP95: 50.000ms\tP50: 5.000ms\tSD: 20000.000\tRATIO: 1.968%
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
"""


CONSOLE = """HammerDB CLI v4.9
Vuser 1:RUNNING
Vuser 1:Beginning rampup time of 1 minutes
Vuser 1:Timing test period of 2 in minutes
Vuser 1:2 Active Virtual Users configured
Vuser 1:TEST RESULT : System achieved 42332 NOPM from 97427 PostgreSQL TPM
Vuser 2:FINISHED SUCCESS
Vuser 1:FINISHED SUCCESS
ALL VIRTUAL USERS COMPLETE
"""


TCOUNT = """{"PostgreSQL tpm": {
    "0": "2026-11-05 14:00:31",
    "41872": "2026-11-05 14:00:41",
    "41872": "2026-11-05 14:00:51",
    "97426": "2026-11-05 14:01:01"
}}
"""


TIMING = """{
  "NEWORD": {
    "elapsed_ms": "127146.0", "calls": "3427", "min_ms": "1.730", "avg_ms": "36.332", "max_ms": "1220.165",
    "total_ms": "124508.229", "p99_ms": "210.118", "p95_ms": "104.921", "p50_ms": "19.126", "sd": "49663.0",
    "ratio_pct": "48.963"
  }
}
"""


def written_log(folder: Path, text: str, name: str = "hammerdb.txt") -> Log:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    return form.open(FileToImport(path))


DSTAT = """"Dstat 0.7.4 CSV output"
"Author:","Dag Wieers <dag@wieers.com>",,,,"URL:","http://dag.wieers.com/home-made/dstat/"
"Host:","lab7",,,,"User:","root"
"Cmdline:","dstat -tcd --output d.csv 1 4",,,,"Date:","23 Nov 2026 09:10:00 UTC"

"system","total cpu usage",,,,,"dsk/total",
"time","usr","sys","idl","wai","stl","read","writ"
23-11 09:10:00,5.1,2.0,92.0,0.5,0.0,1000.0,2000.0
23-11 09:10:01,10.0,5.0,85.0,0.0,0.0,4096.0,8192.0
23-11 09:10:02,20.0,5.0,75.0,0.0,0.0,0.0,16384.0
"""
