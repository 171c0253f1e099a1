# SPDX-License-Identifier: Apache-2.0
"""Differences between the columns of a comparison: computed from sessions or stored, and which of them are unfair.

Stored remarks may come from an untrusted file. Free of Qt except for translation.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise

from app.imports.joining.session_comparison import KIND
from app.model.documents import ComparedColumn, ComparedDifference, ComparisonRemarks
from app.model.errors import phrase
from app.model.messages import Sentence
from app.results.disclosure import COUNTING, LOAD_DRIVER, disclosure_of, fact_label, fact_text
from app.session.reader import SessionReader
from app.ui.compare.compared_systems import Chosen, measured_in
from app.ui.workbench.localised_figures import duration_in_units, duration_text, moment_text
from widgets.translation import marked, tr

NOT_STATED = "–"
GROUPS: Mapping[str, str] = {
    "session": marked("Session"),
    "workload": marked("Workload"),
    "pacing": marked("Pacing"),
    "plan": marked("Plan"),
    "start": marked("Start"),
    "machine": marked("Driver's machine"),
    "system": marked("System"),
}
LABELS: Mapping[str, str] = {
    "file": marked("file"),
    "title": marked("title"),
    "recorded": marked("recorded"),
    "length": marked("length"),
    "shown": marked("shown"),
    "kind": marked("kind"),
    "Outpace version": marked("Outpace version"),
    "db_size": marked("database size"),
    "run_s": marked("run time, s"),
    "warmup_s": marked("warm-up, s"),
    "dwell_s": marked("dwell, s"),
    "settle_s": marked("settling, s"),
    "think_time_s": marked("think time, s"),
    "new_customers_percent": marked("new customers, %"),
    "ramp_users_per_s": marked("ramp, users/s"),
}
OF_EACH_RUN = ("checksum", "Time", "Date", "Started", "Uptime")
"""Facts that differ in every run and are irrelevant to the comparison."""
OF_THE_DRIVER = (LOAD_DRIVER, f"{LOAD_DRIVER}, {COUNTING}")
"""Facts that are recorded for a system but describe the load driver."""


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A fact with its text in each column.

    Attributes:
        unfair: The columns differ although they should be equal, which makes the comparison unfair.
    """

    group: str
    label: str
    texts: tuple[str, ...]
    unfair: bool = False

    @property
    def differs(self) -> bool:
        """True if the columns differ in this fact."""
        return len(set(self.texts) - {NOT_STATED}) > 1

    @property
    def untold(self) -> bool:
        """True if only some columns contain this fact, and those agree."""
        return not self.differs and len(set(self.texts)) > 1


@dataclass(frozen=True, slots=True)
class Differences:
    """Differences between columns.

    Attributes:
        rows: All known facts.
        unfair: Reasons why the comparison is unfair.
        impossible: Reasons why no result can be computed.
        notes: Other remarks.
    """

    rows: tuple[DifferenceRow, ...]
    unfair: tuple[Sentence, ...]
    impossible: tuple[Sentence, ...]
    notes: tuple[Sentence, ...]

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """Warnings to show next to the figures."""
        return (*self.notes, *self.unfair)


def differences_of(columns: Sequence[Chosen]) -> Differences:
    """Return the differences between two or more columns."""
    conditions = _fact_rows(columns, lambda column: column.session.conditions, unfair=True)
    machine = _fact_rows(columns, lambda column: _grouped("machine", column.session.machine), unfair=True)
    systems = _fact_rows(columns, lambda column: _grouped("system", column.system.facts), unfair=False)
    systems = [replace(row, unfair=row.differs and row.label in OF_THE_DRIVER) for row in systems]
    rows = (*_sessions(columns), *conditions, *machine, *systems)
    return Differences(
        rows=rows,
        unfair=tuple(_unfair_reasons(columns, conditions, machine, systems)),
        impossible=tuple(_blocking_reasons(columns)),
        notes=tuple(_notes(columns)),
    )


def group_name(group: str) -> str:
    """Return the translated name of a group of rows."""
    return tr(GROUPS.get(group, group))


def difference_label(label: str) -> str:
    """Return the translated label of a row."""
    return tr(LABELS[label]) if label in LABELS else fact_label(label.replace("_", " "), tr)


