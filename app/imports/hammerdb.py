# SPDX-License-Identifier: Apache-2.0
"""HammerDB's outputs as text and JSON.

These are its result (console text, or `job ID result`), its transaction counter (hdbtcount.log, or `job ID tcount`),
its time profile (hdbxtprofile.log, or `job ID timing`), and from version 5 on the report of a job (JSON of all of
these). Results of TPROC-H, which are query times, are rejected.

    Vuser 1:TEST RESULT : System achieved 42332 NOPM from 97427 PostgreSQL TPM
    97427 PostgreSQL tpm @ Thu Nov 05 14:00:41 GMT 2020
    >>>>> PROC: NEWORD
    CALLS: 3427  MIN: 1.730ms  AVG: 36.332ms  MAX: 1220.165ms  TOTAL: 124508.229ms
    P99: 210.118ms  P95: 104.921ms  P50: 19.126ms  SD: 49.663  RATIO: 48.963%

NOPM is new orders per minute; TPM is all of a database's transactions per minute. A time profile's summary of all
virtual users is used if there is one, otherwise the figures of its only virtual user.
"""

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.imports.field_values import MONTHS, RisingClock, decimals_of, moment_of
from app.imports.json_text import json_of
from app.imports.source import ImportedFileError, Log, LogRow, lines_of, wrong
from app.imports.unusable import LARGEST, Unusable, most_of
from app.model.bounds import IMPORT_ROWS
from app.model.errors import phrase
from collectors.series import Series

_OUTPUT = re.compile(
    r"TEST RESULT : System achieved|HammerDB (?:CLI|GUI|Version)|Vuser \d+:(?:RUNNING|Rampup|Beginning)"
)
_RESULTS = (
    re.compile(r"System achieved (?P<nopm>\d+) NOPM from (?P<tpm>\d+) (?P<db>[\w ]{1,40}?) TPM"),
    # Format before version 4.
    re.compile(r"System achieved (?P<tpm>\d+) (?P<db>[\w ]{1,40}?) TPM at (?P<nopm>\d+) NOPM"),
)
_USERS = re.compile(r"(?<!\d)(\d{1,9}) Active Virtual Users configured")
_VERSION = re.compile(r"HammerDB (?:CLI )?v?(\d+\.\d+)", re.IGNORECASE)
_MINUTES = re.compile(r"Timing test period of (\d+) in minutes")
_FAILED = re.compile(r"FINISHED FAILED")
_COUNTER = re.compile(r"Hammerdb Transaction Counter Log @ (?P<at>.+)", re.IGNORECASE)
_COUNT = re.compile(r"(?P<count>\d{1,15}) (?P<db>[\w ]{1,40}?) (?P<metric>tpm|qph)(?: @ (?P<at>.+))?", re.IGNORECASE)
_JSON_COUNT = re.compile(r'"[\w ]{1,40} (tpm|qph)"\s*+:', re.IGNORECASE)
_PROFILE = re.compile(r"Hammerdb Time Profile Report @", re.IGNORECASE)
_JSON_PROFILE = re.compile(r'"ratio_pct"\s*:')
_DATE = re.compile(r"\w{3} (\w{3}) +(\d{1,2}) (\d{2}:\d{2}:\d{2}) (?:[A-Z+\-\d]{1,6} )?(\d{4})")
_JSON_DATE = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}")
_SECTION = re.compile(r">>>>> (?P<all>SUMMARY OF|COMBINED METRICS|VIRTUAL USER)|>>>>> PROC: (?P<name>\w{1,40})")
_PAIR = re.compile(r"(CALLS|MIN|AVG|MAX|TOTAL|P\d{1,2}|SD|RATIO): *([^\sA-Za-z%]+)(?:ms|%)?")
"""Name and value. HammerDB 5 omits the space before the next name: "CALLS: 1000MIN: 1.7ms"."""
_QUERIES = re.compile(r"Executing Query \d+|\bquery set\(s\) in \d|Geometric mean of query times|TPROC-H")
_REPORT = re.compile(r'"hammerdb-job-report-v\d+"|"type"\s*:\s*"tproc_[ch]_result"')
MOST_SERIES = 200
PRINTED_EVERY_S = 10.0
"""HammerDB's default refresh interval of the counter, used if its log has no times."""
MOST_PROCEDURES = 50
RANKS = {"AVG": "", "P50": " p50", "P95": " p95", "P99": " p99", "MIN": " min", "MAX": " max"}
JSON_RANKS = {"avg_ms": "AVG", "p50_ms": "P50", "p95_ms": "P95", "p99_ms": "P99", "min_ms": "MIN", "max_ms": "MAX"}


