"""Where the parts of a database lie, as the disclosure sheet tells it."""

from collections import Counter
from collections.abc import Sequence

from app.model.documents import DatabasePlacement, PlacedPart
from app.model.form import marked
from app.model.messages import sentence

PLACEMENT = marked("Placement")
INDEXES = marked("indexes")
DEFAULT_PLACE = marked("the server's own")
USUAL_SPACES = frozenset({"", "pg_default", "PRIMARY", "DATA"})
"""Where the engines, or Outpace, put what has no place of its own."""


def placement_lines(found: DatabasePlacement) -> list[tuple[str, str]]:
    """Label and text: where most tables lie, and then each table and index that lies elsewhere than that, or than its
    table. Nothing of an embedded engine, whose one file the facts tell of."""
    if found.reason is not None:
        return [(PLACEMENT, sentence(found.reason))]
    tables = [part for part in found.parts if part.kind == "table"]
    if not tables:
        return []
    usual = _most(tables)
    lines = [(PLACEMENT, usual)]
    lines += [(f"{PLACEMENT}, {part.name}", place_text(part)) for part in tables if place_text(part) != usual]
    indexes = [part for part in found.parts if part.kind == "index"]
    own = {part.name: place_text(part) for part in tables}
    elsewhere = [part for part in indexes if place_text(part) != own.get(part.table)]
    if len(elsewhere) > len(indexes) / 2 and len({place_text(part) for part in indexes}) == 1:
        return [*lines, (f"{PLACEMENT}, {INDEXES}", place_text(elsewhere[0]))]
    return [*lines, *((f"{PLACEMENT}, {part.name}", place_text(part)) for part in elsewhere)]


def place_text(part: PlacedPart) -> str:
    """The tablespace or filegroup with its folder, as far as there is one and it is told."""
    usual = part.space in USUAL_SPACES
    if usual and not part.folder:
        return DEFAULT_PLACE
    return part.folder if usual else f"{part.space} ({part.folder})" if part.folder else part.space


def _most(parts: Sequence[PlacedPart]) -> str:
    """The place of most of them; of two that hold as many the first."""
    return Counter(place_text(part) for part in parts).most_common(1)[0][0]