def difference_text(row: DifferenceRow, place: int) -> str:
    """Return the translated text of a row in a column."""
    if place >= len(row.texts):
        return ""
    return fact_text(row.label, row.texts[place], tr)


def remarks_of(columns: Sequence[Chosen], found: Differences) -> ComparisonRemarks:
    """Return the remarks to store in a comparison, with file names instead of paths."""
    return ComparisonRemarks(
        columns=[
            ComparedColumn(
                letter=column.letter,
                name=column.name,
                file=column.session.path.name,
                title=column.session.title,
                recording=column.session.recording,
                piece_s=column.piece_s,
            )
            for column in columns
        ],
        differences=[
            ComparedDifference(group=row.group, label=row.label, texts=list(row.texts), unfair=row.unfair)
            for row in found.rows
            if row.differs or row.untold
        ],
        unfair=list(found.unfair),
        impossible=list(found.impossible),
        notes=list(found.notes),
    )


def _sessions(columns: Sequence[Chosen]) -> list[DifferenceRow]:
    """Return the facts about the session of each column."""
    facts: tuple[tuple[str, Callable[[Chosen], str]], ...] = (
        ("file", lambda column: column.session.path.name),
        ("title", lambda column: column.session.title),
        ("recorded", lambda column: moment_text(column.session.started, seconds=True)),
        ("length", lambda column: duration_text(column.session.length_s)),
        ("shown", lambda column: _piece_text(column.piece_s) if column.piece_s else "everything"),
        ("kind", lambda column: column.session.kind),
        ("Outpace version", lambda column: column.session.version or NOT_STATED),
    )
    return [DifferenceRow("session", label, tuple(text(column) for column in columns)) for label, text in facts]


def _grouped(group: str, facts: Mapping[str, str]) -> dict[tuple[str, str], str]:
    return {(group, label): text for label, text in facts.items()}


def _fact_rows(
    columns: Sequence[Chosen], facts: Callable[[Chosen], Mapping[tuple[str, str], str]], *, unfair: bool
) -> list[DifferenceRow]:
    each = [facts(column) for column in columns]
    rows = []
    for group, label in dict.fromkeys(key for own in each for key in own):
        row = DifferenceRow(group, label, tuple(own.get((group, label), NOT_STATED) for own in each))
        ever = label.partition(",")[0] in OF_EACH_RUN
        rows.append(replace(row, unfair=unfair and row.differs and not ever))
    return rows


def _unfair_reasons(
    columns: Sequence[Chosen],
    conditions: Sequence[DifferenceRow],
    machine: Sequence[DifferenceRow],
    systems: Sequence[DifferenceRow],
) -> list[Sentence]:
    """Return the reasons why a comparison is unfair. The systems under test are expected to differ."""
    facts = []
    for row in conditions:
        if not row.unfair or (row.group, row.label) in (("workload", "name"), ("plan", "name")):
            continue
        if (row.group, row.label) == ("workload", "users"):
            facts.append(phrase("different load: {each} users", each=_distinct_texts(columns, row)))
        elif (row.group, row.label) == ("workload", "db_size"):
            facts.append(phrase("different data: {each}", each=_distinct_texts(columns, row)))
        else:
            group = Sentence(text=GROUPS.get(row.group, row.group))
            what = Sentence(text=LABELS.get(row.label, row.label.replace("_", " ")))
            differs = phrase(
                "{group} differs ({what}): {each}", group=group, what=what, each=_distinct_texts(columns, row)
            )
            facts.append(differs)
    if names := [Sentence(text=row.label) for row in machine if row.unfair]:
        facts.append(phrase("the driver ran on different machines: {what}", what=names[:6]))
    if driven := [row for row in systems if row.unfair]:
        facts.append(phrase("different load drivers: {each}", each=_distinct_texts(columns, driven[0])))
    if any(not column.session.conditions for column in columns):
        facts.append(phrase("not every session contains its scenario: the load may have been different"))
    return facts


def _blocking_reasons(columns: Sequence[Chosen]) -> list[Sentence]:
    """Return the reasons why no result can be computed, such as different workloads or invalid sessions."""
    facts = []
    for group in ("workload", "plan"):
        texts = tuple(column.session.conditions.get((group, "name"), "") for column in columns)
        if len({text for text in texts if text}) > 1:
            each = _distinct_texts(columns, DifferenceRow(group, "name", texts))
            workloads = group == "workload"
            facts.append(
                phrase("different workloads: {each}", each=each)
                if workloads
                else phrase("different plans: {each}", each=each)
            )
    for own in _grouped_by_session(columns):
        when = own[0].session.when
        facts += [phrase("{when}: {problem}", when=when, problem=problem) for problem in own[0].session.problems]
    return facts


