# SPDX-License-Identifier: Apache-2.0
"""First page of a report, for management: verdict, headline chart, three figures, and what was tested."""

from collections.abc import Iterator
from math import isfinite, nan

from app.analysis.format import change_text, duration_in_units
from app.analysis.steady import MAXIMUM_RANGE
from app.model.messages import sentence
from app.model.visible_text import shortened
from app.model.work_wording import COUNTED
from app.report.author_text import NO_AUTHOR, AuthorText, text_blocks
from app.report.charts import Bar, bars, small_charts
from app.report.content import (
    Block,
    Chart,
    DrawingGrid,
    Heading,
    Items,
    Masthead,
    Paragraph,
    ReportColumn,
    ReportTable,
    Row,
    VerdictBlock,
)
from app.report.figure_charts import BETTER, drawn, small_figure, small_normalised
from app.report.review import figure_of_run, figures_of_runs, quotient_text
from app.report.timelines import color_of, load_charts
from app.results.description import metric_label, plan_description, run_label, unsteady_text
from app.results.headline_text import headline_text, in_one_line, io_label
from app.results.run_figures import DEVICE_IOPS, USERS
from app.results.searches import search_results
from app.results.session_headline import SessionHeadline
from app.results.study_records import Metric, NormalisedRow, Study, StudyRun, SystemRun

MOST_REASONS = 3
MOST_WARNINGS = 4
LONG_NAME = 34


def first_page(study: Study, headline: SessionHeadline, author: AuthorText = NO_AUTHOR) -> Iterator[Block]:
    """Yield the blocks of the first page.

    Args:
        study: Study of the report.
        headline: Headline of the study.
        author: Text of the author.
    """
    parts = [f"tested {author.date}" if author.date else _date(study), study.design, _count(len(study.runs), "run")]
    names = " · ".join(filter(None, (author.company, author.author)))
    yield Masthead(study.title, (*((names,) if names else ()), " · ".join(parts)), author.logo)
    if author.summary:
        yield Heading("Executive summary", 3)
        yield from text_blocks(author.summary)
    yield from _verdicts(study, headline)
    yield from (Paragraph(line, "dim") for line in _search_lines(study))
    yield from (Paragraph(line, "warning") for line in _unsteady_lines(study))
    yield headline_chart(study)
    yield from key_charts(study)
    yield key_figures(study)
    yield Paragraph(_basis(study, headline), "dim")
    yield from _tested_systems(study)
    yield from _important_notes(study)


def _date(study: Study) -> str:
    """Return when the sessions were recorded; for results without times, when they were imported."""
    first, last = (end(session.started for session in study.sessions) for end in (min, max))
    if all(session.kind == "import" and not session.seconds for session in study.sessions):
        return f"imported {first:%Y-%m-%d %H:%M}"
    if first.date() != last.date():
        return f"tested {first:%Y-%m-%d} to {last:%Y-%m-%d}"
    return f"tested {first:%Y-%m-%d %H:%M}"


def _verdicts(study: Study, headline: SessionHeadline) -> Iterator[Block]:
    if not study.challengers:
        statement_text = (
            f"{metric_label(study.headline)}: {median_text(study, study.systems[0].letter, study.headline)}"
        )
        yield VerdictBlock(statement_text, "One system: no comparison.", "")
    else:
        text = headline_text(headline, names={system.letter: _name(system.name) for system in study.systems})
        smalls = text.smalls or (text.small,)
        for statement, small in zip(text.statements, smalls, strict=True):
            color = color_of(statement.leader) if statement.leader else ""
            yield VerdictBlock(statement.text, small, color, "" if color else "dim")
    for session in study.sessions:
        if session.cut_short:
            yield Paragraph(f"Cut short, no repeat of the plan: {session.cut_short}.", "warning")
    invalid = [run for run in study.runs if not run.valid]
    reasons = list(dict.fromkeys(reason for run in invalid for reason in run.reasons))
    if invalid and len(invalid) == len(study.runs):
        is_reason_shown = headline.stage == "not valid" and len(reasons) == 1 and in_one_line(reasons[0]) == reasons[0]
        reasons = [] if is_reason_shown else reasons
        if reasons:
            yield Paragraph("NOT VALID. No run counts:", "bad")
    elif invalid:
        yield Paragraph(f"{len(invalid)} of {len(study.runs)} runs are not valid and were left out:", "warning")
    if reasons:
        more = [f"and {len(reasons) - MOST_REASONS} more (see below)"] if len(reasons) > MOST_REASONS else []
        yield Items((*reasons[:MOST_REASONS], *more), "bad")


def _search_lines(study: Study) -> list[str]:
    """Return the steps of the searches, one line per system; if there are several runs, those of the median run."""
    medians = {system.letter: study.median(system.letter) for system in study.systems}
    return [
        f"{one.system}: {one.text}"
        for one in search_results(study)
        if (median := medians[one.system]) is None or median.number == one.run
    ]


