"""The documents and phases of joined sessions: letters and times as the joined session has them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.session import tables

BY_LETTER = ("step", "plan result")
"""Kinds of documents whose `systems` are by letter."""
ORDER = "order"


@dataclass(frozen=True, slots=True)
class LetterMap:
    """A part's letters of the systems that it measured, as the joined session has them; what is added to a run's times,
    seconds."""

    letters: Mapping[str, str]
    shift_s: Callable[[int], float]

    def moved(self, row: tables.DocumentRow) -> dict[str, Any]:
        """A document's data with the new letters and times. A step is told by the part that measured it: each system's
        has its own times."""
        data: dict[str, Any] = dict(tables.data(row.data))
        if row.kind in BY_LETTER:
            self._rename(data)
        if row.kind == "step":
            for name in ("from_s", "to_s"):
                if isinstance(data.get(name), int | float):
                    data[name] += self.shift_s(row.run)
        return data

    def phase(self, row: tables.PhaseRow) -> dict[str, Any]:
        """A phase's detail with the new letters."""
        detail: dict[str, Any] = dict(tables.data(row.detail))
        self._rename(detail)
        return detail

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
    parts: Sequence[Sequence[tables.DocumentRow]], maps: Sequence[LetterMap]
) -> Iterator[tuple[int, tables.DocumentRow, dict[str, Any]]]:
    """The documents of all parts, but for how each was ordered, with the number of their part."""
    for number, (rows, letters) in enumerate(zip(parts, maps, strict=True)):
        for row in rows:
            if row.kind != ORDER:
                yield number, row, letters.moved(row)


def moved_phases(
    parts: Sequence[Sequence[tables.PhaseRow]], maps: Sequence[LetterMap]
) -> Iterator[tuple[int, tables.PhaseRow, dict[str, Any]]]:
    """Of each run the phases of the first part that has it, which stand for all: its systems are those of all parts
    that have the same phase."""
    alike: dict[tuple[int, int, str], dict[str, Any]] = {}
    for rows, letters in zip(parts, maps, strict=True):
        for row in rows:
            systems = letters.phase(row).get("systems")
            if isinstance(systems, dict):
                alike.setdefault((row.run, row.step, row.name), {}).update(systems)
    done: set[int] = set()
    for number, (rows, letters) in enumerate(zip(parts, maps, strict=True)):
        own = [row for row in rows if row.run not in done]
        done |= {row.run for row in own}
        for row in own:
            detail = letters.phase(row)
            if systems := alike.get((row.run, row.step, row.name)):
                detail["systems"] = systems
            yield number, row, detail
