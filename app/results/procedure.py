# SPDX-License-Identifier: Apache-2.0
"""Procedure of a session, step by step, derived from its recorded phases, events, checks and origins.

It describes what was recorded, not what the scenario planned.
"""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

from app.analysis.format import count_text, duration_in_units
from app.model.documents import CheckFinding, JoinedMeter, MeasuredPart, MeasuredStep, PhaseDetail, SystemOrder
from app.model.events import (
    CachesEmptied,
    DatabaseBuilt,
    FilesGrew,
    Incomplete,
    OfPart,
    OwnCommand,
    RowsAdded,
    RowsDiffer,
    RowsNotCounted,
    RunFailed,
    Stopped,
    TargetPlace,
    TargetRestored,
)
from app.model.messages import Message, sentence
from app.session.reader import SessionReader
from app.session.records import Phase

BEFORE_LOAD = ("prepare", "rest", "restore", "connect", "before the load")
MEASURE = "measure"
MOST_LOADS = 12
"""Maximum number of loads of a sweep to list."""


@dataclass(slots=True)
class ProcedureStretch:
    """Phases from a restore to the end of a load, with the events in between.

    Attributes:
        run: Number of the repeat.
        restored: How the data were restored, by place.
        existing: Like `restored`, for existing databases, which are not restored.
        emptied: How caches were emptied, by place.
    """

    run: int
    phases: list[Phase] = field(default_factory=list)
    restored: dict[str, str] = field(default_factory=dict)
    existing: dict[str, str] = field(default_factory=dict)
    emptied: dict[str, str] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)

    @property
    def letters(self) -> tuple[str, ...]:
        """Letters of the systems under load, as far as recorded."""
        return tuple(dict.fromkeys(letter for phase in self.phases for letter in sorted(phase.detail.systems or {})))

    @property
    def measured(self) -> list[Phase]:
        """Measuring phases of the stretch."""
        return [phase for phase in self.phases if phase.name == MEASURE]

    def seconds(self, name: str) -> list[float]:
        """Return the lengths of all phases with this name."""
        lengths = [phase.to_s - phase.from_s for phase in self.phases if phase.name == name]
        return [length for length in lengths if isfinite(length)]


def procedure_of(reader: SessionReader) -> tuple[str, ...]:
    """Return the procedure as sentences, in order."""
    steps = [*_origins(reader)]
    if reader.info.kind != "import":
        steps += _preparation(reader)
        steps += _system_order(reader)
    steps += _loads(reader)
    if reader.info.kind != "import":
        steps += _checks_after(reader)
    steps += _ending(reader)
    return tuple(steps)


def _origins(reader: SessionReader) -> Iterator[str]:
    if reader.info.kind == "run" or not reader.origins:
        return
    if reader.info.kind == "import":
        names = _joined([f"{one.name} ({one.kind})" for one in reader.origins])
        yield f"The results were measured elsewhere and imported from {names}."
        return
    texts = []
    for one in reader.origins:
        when = f"recorded {one.recorded[:16].replace('T', ' ')} UTC" if one.recorded else ""
        more = "; ".join(filter(None, (", ".join(one.detail.systems), when)))
        texts.append(f"{one.name} ({more})" if more else one.name)
    how = "Runs of several sessions were put side by side" if reader.info.kind == "compare" else "Sessions were joined"
    yield f"{how}: {_joined(texts)}."


def _preparation(reader: SessionReader) -> Iterator[str]:
    tally = Tally(document.data.result for document in reader.documents_of(CheckFinding))
    if tally:
        words = (("passed", "passed"), ("warning", "gave a warning"), ("failed", "failed"))
        text = _joined([f"{tally[result]} {word}" for result, word in words if tally[result]])
        yield f"The systems were checked: {text}."
    built = [message for message in _messages(reader) if isinstance(message, DatabaseBuilt)]
    if built:
        texts = [
            f"{_place(one.place)} ({f'{count_text(one.rows)} rows, ' if one.rows else ''}{_short(one.seconds)})"
            for one in built
        ]
        what = "database" if any(one.checksum for one in built) else "file"
        yield f"The pristine {what}{'s were' if len(built) > 1 else ' was'} built: {_joined(texts)}."