def is_hammerdb(line: str) -> bool:
    """Return whether a line is typical of HammerDB's output."""
    return _OUTPUT.search(line) is not None


def is_job_report(line: str) -> bool:
    """Return whether a line is typical of a job report."""
    return _REPORT.search(line) is not None


def is_transaction_counter(line: str) -> bool:
    """Return whether a line is typical of a transaction counter."""
    return bool(_COUNTER.search(line) or _JSON_COUNT.search(line))


def is_time_profile(line: str) -> bool:
    """Return whether a line is typical of a time profile."""
    return bool(_PROFILE.search(line) or _JSON_PROFILE.search(line))


def hammerdb_output(path: Path) -> Log:
    """Read the printed result, as totals.

    Raises:
        ImportedFileError: there is no result, or there are several.
    """
    outcome: re.Match[str] | None = None
    facts, failed, last, minutes = {"Tool": "HammerDB"}, 0, 1, 0.0
    queries = 0
    for line, text in lines_of(path):
        last = line
        queries = queries or (line if _QUERIES.search(text) else 0)
        match = next((candidate for form in _RESULTS if (candidate := form.search(text))), None)
        if match and outcome:
            raise wrong(path, "there are lines of a second run: use one file per run", line=line)
        outcome = outcome or match
        failed += bool(_FAILED.search(text))
        if users := _USERS.search(text):
            facts["Virtual users"] = users[1][:10]
        if version := _VERSION.search(text):
            facts["Tool"] = f"HammerDB {version[1]}"
        if period := _MINUTES.search(text):
            minutes = float(period[1][:6])
    if outcome is None and queries:
        raise _queries_error(path, queries)
    if outcome is None:
        raise wrong(path, "the output ends here without HammerDB's TEST RESULT: it was cut off", line=last)
    facts["Database"] = outcome["db"][:40]
    log = Log("HammerDB output", "since start", 0, (), lambda: iter(()))
    log.facts = facts
    window = (0.0, minutes * 60) if minutes > 0 else None
    log.totals = {"NOPM": (float(outcome["nopm"]), window), "TPM": (float(outcome["tpm"]), window)}
    if failed:
        log.warnings.append(
            phrase("{name}: {count} virtual users finished with an error", name=path.name, count=failed)
        )
    return log


def _queries_error(path: Path, line: int) -> ImportedFileError:
    return wrong(
        path,
        "this is a result of TPROC-H (times of queries), which cannot be imported; TPROC-C can. Write its figures as "
        "run totals: a CSV with the columns system, run, metric, value",
        line=line,
    )


