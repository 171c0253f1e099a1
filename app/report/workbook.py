# SPDX-License-Identifier: Apache-2.0
"""Sheets as an Excel workbook: figures as numbers, native charts of cells, and long tables of numbers.

Rows of numbers are inserted into the finished file, a zip of XML parts (ECMA-376): writing millions of cells one by one
would take half a minute.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

import msgspec
import numpy as np
import xlsxwriter
from numpy.typing import NDArray
from xlsxwriter.worksheet import Worksheet

from app.model.visible_text import visible
from app.report.sheets import Cell, CellChart, ChartSheet, WorkbookSheet

END = b"</sheetData>"
LAST_ROW = re.compile(rb'(<dimension ref="[A-Z]+\d+(?::[A-Z]+)?)\d+"')
ROWS_AT_ONCE = 256
LEVEL = 3
"""Compression level; on numbers, 3 compresses a few percent less than 6 but takes half the time."""


class NumberRows(msgspec.Struct, frozen=True):
    """Rows of numbers, shape (n, columns), in which NaN is an empty cell; `first` is the number of the first row."""

    first: int
    values: NDArray[np.float64]


def with_rows(book: bytes, rows: Mapping[int, NumberRows]) -> bytes:
    """Append rows to the sheets of a workbook, by sheet number (from 1)."""
    output = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        new.compresslevel = LEVEL
        for part in old.infolist():
            added = rows.get(_place(part.filename))
            if added is None:
                new.writestr(part, old.read(part))
                continue
            head, _, tail = old.read(part).partition(END)
            last = str(added.first + len(added.values) - 1).encode()
            with new.open(part, "w", force_zip64=True) as sheet:
                sheet.write(LAST_ROW.sub(rb"\g<1>" + last + b'"', head, count=1))
                for piece in _xml(added):
                    sheet.write(piece)
                sheet.write(END + tail)
    return output.getvalue()


def _place(name: str) -> int:
    match = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name)
    return int(match[1]) if match else 0


def _xml(rows: NumberRows) -> Iterator[bytes]:
    for begin in range(0, len(rows.values), ROWS_AT_ONCE):
        lines = []
        for number, row in enumerate(rows.values[begin : begin + ROWS_AT_ONCE].tolist(), rows.first + begin):
            cells = "</v></c><c><v>".join(map(repr, row))
            line = f'<row r="{number}"><c><v>{cells}</v></c></row>'
            lines.append(line.replace("<c><v>nan</v></c>", "<c/>") if "nan" in cells else line)
        yield "".join(lines).encode()


CELL_UNITS, NAME_UNITS = 32_767, 255
"""Maximum number of UTF-16 code units in a cell, and in a name in a chart ("Excel specifications and limits")."""
ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""Start of a sequence that ECMA-376 (22.9.2.19, ST_Xstring) interprets as a character code."""


def fitting(text: str, units: int) -> str:
    """Return a sanitized text, truncated to a number of UTF-16 code units."""
    encoded = visible(text).encode("utf-16-le")
    if len(encoded) <= 2 * units:
        return visible(text)
    return encoded[: 2 * (units - 1)].decode("utf-16-le", "ignore") + "…"


def escaped(text: str) -> str:
    """Escape sequences in a text that an ST_Xstring would interpret as character codes.

    It replaces xlsxwriter's function, which misses a code that starts with the last letter of another: "_x005F_x0041_".
    """
    return ESCAPE.sub("_x005F_", text)


WIDTH, HEIGHT = 900, 300
CHART_ROWS = 16
"""Rows of a sheet that a chart takes."""
DASHES = ("solid", "dash", "round_dot")
GRID = {"visible": True, "line": {"color": "#e3e8ee"}}
NUMBER_WIDTH, WIDEST = 14, 60
"""Widths of columns, in characters."""


def workbook_of(sheets: Iterable[WorkbookSheet | ChartSheet]) -> bytes:
    """Return sheets as an .xlsx file; empty ones are left out."""
    file = io.BytesIO()
    book = _Book(file)
    for sheet in sheets:
        if isinstance(sheet, WorkbookSheet):
            book.add_table(sheet)
        elif sheet.charts:
            book.add_charts(sheet)
    book.book.close()
    return with_rows(file.getvalue(), book.numbers)


