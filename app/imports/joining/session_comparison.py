# SPDX-License-Identifier: Apache-2.0
"""Side-by-side comparison of systems from several recorded sessions, in one new session.

Unlike a join (join.py), a comparison may contain the same system twice, and sessions with different scenarios:
differences are reported instead of rejected. Every system is a separate column, named after its session. Sessions
were not simultaneous, so the repeats of a comparison are never treated as pairs.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from app.imports.joining.combined_session import (
    SECOND_NS,
    Alignment,
    JoinedSession,
    JoinPlan,
    NewSystem,
    SessionPart,
    ShareDone,
    align,
    complete_or_removed,
)
from app.imports.source import ImportedFileError
from app.model.documents import ComparisonRemarks, MeasuredStep, MeasuredSystem, SystemOrder
from app.model.events import NotSimultaneous, PartsOfOneRun
from app.model.messages import Message, letter_of
from app.session import tables
from app.session.stored_session import StoredSession
from app.session.writer import SessionWriter

KIND = "compare"
MOST_COLUMNS = 6
DIFFERENT_TIMES = "the sessions were recorded at different times"


@dataclass(frozen=True, slots=True)
class SelectedSystem:
    """Selected system.

    Attributes:
        letter: letter in the original session.
        name: name in the comparison.
    """

    letter: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class UndocumentedStep:
    """Measurement for which a session has no document.

    Attributes:
        spans: start and end in seconds since the session's start, by the session's letters.
        systems: users and rate of each system, if known.
    """

    run: int
    step: int
    spans: Mapping[str, tuple[float, float]]
    systems: Mapping[str, MeasuredSystem]


@dataclass(frozen=True, slots=True)
class ComparedSession:
    """Session and the selected part of it.

    Attributes:
        steps: measurements without a document in the session, or those of a piece.
        piece_s: start and end of the only piece that is copied, in seconds since the session's start.
        turns: whether its systems were loaded one after the other.
    """

    path: Path
    columns: tuple[SelectedSystem, ...]
    steps: tuple[UndocumentedStep, ...] = ()
    piece_s: tuple[float, float] | None = None
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Remarks:
    """Findings about a comparison.

    Attributes:
        reasons: why it has no valid result.
        warnings: what makes it unfair.
        document: details of its sessions and their differences.
    """

    reasons: tuple[Message, ...]
    warnings: tuple[Message, ...]
    document: ComparisonRemarks


def compare_sessions(
    sessions: Sequence[ComparedSession],
    new: Path,
    remarks: Remarks,
    *,
    title: str,
    alignment: Alignment,
    progress: ShareDone = lambda _share: None,
) -> None:
    """Write the comparison as a new session.

    Args:
        sessions: sessions to compare.
        new: the file to create.
        remarks: findings to store.
        title: title of the new session.
        alignment: points in time to align.
        progress: receives the completed share; raising an exception cancels the work, and no new session is left
            behind.

    Raises:
        ImportedFileError: there is nothing to compare; no new session is left behind.
        SessionError: a session cannot be read or written; no new session is left behind.
    """
    columns = [column for session in sessions for column in session.columns]
    if not 2 <= len(columns) <= MOST_COLUMNS:
        raise ImportedFileError(
            "{count} systems selected: a comparison shows 2 to {most_columns}",
            count=len(columns),
            most_columns=MOST_COLUMNS,
        )
    with ExitStack() as opened:
        taken = [one for session in sessions for one in _one_by_one(session, alignment)]
        parts = [_part(opened.enter_context(StoredSession(one.path)), one, alignment) for one in taken]
        align([part for part in parts if part.cut_ns is None], alignment)
        first = parts[0].stored.session
        writer = SessionWriter.create(
            new, title=title, scenario_toml=first.scenario_toml, clock_origin_ns=0, kind="compare"
        )
        with complete_or_removed(writer):
            joined = JoinedSession(writer, parts, _plan(parts, taken), progress)
            end_ns = joined.write()
            _write_steps(writer, joined.start_ns, parts, taken)
            writer.document(joined.start_ns, remarks.document, name=KIND)
            writer.finish(end_ns, valid=not remarks.reasons, reasons=remarks.reasons, warnings=remarks.warnings)


def _one_by_one(session: ComparedSession, alignment: Alignment) -> Iterator[ComparedSession]:
    """Yield systems that took turns as separate sessions, to align each at its own measurement.

    With the alignment "start" they keep their turns.
    """
    separate = session.turns and alignment != "start"
    for columns in [(column,) for column in session.columns] if separate else [session.columns]:
        yield ComparedSession(session.path, columns, session.steps, session.piece_s, separate)


def _part(stored: StoredSession, session: ComparedSession, alignment: Alignment) -> SessionPart:
    cut = session.piece_s
    part = SessionPart(
        stored,
        by_step=alignment == "step",
        letters=frozenset(column.letter for column in session.columns) if session.turns else frozenset(),
        cut_ns=(round(cut[0]) * SECOND_NS, round(cut[1]) * SECOND_NS) if cut is not None else None,
    )
    by_letter = {letter_of(index): own for index, own in enumerate(part.names)}
    for column in session.columns:
        own = by_letter.get(column.letter)
        if own is None or own not in part.measured:
            raise ImportedFileError(
                "{file}: nothing was measured of {column}", file=stored.path.name, column=column.name
            )
    part.measured = {by_letter[column.letter] for column in session.columns}
    return part


def _plan(parts: Sequence[SessionPart], taken: Sequence[ComparedSession]) -> JoinPlan:
    systems: list[NewSystem] = []
    places: list[dict[int, int]] = []
    whose = []
    for number, (part, session) in enumerate(zip(parts, taken, strict=True)):
        rows = {letter_of(index): row for index, row in enumerate(part.stored.rows(tables.SystemRow))}
        own = {}
        for column in session.columns:
            row = rows[column.letter]
            own[row.id] = len(systems)
            # Otherwise a system that occurs twice would have the same color twice.
            systems.append(NewSystem(column.name, column.role, "", tables.data(row.facts), number))
        places.append(own)
        whose.append(" ".join(letter_of(place) for place in own.values()))
    pieces = any(session.piece_s is not None for session in taken)
    return JoinPlan(
        systems=systems,
        places=places,
        whose=whose,
        order=SystemOrder(order="one at a time", reason=DIFFERENT_TIMES),
        event=PartsOfOneRun() if pieces else NotSimultaneous(how="different times"),
        alike=True,
    )


def _write_steps(
    writer: SessionWriter, start_ns: int, parts: Sequence[SessionPart], taken: Sequence[ComparedSession]
) -> None:
    """Write the steps for which sessions have no documents; the new letters follow the order of the columns."""
    place = 0
    for part, session in zip(parts, taken, strict=True):
        letters = {column.letter: letter_of(place + index) for index, column in enumerate(session.columns)}
        place += len(letters)
        for step in session.steps:
            for letter, (from_s, to_s) in step.spans.items():
                if letter not in letters:
                    continue
                shift_s = part.shift_s((from_s + to_s) / 2)
                measured = MeasuredStep(
                    from_s=from_s + shift_s,
                    to_s=to_s + shift_s,
                    systems={letters[letter]: step.systems.get(letter, MeasuredSystem())},
                )
                at_ns = start_ns + round((to_s + shift_s) * SECOND_NS)
                writer.document(at_ns, measured, run=step.run, step=step.step)
