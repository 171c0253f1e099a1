# SPDX-License-Identifier: Apache-2.0
"""Final part of a report: disclosure, exclusions, method, versions, scenario, hashes."""

from collections.abc import Iterator, Sequence
from math import isnan

from app.analysis.comparison import Comparison
from app.analysis.format import duration_in_units, duration_text, p_text, significant_text
from app.model.documents import CheckFinding
from app.model.events import Marker, kind_of
from app.model.messages import sentence
from app.model.visible_text import visible
from app.model.work_wording import COUNTED
from app.report.content import Block, Code, Heading, Items, Paragraph, ReportColumn, ReportTable, Row
from app.results.description import DESIGNS, LICENCES, metric_label
from app.results.disclosure import without_secrets
from app.results.study_records import Study
from app.session.reader import SessionReader

ELSEWHERE = (
    "Figures of imported runs were measured elsewhere and are taken as they are; Outpace did not observe those runs. "
    "A system's total of a run is the sum over its targets, none where a target is missing. What came as logs is "
    "aligned where the load began, and averaged over each run's window."
)
BEGIN = (
    "All systems under load begin at one moment of one clock (perf_counter of the driver's machine). Figures are of "
    "the windows that are drawn in the charts, the same on all systems."
)
RESTORED = "Each run starts on databases that were restored."
NOT_RESTORED = (
    "Databases that existed before are not restored: each run starts on what earlier runs and other programs have left "
    "in them, so data may grow from run to run."
)
RECORDED = (
    BEGIN,
    "Throughput is counted, never averaged from rates. Counters are stored as raw cumulative values; an average over a "
    "window is delta over delta. Latency percentiles come from log-bucketed counts merged by addition.",
)
METHOD = (
    "The verdict is about the first figure alone: the ratio of geometric means over the valid runs with its 95 % "
    "interval, from Student's t on the logarithms: on paired log ratios where the runs were simultaneous or "
    "alternated, Welch's where they were not. Below 3 runs there is no verdict. The interval holds for runs like these "
    "on these machines; nothing is said about others.",
)
CHECKED = (
    "Steady state: five equal rounds of the window, range at most 20 % and slope at most 10 % of the mean, on "
    "throughput and p95 of all systems (limits of SNIA's Solid State Storage Performance Test Specification).",
    "A run is not valid when users were lost, errors exceeded 1 % of the orders, the driver's busiest worker used over "
    "90 % of a core, samples came late, or the plan was stopped before its end. Runs that are not valid count nowhere.",
    "A closed loop waits for each answer: stalls also hold back the load, so its latencies are those of the users that "
    "were served. An open loop counts latency from the intended start.",
)
CHECKED_STORAGE = (
    "A run is not valid when I/Os were lost, errors exceeded 1 % of the I/Os, the driver's busiest worker used over "
    "90 % of a core, samples came late, or the plan was stopped before its end. Runs that are not valid count nowhere.",
    "A fixed number of I/Os is kept outstanding, each followed by the next at once: a stall also holds back the load.",
)
FINDING = ("check", "result", "text", "remedy")
MOST_EVENTS = 60
NOTHING_LEFT_OUT = "Every run is valid and counts, and there was no warning."


def left_out_part(study: Study) -> Iterator[Block]:
    """Yield the list of excluded runs and figures, and the warnings."""
    yield Heading("Left out, invalid, warnings")
    notes = list(study.left_out)
    for session in study.sessions:
        notes += [f"Warning: {warning}." for warning in session.warnings]
        if not session.valid and not session.reasons:
            notes.append(f"{session.file} is not valid.")
        if session.snapshot:
            notes.append(f"{session.file} is a snapshot ({session.snapshot}), not the whole recording.")
    if study.design == "not simultaneous":
        notes.insert(0, "Not simultaneous: a disturbance of one system did not affect the other.")
    yield Items(tuple(dict.fromkeys(notes))) if notes else Paragraph(NOTHING_LEFT_OUT)


