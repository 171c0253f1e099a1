"""The list of events in the side bar."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from widgets.theme import ChartPalette


class EventList(QWidget):
    """Events in order, the latest at the foot."""

    def __init__(self, palette: ChartPalette, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def set_palette(self, palette: ChartPalette) -> None:
        """Another theme."""

    def set_events(self, events: Sequence[tuple[str, str, str]]) -> None:
        """(time text, text, severity): all of them; usually those of the last call and a few more."""
