# SPDX-License-Identifier: Apache-2.0
"""Rankings of a run: I/O by table and index, and the servers' statements and waits, with a table per system."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.model.documents import RankedObject, ServerWork
from app.model.messages import Message
from app.results.rankings import Moved, RankedTable, Ranking, moved, ranked_tables, rankings
from app.results.top_statements import recorded_work, statements_of, together, waits_of
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.workbench.counter_catalogue import system_color
from app.ui.workbench.localised_figures import count_text, fixed_text, label_text, message_text
from widgets.tables.ranking_table import RankingColumns, RankingFigure, RankingRow, RankingTable
from widgets.theme import Theme
from widgets.translation import marked, tr

ALL_RUNS = 0
OBJECTS, STATEMENTS, WAITS = "objects", "statements", "waits"
NOTES = {
    OBJECTS: marked("Reads and writes as counted by each engine; its cache serves the rest."),
    STATEMENTS: marked("As counted by each server while it was measured; texts are its own, without values."),
    WAITS: marked("What the server's sessions waited for while it was measured."),
}
NONE_YET = {
    OBJECTS: marked("The ranking is recorded at the end of the run."),
    STATEMENTS: marked("Statements are recorded at the end of each measured step."),
    WAITS: marked("Waits are recorded at the end of each measured step."),
}
NONE_RECORDED = marked("No ranking was recorded: it needs a database on a server and a completed run.")
NO_WORK = marked("None were recorded: that needs a database on a server and a measured step.")
NO_STATISTICS = marked("The server reported no table or index: its statistics are off, or nothing was read or written.")
SINCE_BEGIN = marked("Since the server's statistics were reset, not only this run.")
NESTED = marked("Statements within procedures are told beside the call that holds their time.")
WHOLE_SERVER = marked("Of the whole server, as far as it counts waits.")
FIGURES = {
    "reads": marked("reads"), "writes": marked("writes"), "read_s": marked("read time"),
    "write_s": marked("write time"), "rows_changed": marked("rows changed"),
}  # fmt: skip


class RankingPanel(QWidget):
    """I/O by object, and each server's statements and waits; the targets of a system are combined."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: object = None
        self._reader: SessionReader | None = None
        self.tables: list[RankingTable] = []
        self.views = QComboBox()
        self.views.setAccessibleName(tr("What is shown"))
        for view, text in (
            (OBJECTS, tr("Tables and indexes")), (STATEMENTS, tr("Statements")), (WAITS, tr("Waits")),
        ):  # fmt: skip
            self.views.addItem(text, view)
        self.views.activated.connect(self._choose)
        self.runs = QComboBox()
        self.runs.setAccessibleName(tr("Run shown"))
        self.runs.activated.connect(self._choose)
        self._note = QLabel()
        self._note.setObjectName("dim")
        self._note.setWordWrap(True)
        self._empty = QLabel()
        self._empty.setObjectName("welcomeText")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        top = QHBoxLayout()
        top.addWidget(self.views)
        top.addWidget(self._note, 1)
        top.addWidget(self.runs)
        self._row = QHBoxLayout()
        self._row.setSpacing(10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(top)
        column.addWidget(self._empty, 1)
        column.addLayout(self._row, 1)

    @property
    def message(self) -> str:
        """Text shown if there is no ranking; "" otherwise."""
        return "" if self._empty.isHidden() else self._empty.text()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._state = None

    def refresh(self, reader: SessionReader) -> None:
        """Show the session's current data."""
        state = (reader.info.uuid, len(reader.documents), reader.over, self._theme.name)
        if state == self._state:
            return
        self._state, self._reader = state, reader
        runs = {one.run for one in rankings(reader)} | {one.run for one in recorded_work(reader)}
        self._offer(sorted(runs))
        self._choose()

    def show_view(self, view: str) -> None:
        """Switch to the view "objects", "statements" or "waits"."""
        self.views.setCurrentIndex(self.views.findData(view))
        self._choose()

    def _offer(self, runs: Sequence[int]) -> None:
        chosen = self.runs.currentData()
        self.runs.clear()
        self.runs.addItem(tr("All runs"), ALL_RUNS)
        for run in runs:
            self.runs.addItem(tr("Run {run}").format(run=run), run)
        self.runs.setCurrentIndex(max(self.runs.findData(chosen), 0))
        self.runs.setVisible(len(runs) > 1)

    def _choose(self) -> None:
        if self._reader is None:
            return
        view, run = self.views.currentData(), self.runs.currentData()
        self._note.setText(tr(NOTES[view]))
        if view == OBJECTS:
            ranked = [one for one in rankings(self._reader) if run in {ALL_RUNS, one.run}]
            self._show_tables(view, object_columns(), bool(ranked))
            for table, system in self._tables_of_systems():
                own = [one for one in ranked if one.system == system.id]
                tables = ranked_tables(one for ranking in own for one in ranking.objects)
                note = _ranking_note(own) if tables else _reasons(own) or tr(NO_STATISTICS)
                table.set_rows(list(ranking_rows(tables)), note, moved_text(moved(tables)))
            return
        found = [one for one in recorded_work(self._reader) if run in {ALL_RUNS, one.run}]
        self._show_tables(view, statement_columns() if view == STATEMENTS else wait_columns(), bool(found))
        for table, system in self._tables_of_systems():
            work = together([one.work for one in found if one.system == system.id])
            if work is None:
                table.set_rows([], tr(NO_WORK))
            elif view == STATEMENTS:
                rows = list(statement_rows(work))
                nested = tr(NESTED) if rows and work.nested else ""
                table.set_rows(rows, "\n".join(filter(None, (_reason_text(work.no_statements), nested))))
            else:
                rows = list(wait_rows(work))
                table.set_rows(rows, _reason_text(work.no_waits) or _waits_note(work))

    def _tables_of_systems(self) -> Iterator[tuple[RankingTable, SystemInfo]]:
        assert self._reader is not None
        return zip(self.tables, self._reader.systems, strict=False)

    def _show_tables(self, view: str, columns: RankingColumns, there: bool) -> None:
        """Show a table per system with these columns, or the reason why there is no data."""
        assert self._reader is not None
        systems = self._reader.systems if there else ()
        none = tr(NONE_RECORDED) if view == OBJECTS else tr(NO_WORK)
        self._empty.setText(none if self._reader.over else tr(NONE_YET[view]))
        self._empty.setVisible(not there)
        self._note.setVisible(there)
        while len(self.tables) > len(systems):
            table = self.tables.pop()
            self._row.removeWidget(table)
            table.deleteLater()
        while len(self.tables) < len(systems):
            self.tables.append(RankingTable(self._theme, columns))
            self._row.addWidget(self.tables[-1], 1)
            self.tables[-1].show()  # otherwise, a layout does not show a new widget until the next paint
        for table, system in zip(self.tables, systems, strict=True):
            table.set_columns(columns)
            table.set_theme(self._theme)
            table.set_system(f"{system.letter} · {system.name}", system_color(system, self._theme))


def object_columns() -> RankingColumns:
    """Return the columns of the ranking of tables and indexes."""
    cumulated = tr("Share of reads and writes of all rows down to this one")
    return RankingColumns(
        tr("Table or index"),
        (
            RankingFigure(tr("Reads")),
            RankingFigure(tr("share"), bar=True),
            RankingFigure(tr("Read time")),
            RankingFigure(tr("Writes")),
            RankingFigure(tr("share"), bar=True),
            RankingFigure(tr("Write time")),
            RankingFigure(tr("cumulated"), tip=cumulated),
            RankingFigure(tr("Rows changed")),
        ),
    )


def ranking_rows(tables: Sequence[RankedTable]) -> Iterator[RankingRow]:
    """Yield a row per table, including its indexes, followed by a row for each of the table's parts."""
    for one in tables:
        indexes = sum(part.kind == "index" for part in one.parts)
        tip = tr("{name} with its indexes ({count})").format(name=one.total.name, count=indexes) if indexes else ""
        yield _object_row(one.total, one.title, one.shares, one.cumulated, tip=tip)
        if len(one.parts) > 1:
            for part in one.parts:
                alone = tr("{name} without its indexes").format(name=part.name)
                name, tip = (part.name, part.name) if part.kind == "index" else (tr("table alone"), alone)
                yield _object_row(part, name, {}, None, part=True, tip=tip)


def _object_row(
    one: RankedObject,
    name: str,
    shares: Mapping[str, float],
    cumulated: float | None,
    *,
    part: bool = False,
    tip: str = "",
) -> RankingRow:
    reads, writes = shares.get("reads"), shares.get("writes")
    figures = (one.reads, reads, one.read_s, one.writes, writes, one.write_s, cumulated, one.rows_changed)
    texts = (
        _count(one.reads), _percent(reads), _time(one.read_s), _count(one.writes), _percent(writes),
        _time(one.write_s), _percent(cumulated), _count(one.rows_changed),
    )  # fmt: skip
    return RankingRow(name, tuple(figure or 0.0 for figure in figures), texts, part, tip)


def moved_text(tier: Moved | None) -> str:
    """Return the share of measured I/O that would move with the first tables; "" if there is no data."""
    if tier is None:
        return ""
    shares = ", ".join(
        tr("{share} of {figure}").format(share=_percent(share), figure=tr(FIGURES[name]))
        for name, share in tier.shares.items()
    )
    template = tr("If these were moved to another tier: {tables}. With them would go, as measured here: {shares}.")
    return template.format(tables=", ".join(tier.tables), shares=shares)


def statement_columns() -> RankingColumns:
    return RankingColumns(
        tr("Statement"),
        (
            RankingFigure(tr("Total time")),
            RankingFigure(tr("share"), bar=True),
            RankingFigure(tr("Calls")),
            RankingFigure(tr("Mean")),
            RankingFigure(tr("Rows")),
        ),
    )


def statement_rows(work: ServerWork) -> Iterator[RankingRow]:
    """Yield a row per statement, in descending order of time."""
    for one in statements_of(work):
        mean_s = None if one.mean_ms is None else one.mean_ms / 1e3
        figures = (one.total_s, one.share or 0.0, one.calls, mean_s or 0.0, one.rows or 0.0)
        texts = (_time(one.total_s), _percent(one.share), _count(one.calls), _time(mean_s), _count(one.rows))
        yield RankingRow(one.text, figures, texts, tooltip=one.text)


def wait_columns() -> RankingColumns:
    """Return the columns for waits: how many sampled sessions were in a wait, or the server's counts."""
    return RankingColumns(
        tr("Wait"),
        (
            RankingFigure(tr("share"), bar=True),
            RankingFigure(tr("Sessions"), tip=tr("How many were found in it at a time, in the mean")),
            RankingFigure(tr("Total time")),
            RankingFigure(tr("Waits")),
            RankingFigure(tr("Mean")),
        ),
    )


def wait_rows(work: ServerWork) -> Iterator[RankingRow]:
    """Yield a row per wait, in descending order of frequency."""
    for one in waits_of(work):
        mean_s = None if one.mean_ms is None else one.mean_ms / 1e3
        figures = (one.share or 0.0, one.sessions or 0.0, one.total_s or 0.0, one.waits or 0.0, mean_s or 0.0)
        sessions = fixed_text(one.sessions, 2) if one.sessions is not None else ""
        texts = (_percent(one.share), sessions, _time(one.total_s), _count(one.waits), _time(mean_s))
        yield RankingRow(one.name, figures, texts, tooltip=one.name)


def _ranking_note(found: Iterable[Ranking]) -> str:
    every = list(found)
    since = tr(SINCE_BEGIN) if any(ranking.since_begin for ranking in every) else ""
    return "\n".join(filter(None, (since, _reasons(every))))


def _reasons(found: Iterable[Ranking]) -> str:
    """Return the reasons why figures are not available, each with the figures it affects."""
    reasons: dict[str, list[str]] = {}
    for ranking in found:
        for name, reason in ranking.missing.items():
            names = reasons.setdefault(message_text(reason), [])
            if (figure := tr(FIGURES.get(name, name))) not in names:
                names.append(figure)
    return "\n".join(tr("No {figures}: {reason}").format(figures=", ".join(n), reason=r) for r, n in reasons.items())


def _reason_text(message: Message | None) -> str:
    return "" if message is None else message_text(message)


def _waits_note(work: ServerWork) -> str:
    if work.samplings is not None:
        return tr("Working sessions were looked at {count} times.").format(count=count_text(work.samplings))
    return tr(WHOLE_SERVER) if work.waits else ""


def _count(value: float | None) -> str:
    return count_text(value) if value is not None else ""


def _percent(share: float | None) -> str:
    return f"{fixed_text(100 * share, 1)} %" if share is not None else ""


def _time(seconds: float | None) -> str:
    return label_text(seconds, "s") if seconds is not None else ""