def job_report(path: Path) -> Log:
    """Read a job report: NOPM and TPM, times of the procedures, transactions and processor over time.

    Raises:
        ImportedFileError: the report cannot be read.
    """
    document = json_of(path, records=("points", "rows", "series"))
    report: Mapping[str, Any] = document.value if isinstance(document.value, dict) else {}
    job, result, config = (_object(report, name) for name in ("job", "result", "benchmark_config"))
    if "TPROC-H" in str(job.get("benchmark")) or result.get("type") == "tproc_h_result":
        raise _queries_error(path, 1)
    unusable = Unusable(path)
    series, rows = _over_time(path, unusable, report)
    log = Log("HammerDB job report", "dated" if rows else "since start", len(series), series, lambda: iter(rows))
    log.uncertainty_s = 1.0
    for metric in ("NOPM", "TPM"):
        value = _bounded_figure(unusable, result, metric.lower(), most_of("/min"))
        if not math.isnan(value):
            log.totals[metric] = (value, None)
    if "NOPM" not in log.totals:
        raise wrong(path, "{name} is missing: the output is damaged", line=1, name="result.nopm")
    for one in _list(_object(report, "response_times"), "rows")[:MOST_PROCEDURES]:
        for key, short in JSON_RANKS.items():
            value = _bounded_figure(unusable, one, key, most_of("ms"))
            if not math.isnan(value):
                log.totals[f"{str(one.get('name'))[:40]} latency ms{RANKS[short]}"] = (value, None)
        calls = _bounded_figure(unusable, one, "calls", LARGEST)
        if not math.isnan(calls):
            log.totals[f"{str(one.get('name'))[:40]} calls"] = (calls, None)
    facts = {
        "Tool": f"HammerDB {str(job.get('hdb_version') or '').lstrip('v')}".strip(),
        "Database": job.get("database_display") or job.get("database"),
        "Virtual users": result.get("active_virtual_users") or config.get("virtual_users"),
        "Warehouses": config.get("warehouses"),
    }
    log.facts = {
        label: f"{value:g}" if isinstance(value, float) else str(value)[:80]
        for label, value in facts.items()
        if value not in (None, "")
    }
    log.warnings += [*document.notes, *unusable.notes()]
    return log


def _over_time(path: Path, unusable: Unusable, report: Mapping[str, Any]) -> tuple[tuple[Series, ...], list[LogRow]]:
    """Return the series of a report, transactions per minute and processor usage, with their rows."""
    columns: list[Series] = []
    times: dict[str, dict[int, float]] = {}
    every = [("transaction_count", one) for one in _list(_object(report, "transaction_count"), "series")]
    every += [("metrics", one) for one in _list(_object(report, "metrics"), "series")]
    for section, one in every[:MOST_SERIES]:
        name = str(one.get("name"))[:60].replace("\\", " ")
        if section == "metrics":
            series = Series(f"\\HammerDB(CPU)\\{name}", "%", "gauge", "machine", len(columns))
        else:
            series = _count_series(name.rpartition(" ")[0] or name, str(one.get("metric") or "tpm"), len(columns))
        if any(series.path == known.path for known in columns):
            continue
        columns.append(series)
        for point in _list(one, "points"):
            at = str(point.get("timestamp"))
            if not _JSON_DATE.fullmatch(at):
                raise wrong(path, '"{text}" is not a time', line=1, text=at[:40])
            times.setdefault(at, {})[series.value] = _bounded_figure(unusable, point, "value", most_of(series.unit))
    if len(times) > IMPORT_ROWS:
        raise wrong(path, "more than {most_rows:,} lines", line=1, most_rows=IMPORT_ROWS)
    clock, rows = RisingClock(path), []
    for at, values in sorted(times.items()):
        row = tuple(values.get(column, math.nan) for column in range(len(columns)))
        rows.append(LogRow(1, _seconds(path, clock, 1, at), row))
    return (tuple(columns), rows) if rows else ((), [])


def _count_series(database: str, metric: str, column: int) -> Series:
    name, unit = ("Transactions/min", "/min") if metric.lower() == "tpm" else ("Queries/hour", "/h")
    return Series(f"\\HammerDB({database})\\{name}", unit, "gauge", "application", column, better="more")