def _notes(columns: Sequence[Chosen]) -> list[Sentence]:
    """Return notes, such as that the systems did not run at the same time."""
    pieces: dict[str, dict[int, Chosen]] = {}
    for column in columns:
        if column.piece_s is not None:
            pieces.setdefault(column.session.recording, {})[column.candidate] = column
    facts = []
    for own in pieces.values():
        parts = sorted(own.values(), key=lambda column: column.piece_s or (0.0, 0.0))
        each = _join_sentences(
            phrase("{piece} ({of})", piece=_piece_text(one.piece_s), of=one.session.snapshot or phrase("all"))
            for one in parts
        )
        facts.append(phrase("parts of one run, not repeats: {each}", each=each))
        for one, other in pairwise(parts):
            if one.piece_s and other.piece_s and (both_s := one.piece_s[1] - other.piece_s[0]) > 0:
                facts.append(phrase("{time} of that run are in both", time=duration_in_units(both_s)))
        for one in parts:
            if one.piece_s and measured_in(one.session, one.piece_s) is None:
                facts.append(phrase("{name}: nothing was measured yet", name=one.session.snapshot or one.name))
    if len({column.session.recording for column in columns}) > 1:
        facts.append(phrase("not simultaneous: the sessions were recorded at different times"))
    for together in _grouped_by_session(columns):
        repeats = {measured.repeat for measured in together[0].session.measured}
        if len(together) > 1 and len(repeats) > 1 and not together[0].session.turns:
            letters = _join_sentences(phrase("{letter}", letter=column.letter) for column in together)
            facts.append(phrase("{letters} ran together: compare them in their own session", letters=letters))
    growing = {c.session.when for c in columns if c.session.kind == "snapshot" and c.piece_s is None}
    facts += [phrase("{name}: a snapshot, as far as the run had come", name=name) for name in sorted(growing)]
    return facts


def _grouped_by_session(columns: Sequence[Chosen]) -> list[list[Chosen]]:
    found: dict[int, list[Chosen]] = {}
    for column in columns:
        found.setdefault(column.candidate, []).append(column)
    return list(found.values())


def _join_sentences(parts: Iterable[Sentence]) -> Sentence:
    """Join sentences with "and"."""
    return reduce(lambda first, last: phrase("{first} and {last}", first=first, last=last), parts)


def _distinct_texts(columns: Sequence[Chosen], row: DifferenceRow) -> Sentence:
    """Return the distinct text of a row: "8 and 16"; with more than two columns, each text names its columns."""
    found: dict[str, list[str]] = {}
    for column, text in zip(columns, row.texts, strict=True):
        found.setdefault(text, []).append(column.letter)
    if len(columns) <= 2:
        return _join_sentences(phrase("{text}", text=text) for text in found)
    return _join_sentences(phrase("{text} ({of})", text=text, of=", ".join(letters)) for text, letters in found.items())


def _piece_text(piece_s: tuple[float, float] | None) -> str:
    return f"{duration_text(piece_s[0])} – {duration_text(piece_s[1])}" if piece_s else ""


def stored_comparison(reader: SessionReader) -> ComparisonRemarks | None:
    """Return a comparison's stored remarks; None if the session is not a comparison or has no remarks."""
    remarks = reader.documents_of(ComparisonRemarks)
    return remarks[0].data if remarks and reader.info.kind == KIND else None


def stored_rows(remarks: ComparisonRemarks) -> list[DifferenceRow]:
    """Return the differences stored in a comparison."""
    return [DifferenceRow(one.group, one.label, tuple(one.texts), one.unfair) for one in remarks.differences]


def system_differences(reader: SessionReader) -> list[DifferenceRow]:
    """Return the rows of a session's disclosure sheet, with a text per system."""
    letters = [system.letter for system in reader.systems]
    sheet = disclosure_of([reader], [{letter: letter for letter in letters}])
    return [
        DifferenceRow("system", row.label, tuple(row.texts.get(letter, NOT_STATED) for letter in letters))
        for row in sheet.systems
    ]