def _system_order(reader: SessionReader) -> Iterator[str]:
    letters = [system.letter for system in reader.systems]
    for document in reader.documents_of(SystemOrder):
        order = document.data
        turns = ", ".join("+".join(stint) for stint in order.stints)
        if order.order == "alternating" and turns:
            yield f"The systems were loaded in turns: {turns}."
        elif order.order == "one at a time" and reader.info.kind == "run":
            yield f"Only {_joined(order.present)} was loaded in this session."
        elif order.order == "together" and len(letters) > 1:
            yield f"{_joined(letters)} were loaded at the same time, from one common start."


def _loads(reader: SessionReader) -> Iterator[str]:
    """Yield the sentences about each distinct sequence of phases, with the runs to which it applies."""
    ways: dict[tuple[str, ...], list[ProcedureStretch]] = {}
    stretches_of_session = _stretches(reader)
    rests = [round(sum(stretch.seconds("rest"))) for stretch in stretches_of_session if stretch.seconds("rest")]
    if rests:
        yield f"Before each load but the first nothing ran{_lasting(rests)}."
    for stretch in stretches_of_session:
        ways.setdefault(tuple(_stretch_sentences(stretch, reader)), []).append(stretch)
    for way, stretches in ways.items():
        if not way:
            continue
        runs = list(dict.fromkeys(one.run for one in stretches))
        several = len({one.run for stretches_of_way in ways.values() for one in stretches_of_way}) > 1
        turns = len(stretches) > len(runs)
        letters = list(dict.fromkeys(letter for one in stretches for letter in one.letters))
        who = f"{'each of ' if len(letters) > 1 and turns else ''}{_joined(letters)}" if letters else ""
        numbers = f"run{'s' * (len(runs) > 1)} {_ranges(runs)}" if several else "the run"
        head = f"In {numbers}" + (f", for {who}" if who and (turns or len(ways) > 1) else "")
        first, *rest = way
        yield f"{head}: {first}"
        yield from (f"{text[:1].upper()}{text[1:]}" for text in rest)


def _stretch_sentences(stretch: ProcedureStretch, reader: SessionReader) -> Iterator[str]:
    """Yield sentences, starting in lower case, that are equal for stretches with the same sequence of phases."""
    if stretch.restored:
        yield f"{_grouped_by_how('the data were restored', stretch.restored)}."
    if stretch.existing:
        text = _grouped_by_how("the existing database was not restored", stretch.existing)
        yield f"{text}; what runs and other programs change in it stays."
    if stretch.emptied:
        yield f"caches were emptied ({_how_text(stretch.emptied)})."
    elif (stretch.restored or stretch.existing) and stretch.measured and not stretch.commands:
        left = ["the restore" if stretch.restored else "whatever ran before"]
        left += ["the warm-up"] if stretch.seconds("warm-up") else []
        yield f"caches were left as {_joined(left)} had made them."
    for command in dict.fromkeys(stretch.commands):
        yield f"the scenario's own command ran: {command}"
    if idles := stretch.seconds("idle"):
        yield f"the systems were ready and idle for {duration_in_units(sum(idles))}."
    for name, what in (("ramp", "the load rose for"), ("warm-up", "the load warmed up for")):
        lengths = stretch.seconds(name)
        if lengths and len(stretch.measured) <= 1 and sum(lengths) >= 0.5:
            yield f"{what} {duration_in_units(sum(lengths))}."
    yield from _measuring(stretch, reader)


def _steady_part(reader: SessionReader, run: int) -> str:
    """Return whether a steady part was found in a run, if it was requested."""
    records = [one.data.steady for one in reader.documents_of(MeasuredStep) if one.run == run]
    steady = next((one for one in records if one is not None), None)
    if steady is None:
        return ""
    if not steady.holds:
        return " No part of it was steady: figures are of all of it."
    return " Figures are of its steady part."