class _Book:
    """Workbook being written. Texts are never interpreted as formulas, links or markup."""

    def __init__(self, file: io.BytesIO) -> None:
        options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self.book = xlsxwriter.Workbook(file, options)
        self._styles = {
            "head": self.book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"}),
            "title": self.book.add_format({"bold": True, "font_size": 16}),
            "mark": self.book.add_format({"bg_color": "#fdf3d8"}),
        }
        self.numbers: dict[int, NumberRows] = {}
        """Rows of numbers to insert at the end, by the number of their sheet."""

    def _sheet(self, name: str) -> Worksheet:
        sheet = self.book.add_worksheet(name)
        sheet._escape_control_characters = escaped
        return sheet

    def add_table(self, table: WorkbookSheet) -> None:
        """Write a sheet of rows."""
        sheet = self._sheet(table.name)
        for index, width in enumerate(table.widths or _widths(table)):
            sheet.set_column(index, index, width)
        for number, cells in enumerate(table.rows):
            style = "head" if number < table.heads else table.styles.get(number, "")
            self._row(sheet, number, cells, self._styles.get(style))
        if table.heads:
            sheet.freeze_panes(table.heads, table.left)
        if table.numbers is not None:
            self.numbers[len(self.book.worksheets())] = NumberRows(len(table.rows) + 1, table.numbers)

    def _row(self, sheet: Worksheet, row: int, cells: Iterable[Cell], style: object) -> None:
        """Write a row of text and numbers; a missing number leaves its cell empty."""
        for column, cell in enumerate(cells):
            if isinstance(cell, str):
                text = fitting(cell, CELL_UNITS)
                if text.startswith("<r>") and text.endswith("</r>"):
                    # write_string would write it unchanged, as finished markup of a cell.
                    sheet.write_rich_string(row, column, *text[:2], text[2:], *([style] if style else ()))
                else:
                    sheet.write_string(row, column, text, style)
            elif cell is not None and isfinite(cell):
                sheet.write_number(row, column, cell, style)

    def add_charts(self, charts: ChartSheet) -> None:
        """Write a sheet of charts, one below the other."""
        sheet = self._sheet(charts.name)
        for place, chart in enumerate(charts.charts):
            sheet.insert_chart(place * CHART_ROWS, 0, self._chart(chart))

    def _chart(self, chart: CellChart) -> Any:
        kind = {"type": "column"} if chart.bars else {"type": "scatter", "subtype": chart.lines}
        drawn = self.book.add_chart(kind)
        drawn._escape_control_characters = escaped
        for number, one in enumerate(chart.series):
            options: dict[str, Any] = {
                "categories": [one.sheet, one.first, one.axis[0], one.last, one.axis[1]],
                "values": [one.sheet, one.first, one.column, one.last, one.column],
            }
            if chart.bars:
                options["points"] = [{"fill": {"color": color}} for color in one.colors]
            else:
                options["line"] = {"color": one.colors[0], "width": 1.5, "dash_type": DASHES[number % 3]}
            if chart.lines == "straight_with_markers":
                options["marker"] = {"type": "circle", "size": 5, "fill": {"color": one.colors[0]}}
            drawn.add_series(options)
            # A literal name: xlsxwriter would interpret one like "x=S!A1" as a reference.
            drawn.series[-1]["name"] = fitting(one.name, NAME_UNITS)
        drawn.set_title({"overlay": False, "name_font": {"size": 12}})
        drawn.title.name = fitting(chart.title, NAME_UNITS)  # literal, too
        drawn.set_x_axis(
            {"name": chart.axis} | ({} if chart.bars else {"min": 0, "major_gridlines": {"visible": False}})
        )
        drawn.set_y_axis({"min": 0, "major_gridlines": GRID})
        drawn.set_legend({"none": True} if chart.bars else {"position": "right"})
        drawn.set_size({"width": WIDTH, "height": HEIGHT})
        return drawn


def _widths(table: WorkbookSheet) -> list[float]:
    """Return the width of each column by its cells; headers wrap."""
    columns = max((len(cells) for cells in table.rows), default=0)
    widths = [6.0] * columns
    for number, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            if number < table.heads:
                wanted = max(map(len, str(cell).split()), default=0) + 1
            else:
                wanted = len(cell) + 1 if isinstance(cell, str) else NUMBER_WIDTH if isinstance(cell, float) else 6
            widths[column] = max(widths[column], min(wanted, WIDEST))
    return widths