def _unsteady_lines(study: Study) -> list[str]:
    """Return which runs were not steady, and by how much they changed."""
    several, unsteady = len(study.runs) > 1, [run for run in study.runs if run.not_steady]
    lines = [
        (f"Run {run.number} was not" if several else "Not") + f" steady while measured: {_changes(run)}."
        for run in unsteady[:MOST_REASONS]
    ]
    more = len(unsteady) - MOST_REASONS
    return [*lines, f"{_count(more, 'more run')} not steady (see below)."] if more > 0 else lines


def _changes(run: StudyRun) -> str:
    """Return how much a run changed, in one line: the ranges that are too large, or else all findings of the rule."""
    checks = [check for check in (run.steady.checks if run.steady else ()) if check.reason in run.not_steady]
    wide = [check for check in checks if check.range_share > MAXIMUM_RANGE]
    if not wide or len(wide) < len(run.not_steady):
        return "; ".join(map(sentence, run.not_steady))
    ranges = ", ".join(f"{check.figure} ranges over {100 * check.range_share:.0f} %" for check in wide)
    return f"{ranges} of its mean (at most {100 * MAXIMUM_RANGE:.0f} % are allowed)"


def _name(name: str) -> str:
    """Shorten a name to fit on a line."""
    return shortened(name, LONG_NAME)


def headline_chart(study: Study) -> Chart:
    """Return a chart of the headline figure: over the load for a sweep, otherwise bars with a dot per run."""
    plan = study.sessions[0].plan
    patterns = plan is not None and plan.results.page == "patterns"
    if study.points and not patterns and (charts := load_charts(study)):
        return charts[0]
    entries = []
    for system in study.systems:
        dots = [
            run.systems[system.letter].figures.get(study.headline.name, nan)
            for run in study.runs
            if system.letter in run.systems
        ]
        median, value = study.median_run(system.letter), median_value(study, system.letter, study.headline)
        digits = median.decimals.get(("", study.headline.name)) if median is not None else None
        bound = study.spreads[system.letter, study.headline.name].at_least
        text = "" if digits is None and not bound else median_text(study, system.letter, study.headline)
        entries.append(Bar(f"{system.letter}  {system.name}", color_of(system.letter), value, dots, text))
    note = f"bar: {run_label(study)}, dots: every run" if len(study.runs) > 1 else "one run"
    return bars(metric_label(study.headline), study.headline.unit, entries, note)


KEY_CHARTS = 3
NO_RATIO = "no ratio"


def key_charts(study: Study) -> Iterator[DrawingGrid]:
    """Yield the charts next to the headline chart: latency, disk work, and the figure per disk, watt or price."""
    if len(study.systems) < 2:
        return
    figures = [small_figure(study, metric) for metric in _key_metrics(study)[1:] if drawn(study, metric)]
    normalised = [small_normalised(study, row) for row in _key_normalised(study)]
    plain = figures[: max(KEY_CHARTS - len(normalised), 1)]
    yield DrawingGrid(tuple(small_charts([*plain, *normalised][:KEY_CHARTS], KEY_CHARTS)))


def _key_metrics(study: Study) -> list[Metric]:
    """Return the headline figure, the latency, and a third figure: disk work, power, or any other."""
    names = [
        study.headline.name,
        *((study.latency.name,) if study.latency is not None else ()),
        *(metric.name for metric in study.metrics if metric.defined),
        "Latency ms",
    ]
    names += [
        "TPS",
        "OPM",
        "IOPS",
        "Watts",
        "I/O latency",
        "Bytes/s",
        "MB/s",
        "Users",
        "CPU %",
        *(m.name for m in study.metrics),
    ]
    metrics = [metric for name in dict.fromkeys(names) if (metric := study.metric(name)) is not None]
    known_metrics = [metric for metric in metrics if metric == study.headline or _known(study, metric)]
    return known_metrics[:KEY_CHARTS]


def _known(study: Study, metric: Metric) -> bool:
    return any(isfinite(median_value(study, system.letter, metric)) for system in study.systems)


def _key_normalised(study: Study) -> list[NormalisedRow]:
    """Return the headline figure, normalized by every known basis; for a search, also the I/O rate."""
    names = (study.headline.name, *(("IOPS", DEVICE_IOPS.name) if study.headline == USERS else ()))
    rows = [row for row in study.normalised if row.metric in names and not row.reason]
    known = [row for row in rows if all(isfinite(quotient.value) for quotient in row.quotients.values())]
    order = ("watt under load", "price", "disk")
    return sorted(known, key=lambda row: order.index(row.basis) if row.basis in order else len(order))[:KEY_CHARTS]


