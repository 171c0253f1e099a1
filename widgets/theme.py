# SPDX-License-Identifier: Apache-2.0
"""Design tokens: the colors of both themes, font sizes, spacing and corner radii. Needs no Qt."""

from dataclasses import dataclass

SEVERITIES = ("info", "warning", "error")
LETTERS = "ABCDEF"
"""Letters of the systems that have their own color and dash pattern."""

# Font sizes in pixels.
AXIS, SMALL, BODY, NAME, HEADING = 11.5, 12, 13, 15, 16
SENTENCE, SENTENCE_NARROW, RESULT_SENTENCE = 28, 20, 46
FIGURE, FIGURE_NARROW = 40, 32
"""Figures of a system, in a window of usual width and in a narrow one."""
ROW_FIGURE, ROW_FIGURE_NARROW = 26, 20
"""Figures of a chart's header."""
EMPHASIS = 600
"""Font weight of emphasized text: the heaviest text cut. Heavier text would be synthesized, and blurred."""

# Lengths in pixels.
UNIT = 4
GAP, GAP_NARROW = 12, 8
"""Space between panels."""
PADDING = 14
"""Space inside a card."""
RADIUS, RADIUS_BUTTON = 10, 8
ROW = 28
"""Height of a table row."""
CHIP = 20
"""Side of the square with a system's letter."""
NARROW, WIDE = 1500, 2200
"""Window widths below which the layout is narrow, and above which it is wide."""


@dataclass(frozen=True, slots=True)
class ChartPalette:
    """Colors of a chart, as "#rrggbb", except for those of curves.

    Attributes:
        surround: color outside the panel's rounded corners.
        band: overlay of every other phase.
        on_system: text on a system's color.
    """

    surround: str
    panel: str
    border: str
    grid: str
    ink: str
    label: str
    dim: str
    band: str
    on_system: str
    info: str
    warning: str
    error: str

    def severity(self, severity: str) -> str:
        """Return the color of events with this severity."""
        return {"warning": self.warning, "error": self.error}.get(severity, self.info)


@dataclass(frozen=True, slots=True)
class Theme:
    """Colors of a whole window, as "#rrggbb".

    Attributes:
        label: important labels; between `ink` and `dim`.
        live: background of the LIVE pill, whose text is white.
        so_far: a ratio that is not firm yet.
        stopped: figures of a system that has stopped, at 64 px and more.
        track: empty part of a bar.
        booth: background of the window for visitors.
        booth_panel: background of its panels.
        fill: opacity of the area under a curve, 0 to 1.
        state_well: background of the presenter's bar while all is well, with white text; the next two likewise.
    """

    name: str
    window: str
    panel: str
    card: str
    button: str
    button_hover: str
    line: str
    row_line: str
    selection: str
    ink: str
    label: str
    dim: str
    accent: str
    go: str
    go_border: str
    go_ink: str
    better: str
    worse: str
    live: str
    so_far: str
    stopped: str
    track: str
    booth: str
    booth_panel: str
    fill: float
    state_well: str
    state_look: str
    state_act: str
    systems: tuple[str, str, str, str, str, str]
    chart: ChartPalette

    def system_color(self, letter: str) -> str:
        """Return the color of system A to F.

        A, B and C are distinguishable on this background with all common forms of color blindness, the others by their
        dash patterns.
        """
        return self.systems[LETTERS.index(letter)]

    @property
    def on_system(self) -> str:
        """Color of text on a system's color."""
        return self.chart.on_system

    @staticmethod
    def system_dash(letter: str) -> int:
        """Return the dash pattern of a system's curve in a shared chart.

        0 is a solid line; other values are keys of widgets.charts.trace.DASHES.

        Systems never differ by color alone.
        """
        return max(LETTERS.find(letter), 0)


DARK = Theme(
    name="dark",
    window="#0f141a",
    panel="#161c24",
    card="#121820",
    button="#1f2732",
    button_hover="#2a3441",
    line="#262f3a",
    row_line="#1b222b",
    selection="#1d3a54",
    ink="#eef2f7",
    label="#b6c1cd",
    dim="#8a97a6",
    accent="#56b4e9",
    go="#1f7a4d",
    go_border="#2bb673",
    go_ink="#ffffff",
    better="#3ecf8e",
    worse="#f2777a",
    live="#d3263a",
    so_far="#c9d2dc",
    stopped="#6d7884",
    track="#1a212a",
    booth="#07090d",
    booth_panel="#0d1117",
    fill=0.16,
    state_well="#17603d",
    state_look="#806000",
    state_act="#a3242f",
    systems=("#56b4e9", "#e69f00", "#cc79a7", "#3ecf8e", "#b39df7", "#e4d96f"),
    chart=ChartPalette(
        surround="#0f141a",
        panel="#0c1116",
        border="#262f3a",
        grid="#1a212a",
        ink="#eef2f7",
        label="#b6c1cd",
        dim="#8a97a6",
        band="#8fa4bd",
        on_system="#0b0f14",
        info="#8a97a6",
        warning="#f0d060",
        error="#f2777a",
    ),
)

LIGHT = Theme(
    name="light",
    window="#f0f3f6",
    panel="#ffffff",
    card="#f7f9fb",
    button="#ecf0f5",
    button_hover="#dde3ea",
    line="#d2d9e1",
    row_line="#e9edf2",
    selection="#cde2f4",
    ink="#16202b",
    label="#3f4c5a",
    dim="#586574",
    accent="#0072b2",
    go="#1e8652",
    go_border="#17734a",
    go_ink="#ffffff",
    better="#117a48",
    worse="#b4232f",
    live="#c41f33",
    so_far="#3f4c5a",
    stopped="#6d7884",
    track="#e6ebf0",
    booth="#ffffff",
    booth_panel="#f4f6f9",
    fill=0.12,
    state_well="#17603d",
    state_look="#806000",
    state_act="#a3242f",
    systems=("#0072b2", "#b65000", "#a2417f", "#117733", "#6b4c9a", "#7a5c00"),
    chart=ChartPalette(
        surround="#f0f3f6",
        panel="#ffffff",
        border="#d2d9e1",
        grid="#e6ebf0",
        ink="#16202b",
        label="#3f4c5a",
        dim="#586574",
        band="#4d6580",
        on_system="#ffffff",
        info="#586574",
        warning="#7d5300",
        error="#b4232f",
    ),
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}
