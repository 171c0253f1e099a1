# SPDX-License-Identifier: Apache-2.0
"""Comparison of systems and outcomes of limits (app.results.gate), as a table and as JUnit XML."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import datetime
from math import nan

from app.analysis.comparison import REPEATS_FOR_A_VERDICT
from app.analysis.format import NO_DATA, at_least_text, count_text, ratio_range_text, ratio_text, row_scale, with_unit
from app.model.visible_text import shortened
from app.report.content import Block, Paragraph, ReportColumn, ReportTable, Row
from app.report.result_tables import LONGEST_NAME, scaled_text
from app.report.text import text_of
from app.results.description import metric_label
from app.results.gate import Gate, GateFigure, GateLimit, GatePair, GateSystem
from app.results.session_result import Figure
from app.results.study_records import Metric

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SUITE = "outpace compare"


def gate_text(gate: Gate) -> str:
    """Return the whole comparison: the sessions, a table per pair of systems, and a line per limit."""
    systems = {system.address: system for system in gate.systems}
    lines = list(_session_lines(gate))
    for pair in gate.pairs:
        lines += ["", text_of(pair_blocks(pair, systems))]
    if not gate.pairs and len(gate.systems) == 1:
        lines += ["", "One system: it has no counterpart. Name a second session."]
    elif not gate.pairs:
        lines += ["", 'No system has a counterpart of its name. Name two in a limit, such as "B1.opm >= 0.95 A2.opm".']
    lines += [f"Note: {note}" for note in gate.notes]
    if gate.limits:
        lines += ["", *(limit_line(limit) for limit in gate.limits)]
    return "\n".join(lines)


def limit_line(limit: GateLimit) -> str:
    """Return the outcome of a limit: "NOT MET    B.opm >= 0.95 A.opm: B / A 0.91×, 95 % interval 0.90 – 0.92"."""
    return f"{limit.outcome.upper():9}  {limit.limit}: {_ratio_and_reason(limit)}"


def junit_xml(gate: Gate) -> bytes:
    """Return a test case per limit and pair of systems: passed, failed, or, if undecided, skipped with the reason."""
    missed = sum(limit.outcome == "not met" for limit in gate.limits)
    undecided = sum(limit.outcome == "undecided" for limit in gate.limits)
    counts = {"tests": str(len(gate.limits)), "failures": str(missed), "errors": "0", "skipped": str(undecided)}
    root = ET.Element("testsuites", counts)
    last = gate.sessions[-1]
    suite = ET.SubElement(root, "testsuite", {"name": SUITE, **counts, "time": "0", "timestamp": last.started[:19]})
    for limit in gate.limits:
        case = ET.SubElement(
            suite, "testcase", {"classname": _xml_text(last.title), "name": _xml_text(_limit_name(limit)), "time": "0"}
        )
        text = _xml_text(_ratio_and_reason(limit))
        if limit.outcome == "not met":
            ET.SubElement(case, "failure", {"message": text, "type": "limit"}).text = text
        elif limit.outcome == "undecided":
            ET.SubElement(case, "skipped", {"message": f"undecided: {text}"})
    ET.SubElement(suite, "system-out").text = _xml_text(gate_text(gate))
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n".encode()


def _xml_text(text: str) -> str:
    """Replace characters that XML 1.0 forbids, because titles may contain any character."""
    return NOT_IN_XML.sub("?", text)


def _session_lines(gate: Gate) -> Iterator[str]:
    for session in gate.sessions:
        letter = f"{session.letter}  " if len(gate.sessions) > 1 else ""
        when = datetime.fromisoformat(session.started)
        yield f"{letter}{session.title}, {when:%Y-%m-%d %H:%M} ({session.file})"
        if len(gate.sessions) > 1:
            systems = [system for system in gate.systems if system.session == session.letter]
            yield "   " + ", ".join(f"{system.address}: {system.name}" for system in systems)
        if not session.valid:
            yield f"   NOT a valid run: {'; '.join(session.reasons)}"
        if session.cut_short:
            yield f"   Cut short, no repeat of its plan: {session.cut_short}"


def pair_blocks(pair: GatePair, systems: dict[str, GateSystem]) -> list[Block]:
    """Return a table of all figures of two systems, followed by an explanation of the intervals."""
    baseline, challenger = systems[pair.baseline], systems[pair.challenger]
    texts = (_name(baseline), _name(challenger), f"{pair.challenger} / {pair.baseline}", "95 % interval", "")
    columns = (ReportColumn("", "left", 2.6), *map(ReportColumn, texts))
    table = ReportTable(columns, tuple(_figure_row(figure, pair) for figure in pair.figures))
    repeats = baseline.repeats, challenger.repeats
    counted = f"{repeats[0]} and {repeats[1]}" if repeats[0] != repeats[1] else str(repeats[0])
    basis = f"{counted} valid repeat{'s' * (repeats != (1, 1))}"
    if min(repeats) > 1:
        basis = f"Geometric means of {basis}; intervals: {pair.method}."
    more = f" A verdict takes {REPEATS_FOR_A_VERDICT} repeats." if min(repeats) < REPEATS_FOR_A_VERDICT else ""
    return [table, Paragraph(basis.rstrip(".") + "." + more, "dim")]


def _name(system: GateSystem) -> str:
    name = shortened(system.name, LONGEST_NAME)
    return f"{system.address}: {name}"


def _figure_row(figure: GateFigure, pair: GatePair) -> Row:
    values = [_known(figure.baseline), _known(figure.challenger)]
    unit = "" if figure.unit in ("/s", "/min") else figure.unit
    scale = row_scale(values, unit)
    label = metric_label(Metric(figure.label, figure.unit, "", figure.layer))
    texts = [count_text(value) if not unit and value >= 100 else scaled_text(value, scale.factor) for value in values]
    sides = zip(texts, (pair.baseline, pair.challenger), strict=True)
    cells = [at_least_text(text, address in figure.at_least) for text, address in sides]
    ratio = ratio_text(1.0, _known(figure.ratio)) if figure.ratio is not None else NO_DATA
    interval = ratio_range_text(_known(figure.low), _known(figure.high))
    return Row((with_unit(label, scale.unit_text), *cells, ratio, interval, _verdict(figure, pair)))


def _verdict(figure: GateFigure, pair: GatePair) -> str:
    if figure.verdict == "no verdict":
        few = min(figure.baseline_repeats, figure.challenger_repeats) < REPEATS_FOR_A_VERDICT
        return "" if few and not figure.at_least else figure.reason  # the note below the table contains the number
    if figure.verdict == "no significant difference":
        return figure.verdict
    higher = figure.verdict == "challenger higher"
    if not figure.better:
        return f"{pair.challenger if higher else pair.baseline} higher"
    return f"{pair.challenger if higher == (figure.better == 'more') else pair.baseline} better"


def _limit_name(limit: GateLimit) -> str:
    """Return a limit as typed, with the two systems compared if a session has several."""
    pair = f"{limit.left} / {limit.right}"
    several = not {limit.left, limit.right} <= set(re.findall(r"\w+", limit.limit.upper()))
    return f"{limit.limit} ({pair})" if several else limit.limit


def _ratio_and_reason(limit: GateLimit) -> str:
    if limit.ratio is None:
        return limit.reason
    parts = [f"{limit.left} / {limit.right} {ratio_text(1.0, limit.ratio, distinct_from_one=True)}"]
    if limit.low is not None and limit.high is not None:
        parts.append(f"95 % interval {ratio_range_text(limit.low, limit.high)}")
    if limit.reason:
        parts.append(limit.reason)
    return ", ".join(parts)


def _known(value: Figure) -> float:
    return nan if value is None else value
