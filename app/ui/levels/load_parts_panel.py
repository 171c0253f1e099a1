# SPDX-License-Identifier: Apache-2.0
"""Results for each part of a changing load on each system, and the time latency takes to recover after a pulse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.model.documents import MeasuredStep
from app.model.workloads import WorkUnit
from app.results.load_parts import LoadPartResult, PartSystem, RecoveryResult, load_parts, recoveries, throughput
from app.results.measurings import work_unit
from app.session.reader import SessionReader
from app.ui.levels.result_table import CellText, ResultTable, ratio_columns, system_columns
from app.ui.workbench.localised_figures import (
    count_text,
    counted_text,
    duration_in_units,
    figure_text,
    number_text,
    ratio_text,
)
from widgets.tables.rows import LEFT, CellColumn
from widgets.theme import Theme
from widgets.translation import marked, tr

NAMES = {"low": marked("low load"), "high": marked("high load"), "rise": marked("rise"), "fall": marked("fall")}
WAITING = marked("the parts of the load show when the run has ended")
BACK = marked(
    "Latency is back where its p95 stays for three seconds within the highest p95 of any second of the low load before "
    "the first pulse; counted from where the load is low again."
)


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part of the load, or a pulse with latency recovery times.

    Attributes:
        systems: Results by letter.
        back: Recovery times by letter.
    """

    name: str
    load: str
    systems: Mapping[str, PartSystem]
    back: Mapping[str, str]
    place: int


def part_rows(parts: Sequence[LoadPartResult], found: Sequence[RecoveryResult], unit: WorkUnit) -> list[PartRow]:
    """Return the parts in chronological order, then the pulses."""
    several = len({part.run for part in parts}) > 1
    rows = [
        PartRow(_name_in_run(tr(NAMES.get(part.name, part.name)), part.run, several), _load(part, unit), part.systems,
                {}, place)
        for place, part in enumerate(parts)
    ]  # fmt: skip
    for place, (run, pulse) in enumerate(dict.fromkeys((one.run, one.pulse) for one in found), len(rows)):
        back = {one.system: _recovery_text(one) for one in found if (one.run, one.pulse) == (run, pulse)}
        name = tr("pulse {number}: latency back after").format(number=number_text(pulse))
        rows.append(PartRow(_name_in_run(name, run, several), "", {}, back, place))
    return rows


class LoadPartsPanel(QWidget):
    """Panel with the table of parts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._reader: SessionReader | None = None
        self._unit: WorkUnit = "order"
        self._measured = 0
        self._card: ResultTable[PartRow] = ResultTable(
            tr("Figures by part of the load"), lambda row: row.place, stretched=(1,)
        )
        self.table = self._card.table
        self.note = QLabel(tr(WAITING))
        self.note.setProperty("dim", True)
        self.note.setWordWrap(True)
        self._card.foot.addWidget(self.note)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._card)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._card.set_theme(theme)
        if self._reader is not None:
            self._card.set_columns(self._columns(self._reader), self._card.rows)

    def clear(self) -> None:
        """Clear the panel."""
        self._reader = None
        self._card.set_rows(())

    def refresh(self, reader: SessionReader) -> None:
        """Show the session's parts, which are available after the first repeat."""
        measured = len(reader.documents_of(MeasuredStep))
        if self._reader is reader and measured == self._measured:
            return
        self._unit, self._measured = work_unit(reader), measured
        rows = part_rows(load_parts(reader), recoveries(reader), self._unit)
        self._reader = reader
        self._card.set_columns(self._columns(reader), rows)
        self.note.setText(tr(BACK) if any(row.back for row in rows) else "" if rows else tr(WAITING))

    def _columns(self, reader: SessionReader) -> list[CellColumn[PartRow]]:
        return [
            CellColumn[PartRow](tr("Part"), lambda row: row.name, align=LEFT),
            CellColumn[PartRow](
                tr("Load per target"), lambda row: row.load, color=lambda _: self._theme.dim, align=LEFT
            ),
            *system_columns(
                reader,
                self._theme,
                (
                    (tr("IOPS") if self._unit == "I/O" else counted_text(marked("OPM"), self._unit), self._rate),
                    (tr("p95"), lambda letter: _latency(letter, "p95_ms")),
                    (tr("p99"), lambda letter: _latency(letter, "p99_ms")),
                ),
            ),
            *ratio_columns(reader, _ratio),
        ]

    def _rate(self, letter: str) -> CellText[PartRow]:
        def text(row: PartRow) -> str:
            if row.back:
                return row.back.get(letter, "–")
            own = row.systems.get(letter)
            value = throughput(own, self._unit) if own is not None else None
            return "–" if value is None else count_text(value)

        return text


def _ratio(baseline: str, letter: str) -> CellText[PartRow]:
    def text(row: PartRow) -> str:
        base, other = (row.systems.get(one) for one in (baseline, letter))
        if base is None or other is None or not base.orders or not other.orders:
            return ""
        return ratio_text(base.orders, other.orders)

    return text


def _latency(letter: str, name: str) -> CellText[PartRow]:
    def text(row: PartRow) -> str:
        own = row.systems.get(letter)
        value: float | None = getattr(own, name, None)
        return "" if row.back else "–" if value is None else figure_text(value / 1e3, "s")

    return text


def _recovery_text(found: RecoveryResult) -> str:
    if found.limit_ms is None:
        return "–"
    return tr("not back") if found.seconds is None else duration_in_units(found.seconds)


def _name_in_run(name: str, run: int, several: bool) -> str:
    return tr("Run {number} · {name}").format(number=run, name=name) if several else name


def _load(part: LoadPartResult, unit: WorkUnit) -> str:
    begin, end = part.rate or part.users or (0, 0)
    load = number_text(begin) if begin == end else tr("{first} to {last}").format(
        first=number_text(begin), last=number_text(end)
    )  # fmt: skip
    if part.rate is not None:
        text = tr("{load} I/Os/s") if unit == "I/O" else counted_text(marked("{load} orders/s"), unit)
    else:
        users = tr("{load} user") if begin == end == 1 else tr("{load} users")
        text = tr("{load} I/Os under way") if unit == "I/O" else users
    each = duration_in_units(part.seconds / part.parts)
    lasting = f"{number_text(part.parts)} × {each}" if part.parts > 1 else each
    return f"{text.format(load=load)} · {lasting}"