def _object(parent: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = parent.get(name)
    return value if isinstance(value, dict) else {}


def _list(parent: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    value = parent.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _bounded_figure(unusable: Unusable, fields: Mapping[str, Any], name: str, most: float) -> float:
    """Return a number, which HammerDB may write as a string; NaN if absent."""
    value = fields.get(name)
    if value is None or isinstance(value, bool):
        return math.nan
    if isinstance(value, int | float):
        return unusable.checked(1, name, float(value), most)
    return unusable.figure(1, name, str(value)[:60], most)


def transaction_counter(path: Path) -> Log:
    """Read transactions per minute over time.

    Raises:
        ImportedFileError: the counter cannot be read.
    """
    of_json = next(
        (bool(_JSON_COUNT.search(text)) for _, text in lines_of(path) if is_transaction_counter(text)), False
    )
    unusable = Unusable(path)
    counts = list(_json_counts(unusable) if of_json else _counts(path))
    if not counts:
        raise wrong(path, "it contains no counts of transactions", line=1)
    timed = all(at is not None for _, at, _, _ in counts)
    databases = {database for _, _, _, database in counts}
    if len(databases) > 1:
        raise wrong(path, "it counts several databases: {names}", names=", ".join(sorted(databases)))
    clock = RisingClock(path)
    rows: list[LogRow] = []
    for number, (line, at, count, _) in enumerate(counts):
        at_s = _seconds(path, clock, line, at) if timed and at is not None else number * PRINTED_EVERY_S
        if rows and at_s <= rows[-1].seconds:
            continue
        rows.append(LogRow(line, at_s, (count,)))
    database, metric = databases.pop().rsplit(" ", 1)
    series = _count_series(database, metric, 0)
    log = Log("HammerDB transaction counter", "dated" if timed else "number", 1, (series,), lambda: iter(rows))
    log.uncertainty_s = 1.0 if timed else PRINTED_EVERY_S
    log.warnings += unusable.notes()
    if not timed:
        log.warnings.append(
            phrase(
                "{name} has no times (tcset timestamps true writes them): its lines are taken to be {seconds:g} s "
                "apart",
                name=path.name,
                seconds=PRINTED_EVERY_S,
            )
        )
    return log


Count = tuple[int, str | None, float, str]
"""Line, time, transactions per minute, and the database with the metric."""


def _counts(path: Path) -> Iterator[Count]:
    runs, cut = 0, 0
    for number, (line, text) in enumerate(lines_of(path)):
        if number > IMPORT_ROWS:
            raise wrong(path, "more than {most_rows:,} lines", line=line, most_rows=IMPORT_ROWS)
        if cut:
            raise wrong(path, "this is no line of HammerDB's transaction counter", line=cut)
        plain = text.strip()
        if _COUNTER.match(plain):
            runs += 1
            if runs > 1:
                raise wrong(path, "there are lines of a second run: use one file per run", line=line)
        elif match := _COUNT.fullmatch(plain):
            yield line, match["at"], float(match["count"]), f"{match['db']} {match['metric']}"
        elif not plain.startswith("+-"):
            cut = line


def _json_counts(unusable: Unusable) -> Iterator[Count]:
    """Yield the counts of {"PostgreSQL tpm": {"0": "2022-08-22 09:58:04", "35382": ...}}, or with the times first.

    A count may occur twice, so objects are read as pairs.
    """
    path = unusable.path
    document = json_of(path, pairs=tuple).value
    for title, counts in document if isinstance(document, tuple) else ():
        if not isinstance(counts, tuple):
            raise wrong(path, "the JSON that begins here is no transaction counter", line=1)
        if len(counts) > IMPORT_ROWS:
            raise wrong(path, "more than {most_rows:,} lines", line=1, most_rows=IMPORT_ROWS)
        rows = []
        for name, value in counts:
            one, other = str(name), f"{value:g}" if isinstance(value, float) else str(value)
            at, count = (one, other) if _JSON_DATE.fullmatch(one) else (other, one)
            if not _JSON_DATE.fullmatch(at):
                raise wrong(path, '"{text}" is not a time', line=1, text=at[:40])
            rows.append((1, at, unusable.figure(1, "tpm", count, most_of("/min")), str(title)[:60]))
        yield from sorted(rows, key=lambda one: one[1])


def _seconds(path: Path, clock: RisingClock, line: int, text: str) -> float:
    date = _DATE.fullmatch(text.strip())
    try:
        if date:
            text = f"{date[4]}-{MONTHS.index(date[1]) + 1:02d}-{date[2]:>02} {date[3]}"
        moment = moment_of(text)
    except ValueError:
        raise wrong(path, '"{text}" is not a time', line=line, text=text[:40]) from None
    return clock.seconds(line, moment)


def time_profile(path: Path) -> Log:
    """Read latencies of the stored procedures, as totals.

    Raises:
        ImportedFileError: the profile cannot be read.
    """
    of_json = next((bool(_JSON_PROFILE.search(text)) for _, text in lines_of(path) if is_time_profile(text)), False)
    unusable = Unusable(path)
    decimals: dict[str, int] = {}
    profiles = _json_profile(unusable) if of_json else _profile(unusable, decimals)
    if not profiles:
        raise wrong(path, "it contains no figures of stored procedures (PROC: ...)", line=1)
    log = Log("HammerDB time profile", "since start", 0, (), lambda: iter(()))
    for name, figures in profiles.items():
        for rank, ending in RANKS.items():
            if math.isfinite(figures.get(rank, math.nan)):
                log.totals[f"{name} latency ms{ending}"] = (figures[rank], None)
                if rank in decimals:
                    log.decimals[f"{name} latency ms{ending}"] = decimals[rank]
        if math.isfinite(figures.get("CALLS", math.nan)):
            log.totals[f"{name} calls"] = (figures["CALLS"], None)
    log.warnings += unusable.notes()
    return log


def _profile(unusable: Unusable, decimals: dict[str, int]) -> dict[str, dict[str, float]]:
    """Return the last profile, which covers all virtual users; `decimals` receives the decimals of each figure."""
    path = unusable.path
    users = 0
    summary = False
    name = ""
    profiles: dict[str, dict[str, float]] = {}
    for line, text in lines_of(path):
        if _PROFILE.search(text):
            if summary:
                raise wrong(path, "there are lines of a second run: use one file per run", line=line)
        elif section := _SECTION.search(text):
            if section["name"]:
                name = section["name"]
                if len(profiles) >= MOST_PROCEDURES:
                    raise wrong(path, "more than {most} stored procedures", line=line, most=MOST_PROCEDURES)
                profiles[name] = {}
            else:
                users += section["all"] == "VIRTUAL USER"
                summary = summary or section["all"] != "VIRTUAL USER"
                profiles, name = {}, ""
        elif name:
            for label, figure in _PAIR.findall(text):
                profiles[name][label] = unusable.figure(line, label, figure)
                decimals[label] = decimals_of(figure)
    if users > 1 and not summary:
        raise wrong(path, "the summary of all virtual users is missing: the profile was cut off")
    if cut := next((one for one, figures in profiles.items() if "P50" not in figures), None):
        raise wrong(path, "{name}: its figures are cut off", name=cut)
    return profiles


def _json_profile(unusable: Unusable) -> dict[str, dict[str, float]]:
    document = json_of(unusable.path).value
    profiles: dict[str, dict[str, float]] = {}
    procedures: Mapping[str, Any] = document if isinstance(document, dict) else {}
    for name, figures in procedures.items():
        if isinstance(figures, dict) and len(profiles) < MOST_PROCEDURES:
            values = {short: figures[key] for key, short in JSON_RANKS.items() if key in figures}
            values |= {"CALLS": figures["calls"]} if "calls" in figures else {}
            profiles[name[:40]] = {label: unusable.figure(1, label, str(value)) for label, value in values.items()}
    return profiles
