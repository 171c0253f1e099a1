"""The documents of joined sessions: a step's results of each system, told in one document as those of a common run."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.session import tables

MERGED = ("step", "plan result")
"""Kinds of documents whose `systems` are by letter."""


@dataclass(frozen=True, slots=True)
class LetterMap:
    """A part's letters of the systems that it measured, as the joined session has them; what is added to a run's times,
    seconds."""

    letters: Mapping[str, str]
    shift_s: Callable[[int], float]

    def moved(self, row: tables.DocumentRow) -> dict[str, Any]:
        """The document's data with the new letters and times."""
        data: dict[str, Any] = dict(tables.data(row.data))
        if row.kind in MERGED and isinstance(systems := data.get("systems"), dict):
            data["systems"] = {self.letters[old]: told for old, told in systems.items() if old in self.letters}
        if row.kind == "step":
            for name in ("from_s", "to_s"):
                if isinstance(data.get(name), int | float):
                    data[name] += self.shift_s(row.run)
        return data


def merged_documents(
    parts: Sequence[Sequence[tables.DocumentRow]], maps: Sequence[LetterMap]
) -> Iterator[tuple[int, tables.DocumentRow, dict[str, Any]]]:
    """All documents with the number of their part: steps of the same repeat, number and load become one, that of the
    first part, with the systems of all."""
    steps: dict[tuple[object, ...], dict[str, Any]] = {}
    found = []
    for number, (rows, letters) in enumerate(zip(parts, maps, strict=True)):
        for row in rows:
            data = letters.moved(row)
            if row.kind in MERGED:
                key = (row.kind, row.name, row.run, row.step, data.get("users"), data.get("rate"), data.get("plan"))
                if key in steps:
                    steps[key].setdefault("systems", {}).update(data.get("systems", {}))
                    continue
                steps[key] = data
            found.append((number, row, data))
    yield from found
