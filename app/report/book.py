"""The workbook under way, as its sheets and charts know it."""

import io
from collections.abc import Iterable, Sequence
from math import isfinite

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from app.report.raw_rows import Rows

Cell = str | float | int | None


class Book:
    """A workbook under way. Texts are never taken for formulas or links."""

    def __init__(self, file: io.BytesIO) -> None:
        options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self.book = xlsxwriter.Workbook(file, options)
        self.head = self.book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.large = self.book.add_format({"bold": True, "font_size": 16})
        self.raw: dict[int, Rows] = {}
        """Rows of numbers that are put in at the end, by the place of their sheet."""
        self.mark = self.book.add_format({"bg_color": "#fdf3d8"})

    def sheet(self, name: str, widths: Sequence[float]) -> Worksheet:
        """A new sheet with columns of these widths."""
        sheet = self.book.add_worksheet(name)
        for index, width in enumerate(widths):
            sheet.set_column(index, index, width)
        return sheet

    def row(self, sheet: Worksheet, row: int, cells: Iterable[Cell], style: object = None) -> None:
        """A row of texts and numbers; a number that is missing leaves its cell empty."""
        for column, cell in enumerate(cells):
            if isinstance(cell, str):
                sheet.write_string(row, column, cell, style)
            elif cell is not None and isfinite(cell):
                sheet.write_number(row, column, cell, style)

    def table(self, name: str, header: Sequence[str], rows: Iterable[Sequence[Cell]], widths: Sequence[float]) -> int:
        """A sheet with a header that stays in sight; the number of its rows."""
        sheet = self.sheet(name, widths)
        self.row(sheet, 0, header, self.head)
        sheet.freeze_panes(1, 0)
        number = 0
        for number, cells in enumerate(rows, 1):
            self.row(sheet, number, cells)
        return number
