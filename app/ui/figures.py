"""Figures as the window prints them; all of them go through app.analysis.format."""

from app.analysis.format import NO_DATA, ratio_text, unit_scale, value_text

_PLAIN = ("", "/s", "/min")
"""Units that a table or an axis leaves out: the counter's name says them."""


def figure_text(value: float, unit: str) -> str:
    """A figure of the table: the unit is printed where it has prefixes ("21.9 ms"), and left out where it has none."""
    text, unit_text = value_text(value, unit)
    return text if text == NO_DATA or unit_text in _PLAIN else f"{text} {unit_text}"


def ratio_figure(ratio: float) -> str:
    """A ratio to the baseline, as the headline prints it too."""
    return ratio_text(1.0, ratio)


class AxisFigures:
    """Prints the figures of one row of charts, axis and read-out, in one display unit: that of the axis' end."""

    def __init__(self) -> None:
        self._factor = 1.0
        self._unit_text = ""

    def set_reach(self, largest: float, unit: str) -> None:
        """Chooses the display unit for an axis that ends at `largest`."""
        scale = unit_scale(largest, unit)
        self._factor, self._unit_text = scale.factor, scale.unit_text

    def __call__(self, value: float, unit: str) -> str:
        # Ten digits: 25.000000000000004 is a whole number of microseconds.
        text, _ = value_text(float(f"{value * self._factor:.10g}"), "")
        return text if self._unit_text in _PLAIN or text in (NO_DATA, "0") else f"{text} {self._unit_text}"
