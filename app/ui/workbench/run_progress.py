# SPDX-License-Identifier: Apache-2.0
"""Progress of a run at a moment: repeat, system under load, step, and remaining time."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.documents import SystemOrder
from app.model.events import Stopped, kind_of
from app.model.workloads import WorkUnit
from app.results.measurings import loads_of, work_unit
from app.results.storage_results import is_storage
from app.session.reader import SessionReader
from app.session.records import Phase, Progress
from app.ui.workbench.localised_figures import counted_text, duration_text, local, number_text
from widgets.translation import marked, tr

MEASURE = "measure"
RUN = "run"
"""Name of the task in the engine's progress rows during the load."""
SPOKEN = {
    "measure": marked("measuring"),
    "settle": marked("settling"),
    "ramp": marked("ramp"),
    "stop": marked("stopping the users"),
    "prepare": marked("preparing"),
    "restore": marked("restoring the databases"),
    "connect": marked("connecting the users"),
    "rest": marked("resting between two runs"),
}
SPOKEN_OF_STORAGE = {
    **SPOKEN,
    "stop": marked("ending the I/Os"),
    "restore": marked("preparing the files"),
    "connect": marked("opening the files"),
}
PASSES = {
    "read": marked("{size} KiB reads · {depth} outstanding"),
    "write": marked("{size} KiB writes · {depth} outstanding"),
}


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Progress of a run.

    Attributes:
        step: Description, such as "run 2 of 3 · B · 100 users · measuring · 0:12 of 0:20".
        done: Completed share of the run, 0 to 1; None if unknown.
        left_s: Seconds until the end; NaN if unknown.
    """

    step: str
    done: float | None
    left_s: float

    @property
    def text(self) -> str:
        """Step and remaining time as one line."""
        left = (
            tr("{time} left").format(time=duration_text(math.ceil(self.left_s))) if math.isfinite(self.left_s) else ""
        )
        return " · ".join(part for part in (self.step, left) if part)


def progress_of(reader: SessionReader, at_s: float, *, live: bool) -> RunProgress:
    """Return the progress of the run at a moment; `live` is true if that is the current moment."""
    phase = phase_at(reader.phases, at_s)
    if phase is None or not reader.started:
        return RunProgress(tr("not started"), None, math.nan)
    step = step_text(reader, phase, at_s)
    progress = reader.progress
    if live:
        if progress is None or progress.task != RUN or not progress.total > 0:
            return RunProgress(step, None, math.nan)
        cut_short = any(event.kind == kind_of(Stopped) for event in reader.events)
        left_s = math.nan if cut_short else max(progress.total - progress.done, 0.0)
        return RunProgress(step, min(max(progress.done / progress.total, 0.0), 1.0), left_s)
    if reader.end is None and progress is not None and progress.task == RUN and progress.total > 0:
        # For an earlier part of a live recording, show the time that remained at that point, according to the plan.
        left_s = min(max(progress.total - progress.done, 0.0) + max(reader.length_s - at_s, 0.0), progress.total)
        return RunProgress(step, 1.0 - left_s / progress.total, left_s)
    whole_s = reader.end.t_s if reader.end else reader.length_s
    return RunProgress(step, min(max(at_s / whole_s, 0.0), 1.0) if whole_s > 0 else None, max(whole_s - at_s, 0.0))


TASKS = {
    "restore": marked("restoring"),
    "checksum": marked("checksum"),
    "full text": marked("full text"),
    "finished": marked("finished"),
    "writing its file": marked("writing its file"),
    "preconditioning until steady": marked("preconditioning until steady"),
}
"""Names of tasks before a run in the engine's progress rows; any other task is named after a table."""
_NUMBERED = re.compile(r"(?:restoring (?P<table>.+))|(?:preconditioning (?P<number>\d+) of (?P<fills>\d+))")
_PACE = re.compile(r"(?:(?P<pace>[\d,]+) (?P<unit>rows|MiB)/s, )?(?P<left>[\d,]+) (?P<time>s|min) left")