def key_figures(study: Study) -> ReportTable:
    """Return a table with each system's figures and the challengers' changes from the baseline.

    Values and changes are computed from the same runs.
    """
    rows = []
    for metric in _key_metrics(study):
        medians = [study.median_run(system.letter) for system in study.systems]
        figures = zip(figures_of_runs(medians, metric), medians, strict=True)
        texts = [_stopped_mark(text, own) for text, own in figures]
        changes = [_change(study, system.letter, metric) for system in study.challengers]
        rows.append(Row((metric_label(metric), *texts, *changes, BETTER.get(metric.better, ""))))
    for row in _key_normalised(study):
        texts = [quotient_text(row, system.letter, row.quotients[system.letter].value) for system in study.systems]
        base = row.quotients[study.baseline].value
        changes = [
            change_text(base, row.quotients[one.letter].value) if study.compared(one.letter) else NO_RATIO
            for one in study.challengers
        ]
        rows.append(Row((row.label, *texts, *changes, BETTER.get(row.better, ""))))
    columns = [ReportColumn("Figure", "left", 2.0)]
    columns += [ReportColumn(f"{system.letter}  {system.name}", weight=1.3) for system in study.systems]
    columns += [ReportColumn(f"Change {system.letter}", weight=0.9) for system in study.challengers]
    return ReportTable((*columns, ReportColumn("", "left", 1.4)), tuple(rows))


def median_value(study: Study, letter: str, metric: Metric) -> float:
    """Return a system's figure in its median run."""
    median = study.median_run(letter)
    return median.figures.get(metric.name, nan) if median else nan


def median_text(study: Study, letter: str, metric: Metric) -> str:
    """Return the figure as text, marked if it is a lower bound or if the system had stopped."""
    median = study.median_run(letter)
    return _stopped_mark(figure_of_run(median, metric), median)


def _stopped_mark(text: str, own: SystemRun | None) -> str:
    return f"{text} (stopped)" if own is not None and own.stopped else text


def _basis(study: Study, headline: SessionHeadline) -> str:
    """Return a text on the basis of the figures."""
    run, ios = run_label(study), io_label(headline)
    if ios and study.points:
        return f"Of {ios}, in each system's {run}; changes are between these figures."
    if not any(one.valid for one in study.runs):
        return f"Of each system's {run}; changes are between these figures."
    run += " (an even number of runs has no median run)" if study.between_runs else ""
    if any(held is not None for point in study.points for held in point.held.values()):
        text = f"At the most users that kept the limit, in each system's {run}; changes are between these figures."
        ended = [one.letter for one in study.systems if study.spreads[one.letter, study.headline.name].at_least]
        if ended:
            text += f" The search of {' and '.join(ended)} ended there before its limit was found: more users may hold."
        return text
    if study.points:
        most = COUNTED[study.unit]
        return f"At each system's step with the most {most}, in its {run}; changes are between these figures."
    if len(study.runs) > 1:
        return (
            f"Of each system's {run} by the first figure; changes are between these figures, the verdict's ratio is "
            "of the geometric means of all valid runs."
        )
    return "Figures of this run."


def _important_notes(study: Study) -> Iterator[Block]:
    """Yield the caveats that a reader must see first."""
    notes = list(dict.fromkeys(warning for session in study.sessions for warning in session.warnings))
    notes += [
        f"{session.file} is a snapshot, not the whole recording" for session in study.sessions if session.snapshot
    ]
    if unsteady := unsteady_text(study):
        notes.insert(0, f"a steady window was wanted: {unsteady}, so their figures are of the whole run time")
    if study.design == "not simultaneous" and not any(text.startswith(study.design) for text in notes):
        notes.insert(0, "not simultaneous: what disturbed one system did not disturb the other")
    if notes:
        yield Heading("Notes", 3)
        more = [f"and {len(notes) - MOST_WARNINGS} more (see below)"] if len(notes) > MOST_WARNINGS else []
        yield Items((*notes[:MOST_WARNINGS], *more), "dim")


def _change(study: Study, letter: str, metric: Metric) -> str:
    """Return the change between the figures shown; the verdict's ratio covers all runs and is different."""
    comparison = study.comparisons.get((letter, metric.name))
    base, value = (median_value(study, one, metric) for one in (study.baseline, letter))
    if comparison is None or any(comparison.at_least) or not (base > 0 and value > 0) or not study.compared(letter):
        return NO_RATIO
    return change_text(base, value)


def _tested_systems(study: Study) -> Iterator[Block]:
    yield Heading("What was tested", 3)
    rows = []
    for system in study.systems:
        role = "baseline" if system.letter == study.baseline else "challenger"
        targets = _count(len(system.targets), "target") if system.targets else ""
        facts = "; ".join(f"{name}: {fact}" for name, fact in list(system.facts.items())[:4])
        rows.append(
            Row(
                (
                    f"{system.letter}  {system.name}",
                    ", ".join(filter(None, (role, targets))) + (f". {facts}" if facts else ""),
                )
            )
        )
    rows += [Row(pair) for pair in plan_description(study)]
    seconds = sum(session.seconds for session in study.sessions)
    versions = sorted({session.versions.get("outpace", "") for session in study.sessions})
    long = f"{duration_in_units(seconds)} in" if seconds else "totals only,"
    recorded = f"{long} {_count(len(study.sessions), 'session')}, Outpace {', '.join(versions)}"
    rows.append(Row(("Recorded", recorded)))
    yield ReportTable((ReportColumn("", "left", 1.0), ReportColumn("", "left", 2.6)), tuple(rows))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
