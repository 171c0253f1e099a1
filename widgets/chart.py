"""A time chart: title, current value, grid, curves, phases, events and a hover read-out in one painted widget."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from widgets.theme import ChartPalette

Format = Callable[[float, str], str]
"""(value, unit) to the text of an axis number, as short as it may be."""


class TimeChart(QWidget):
    """One plot over time. Everything is handed in; it never asks anybody."""

    wheel_zoomed = Signal(float, float)  # factor (below 1: closer), the time under the pointer in seconds
    hovered = Signal(object)  # the time under the pointer in seconds, or None when it left

    def __init__(self, palette: ChartPalette, format: Format, parent: QWidget | None = None) -> None:  # noqa: A002
        super().__init__(parent)

    def set_palette(self, palette: ChartPalette) -> None:
        """Another theme."""

    def set_title(self, text: str) -> None:
        """The counter's name, top left."""

    def set_unit(self, unit: str) -> None:
        """The data's unit, as the format callable knows it."""

    def set_value(self, text: str, unit_text: str, color: QColor | str) -> None:
        """The large current value, top right."""

    def set_values(self, values: Sequence[tuple[str, str, QColor | str]]) -> None:
        """Several current values (text, unit text, color), left to right."""

    def add_curve(self, key: str, color: QColor | str, dash: bool = False, label: str = "") -> None:
        """A curve; with a label, its name is written at its right end. An existing key gets the new looks."""

    def remove_curve(self, key: str) -> None:
        """Takes a curve away."""

    def set_samples(self, key: str, time_s: NDArray[np.float64], value: NDArray[np.float64]) -> None:
        """All samples of a curve: append-only between calls, NaN is a gap."""

    def set_x_range(self, from_s: float, to_s: float, *, now_s: float | None) -> None:
        """The time in view. Labels count back from now_s; with None they are times since the start."""

    def set_y_range(self, low: float, high: float, log: bool = False) -> None:
        """The vertical axis, from scale.ScaleKeeper."""

    def y_extent(self, from_s: float, to_s: float, *, positive: bool = False) -> tuple[float, float] | None:
        """Least and greatest value of all curves; of those above zero for a logarithmic axis."""
        return None

    def set_spans(self, spans: Sequence[tuple[float, float, str]]) -> None:
        """Phases: (from_s, to_s, name). Every other one is shaded: hand in all, also those out of view."""

    def set_marks(self, marks: Sequence[tuple[float, str, str]]) -> None:
        """Events: (t_s, text, severity)."""

    def set_highlight(self, key: str | None) -> None:
        """Makes one curve thicker and dims the others."""

    def set_hover(self, t_s: float | None) -> None:
        """The moment whose values are read out, shared by all charts."""

    def set_empty_text(self, text: str) -> None:
        """What stands where there are no curves yet, e.g. "waiting for the first sample"."""

    def axis_width(self) -> int:
        """The pixels the axis numbers need."""
        return 0

    def set_axis_width(self, width: int) -> None:
        """The pixels left of the plot: charts in one column share it, so that times align."""