def preparation_text(progress: Progress) -> tuple[str, str]:
    """Return the engine's current tasks before a run, each with its database, and their rate."""
    tasks = [part.rpartition(": ") for part in progress.task.split(" · ")]
    return " · ".join(f"{place}{colon}{_task_text(task)}" for place, colon, task in tasks), _pace_text(progress.text)


def _task_text(task: str) -> str:
    if (found := _NUMBERED.fullmatch(task)) is None:
        return tr(TASKS.get(task, task))
    if found["table"]:
        return tr("restoring {table}").format(table=tr(TASKS.get(found["table"], found["table"])))
    return tr("preconditioning {number} of {fills}").format(number=found["number"], fills=found["fills"])


def _pace_text(text: str) -> str:
    if (found := _PACE.fullmatch(text)) is None:
        return text
    left = tr("{time} left").format(time=f"{local(found['left'])} {found['time']}")
    if not found["pace"]:
        return left
    rate = tr("{pace} rows/s") if found["unit"] == "rows" else tr("{pace} MiB/s")
    return ", ".join([rate.format(pace=local(found["pace"])), left])


def repeats_of(reader: SessionReader) -> int:
    """Return the number of repeats in the plan; 1 if the plan was not recorded."""
    for document in reader.documents_of(SystemOrder):
        order = document.data
        if order.present:
            return max(1, sum(len(turn) for turn in order.stints) // len(order.present))
    return 1


def phase_at(phases: Sequence[Phase], at_s: float) -> Phase | None:
    """Return the latest phase that has begun; None if absent."""
    return next((phase for phase in reversed(phases) if phase.from_s <= at_s), None)


def step_text(reader: SessionReader, phase: Phase, at_s: float) -> str:
    """Return repeat, system, load and phase as one line."""
    known = max(repeats_of(reader), *(own.run for own in reader.phases))
    parts = [tr("run {run} of {known}").format(run=phase.run, known=known)] if known > 1 else []
    at_work = loads_of(phase)
    if at_work and len(at_work) < len(reader.systems):
        parts.append(tr(" and ").join(at_work))
    storage = is_storage(reader)
    parts.append(load_text(phase, work_unit(reader)))
    spoken = SPOKEN_OF_STORAGE if storage else SPOKEN
    parts.append(tr(spoken.get(phase.name, phase.name)))
    begun = duration_text(max(at_s - phase.from_s, 0.0))
    planned_s = phase.detail.seconds or 0.0
    parts.append(
        tr("{begun} of {time}").format(begun=begun, time=duration_text(math.ceil(planned_s)))
        if planned_s >= 1
        else begun
    )
    return " · ".join(part for part in parts if part)


def load_text(phase: Phase, unit: WorkUnit = "order") -> str:
    """Return the load of a phase: "100 users", "50 orders/s"; if it differs by system, "A 8, B 24 users".

    For storage I/O, it is "8 KiB reads · 4 outstanding" (per thread) or "8 outstanding I/Os" (per target).
    """
    detail = phase.detail
    if detail.outstanding is not None:
        template = tr(PASSES[detail.io_pass]) if detail.io_pass in PASSES else tr("{size} KiB · {depth} outstanding")
        size = "" if detail.block_kb is None else detail.block_kb
        return template.format(size=size, depth=number_text(detail.outstanding))
    if detail.rate is not None and detail.rate > 0:
        return counted_text(marked("{rate} orders/s"), unit).format(rate=number_text(detail.rate))
    users = detail.users
    if unit == "I/O":
        return tr("{count} outstanding I/Os").format(count=number_text(users)) if users else ""
    if users is not None and users > 0:
        return (
            tr("{users} user").format(users=number_text(users))
            if users == 1
            else tr("{users} users").format(users=number_text(users))
        )
    own = {letter: load.users for letter, load in loads_of(phase).items()}
    parts = [f"{letter} {number_text(number)}" for letter, number in own.items() if number is not None]
    return tr("{numbers} users").format(numbers=", ".join(parts)) if parts else ""
