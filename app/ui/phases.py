"""A session's phases and result windows as its charts draw them."""

from collections.abc import Sequence
from math import isfinite

from app.report.measured import number_of
from app.session.documents import documents_of
from app.session.reader import SessionReader
from app.session.records import Phase, SystemInfo
from app.ui.figures import number_text
from app.ui.standing import MEASURE, load_words, loads_of, repeats_of
from app.ui.texts import tr

Span = tuple[float, float, str]
"""From, to (seconds since the common start), and a name."""
WITHOUT_LOAD = ("stop", "rest", "restore", "connect")


def phase_spans(phases: Sequence[Phase], until_s: float) -> list[Span]:
    """The phases since the common start as a chart takes them: (from_s, to_s, name).

    A chart shades every other span from the first on. What is measured lies on clear ground (a shade over the whole
    plot also costs a millisecond a chart and frame), so an empty span comes first where the order asks for it. Where
    much is measured, everything between two measurings is one span.
    """
    seen = [(max(phase.from_s, 0.0), min(phase.to_s, until_s), phase) for phase in phases]
    seen = [(from_s, to_s, phase) for from_s, to_s, phase in seen if to_s > from_s]
    if sum(phase.name == MEASURE for _, _, phase in seen) > 1:
        spans = _between(seen)
    else:
        spans = [(from_s, to_s, phase.name) for from_s, to_s, phase in seen]
    counted = next((number for number, (_, _, name) in enumerate(spans) if name.startswith(MEASURE)), 1)
    return spans if counted % 2 else [(0.0, 0.0, ""), *spans]


def spans_by_letter(reader: SessionReader, until_s: float) -> dict[str, list[Span]]:
    """The spans of each system's charts, by letter, and under "" those of charts of all. They are the same, but in a
    comparison of sessions with other phases each system shows its own."""
    whole = phase_spans(reader.phases, until_s)
    found = {"": whole, **{system.letter: whole for system in reader.systems}}
    if reader.info.kind == "compare":
        for system in reader.systems:
            own = [phase for phase in reader.phases if not loads_of(phase) or system.letter in loads_of(phase)]
            found[system.letter] = phase_spans(own, until_s)
    return found


def result_windows(reader: SessionReader, system: SystemInfo | None, until_s: float) -> list[Span]:
    """The windows that results are made of, up to a moment, with what tells them apart: the run, or the load. system:
    whose; None: of all."""
    told = [
        (document, number_of(document.data.get("from_s")), number_of(document.data.get("to_s")))
        for document in documents_of(reader.documents, "step")
    ]
    seen = [(document, from_s, to_s) for document, from_s, to_s in told if from_s < to_s <= until_s + 1]
    repeats = max([repeats_of(reader), *(document.run for document, _, _ in seen)])
    stepped = len({document.step for document, _, _ in seen}) > 1
    windows: dict[tuple[float, float], str] = {}
    for document, from_s, to_s in seen:
        systems = document.data.get("systems")
        if not isinstance(systems, dict) or (system is not None and system.letter not in systems):
            continue
        name = f"{document.run}" if repeats > 1 and not stepped else ""
        if stepped:
            own = systems[system.letter] if system is not None else document.data
            depth = number_of(document.data.get("outstanding"))
            name = number_text(depth) if isfinite(depth) else _load(own if isinstance(own, dict) else {})
        windows[from_s, to_s] = name
    return [(from_s, to_s, name) for (from_s, to_s), name in sorted(windows.items())]


def _load(told: dict[str, object]) -> str:
    rate, users = number_of(told.get("rate")), number_of(told.get("users"))
    return f"{number_text(rate)}/s" if rate > 0 else number_text(users) if isfinite(users) else ""


def _between(seen: Sequence[tuple[float, float, Phase]]) -> list[Span]:
    """Measurings by what they are of, and what lies between them in one span each."""
    repeats = max(phase.run for _, _, phase in seen)
    everybody = {letter for _, _, phase in seen for letter in loads_of(phase)}
    spans: list[Span] = []
    measured = True
    for from_s, to_s, phase in seen:
        if phase.name == MEASURE:
            turn = tr(" and ").join(loads_of(phase)) if set(loads_of(phase)) != everybody else ""
            told = [tr("run {run}").format(run=phase.run) if repeats > 1 else "", turn, load_words(phase)]
            spans.append((from_s, to_s, " · ".join([MEASURE, *(part for part in told if part)])))
        elif measured or not spans:
            spans.append((from_s, to_s, "rest" if phase.name in WITHOUT_LOAD else phase.name))
        else:
            spans[-1] = (spans[-1][0], to_s, spans[-1][2])
        measured = phase.name == MEASURE
    return spans
