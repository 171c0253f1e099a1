"""The headline: each system's big number left and right, and what they mean together between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Side:
    """One system's part: e.g. name "A · orders per minute", number "146,931", the system's color."""

    name: str
    number: str
    color: QColor | str


class Headline(QWidget):
    """A card with the first system on the left, the others on the right and the statement in the middle."""

    def set_sides(self, sides: Sequence[Side]) -> None:
        """One to three systems, in their order."""

    def set_middle(self, main: str, sub: str, tooltip: str = "") -> None:
        """The statement ("B is 1.92× A") and what it rests on ("orders/min · this run, so far · last 120 s")."""
