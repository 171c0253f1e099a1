"""The order of the attract loop: what comes next, and what is left out because it could not be shown."""

from collections.abc import Sequence

from app.ui.booth.playlist import Piece


class Loop:
    """Goes round and round. A piece that could not be shown is tried again in the next round: a drive may be back."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self._place = -1

    @property
    def current(self) -> Piece | None:
        """The piece whose turn it is; None before the first, and of an empty playlist."""
        return self.pieces[self._place] if 0 <= self._place < len(self.pieces) else None

    def step(self, by: int = 1) -> Piece | None:
        """The next piece, or the one before; None where there is none at all."""
        if not self.pieces:
            return None
        place = self._place if self._place >= 0 or by > 0 else 0
        self._place = (place + by) % len(self.pieces)
        return self.current

    def scenario(self) -> str:
        """What a live run is of: the present piece if it is a scenario, else the next one that is; "" where none is."""
        count, at = len(self.pieces), max(self._place, 0)
        ahead = (self.pieces[(at + number) % count] for number in range(count))
        return next((piece.source for piece in ahead if piece.kind == "scenario"), "")
