"""Whether each run can be believed: what was checked, and what was found."""

from collections.abc import Iterator
from math import isfinite

from app.analysis.format import NO_DATA, count_text
from app.analysis.little import TOLERANCE, queue_check
from app.report.content import Block, Column, Heading, Items, Paragraph, Row, Table
from app.report.result import DRIVER
from app.report.study_records import Study, SystemRun

SOUND_COLUMNS = ("Rolled back", "Expected", "Errors", "Users", "Implied users", "Busiest worker", "Steady")
SOUND_NOTE = (
    "Expected: the share of orders that the database's own stock lets one expect to be rolled back. Implied users: "
    "what throughput and times imply (Little's law), within 5 % of the users. Busiest worker: of the driver, share of "
    "one core."
)
DISK = "\\PhysicalDisk(_Total)\\"
DISK_QUEUE = ("Current Disk Queue Length", "Disk Transfers/sec", "Avg. Disk sec/Transfer")
LEAST_QUEUE = 0.5
"""A sampled queue below this is mostly 0 and sometimes 1: a second's sample says little of it."""


def soundness_part(study: Study) -> Iterator[Block]:
    """The checks of each run: rollbacks, errors, users, the driver, Little's law, the steady state."""
    yield Heading("How sound each run is", 3)
    columns = [Column("Run", "left", 0.5), Column("System", "left", 0.7), *(Column(text) for text in SOUND_COLUMNS)]
    rows = []
    for run in study.runs:
        steady = NO_DATA if run.steady is None or not run.steady.checks else "yes" if run.steady.steady else "no"
        for letter, own in run.systems.items():
            rows.append(Row((str(run.number), letter, *_sound_cells(own), steady), "" if run.valid else "bad"))
    yield Table(tuple(columns), tuple(rows))
    yield Paragraph(SOUND_NOTE, "dim")
    checks = [text for run in study.runs for letter, own in run.systems.items() for text in _little(run.number, own)]
    if checks:
        yield Paragraph("Little's law between figures that were measured apart:", "dim")
        yield Items(checks, "dim")
    told = [
        f"Run {run.number}: {'; '.join((*run.steady.reasons, *run.steady.flags))}."
        for run in study.runs
        if run.steady and (run.steady.reasons or run.steady.flags)
    ]
    if told:
        yield Paragraph("What the steady-state rule found:", "dim")
        yield Items(told, "dim")


def _little(number: int, own: SystemRun) -> Iterator[str]:
    """Where users or a sampled queue are not what throughput and times imply."""
    counters = own.result.counters if own.result else {}
    alive = counters.get(f"{DRIVER}Users Alive")
    implied = own.result.implied_users if own.result else None
    if alive is not None and alive.average and implied is not None:
        deviation = implied / alive.average - 1
        if abs(deviation) > TOLERANCE:
            yield f"Run {number} {own.letter}: {implied:.1f} users are implied, {alive.average:.1f} were at work."
    queue, iops, latency = (counters.get(DISK + name) for name in DISK_QUEUE)
    known = [
        counter.average for counter in (queue, iops, latency) if counter is not None and counter.average is not None
    ]
    if len(known) == 3 and known[0] >= LEAST_QUEUE:
        check = queue_check(*known)
        if isfinite(check.deviation) and not check.holds:
            implied_text = f"{check.implied_queue:.2f}, {known[0]:.2f} was sampled (20 % are allowed)"
            yield f"Run {number} {own.letter}: IOPS and latency of its disks imply a queue of {implied_text}."


def _sound_cells(own: SystemRun) -> list[str]:
    result = own.result
    if result is None:
        return [NO_DATA] * 6
    users = NO_DATA if result.users_alive is None else f"{result.users_alive} of {result.users_requested}"
    implied = NO_DATA if result.implied_users is None else f"{result.implied_users:.1f}"
    shares = (result.rollback_percent, result.rollback_expected_percent, result.busiest_worker_percent)
    rolled, expected, worker = (NO_DATA if share is None else f"{share:.2f} %" for share in shares)
    return [rolled, expected, _count(result.errors), users, implied, worker]


def _count(value: float | None) -> str:
    return NO_DATA if value is None else count_text(value)
