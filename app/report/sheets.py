# SPDX-License-Identifier: Apache-2.0
"""Content of a workbook, independent of its format: sheets of text and numbers, and charts of their cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Cell = str | float | int | None
"""Text or number; None and NaN are empty cells."""
Style = Literal["head", "title", "mark"]
Lines = Literal["straight", "straight_with_markers"]


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """Sheet of rows, the header first.

    Attributes:
        heads: Number of header rows, which stay in view; same for `left` of columns.
        widths: Widths of the columns in characters; by default those that the cells need.
        styles: Styles of rows below the header, by their number from 0.
        numbers: Rows below the others, shape (n, columns).
    """

    name: str
    rows: Sequence[Sequence[Cell]]
    heads: int = 1
    left: int = 0
    widths: Sequence[float] = ()
    styles: Mapping[int, Style] = field(default_factory=dict)
    numbers: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class CellSeries:
    """Series of a chart: cells of a column of another sheet.

    Attributes:
        axis: First and last column of the cells on the horizontal axis.
        first: Number of the first row, from 0; `last` is that of the last one.
        colors: Color of the line, or of each bar.
    """

    name: str
    sheet: str
    axis: tuple[int, int]
    column: int
    first: int
    last: int
    colors: Sequence[str]


@dataclass(frozen=True, slots=True)
class CellChart:
    """Chart of cells: bars, or lines over a number.

    Attributes:
        axis: Title of the horizontal axis.
    """

    title: str
    axis: str
    series: Sequence[CellSeries]
    bars: bool = False
    lines: Lines = "straight"


@dataclass(frozen=True, slots=True)
class ChartSheet:
    """Sheet of charts, one below the other."""

    name: str
    charts: Sequence[CellChart]
