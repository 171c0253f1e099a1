"""What must be known of a recorded session before it is compared with others. No Qt: it is read off the window's
thread."""

import datetime
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.imports.comparing import Step
from app.imports.joined_part import Part
from app.report.disclosure import disclosure_of, without_secrets
from app.report.measured import Measuring, Span, measurings, plan_of, spans_of
from app.report.result import session_verdict
from app.scenario.reading import ScenarioError, parse_scenario
from app.session.parts import StoredSession
from app.session.reader import SessionReader
from app.session.records import letter_of
from app.ui.layout import layout_from_json, shown_window
from app.ui.standing import MEASURE, loads_of, phase_at

Facts = Mapping[tuple[str, str], str]
"""What is known, by group and label."""
CONDITIONS = ("workload", "pacing", "plan", "start")
"""The parts of a scenario that sessions should share."""
LONGEST_TEXT = 300


@dataclass(frozen=True, slots=True)
class CandidateSystem:
    """A system that was measured. facts: of its disclosure sheet."""

    letter: str
    name: str
    role: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Measured:
    """Spans of one measuring by letter, with what is known of each system in it (users, rate)."""

    repeat: int
    step: int
    spans: Mapping[str, Span]
    told: Mapping[str, Mapping[str, object]]

    def as_step(self) -> Step:
        """As it is written into a comparison."""
        spans = {letter: (span.from_s, span.to_s) for letter, span in self.spans.items()}
        return Step(self.repeat, self.step, spans, self.told)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A session. recording: the uuid of its run; snapshots of one run share it. snapshot: its name, "" where it is
    none. view_s: what was in view in a snapshot, else all of it, seconds since the start.

    conditions: of the scenario; machine: facts of the driver's. told_steps: it says itself when it was measured.
    turns: its systems took turns. doing: what it did at its end ("warm-up"). problems: why it is not valid.
    """

    path: Path
    recording: str
    title: str
    kind: str
    started: datetime.datetime
    length_s: float
    snapshot: str
    view_s: tuple[float, float]
    plan: str
    systems: tuple[CandidateSystem, ...]
    conditions: Facts
    machine: Mapping[str, str]
    version: str
    measured: tuple[Measured, ...]
    told_steps: bool
    turns: bool
    doing: str
    problems: tuple[str, ...]

    @property
    def when(self) -> str:
        """Which session it is, beside a system's name: its date, and a snapshot's name."""
        when = f"{self.started:%Y-%m-%d %H:%M}"
        return f"{when} · {self.snapshot}" if self.snapshot else when

    def system(self, letter: str) -> CandidateSystem:
        """By its letter."""
        return next(system for system in self.systems if system.letter == letter)


def candidate_of(path: Path) -> Candidate:
    """Reads a session. Raises SessionError where it can't be read, ImportedFileError where it never started."""
    with StoredSession(path) as stored:
        part = Part(stored)
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
            plan=str(plan_of(reader).get("name", "timed")),
            systems=systems,
            conditions=_conditions(reader),
            machine=dict(sheet.driver),
            version=reader.info.outpace_version,
            measured=tuple(_measured(reader, one) for one in steps),
            told_steps=any(document.kind == "step" for document in reader.documents),
            turns=_turns(reader, measured),
            doing=last.name if last is not None else "",
            problems=() if valid or reader.view is not None else tuple(reasons),
        )


def _view(reader: SessionReader) -> tuple[float, float]:
    whole = 0.0, float(int(reader.length_s))
    layout = layout_from_json(reader.view.layout) if reader.view is not None and reader.view.layout else None
    if layout is None:
        return whole
    window = shown_window(layout, 0.0, reader.length_s)
    from_s, to_s = max(0.0, float(round(window.from_s))), float(int(window.to_s))
    return (from_s, to_s) if from_s < to_s else whole


def _measured(reader: SessionReader, measuring: Measuring) -> Measured:
    told = {letter: dict(own) for letter, own in measuring.told.items()}
    return Measured(measuring.repeat, measuring.step, spans_of(reader, measuring), told)


def _turns(reader: SessionReader, measured: set[str]) -> bool:
    """Whether some of the systems were not under load while others were measured."""
    loads = [loads_of(phase) for phase in reader.phases if phase.name == MEASURE]
    return any(own and not measured <= set(own) for own in loads)


def _conditions(reader: SessionReader) -> dict[tuple[str, str], str]:
    """What the scenario says besides its systems, with the defaults of what it does not say."""
    text = reader.info.scenario_toml
    try:
        told = msgspec.to_builtins(parse_scenario(text)) if text else {}
    except ScenarioError:  # of another version: what it says itself, without what it leaves out
        told = _toml(text)
    found: dict[tuple[str, str], str] = {}
    for group in CONDITIONS:
        if isinstance(own := told.get(group), Mapping):
            found |= _flat(group, "", own)
    if "order" in told:
        found["plan", "order"] = _text(told["order"])
    found.pop(("plan", "seed"), None)  # a fresh one of every run is no difference
    return found


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _flat(group: str, prefix: str, told: Mapping[str, object]) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for key, value in told.items():
        if isinstance(value, Mapping):
            found |= _flat(group, f"{prefix}{key} ", value)
        else:
            found[group, f"{prefix}{key}"] = without_secrets(_text(value))[:LONGEST_TEXT]
    return found


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_text(one) for one in value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)
