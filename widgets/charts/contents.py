# SPDX-License-Identifier: Apache-2.0
"""Content common to all charts: appearance and texts, and the positions of the plot and its axis labels."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFont, QFontInfo

from widgets.charts.axes import Axes
from widgets.fonts import display, emphasized
from widgets.theme import AXIS, BODY, ROW_FIGURE, ROW_FIGURE_NARROW, ChartPalette

Format = Callable[[float, str], str]
"""Function that formats a value, given its unit."""


@dataclass(frozen=True, slots=True)
class Fonts:
    """Fonts of a chart, derived from the widget's font.

    Attributes:
        base: height of the widget's font in logical pixels.
    """

    title: QFont
    name: QFont
    axis: QFont
    value: QFont
    unit: QFont
    base: float

    @classmethod
    def of(cls, font: QFont, *, compact: bool) -> "Fonts":
        """Derive the fonts; `compact` is for charts that are too low for a full-size value."""
        base = float(QFontInfo(font).pixelSize())
        value = display(_sized(font, base * (ROW_FIGURE_NARROW if compact else ROW_FIGURE) / BODY))
        name = emphasized(_sized(font, base))
        return cls(_sized(font, base), name, _sized(font, base * AXIS / BODY), value, _sized(font, base), base)


class ReadoutLine(NamedTuple):
    """A line of a read-out; y is in device pixels."""

    label: str
    text: str
    color: QColor
    dash: int
    y: float


@dataclass(slots=True)
class ChartContents(ABC):
    """Content of a chart. Values are in `unit`; `format` formats numbers."""

    palette: ChartPalette
    format: Format
    font: QFont
    size: QSize = field(default_factory=lambda: QSize(560, 190))
    title: str = ""
    unit: str = ""
    empty_text: str = ""
    log: bool = False
    least_axis_width: int = 0
    _axes: dict[float, Axes] = field(default_factory=dict)

    @property
    def metric(self) -> str:
        """Title, which says that the axis is logarithmic."""
        return f"{self.title} · log" if self.log else self.title

    def forget(self) -> None:
        """Discard cached results after a change."""
        self._axes.clear()

    def axes(self, ratio: float = 1.0) -> Axes:
        """Return the layout in device pixels for this pixel ratio."""
        if ratio not in self._axes:
            self._axes[ratio] = self._axes_for(ratio)
        return self._axes[ratio]

    @property
    @abstractmethod
    def fonts(self) -> Fonts:
        """Fonts of the text."""

    @property
    @abstractmethod
    def axis_width(self) -> int:
        """Width needed left of the plot for axis labels, in logical pixels."""

    @abstractmethod
    def _axes_for(self, ratio: float) -> Axes:
        """Compute the result of `axes`."""

    @property
    @abstractmethod
    def view_range(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Visible ranges, horizontal and vertical; for a logarithmic axis as powers of ten."""

    @abstractmethod
    def bottom_numbers(self, ratio: float) -> list[tuple[float, str]]:
        """Return the labels below the plot: position in logical pixels, and text."""

    @abstractmethod
    def left_numbers(self, ratio: float) -> list[tuple[float, str]]:
        """Return the labels left of the plot: position in logical pixels, and text."""

    def rect(self, ratio: float = 1.0) -> QRectF:
        """Return the plot rectangle in logical pixels."""
        axes = self.axes(ratio)
        return QRectF(axes.left / ratio, axes.top / ratio, axes.width / ratio, axes.height / ratio)


def _sized(font: QFont, pixels: float) -> QFont:
    scaled = QFont(font)
    scaled.setPixelSize(max(7, round(pixels)))
    return scaled
