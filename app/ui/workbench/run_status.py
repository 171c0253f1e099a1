# SPDX-License-Identifier: Apache-2.0
"""Status of a session: its origin, its end, findings of checks, and unreachable servers."""

import math
from collections.abc import Iterable

from app.model.documents import CheckFinding, MeasuredStep
from app.model.events import ServerBack, ServerLost, TargetPlace, kind_of
from app.model.messages import Message
from app.results.measurings import last_measured
from app.results.steadiness import steadiness_warnings
from app.session.reader import SessionReader
from app.session.records import Event
from app.ui.window.notice import Severity
from app.ui.workbench.counter_catalogue import system_color
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, count_text, message_text, moment_text
from widgets.tables.finding_table import RESULTS, FindingRow
from widgets.theme import Theme
from widgets.translation import marked, tr


def session_badge(reader: SessionReader) -> str:
    """Return the badge of a session that is not live: its origin and date."""
    word = {"import": tr("IMPORTED"), "join": tr("JOINED"), "compare": tr("COMPARED")}.get(
        reader.info.kind, tr("RECORDED")
    )
    return f"{word} {moment_text(reader.info.started)}"


def no_charts_message(reader: SessionReader) -> str:
    """Return the text shown instead of charts if the session has no time series; "" otherwise."""
    if reader.info.kind != "import" or reader.counters:
        return ""
    return tr("These results are totals only, without a time series.\nCtrl+R writes a report of them.")


def has_foreign_counters(reader: SessionReader) -> bool:
    """Return whether a session's counters come from another program, so that default charts may be empty."""
    return reader.info.kind == "import"


MOST_LINES = 4
LOST, BACK = kind_of(ServerLost), kind_of(ServerBack)


def did_not_start(reader: SessionReader) -> bool:
    """Return whether a run ended before the common start."""
    return reader.end is not None and not reader.started


def ending_message(reader: SessionReader) -> tuple[str, str, Severity] | None:
    """Return a summary of how a run ended, the full text if longer, and the severity; None if there was no problem."""
    end = reader.end
    if end is None:
        return None
    # For a stopped run, the headline already shows how much was measured.
    warnings = [*(one for one in end.warnings if one != end.cut_short), *steadiness_warnings(reader)]
    if end.valid and not warnings:
        return None
    if did_not_start(reader):
        head, found, severity = tr("This run did not start"), end.reasons, "error"
    elif not end.valid:
        head, found, severity = tr("This run is not valid"), end.reasons, "warning"
    else:
        head, found, severity = tr("{count} warnings").format(count=len(warnings)), tuple(warnings), "warning"
    lines = [sentence(text) for text in messages_text(reader, found)]
    level: Severity = "error" if severity == "error" else "warning"
    if len(lines) < 2:
        return (lines[0] if end.valid else " ".join([f"{head}.", *lines])), "", level
    rest = len(lines) - MOST_LINES
    visible_lines = [*lines[:MOST_LINES], tr("… and {rest} more").format(rest=rest)] if rest > 1 else lines
    return "\n".join([f"{head}:", *visible_lines]), "\n".join(lines) if rest > 1 else "", level


def reason_in_headline(reader: SessionReader) -> bool:
    """Return whether the headline fully explains why the run is invalid."""
    end = reader.end
    measured = len(reader.systems) > 1 and last_measured(reader.phases, math.inf) is not None
    return end is not None and not end.valid and len(end.reasons) == 1 and measured


def messages_text(reader: SessionReader, messages: Iterable[Message]) -> list[str]:
    """Translate messages of a session to the window's language."""
    return [reader.sentence(message, WINDOW_LANGUAGE) for message in messages]


def sentence(text: str) -> str:
    """Capitalize a text and end it with a period; a leading file name is not changed."""
    text = text.strip()
    first = text.split(maxsplit=1)[0] if text else ""
    if first.rstrip(":,;").isalpha() and first.islower():
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def lost_events(reader: SessionReader, at_s: float) -> dict[int, Event]:
    """Return the current outage of each unreachable system at a moment; with several targets, the first outage."""
    open_events: dict[int, list[Event]] = {}
    for event in reader.events:
        if event.kind not in {LOST, BACK} or event.t_s > at_s or event.system is None:
            continue
        if event.kind == LOST:
            open_events.setdefault(event.system, []).append(event)
        elif open_events.get(event.system):
            gone = open_events[event.system]
            gone.remove(next((one for one in gone if _outage_target(one) == _outage_target(event)), gone[0]))
    if reader.end is not None and at_s >= reader.end.t_s:
        return {}
    return {system: events[0] for system, events in open_events.items() if events}