def _measuring(stretch: ProcedureStretch, reader: SessionReader) -> Iterator[str]:
    measured = stretch.measured
    if not measured:
        if stretch.phases and any(phase.name not in BEFORE_LOAD for phase in stretch.phases):
            yield "it ended before anything was measured."
        return
    lengths = [round(phase.to_s - phase.from_s) for phase in measured if isfinite(phase.to_s)]
    loads = list(dict.fromkeys(load for phase in measured if (load := _load(phase.detail))))
    incomplete = [
        document.data
        for document in reader.documents_of(MeasuredStep)
        if document.run == stretch.run and not document.data.complete
    ]
    lasting = _lasting(lengths)
    if len(measured) == 1:
        window = measured[0].detail.window
        used = _steady_part(reader, stretch.run) if window == "steady" else ""
        if isinstance(window, tuple):
            used = f" Figures are of seconds {window[0]:g} to {window[1]:g} of it."
        parts = next((one.data.parts for one in reader.documents_of(MeasuredStep) if one.run == stretch.run), [])
        load = f" with {loads[0]}" if loads and not parts else ""
        cut = " It was ended early." if incomplete else ""
        yield f"the load was measured{load}{lasting}.{used}{cut}"
        if parts:
            yield f"meanwhile it changed: {_changes(parts)}."
        return
    shown = "; ".join(loads[:MOST_LOADS]) + (f"; and {len(loads) - MOST_LOADS} more" if len(loads) > MOST_LOADS else "")
    settles = [*stretch.seconds("settle"), *stretch.seconds("ramp"), *stretch.seconds("warm-up")]
    settling = f", each after {_lasting(map(round, settles)).removeprefix(' for ')} of settling" if settles else ""
    cut = " The last one was ended early." if incomplete else ""
    yield f"{len(measured)} steps were measured{lasting} each{settling}: {shown}.{cut}"


def _changes(parts: Sequence[MeasuredPart]) -> str:
    """Return the changes of the load: "2 users for 8 s; 8 users for 4 s"."""
    texts = []
    for part in parts:
        unit = "users" if part.users else "orders/s"
        ends = " to ".join(f"{number:g}" for number in dict.fromkeys(part.users or part.rate or ()))
        texts.append(f"{ends} {unit}{_lasting([round(part.to_s - part.from_s)])}" if ends else part.name)
    more = f"; and {len(texts) - MOST_LOADS} more" if len(texts) > MOST_LOADS else ""
    return "; ".join(texts[:MOST_LOADS]) + more


def _lasting(seconds: Iterable[int]) -> str:
    lengths = sorted(set(seconds))
    if not lengths:
        return ""
    if len(lengths) == 1:
        return f" for {duration_in_units(lengths[0])}"
    return f" for {duration_in_units(lengths[0])} to {duration_in_units(lengths[-1])}"


def _load(detail: PhaseDetail) -> str:
    """Return the requested load per target."""
    if detail.io_pass or detail.block_kb:
        parts = [f"{detail.block_kb:g} KiB" if detail.block_kb else "", detail.access, detail.io_pass]
        depth = f"{detail.outstanding:g} outstanding" if detail.outstanding else ""
        threads = f"{detail.threads:g} thread{'s' * (detail.threads != 1)}" if detail.threads else ""
        return ", ".join(filter(None, (" ".join(filter(None, parts)), threads, depth)))
    if detail.orders:
        return f"{detail.orders:,} orders to be done"
    if detail.rate:
        return f"{detail.rate:g} orders/s"
    if detail.users:
        return f"{detail.users:g} user{'s' * (detail.users != 1)} on each target"
    users_of_system = {letter: load for letter, load in (detail.systems or {}).items() if load.users}
    return ", ".join(f"{letter} {load.users:g} users" for letter, load in sorted(users_of_system.items()))


def _checks_after(reader: SessionReader) -> Iterator[str]:
    counted = [one for one in _messages(reader) if isinstance(one, RowsAdded | RowsDiffer | RowsNotCounted)]
    if counted:
        matching = sum(isinstance(one, RowsAdded) for one in counted)
        differing = [_place(one.place) for one in counted if isinstance(one, RowsDiffer)]
        unanswered = [_place(one.place) for one in counted if isinstance(one, RowsNotCounted)]
        text = f"after each load the rows were counted: as many orders as were counted by the driver in {matching} of "
        text += f"{len(counted)} counts"
        text += f"; not in {_joined(dict.fromkeys(differing))}" if differing else ""
        text += f"; {_joined(dict.fromkeys(unanswered))} did not answer" if unanswered else ""
        yield f"{text[:1].upper()}{text[1:]}."
    grown: dict[str, float] = {}
    for one in _messages(reader):
        if isinstance(one, FilesGrew):
            place = _place(one.place)
            grown[place] = max(grown.get(place, 0.0), (one.after_bytes - one.before_bytes) / 2**20)
    if grown:
        texts = [f"{place} by up to {mib:,.1f} MiB" for place, mib in grown.items()]
        yield f"Files grew during a load: {_joined(texts)}."


