# SPDX-License-Identifier: Apache-2.0
"""Columns of a comparison: session, system, name, and facts about the session.

Free of widgets because sessions are read in the background.
"""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.imports.joining.combined_session import SessionPart
from app.imports.joining.session_comparison import ComparedSession, SelectedSystem, UndocumentedStep
from app.model.documents import MeasuredStep, MeasuredSystem
from app.model.messages import letter_of
from app.results.disclosure import disclosure_of, without_secrets
from app.results.measurings import Measuring, Span, loads_of, measurings, spans_of
from app.results.session_result import session_verdict
from app.scenario.recorded import RecordedPlan
from app.session.reader import SessionReader
from app.session.stored_session import StoredSession
from app.ui.workbench.run_progress import MEASURE, phase_at
from app.ui.workbench.view import layout_from_json, visible_window

Facts = Mapping[tuple[str, str], str]
"""Facts by (group, label)."""
CONDITIONS = ("workload", "pacing", "plan", "start")
"""Sections of a scenario that should be the same in compared sessions."""
LONGEST_TEXT = 300


@dataclass(frozen=True, slots=True)
class CandidateSystem:
    """A measured system with the facts of its disclosure sheet."""

    letter: str
    name: str
    role: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MeasurementSpan:
    """Time span of one measurement for each system, by letter, with the system's load (users, rate)."""

    repeat: int
    step: int
    spans: Mapping[str, Span]
    systems: Mapping[str, MeasuredSystem]

    def as_step(self) -> UndocumentedStep:
        """Return the measurement as a step of a comparison."""
        spans = {letter: (span.from_s, span.to_s) for letter, span in self.spans.items()}
        return UndocumentedStep(self.repeat, self.step, spans, self.systems)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A session that can be compared.

    Attributes:
        recording: UUID of its run; snapshots of one run share it.
        snapshot: Name of the snapshot; "" if it is not one.
        view_s: Part visible in a snapshot, otherwise the whole session, in seconds since the start.
        conditions: Parameters of the scenario.
        machine: Facts about the driver's machine.
        recorded_steps: Whether the session records its measurement windows.
        turns: Whether the systems were measured one after the other.
        doing: Phase in which the recording ended ("warm-up").
        problems: Reasons why the run is invalid.
    """

    path: Path
    recording: str
    title: str
    kind: str
    started: datetime.datetime
    length_s: float
    snapshot: str
    view_s: tuple[float, float]
    plan: RecordedPlan
    systems: tuple[CandidateSystem, ...]
    conditions: Facts
    machine: Mapping[str, str]
    version: str
    measured: tuple[MeasurementSpan, ...]
    recorded_steps: bool
    turns: bool
    doing: str
    problems: tuple[str, ...]

    @property
    def when(self) -> str:
        """Date of the session, followed by the snapshot's name if it is one; shown next to the system's name."""
        when = f"{self.started:%Y-%m-%d %H:%M}"
        return f"{when} · {self.snapshot}" if self.snapshot else when

    def system(self, letter: str) -> CandidateSystem:
        return next(system for system in self.systems if system.letter == letter)


def candidate_of(path: Path) -> Candidate:
    """Read a session. Raises SessionError if it cannot be read, ImportedFileError if its run never started."""
    with StoredSession(path) as stored:
        part = SessionPart(stored)
        measured = {letter_of(index) for index, own in enumerate(part.names) if own in part.measured}
    with SessionReader.open(path) as reader:
        steps = measurings(reader)
        sheet = disclosure_of([reader], [{system.letter: system.letter for system in reader.systems}])
        systems = tuple(
            CandidateSystem(
                system.letter,
                system.name,
                system.role,
                {row.label: row.texts[system.letter] for row in sheet.systems if system.letter in row.texts},
            )
            for system in reader.systems
            if system.letter in measured
        )
        last = phase_at(reader.phases, reader.length_s)
        valid, reasons = session_verdict(reader)
        return Candidate(
            path=path,
            recording=reader.info.uuid,
            title=reader.info.title,
            kind="snapshot" if reader.view is not None else reader.info.kind,
            started=reader.info.started,
            length_s=reader.length_s,
            snapshot=reader.view.name if reader.view is not None else "",
            view_s=_view(reader),
            plan=reader.scenario.plan,
            systems=systems,
            conditions=_conditions(reader),
            machine=dict(sheet.driver),
            version=reader.info.outpace_version,
            measured=tuple(_measured(reader, one) for one in steps),
            recorded_steps=bool(reader.documents_of(MeasuredStep)),
            turns=_took_turns(reader, measured),
            doing=last.name if last is not None else "",
            problems=() if valid or reader.view is not None else tuple(reasons),
        )


def _view(reader: SessionReader) -> tuple[float, float]:
    whole = 0.0, float(int(reader.length_s))
    layout = layout_from_json(reader.view.layout) if reader.view is not None and reader.view.layout else None
    if layout is None:
        return whole
    window = visible_window(layout, 0.0, reader.length_s)
    from_s, to_s = max(0.0, float(round(window.from_s))), float(int(window.to_s))
    return (from_s, to_s) if from_s < to_s else whole


def _measured(reader: SessionReader, measuring: Measuring) -> MeasurementSpan:
    return MeasurementSpan(measuring.repeat, measuring.step, spans_of(reader, measuring), measuring.systems)


def _took_turns(reader: SessionReader, measured: set[str]) -> bool:
    """Return whether some systems were idle while others were measured."""
    loads = [loads_of(phase) for phase in reader.phases if phase.name == MEASURE]
    return any(own and not measured <= set(own) for own in loads)


def _conditions(reader: SessionReader) -> dict[tuple[str, str], str]:
    """Return the scenario's parameters, including defaults, without its systems."""
    whole = reader.scenario.whole
    # Scenarios of another version: only the values they contain, because their defaults are unknown.
    table = msgspec.to_builtins(whole) if whole is not None else reader.scenario.document
    found: dict[tuple[str, str], str] = {}
    for group in CONDITIONS:
        if isinstance(own := table.get(group), Mapping):
            found |= _flatten(group, "", own)
    if "order" in table:
        found["plan", "order"] = _text(table["order"])
    found.pop(("plan", "seed"), None)  # the seed differs in every run and is not reported as a difference
    return found


