"""Where a run stands at a moment: its repeat, the system whose turn it is, the step, and how long it still takes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.session.reader import SessionReader
from app.session.recorded_documents import documents_of
from app.session.records import Phase
from app.ui.workbench.localised_figures import duration_text, number_text
from widgets.translation import marked, tr

MEASURE = "measure"
RUN = "run"
"""The task of the engine's progress rows under load."""
SPOKEN = {
    "measure": marked("measuring"),
    "settle": marked("settling"),
    "ramp": marked("ramp"),
    "stop": marked("stopping"),
}
PASSES = {
    "read": marked("{size} KiB reads · {depth} outstanding"),
    "write": marked("{size} KiB writes · {depth} outstanding"),
}


@dataclass(frozen=True, slots=True)
class RunProgress:
    """step: "run 2 of 3 · B · 100 users · measuring · 0:12 of 0:20". done: share of the whole, 0 to 1; None where it is
    not known. left_s: until the end; NaN where it is not known."""

    step: str
    done: float | None
    left_s: float

    @property
    def text(self) -> str:
        """The step and the time left, in one line."""
        left = (
            tr("{time} left").format(time=duration_text(math.ceil(self.left_s))) if math.isfinite(self.left_s) else ""
        )
        return " · ".join(part for part in (self.step, left) if part)


def progress_of(reader: SessionReader, at_s: float, *, live: bool) -> RunProgress:
    """Where the run stands. live: the moment is now; else it is of a recording."""
    phase = phase_at(reader.phases, at_s)
    if phase is None or not reader.started:
        return RunProgress(tr("not started"), None, math.nan)
    step = step_text(reader, phase, at_s)
    progress = reader.progress
    if live:
        if progress is None or progress.task != RUN or not progress.total > 0:
            return RunProgress(step, None, math.nan)
        left_s = max(progress.total - progress.done, 0.0)
        return RunProgress(step, min(max(progress.done / progress.total, 0.0), 1.0), left_s)
    if reader.end is None and progress is not None and progress.task == RUN and progress.total > 0:
        # An earlier moment of what is still recorded: what was left then, of the plan.
        left_s = min(max(progress.total - progress.done, 0.0) + max(reader.length_s - at_s, 0.0), progress.total)
        return RunProgress(step, 1.0 - left_s / progress.total, left_s)
    whole_s = reader.end.t_s if reader.end else reader.length_s
    return RunProgress(step, min(max(at_s / whole_s, 0.0), 1.0) if whole_s > 0 else None, max(whole_s - at_s, 0.0))


def repeats_of(reader: SessionReader) -> int:
    """How many repeats the plan has, as the engine wrote down at the beginning; 1 where it did not."""
    for document in documents_of(reader.documents, "order"):
        stints, present = document.data.get("stints"), document.data.get("present")
        if isinstance(stints, list) and isinstance(present, list) and present:
            return max(1, sum(len(stint) for stint in stints if isinstance(stint, list)) // len(present))
    return 1


def phase_at(phases: Sequence[Phase], at_s: float) -> Phase | None:
    """The last phase that has begun."""
    return next((phase for phase in reversed(phases) if phase.from_s <= at_s), None)


def step_text(reader: SessionReader, phase: Phase, at_s: float) -> str:
    """Repeat, system, load and phase in a line."""
    known = max(repeats_of(reader), *(own.run for own in reader.phases))
    parts = [tr("run {run} of {known}").format(run=phase.run, known=known)] if known > 1 else []
    at_work = loads_of(phase)
    if at_work and len(at_work) < len(reader.systems):
        parts.append(tr(" and ").join(at_work))
    parts.append(load_text(phase))
    parts.append(tr(SPOKEN.get(phase.name, phase.name)))
    begun = duration_text(max(at_s - phase.from_s, 0.0))
    planned = phase.detail.get("seconds")
    known_s = planned if isinstance(planned, int | float) and math.isfinite(planned) and planned >= 1 else None
    parts.append(
        tr("{begun} of {time}").format(begun=begun, time=duration_text(math.ceil(known_s)))
        if known_s is not None
        else begun
    )
    return " · ".join(part for part in parts if part)


def loads_of(phase: Phase) -> dict[str, Mapping[str, object]]:
    """The systems under load in a phase, by letter; empty where nobody is, or where the session does not tell."""
    systems = phase.detail.get("systems")
    if not isinstance(systems, Mapping):
        return {}
    return {str(letter): own for letter, own in systems.items() if isinstance(own, Mapping)}


def load_text(phase: Phase) -> str:
    """What a phase asks for: "100 users", "50 orders/s", of each system its own "A 8, B 24 users", or of storage
    "8 KiB reads · 4 outstanding" (a thread)."""
    depth = phase.detail.get("outstanding")
    if isinstance(depth, int | float):
        name = str(phase.detail.get("pass", ""))
        words = tr(PASSES[name]) if name in PASSES else tr("{size} KiB · {depth} outstanding")
        return words.format(size=phase.detail.get("block_kb", ""), depth=number_text(depth))
    rate = phase.detail.get("rate")
    if isinstance(rate, int | float) and rate > 0:
        return tr("{rate} orders/s").format(rate=number_text(rate))
    users = phase.detail.get("users")
    if isinstance(users, int | float) and users > 0:
        return (
            tr("{users} user").format(users=number_text(users))
            if users == 1
            else tr("{users} users").format(users=number_text(users))
        )
    own = {letter: load.get("users") for letter, load in loads_of(phase).items()}
    told = [f"{letter} {number_text(number)}" for letter, number in own.items() if isinstance(number, int | float)]
    return tr("{told} users").format(told=", ".join(told)) if told else ""