def _ending(reader: SessionReader) -> Iterator[str]:
    for meter in reader.documents_of(JoinedMeter):
        yield f"The log of a power meter, {meter.data.readings:,} readings, was joined to the recording by its clock."
    reasons: Sequence[Message] = reader.end.reasons if reader.end is not None else ()
    cut_short = [reader.end.cut_short] if reader.end is not None and reader.end.cut_short is not None else []
    known = (*_messages(reader), *cut_short, *reasons)
    ended = [one for one in known if isinstance(_plain(one), Stopped | Incomplete | RunFailed)]
    early = list(dict.fromkeys(reader.sentence(one).rstrip(".") for one in ended))
    yield from (f"It was ended before its time: {text}." for text in early)
    others = [text for one in reasons if (text := reader.sentence(one).rstrip(".")) not in early]
    if others:
        yield f"It does not count: {'; '.join(dict.fromkeys(others))}."
    if reader.end is None and reader.view is None:
        yield "The recording has no end: it goes on, or was cut off."


def _stretches(reader: SessionReader) -> list[ProcedureStretch]:
    """Group the phases into stretches.

    A restore before the first load belongs to the first load's stretch, and also to the second's if the systems
    alternate and were not restored again.
    """
    stretches: list[ProcedureStretch] = []
    loaded = True
    for phase in reader.phases:
        before = phase.name in BEFORE_LOAD
        if before and loaded:
            stretches.append(ProcedureStretch(phase.run))
            loaded = False
        if not stretches:
            stretches.append(ProcedureStretch(phase.run))
        loaded = loaded or not before
        stretches[-1].phases.append(phase)
        stretches[-1].run = phase.run
    for event in reader.events:
        message = _plain(event.message)
        stretch = next((one for one in reversed(stretches) if one.phases and one.phases[0].from_s <= event.t_s), None)
        if stretch is None:
            continue
        if isinstance(message, TargetRestored):
            hows = stretch.existing if message.existing else stretch.restored
            hows[_place(message.place)] = sentence(message.how)
        elif isinstance(message, CachesEmptied):
            stretch.emptied[_place(message.place)] = sentence(message.how)
        elif isinstance(message, OwnCommand):
            stretch.commands.append(message.command)
    for one in stretches:
        for hows in (one.restored, one.existing, one.emptied):
            for place in [place for place in hows if one.letters and place[:1] not in one.letters]:
                del hows[place]
    return stretches


def _messages(reader: SessionReader) -> Iterator[Message]:
    return (_plain(event.message) for event in reader.events)


def _plain(message: Message) -> Message:
    return _plain(message.message) if isinstance(message, OfPart) else message


def _place(place: TargetPlace) -> str:
    return f"{place.system}, target {place.target}" if place.target else place.system


def _grouped_by_how(what: str, hows: Mapping[str, str]) -> str:
    """Return how something was done on each system or target, or only once if it was the same for all."""
    alike = len(set(hows.values())) == 1
    if alike:
        return f"{what} ({next(iter(hows.values()))})"
    return f"{what}: " + "; ".join(f"{place} ({how})" for place, how in sorted(hows.items()))


def _how_text(hows: Mapping[str, str]) -> str:
    if len(set(hows.values())) == 1:
        return next(iter(hows.values()))
    return "; ".join(f"{place}: {how}" for place, how in sorted(hows.items()))


def _joined(texts: Iterable[str]) -> str:
    all_texts = list(texts)
    return " and ".join(filter(None, [", ".join(all_texts[:-1]), *all_texts[-1:]]))


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers as text: "1 to 3", "1 and 3"."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return _joined([str(number) for number in numbers])


def _short(seconds: float) -> str:
    return duration_in_units(seconds) if seconds >= 10 else f"{seconds:.1f} s"
