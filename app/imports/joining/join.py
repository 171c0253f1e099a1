# SPDX-License-Identifier: Apache-2.0
"""Join of sessions whose systems were run one at a time, into one session in which their common starts coincide.

Every row is copied with a new time: each repeat of each part is shifted by whole seconds so that the same repeats begin
together. The new session is labeled "not simultaneous"; its parts are origin rows with their hashes.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import msgspec

from app.imports.joining.combined_session import (
    JoinedSession,
    JoinPlan,
    NewSystem,
    SessionPart,
    ShareDone,
    align,
    complete_or_removed,
)
from app.imports.source import ImportedFileError
from app.model.documents import SystemOrder
from app.model.events import (
    CutOff,
    DifferentRepeats,
    DifferentScenario,
    DifferentSeeds,
    Incomplete,
    NotSimultaneous,
    of_part,
)
from app.model.messages import Message, letter_of, relettered
from app.model.scenario import Scenario
from app.scenario.recorded import recorded_scenario
from app.session import tables
from app.session.stored_session import StoredSession
from app.session.writer import SessionWriter

MOST_SYSTEMS = 3


def join_sessions(
    paths: Sequence[Path], session: Path, *, title: str = "", progress: ShareDone = lambda _share: None
) -> tuple[Message, ...]:
    """Create the joined session.

    Args:
        paths: the sessions.
        session: the file to create.
        title: title of the new session; "" for that of the first session.
        progress: receives the completed share.

    Returns:
        Reasons that make the result invalid, and warnings.

    Raises:
        ImportedFileError: the sessions do not form one comparison; no new session is left behind.
        SessionError: a session cannot be read or written; no new session is left behind.
    """
    if len(paths) < 2:
        raise ImportedFileError("a join takes at least two sessions")
    with ExitStack() as opened:
        parts = [SessionPart(opened.enter_context(StoredSession(path))) for path in paths]
        names = _systems(parts)
        align(parts)
        plan = _plan(parts, names)
        reasons, warnings = _soundness(parts, plan)
        first = parts[0].stored.session
        writer = SessionWriter.create(
            session, title=title or first.title, scenario_toml=first.scenario_toml, clock_origin_ns=0, kind="join"
        )
        with complete_or_removed(writer):
            end_ns = JoinedSession(writer, parts, plan, progress).write()
            writer.finish(end_ns, valid=not reasons, reasons=reasons, warnings=warnings)
    return (*reasons, *warnings)


def _systems(parts: Sequence[SessionPart]) -> list[str]:
    """Return the systems of all parts, in the order of their scenarios.

    Raises:
        ImportedFileError: the systems do not form one comparison.
    """
    names = list(dict.fromkeys(name for part in parts for name in part.names.values()))
    holders: dict[str, str] = {}
    files = [part.stored.path.name for part in parts]
    for part in parts:
        if not part.measured:
            raise ImportedFileError("{file}: no system was measured in it", file=part.stored.path.name)
        for system in part.measured:
            name, file = part.names[system], part.stored.path.name
            if name in holders and (log := _only_power([parts[files.index(one)] for one in (holders[name], file)])):
                raise ImportedFileError(
                    "{file} has nothing but power meters' readings: join the meter's log itself to the run (outpace "
                    "join RUN.outpace METER.csv)",
                    file=log,
                )
            if name in holders:
                raise ImportedFileError(
                    '"{name}" was measured in {holder} and in {file}: join one of them',
                    name=name,
                    holder=holders[name],
                    file=file,
                )
            holders[name] = file
    if len(names) > MOST_SYSTEMS:
        raise ImportedFileError(
            "{count} systems ({names}): a comparison can have at most {most_systems}",
            count=len(names),
            names=", ".join(names),
            most_systems=MOST_SYSTEMS,
        )
    return names


def _only_power(parts: Sequence[SessionPart]) -> str:
    """Return the file of the first part that is only an imported power meter's log, or "" if absent."""
    for part in parts:
        units = {row.unit for row in part.stored.rows(tables.SeriesRow)}
        if part.stored.session.kind == "import" and units == {"W"}:
            return part.stored.path.name
    return ""


def _soundness(parts: Sequence[SessionPart], plan: JoinPlan) -> tuple[list[Message], list[Message]]:
    """Return the reasons that make the joined session invalid, and the warnings for its readers."""
    reasons: list[Message] = []
    warnings: list[Message] = [NotSimultaneous()]
    for part, places in zip(parts, plan.places, strict=True):
        names = " and ".join(part.names[system] for system in sorted(part.measured))
        letters = {letter_of(index): letter_of(places[own]) for index, own in enumerate(part.names) if own in places}
        end = part.stored.end
        if end is None:
            reasons.append(of_part(names, CutOff()))
            continue
        for message in tables.messages(end.reasons):
            reasons.append(of_part(names, relettered(message, letters)))
        for message in tables.messages(end.warnings):
            # A part that was stopped early did not run the same plan as the others.
            (reasons if isinstance(message, Incomplete) else warnings).append(
                of_part(names, relettered(message, letters))
            )
    scenarios = [scenario for part in parts if (scenario := _scenario(part)) is not None]
    reasons += _different(scenarios)
    if len({scenario.plan.seed for scenario in scenarios}) > 1:
        warnings.append(DifferentSeeds())
    lengths = {tuple(part.runs) for part in parts}
    if len(lengths) > 1:
        warnings.append(DifferentRepeats())
    return reasons, warnings


def _scenario(part: SessionPart) -> Scenario | None:
    # a scenario of another version cannot be compared
    return recorded_scenario(part.stored.session.scenario_toml).whole


def _different(scenarios: Sequence[Scenario]) -> Iterator[DifferentScenario]:
    alike = [
        {"workload": one.workload, "pacing": one.pacing, "plan": msgspec.structs.replace(one.plan, seed=0)}
        for one in scenarios
    ]
    parts: tuple[Literal["workload", "pacing", "plan"], ...] = ("workload", "pacing", "plan")
    for name in parts:
        if any(one[name] != alike[0][name] for one in alike):
            yield DifferentScenario(part=name)


def _plan(parts: Sequence[SessionPart], names: Sequence[str]) -> JoinPlan:
    """Return the plan: each system once, as described by the part that measured it, and the first baseline."""
    rows: dict[str, tuple[tables.SystemRow, int | None]] = {}
    for number, part in enumerate(parts):
        for row in part.stored.rows(tables.SystemRow):
            if row.id in part.measured or row.name not in rows:
                rows[row.name] = (row, number if row.id in part.measured else None)
    baseline = next((name for name in names if rows[name][0].role == "baseline"), names[0])
    systems = []
    for name in names:
        row, measured_in = rows[name]
        role = "baseline" if name == baseline else "challenger"
        systems.append(NewSystem(name, role, row.color, tables.data(row.facts), measured_in))
    return JoinPlan(
        systems=systems,
        places=[{own: names.index(name) for own, name in part.names.items()} for part in parts],
        whose=[" and ".join(part.names[system] for system in sorted(part.measured)) for part in parts],
        order=SystemOrder(order="one at a time", reason="joined from sessions of systems that were run one at a time"),
        event=NotSimultaneous(),
    )