def _outage_target(event: Event) -> TargetPlace | None:
    """Return the target of an outage event; None for a session in format 1."""
    return event.message.place if isinstance(event.message, ServerLost | ServerBack) else None


def outages_at(reader: SessionReader, at_s: float) -> dict[int, str]:
    """Return an outage text for each unreachable system's card, including the duration so far."""
    return {system: _outage_text(reader, event) for system, event in lost_events(reader, at_s).items()}


def _outage_text(reader: SessionReader, event: Event) -> str:
    lost = event.message
    if not isinstance(lost, ServerLost):
        return sentence(reader.sentence(lost, WINDOW_LANGUAGE))
    since = tr("No response since {from_s} s") if lost.error is None else tr("Unreachable since {from_s} s")
    text = since.format(from_s=count_text(lost.from_s))
    return tr("Target {number}: {text}").format(number=lost.place.target, text=text) if lost.place.target else text


def away_message(reader: SessionReader, at_s: float) -> str:
    """Return a message for visitors that names the unreachable systems; "" if there are none."""
    away = lost_events(reader, at_s)
    names = [" ".join(system.name.split()) for system in reader.systems if system.id in away]
    return tr("{name} is not answering; the run goes on when it is back").format(name=", ".join(names)) if names else ""


def measured_until(reader: SessionReader, letter: str, at_s: float) -> float:
    """Return the moment to show of a system: `at_s`; in a comparison, at most the end of its last measurement."""
    if reader.info.kind != "compare":
        return at_s
    ends = [one.data.to_s for one in reader.documents_of(MeasuredStep) if letter in one.data.systems]
    return max((end_s for end_s in ends if end_s <= at_s), default=at_s)


CHECKS = {
    "TLS": "TLS",
    "agent": marked("agent"),
    "agents": marked("agents"),
    "cache": marked("cache"),
    "clock": marked("clock"),
    "compression": marked("compression"),
    "connection": marked("connection"),
    "connections": marked("connections"),
    "data": marked("data"),
    "device": marked("device"),
    "direct I/O": marked("direct I/O"),
    "driver": marked("driver"),
    "durability": marked("durability"),
    "file": marked("file"),
    "free space": marked("free space"),
    "full text": marked("full text"),
    "memory": marked("memory"),
    "reach": marked("reach"),
    "recovery model": marked("recovery model"),
    "rights": marked("rights"),
    "same data": marked("same data"),
    "server": marked("server"),
    "statements": marked("statements"),
    "statistics": marked("statistics"),
    "timing": marked("timing"),
    "figures": marked("figures"),
    "machine": marked("machine"),
    "version": marked("version"),
    "writable": marked("writable"),
    "write-through": marked("write-through"),
}
"""Names of checks, marked for translation."""


def check_text(check: str) -> str:
    """Return the translated name of a check; unknown names, from extensions, are unchanged."""
    return tr(CHECKS.get(check, check))


def finding_rows(reader: SessionReader, theme: Theme) -> list[FindingRow]:
    """Return a row per finding, in the order of the checks."""
    systems = {system.id: system for system in reader.systems}
    rows = []
    for document in reader.documents_of(CheckFinding):
        finding = document.data
        result = next((known for known in RESULTS if known == finding.result), None)
        if result is None:  # result from a later version
            continue
        system = systems.get(document.system) if document.system is not None else None
        name = finding.target or (system.name if system else tr("all"))
        rows.append(
            FindingRow(
                result=result,
                system=f"{system.letter} · {name}" if system else name,
                check=check_text(finding.check),
                text=message_text(finding.text),
                remedy=message_text(finding.remedy),
                color=system_color(system, theme) if system else "",
            )
        )
    return rows


def finding_counts(rows: list[FindingRow]) -> str:
    """Return a summary of the counts: "24 passed, 2 warnings, 0 failed"."""
    number = {result: sum(row.result == result for row in rows) for result in RESULTS}
    warnings = tr("1 warning") if number["warning"] == 1 else tr("{count} warnings").format(count=number["warning"])
    return tr("{passed} passed, {warnings}, {failed} failed").format(
        passed=number["passed"], warnings=warnings, failed=number["failed"]
    )
