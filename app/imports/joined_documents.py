"""The documents and phases of joined sessions: letters and times as the new session has them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.imports.joined_part import SECOND_NS, Part
from app.session import tables

STEP = "step"
BY_LETTER = (STEP, "plan result")
"""Kinds of documents whose `systems` are by letter; they tell of all of a session, not of a piece of it."""
ORDER = "order"


@dataclass(frozen=True, slots=True)
class LetterMap:
    """A part's letters of the systems that are taken, as the new session has them; what is added to a time of the
    part, both seconds."""

    letters: Mapping[str, str]
    shift_s: Callable[[float], float]

    def moved(self, row: tables.DocumentRow) -> dict[str, Any]:
        """A document's data with the new letters and times. A step is told by the part that measured it: each system's
        has its own times."""
        data: dict[str, Any] = dict(tables.data(row.data))
        if row.kind in BY_LETTER:
            self._rename(data)
        from_s, to_s = data.get("from_s"), data.get("to_s")
        if row.kind == STEP and isinstance(from_s, int | float) and isinstance(to_s, int | float):
            shift_s = self.shift_s((from_s + to_s) / 2)
            data |= {"from_s": from_s + shift_s, "to_s": to_s + shift_s}
        return data

    def phase(self, row: tables.PhaseRow) -> dict[str, Any]:
        """A phase's detail with the new letters."""
        detail: dict[str, Any] = dict(tables.data(row.detail))
        self._rename(detail)
        return detail

    def event(self, text: str) -> str:
        """The text of a system's event, which begins with its letter: "B: checkpoint", "B (NVMe): its files grew"."""
        letter = text[:1]
        return self.letters[letter] + text[1:] if letter in self.letters and text[1:].startswith((": ", " (")) else text

    def stints(self, rows: Sequence[tables.DocumentRow]) -> list[list[str]]:
        """Which systems were at work together, one after the other; all at once where the part does not tell."""
        told = next((tables.data(row.data).get("stints") for row in rows if row.kind == ORDER), None)
        if not isinstance(told, list):
            return [list(self.letters.values())]
        stints = [[self.letters[one] for one in stint if one in self.letters] for stint in told]
        return [stint for stint in stints if stint]

    def _rename(self, data: dict[str, Any]) -> None:
        if isinstance(systems := data.get("systems"), dict):
            data["systems"] = {self.letters[old]: told for old, told in systems.items() if old in self.letters}


def moved_documents(
    parts: Sequence[Part], rows: Sequence[Sequence[tables.DocumentRow]], maps: Sequence[LetterMap]
) -> Iterator[tuple[int, tables.DocumentRow, dict[str, Any]]]:
    """The documents of all parts, with the number of their part; but for how each was ordered, what tells of systems
    that are not taken, and of a piece what tells of the whole."""
    for number, (part, own, letters) in enumerate(zip(parts, rows, maps, strict=True)):
        for row in own:
            other = row.system is not None and row.system not in part.measured
            if row.kind == ORDER or other or (part.cut_ns and row.kind in BY_LETTER):
                continue
            data = letters.moved(row)
            if row.kind != STEP or data.get("systems") != {}:
                yield number, row, data


def moved_phases(
    parts: Sequence[Part], maps: Sequence[LetterMap], *, alike: bool
) -> Iterator[tuple[tables.PhaseRow, int, dict[str, Any]]]:
    """Of each run the phases of the first part that has it, and when they begin, ns since the new common start.

    They stand for all: their systems are those of all parts that have the same phase. alike: only of those in which it
    begins within the same second, and the phase then always says of which systems it is.
    """
    told = [_phases(part, letters, alike=alike) for part, letters in zip(parts, maps, strict=True)]
    done: set[int] = set()
    for own in told:
        new = [one for one in own if one[0].run not in done]
        done |= {row.run for row, _, _ in new}
        for row, at_ns, detail in new:
            key = row.run, row.step, row.name
            systems: dict[str, Any] = {}
            for other in told:
                for same, its_ns, its in other:
                    if (same.run, same.step, same.name) == key and (not alike or abs(its_ns - at_ns) < SECOND_NS):
                        systems.update(its.get("systems") or {})
            yield row, at_ns, {**detail, "systems": systems} if systems else detail


def _phases(part: Part, letters: LetterMap, *, alike: bool) -> list[tuple[tables.PhaseRow, int, dict[str, Any]]]:
    """The phases of a part that are taken; of the piece that is, the phase that it begins in begins with it."""
    rows = part.stored.rows(tables.PhaseRow)
    found = []
    for number, row in enumerate(rows):
        own_ns, detail = part.own_ns(row.t_ns), letters.phase(row)
        if part.cut_ns is not None:
            ends_ns = part.own_ns(rows[number + 1].t_ns) if number + 1 < len(rows) else part.cut_ns[1]
            if ends_ns <= part.cut_ns[0] or own_ns >= part.cut_ns[1]:
                continue
            own_ns = max(own_ns, part.cut_ns[0])
        if alike and "systems" not in detail:
            detail["systems"] = {letter: {} for letter in letters.letters.values()}
        found.append((row, own_ns + part.shift_ns(own_ns), detail))
    return found