def _flatten(group: str, prefix: str, table: Mapping[str, object]) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            found |= _flatten(group, f"{prefix}{key} ", value)
        else:
            found[group, f"{prefix}{key}"] = without_secrets(_text(value))[:LONGEST_TEXT]
    return found


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_text(one)}" for name, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_text(one) for one in value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)


BASELINE, CHALLENGER = "baseline", "challenger"
LEAST_NEW_S = 10.0
"""Minimum new time, in seconds, in a later snapshot of a run for it to start where the earlier snapshot ended."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A column of a comparison.

    Attributes:
        candidate: Index of its session among the candidates.
        letter: Letter in the comparison.
        piece_s: Part of the session to show if another column shows the same system of the same recording.
    """

    candidate: int
    session: Candidate
    system: CandidateSystem
    letter: str
    name: str
    piece_s: tuple[float, float] | None = None


def chosen_columns(sessions: Sequence[Candidate], marked: Sequence[tuple[int, str]]) -> list[Chosen]:
    """Return the chosen columns in session order; `marked` contains (session index, system letter) pairs."""
    pieces = pieces_of(sessions, marked)
    found = [
        (number, one, system)
        for number, one in enumerate(sessions)
        for system in one.systems
        if (number, system.letter) in marked
    ]
    names = _names([(one, system) for _, one, system in found])
    return [
        Chosen(number, one, system, letter_of(place), name, pieces.get(number))
        for place, ((number, one, system), name) in enumerate(zip(found, names, strict=True))
    ]


def pieces_of(sessions: Sequence[Candidate], marked: Sequence[tuple[int, str]]) -> dict[int, tuple[float, float]]:
    """Return the part to show of each session that shares a system of one recording with another session.

    A part is what was visible in the session, without the time that an earlier part already covers if enough remains.
    """
    taken = Counter((sessions[number].recording, letter) for number, letter in marked)
    twice = {recording for (recording, _), count in taken.items() if count > 1}
    used = {number for number, _ in marked}
    pieces: dict[int, tuple[float, float]] = {}
    ended: dict[str, float] = {}
    for number in sorted(used, key=lambda place: sessions[place].view_s[1]):
        one = sessions[number]
        if one.recording in twice:
            from_s, to_s = one.view_s
            before_s = ended.get(one.recording, from_s)
            pieces[number] = (max(from_s, before_s) if to_s - before_s >= LEAST_NEW_S else from_s, to_s)
            ended[one.recording] = max(before_s, to_s)
    return pieces


def same_times(columns: Sequence[Chosen]) -> tuple[Chosen, Chosen] | None:
    """Return two columns that show the same system of one recording at overlapping times; None if there are none."""
    for number, one in enumerate(columns):
        for other in columns[number + 1 :]:
            same = (one.session.recording, one.system.letter) == (other.session.recording, other.system.letter)
            if same and one.piece_s is not None and other.piece_s is not None:
                both_s = min(one.piece_s[1], other.piece_s[1]) - max(one.piece_s[0], other.piece_s[0])
                longest_s = max(piece_s[1] - piece_s[0] for piece_s in (one.piece_s, other.piece_s))
                if longest_s - both_s < 1:
                    return one, other
    return None


def compared_sessions(columns: Sequence[Chosen], baseline: str) -> list[ComparedSession]:
    """Return the sessions to combine; `baseline` is the baseline's letter."""
    sessions: dict[int, list[Chosen]] = {}
    for column in columns:
        sessions.setdefault(column.candidate, []).append(column)
    return [
        ComparedSession(
            own[0].session.path,
            tuple(
                SelectedSystem(one.system.letter, one.name, BASELINE if one.letter == baseline else CHALLENGER)
                for one in own
            ),
            _steps(own[0].session, own[0].piece_s),
            own[0].piece_s,
            own[0].session.turns,
        )
        for own in sessions.values()
    ]


def measured_in(session: Candidate, piece_s: tuple[float, float]) -> MeasurementSpan | None:
    """Return the last measurement that overlaps a part of the session; None if nothing was measured in that part."""
    for measured in reversed(session.measured):
        spans = {
            letter: Span(max(span.from_s, piece_s[0]), min(span.to_s, piece_s[1]))
            for letter, span in measured.spans.items()
        }
        held = {letter: span for letter, span in spans.items() if span.seconds >= 1}
        if held:
            return MeasurementSpan(1, 0, held, measured.systems)
    return None


def _steps(session: Candidate, piece_s: tuple[float, float] | None) -> tuple[UndocumentedStep, ...]:
    if piece_s is None:
        return () if session.recorded_steps else tuple(one.as_step() for one in session.measured)
    whole = MeasurementSpan(1, 0, {system.letter: Span(*piece_s) for system in session.systems}, {})
    return ((measured_in(session, piece_s) or whole).as_step(),)


def _names(found: Sequence[tuple[Candidate, CandidateSystem]]) -> list[str]:
    """Return unique names made of system and session; sessions that started in the same minute are numbered."""
    labels = [f"{system.name} · {session.when}" for session, system in found]
    seen: Counter[str] = Counter()
    names = []
    for name in labels:
        seen[name] += 1
        names.append(name if labels.count(name) == 1 else f"{name} ({seen[name]})")
    return names