def events_part(readers: Sequence[SessionReader]) -> Iterator[Block]:
    """Yield warnings, errors and markers in chronological order."""
    rows = []
    for reader in readers:
        letters = {system.id: system.letter for system in reader.systems}
        rows += [
            Row(
                (duration_text(e.t_s), letters.get(e.system or -1, ""), e.severity, reader.sentence(e.message)),
                "bad" if e.severity == "error" else "",
            )
            for e in reader.events
            if e.severity != "info" or e.kind == kind_of(Marker)
        ]
    if rows:
        yield Heading("Events", 3)
        columns = (
            ReportColumn("Time", "left", 0.7),
            ReportColumn("System", "left", 0.7),
            ReportColumn("", "left", 0.8),
            ReportColumn("What happened", "left", 6),
        )
        yield ReportTable(columns, tuple(rows[:MOST_EVENTS]))
        if len(rows) > MOST_EVENTS:
            yield Paragraph(f"And {len(rows) - MOST_EVENTS:,} more in the session.", "dim")


def findings_part(readers: Sequence[SessionReader]) -> Iterator[Block]:
    """Yield the findings of the checks before the run, and the number of checks that passed."""
    rows, passed = [], 0
    for reader in readers:
        letters = {system.id: system.letter for system in reader.systems}
        for document in reader.documents_of(CheckFinding):
            finding = document.data
            if finding.result == "passed":
                passed += 1
            else:
                text = sentence(finding.text)
                if finding.remedy:
                    text = f"{text.rstrip('.')}. {sentence(finding.remedy)}"
                cells = (letters.get(document.system or -1, ""), finding.check, finding.result, text)
                rows.append(Row(cells, "bad" if finding.result == "failed" else ""))
    if passed or rows:
        yield Heading("Checks before the run", 3)
        failed = sum(row.tone == "bad" for row in rows)
        counts = [(passed, "passed"), (len(rows) - failed, "with a warning"), (failed, "failed")]
        text = ", ".join(f"{number} {word}" for number, word in counts if number)
        yield Paragraph(f"{text}." if rows else f"All {passed} passed.")
    if rows:
        columns = [
            ReportColumn("System", "left", 0.6),
            ReportColumn("Check", "left", 1.2),
            ReportColumn("Result", "left", 0.8),
        ]
        yield ReportTable((*columns, ReportColumn("Finding", "left", 5)), tuple(rows))


def disclosure_part(study: Study) -> Iterator[Block]:
    """Yield the disclosure sheet of the systems and the driver's machine, with differences marked."""
    sheet = study.disclosure
    yield Heading("Disclosure")
    several = len(study.systems) > 1
    if sheet.systems:
        if several:
            differing = sum(row.differs for row in sheet.systems)
            yield Paragraph(f"{differing} of {len(sheet.systems)} lines differ between the systems; they are marked ≠.")
        columns = [ReportColumn("", "left", 0.25), ReportColumn("", "left", 1.2)]
        columns += [ReportColumn(f"{system.letter}  {system.name}", "left", 2.0) for system in study.systems]
        rows = [
            Row(
                ("≠" if row.differs and several else "", row.label, *(row.texts[s.letter] for s in study.systems)),
                "warning" if row.differs and several else "",
            )
            for row in sheet.systems
        ]
        yield ReportTable(tuple(columns), tuple(rows))
    else:
        yield Paragraph("No settings were captured, and the scenario states no facts.")
    if sheet.driver:
        yield Heading("The driver's machine", 3)
        yield ReportTable(
            (ReportColumn("", "left", 1.0), ReportColumn("", "left", 3.0)), tuple(Row(pair) for pair in sheet.driver)
        )
    if sheet.missing:
        yield Heading("Counters not available", 3)
        columns = [
            ReportColumn("System", "left", 0.5),
            ReportColumn("Counter", "left", 2.0),
            ReportColumn("Why", "left", 2.5),
        ]
        yield ReportTable(tuple(columns), tuple(Row(row) for row in sheet.missing))


