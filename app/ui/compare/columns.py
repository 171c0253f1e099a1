"""The columns of a comparison: which system of which session each one is, and what it is called. No Qt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.imports.comparing import Column, ComparedSession, Step
from app.report.measured import Span
from app.session.records import letter_of
from app.ui.compare.candidates import Candidate, CandidateSystem, Measured

BASELINE, CHALLENGER = "baseline", "challenger"
LEAST_NEW_S = 10.0
"""A later snapshot of a run begins where the earlier one ended if it has at least so many seconds of its own."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A column. candidate: the place of its session among those chosen from. letter: in the comparison. piece_s: the
    only part of the session that is shown, where two columns are of one recording."""

    candidate: int
    session: Candidate
    system: CandidateSystem
    letter: str
    name: str
    piece_s: tuple[float, float] | None = None


def chosen_columns(sessions: Sequence[Candidate], marked: Sequence[tuple[int, str]]) -> list[Chosen]:
    """The columns in the order of the sessions. marked: place of the session, and the system's letter in it."""
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
    """Of sessions that hold the same system of the same recording, the part that each stands for: what was in view, but
    no second twice where the later ones have enough of their own."""
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


def compared_sessions(columns: Sequence[Chosen], baseline: str) -> list[ComparedSession]:
    """What is put together. baseline: the letter of the column that the others are compared with."""
    sessions: dict[int, list[Chosen]] = {}
    for column in columns:
        sessions.setdefault(column.candidate, []).append(column)
    return [
        ComparedSession(
            own[0].session.path,
            tuple(
                Column(one.system.letter, one.name, BASELINE if one.letter == baseline else CHALLENGER) for one in own
            ),
            _steps(own[0].session, own[0].piece_s),
            own[0].piece_s,
            own[0].session.turns,
        )
        for own in sessions.values()
    ]


def measured_in(session: Candidate, piece_s: tuple[float, float]) -> Measured | None:
    """The last measuring that a piece holds a second of; None where it was not measured in it."""
    for measured in reversed(session.measured):
        spans = {
            letter: Span(max(span.from_s, piece_s[0]), min(span.to_s, piece_s[1]))
            for letter, span in measured.spans.items()
        }
        held = {letter: span for letter, span in spans.items() if span.seconds >= 1}
        if held:
            return Measured(1, 0, held, measured.told)
    return None


def _steps(session: Candidate, piece_s: tuple[float, float] | None) -> tuple[Step, ...]:
    if piece_s is None:
        return () if session.told_steps else tuple(one.as_step() for one in session.measured)
    whole = Measured(1, 0, {system.letter: Span(*piece_s) for system in session.systems}, {})
    return ((measured_in(session, piece_s) or whole).as_step(),)


def _names(found: Sequence[tuple[Candidate, CandidateSystem]]) -> list[str]:
    """The system's name and which session it is of; of two of the same minute a number too."""
    told = [f"{system.name} · {session.when}" for session, system in found]
    seen: Counter[str] = Counter()
    names = []
    for name in told:
        seen[name] += 1
        names.append(name if told.count(name) == 1 else f"{name} ({seen[name]})")
    return names
