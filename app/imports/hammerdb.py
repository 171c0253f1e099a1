# SPDX-License-Identifier: Apache-2.0
"""HammerDB: its result (console text, or the JSON of `job ID result`), its transaction counter (hdbtcount.log, or the
JSON of `job ID tcount`) and its time profile (hdbxtprofile.log, or the JSON of `job ID timing`).

    Vuser 1:TEST RESULT : System achieved 42332 NOPM from 97427 PostgreSQL TPM
    97427 PostgreSQL tpm @ Thu Nov 05 14:00:41 GMT 2020
    >>>>> PROC: NEWORD
    CALLS: 3427  MIN: 1.730ms  AVG: 36.332ms  MAX: 1220.165ms  TOTAL: 124508.229ms
    P99: 210.118ms  P95: 104.921ms  P50: 19.126ms  SD: 49.663  RATIO: 48.963%

NOPM are new orders, TPM all of a database's transactions a minute. A time profile's figures of all virtual users
together count, where it holds them; without them those of the one virtual user that it is of.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.imports.field_values import MONTHS, RisingClock, moment_of, number_of
from app.imports.source import Log, LogRow, json_of, lines_of, wrong
from app.model.bounds import IMPORT_ROWS
from app.model.errors import phrase
from collectors.series import Series

_OUTPUT = re.compile(
    r"TEST RESULT : System achieved|HammerDB (?:CLI|GUI|Version)|Vuser \d+:(?:RUNNING|Rampup|Beginning)"
)
_RESULTS = (
    re.compile(r"System achieved (?P<nopm>\d+) NOPM from (?P<tpm>\d+) (?P<db>[\w ]{1,40}?) TPM"),
    # Before version 4.
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
_PAIR = re.compile(r"(?<![A-Z0-9])([A-Z0-9]++): ([\d.]+)(?:ms|%)?")
PRINTED_EVERY_S = 10.0
"""HammerDB's usual refresh of the counter, where its log has no times."""
MOST_PROCEDURES = 50
RANKS = {"AVG": "", "P50": " p50", "P95": " p95", "P99": " p99", "MIN": " min", "MAX": " max"}
JSON_RANKS = {"avg_ms": "AVG", "p50_ms": "P50", "p95_ms": "P95", "p99_ms": "P99", "min_ms": "MIN", "max_ms": "MAX"}


def is_hammerdb(line: str) -> bool:
    """Whether a line is one of HammerDB's output."""
    return _OUTPUT.search(line) is not None


def is_transaction_counter(line: str) -> bool:
    """Whether a line is one of its transaction counter."""
    return bool(_COUNTER.search(line) or _JSON_COUNT.search(line))


def is_time_profile(line: str) -> bool:
    """Whether a line is one of its time profile."""
    return bool(_PROFILE.search(line) or _JSON_PROFILE.search(line))


def hammerdb_output(path: Path) -> Log:
    """The result that it printed, as totals. Raises ImportedFileError."""
    found: re.Match[str] | None = None
    facts, failed, last, minutes = {"Tool": "HammerDB"}, 0, 1, 0.0
    for line, text in lines_of(path):
        last = line
        result = next((one for form in _RESULTS if (one := form.search(text))), None)
        if result and found:
            raise wrong(path, "there are lines of a second run: use one file per run", line=line)
        found = found or result
        failed += bool(_FAILED.search(text))
        if users := _USERS.search(text):
            facts["Virtual users"] = users[1][:10]
        elif version := _VERSION.search(text):
            facts["Tool"] = f"HammerDB {version[1]}"
        elif period := _MINUTES.search(text):
            minutes = float(period[1][:6])
    if found is None:
        raise wrong(path, "the output ends here without HammerDB's TEST RESULT: it was cut off", line=last)
    facts["Database"] = found["db"][:40]
    log = Log("HammerDB output", "since start", 0, (), lambda: iter(()))
    log.facts = facts
    window = (0.0, minutes * 60) if minutes > 0 else None
    log.totals = {"NOPM": (float(found["nopm"]), window), "TPM": (float(found["tpm"]), window)}
    if failed:
        log.warnings.append(
            phrase("{name}: {count} virtual users finished with an error", name=path.name, count=failed)
        )
    return log


def transaction_counter(path: Path) -> Log:
    """Transactions a minute over time. Raises ImportedFileError."""
    of_json = next(
        (bool(_JSON_COUNT.search(text)) for _, text in lines_of(path) if is_transaction_counter(text)), False
    )
    counts = list(_json_counts(path) if of_json else _counts(path))
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
    name = "Transactions/min" if metric.lower() == "tpm" else "Queries/hour"
    unit = "/min" if metric.lower() == "tpm" else "/h"
    series = Series(f"\\HammerDB({database})\\{name}", unit, "gauge", "application", 0, better="more")
    log = Log("HammerDB transaction counter", "dated" if timed else "number", 1, (series,), lambda: iter(rows))
    log.uncertainty_s = 1.0 if timed else PRINTED_EVERY_S
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
"""Line, time, transactions a minute, and the database with the metric."""


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
        elif found := _COUNT.fullmatch(plain):
            yield line, found["at"], float(found["count"]), f"{found['db']} {found['metric']}"
        elif not plain.startswith("+-"):
            cut = line


