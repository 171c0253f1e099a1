"""What a comparison's session says of itself: a stranger's file is believed only as far as it fits. No Qt."""

from collections.abc import Mapping
from typing import Any

import msgspec

from app.imports.comparing import KIND
from app.session.documents import documents_of
from app.session.reader import SessionReader
from app.ui.compare.differences import Row


class ToldRow(msgspec.Struct, frozen=True):
    """A difference, as it is stored."""

    group: str
    label: str
    texts: list[str]
    unfair: bool = False


class ToldColumn(msgspec.Struct, frozen=True):
    """A column, as it is stored."""

    letter: str
    name: str


class Told(msgspec.Struct, frozen=True):
    """What a comparison holds of its sessions."""

    columns: list[ToldColumn] = []
    differences: list[ToldRow] = []
    unfair: list[str] = []
    impossible: list[str] = []
    notes: list[str] = []

    @property
    def rows(self) -> list[Row]:
        """What differs."""
        return [Row(one.group, one.label, tuple(one.texts), one.unfair) for one in self.differences]

    @property
    def sentences(self) -> list[str]:
        """What must be known beside the figures, the worst first."""
        return [*self.impossible, *self.unfair, *self.notes]


def told_of(reader: SessionReader) -> Told | None:
    """None where the session is no comparison, or does not say."""
    if reader.info.kind != KIND:
        return None
    for document in documents_of(reader.documents, KIND):
        data: Mapping[str, Any] = document.data
        try:
            return msgspec.convert(data, Told)
        except msgspec.ValidationError:
            return None
    return None
