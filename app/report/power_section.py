# SPDX-License-Identifier: Apache-2.0
"""Power in a report: each system's power in each run, per meter and in total, idle and under load."""

from collections.abc import Iterator
from math import isfinite

from app.analysis.format import NO_DATA, count_text, significant_text
from app.model.work_wording import COUNTED
from app.report.content import Block, Heading, Items, Paragraph, ReportColumn, ReportTable, Row
from app.results.power import NO_IDLE, MeterPower, PowerResult, share_text
from app.results.session_result import COVERED, Figure
from app.results.study_records import Study, SystemRun

TOGETHER = "together"
NOTE = (
    "Power under load is the mean over each run's measured window, idle power the mean over the run's own idle phase; "
    "energy is the window's. A second counts as covered by a meter's reading for one and a half times the usual time "
    "between readings, and by all meters of a system together; below {least} there is no figure."
)


def power_part(study: Study) -> Iterator[Block]:
    """Yield a table of the power in every metered run."""
    runs = list(metered_runs(study))
    if not runs:
        return
    has_steps = bool(study.points)
    yield Heading("Power")
    columns = [ReportColumn("Run", "left", 0.5), ReportColumn("System", "left", 0.7)]
    columns += [ReportColumn("I/Os" if study.storage else "Users", weight=0.6)] if has_steps else []
    columns += [
        ReportColumn("Meter", "left", 1.4),
        ReportColumn("Idle"),
        ReportColumn("Under load"),
        ReportColumn("Energy"),
    ]
    columns += [
        ReportColumn(f"{_work(study)} per Wh"),
        ReportColumn("Covered", weight=0.9),
        ReportColumn("Idle covered", weight=0.9),
    ]
    rows = []
    for number, own, power in runs:
        head = [str(number), own.letter, *([count_text(own.users) if isfinite(own.users) else NO_DATA] * has_steps)]
        several = len(power.meters) > 1
        rows += [Row((*head, *_cells(one, None), "", "")) for one in power.meters if several]
        name = power.meters[0].name if len(power.meters) == 1 else TOGETHER if several else ", ".join(power.files)
        rows.append(Row((*head, *_cells(power, name), _share(power.covered), _share(power.idle_covered))))
    yield ReportTable(tuple(columns), tuple(rows))
    yield Paragraph(f"{NOTE.format(least=share_text(COVERED))} {_alignment_text(study)}", "dim")
    if missing := list(dict.fromkeys(_missing_figures(study))):
        yield Items(tuple(missing), "warning")


def metered_runs(study: Study) -> Iterator[tuple[int, SystemRun, PowerResult]]:
    """Yield the number of each metered run, the system and its power; in a plan with steps, those of each step."""
    numbers = {(run.session, run.repeat): run.number for run in study.runs}
    points = [(numbers.get((point.session, point.repeat), 0), point.systems) for point in study.points]
    for number, systems in points or [(run.number, run.systems) for run in study.runs]:
        for own in systems.values():
            if own.power is not None:
                yield number, own, own.power


def _cells(one: MeterPower | PowerResult, name: str | None) -> list[str]:
    meter = one.name if isinstance(one, MeterPower) else name or ""
    per_wh = "" if isinstance(one, MeterPower) else _number(one.orders_per_wh)
    return [meter, *(_watts(value) for value in (one.idle_watts, one.watts)), _energy(one.energy_wh), per_wh]


def _watts(value: Figure) -> str:
    return NO_DATA if value is None else f"{significant_text(value)} W"


def _energy(value: Figure) -> str:
    return NO_DATA if value is None else f"{significant_text(value)} Wh"


def _number(value: Figure) -> str:
    return NO_DATA if value is None else significant_text(value)


def _share(value: Figure) -> str:
    return NO_DATA if value is None else share_text(value)


def _work(study: Study) -> str:
    return "I/Os" if study.storage else COUNTED[study.unit].capitalize()


def _alignment_text(study: Study) -> str:
    """Return a text on how precisely the logs are aligned with the runs."""
    logs: dict[tuple[str, tuple[str, ...]], float] = {}
    for _, own, power in metered_runs(study):
        logs[own.letter, tuple(power.files)] = power.uncertainty_s
    parts = [f"{letter}: {' + '.join(files)}, within {sure_s:g} s" for (letter, files), sure_s in logs.items()]
    return (
        f"The readings are from {'; '.join(parts)}: so far may a reading lie from the run's phases, by its own "
        "resolution, plus, where a log was joined afterwards, whatever the clocks of meter and driver differ by."
    )


def _missing_figures(study: Study) -> Iterator[str]:
    for number, own, power in metered_runs(study):
        for reason in filter(None, (power.reason, power.idle_reason)):
            yield f"Run {number}, {own.letter}: {reason}."
        if power.idle_covered is None:
            yield f"Run {number}, {own.letter}: {NO_IDLE}."