def method_part(study: Study, reminder: str = LICENCES) -> Iterator[Block]:
    """Yield an explanation of how figures are computed and under which conditions they may be published."""
    yield Heading("Method")
    yield Paragraph(f"Order of the systems: {DESIGNS[study.design]}.")
    recorded = [study.recorded(run) for run in study.runs]
    elsewhere = () if all(recorded) else (ELSEWHERE,)
    checks_of_unit = tuple(text.replace("of the orders", f"of the {COUNTED[study.unit]}") for text in CHECKED)
    checked = CHECKED_STORAGE if study.storage else checks_of_unit
    begin = (*_start_states(study), *RECORDED)
    yield Items((*elsewhere, *begin, *METHOD, *checked) if any(recorded) else (*elsewhere, *METHOD))
    yield from _tests(study)
    yield Heading("Before publishing", 3)
    yield Paragraph(reminder)


def _start_states(study: Study) -> Iterator[str]:
    """Yield the state of the databases at the start of each run; nothing for storage I/O."""
    if study.storage:
        return
    existing = {one.existing for one in study.sessions if one.kind != "import"}
    yield from (RESTORED,) if False in existing else ()
    yield from (NOT_RESTORED,) if True in existing else ()


def _tests(study: Study) -> Iterator[Block]:
    """Yield the test behind each verdict: t, degrees of freedom and p."""
    compared = [
        (metric_label(metric), system.letter, study.comparisons.get((system.letter, metric.name)))
        for system in study.challengers
        for metric in study.metrics
    ]
    compared += [
        (row.label, letter, comparison) for row in study.normalised for letter, comparison in row.comparisons.items()
    ]
    rows = [
        Row(cells)
        for label, letter, comparison in compared
        if comparison is not None and not isnan(comparison.p)
        for cells in _test_cells(label, f"{letter} / {study.baseline}", comparison)
    ]
    if rows:
        yield Heading("Tests behind the verdicts", 3)
        columns = [
            ReportColumn("Figure", "left", 2.0),
            ReportColumn("Ratio", "left", 0.7),
            ReportColumn("Test", "left", 1.9),
        ]
        columns += [ReportColumn("Runs", "left", 0.9), ReportColumn("t", weight=0.8)]
        columns += [ReportColumn("Degrees of freedom", weight=1.1), ReportColumn("p, two-sided", weight=0.9)]
        yield ReportTable(tuple(columns), tuple(rows))
        yield Paragraph(
            "t is of the challenger's logarithms less the baseline's: the difference of their means over its standard "
            "error. p: how often two equal systems would lie so far apart by chance. The verdicts are by the "
            "logarithms; the same test on raw values stands next to each.",
            "dim",
        )


def _test_cells(label: str, ratio: str, comparison: Comparison) -> Iterator[tuple[str, ...]]:
    """Yield the cells of the test on logarithms, followed by those of the test on raw values."""
    runs, raw = f"{comparison.baseline_repeats} and {comparison.challenger_repeats}", comparison.raw
    for method, t, degrees, p in (
        (comparison.method, comparison.t, comparison.degrees_of_freedom, comparison.p),
        (comparison.raw_method, raw.t, raw.degrees_of_freedom, raw.p),
    ):
        yield label, ratio, method, runs, significant_text(t, 3), f"{degrees:.3g}", p_text(p)


def sessions_part(study: Study) -> Iterator[Block]:
    """Yield the sessions with their hashes, versions and scenarios."""
    yield Heading("Sessions")
    for session in study.sessions:
        rows = [
            ("File", session.file), ("Title", session.title), ("Kind", session.kind),
            ("Recorded", f"{session.started:%Y-%m-%d %H:%M:%S %z}, {duration_in_units(session.seconds)}"),
            ("Identity", session.uuid), ("SHA-256 of its tables", session.hash or "none: the recording has no end"),
            *(("From", origin) for origin in session.origins),
            ("Valid", "yes" if session.valid else "no: " + "; ".join(session.reasons)),
            ("Versions", ", ".join(f"{name} {version}" for name, version in session.versions.items())),
        ]  # fmt: skip
        yield ReportTable(
            (ReportColumn("", "left", 1.0), ReportColumn("", "left", 4.0)), tuple(Row(row) for row in rows)
        )
    texts: dict[str, None] = dict.fromkeys(
        visible(session.scenario_toml) for session in study.sessions if session.scenario_toml
    )
    for text in texts:
        yield Heading("Scenario", 3)
        yield Code(without_secrets(text))