def _json_counts(path: Path) -> Iterator[Count]:
    """{"PostgreSQL tpm": {"0": "2022-08-22 09:58:04", "35382": ...}}, or times first. The same count may come twice."""
    document = json_of(path, tuple)
    for title, held in document if isinstance(document, tuple) else ():
        if not isinstance(held, tuple):
            raise wrong(path, "the JSON that begins here is no transaction counter", line=1)
        if len(held) > IMPORT_ROWS:
            raise wrong(path, "more than {most_rows:,} lines", line=1, most_rows=IMPORT_ROWS)
        found = []
        for name, value in held:
            one, other = str(name), f"{value:g}" if isinstance(value, float) else str(value)
            at, count = (one, other) if _JSON_DATE.fullmatch(one) else (other, one)
            if not _JSON_DATE.fullmatch(at):
                raise wrong(path, '"{text}" is not a time', line=1, text=at[:40])
            found.append((1, at, _number(path, 1, "tpm", count), str(title)[:60]))
        yield from sorted(found, key=lambda one: one[1])


def _seconds(path: Path, clock: RisingClock, line: int, text: str) -> float:
    found = _DATE.fullmatch(text.strip())
    try:
        if found:
            text = f"{found[4]}-{MONTHS.index(found[1]) + 1:02d}-{found[2]:>02} {found[3]}"
        moment = moment_of(text)
    except ValueError:
        raise wrong(path, '"{text}" is not a time', line=line, text=text[:40]) from None
    return clock.seconds(line, moment)


def time_profile(path: Path) -> Log:
    """Latencies of the stored procedures, as totals. Raises ImportedFileError."""
    of_json = next((bool(_JSON_PROFILE.search(text)) for _, text in lines_of(path) if is_time_profile(text)), False)
    profiles = _json_profile(path) if of_json else _profile(path)
    if not profiles:
        raise wrong(path, "it contains no figures of stored procedures (PROC: ...)", line=1)
    log = Log("HammerDB time profile", "since start", 0, (), lambda: iter(()))
    for name, figures in profiles.items():
        for rank, ending in RANKS.items():
            if rank in figures:
                log.totals[f"{name} latency ms{ending}"] = (figures[rank], None)
        if "CALLS" in figures:
            log.totals[f"{name} calls"] = (figures["CALLS"], None)
    return log


def _profile(path: Path) -> dict[str, dict[str, float]]:
    """Of all virtual users together, which stand last; else of the only one."""
    users = 0
    summary = False
    name = ""
    profiles: dict[str, dict[str, float]] = {}
    for line, text in lines_of(path):
        if _PROFILE.search(text):
            if summary:
                raise wrong(path, "there are lines of a second run: use one file per run", line=line)
        elif found := _SECTION.search(text):
            if found["name"]:
                name = found["name"]
                if len(profiles) >= MOST_PROCEDURES:
                    raise wrong(path, "more than {most} stored procedures", line=line, most=MOST_PROCEDURES)
                profiles[name] = {}
            else:
                users += found["all"] == "VIRTUAL USER"
                summary = summary or found["all"] != "VIRTUAL USER"
                profiles, name = {}, ""
        elif name:
            for label, figure in _PAIR.findall(text):
                profiles[name][label] = _number(path, line, label, figure)
    if users > 1 and not summary:
        raise wrong(path, "the summary of all virtual users is missing: the profile was cut off")
    if cut := next((one for one, figures in profiles.items() if "P50" not in figures), None):
        raise wrong(path, "{name}: its figures are cut off", name=cut)
    return profiles


def _json_profile(path: Path) -> dict[str, dict[str, float]]:
    document = json_of(path)
    found: dict[str, dict[str, float]] = {}
    held: Mapping[str, Any] = document if isinstance(document, dict) else {}
    for name, figures in held.items():
        if isinstance(figures, dict) and len(found) < MOST_PROCEDURES:
            own = {short: figures[key] for key, short in JSON_RANKS.items() if key in figures}
            own |= {"CALLS": figures["calls"]} if "calls" in figures else {}
            found[name[:40]] = {label: _number(path, 1, label, str(value)) for label, value in own.items()}
    return found


def _number(path: Path, line: int, name: str, text: str) -> float:
    try:
        value = number_of(text)
    except ValueError as error:
        raise wrong(path, "{name}: {reason}", line=line, name=name, reason=error) from None
    if not value >= 0:
        raise wrong(path, "{name}: {value:g} is negative", line=line, name=name, value=value)
    return value
