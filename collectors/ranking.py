"""How much I/O each table and index of a database caused, as its engine counts it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ObjectIo:
    """A table or index ("table", "index") and what was read and written of it since the engine's statistics began.

    reads, writes: operations or pages, as the engine counts them; read_s, write_s: seconds. None is what the engine
    does not count. table: the table that an index belongs to, a table's own name.
    """

    name: str
    table: str
    kind: str
    reads: float | None = None
    read_s: float | None = None
    writes: float | None = None
    write_s: float | None = None
