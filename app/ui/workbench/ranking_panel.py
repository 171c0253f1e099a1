"""Which tables and indexes caused the I/O of a run: one table a system, side by side."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.model.documents import RankedObject
from app.results.rankings import Ranking, rankings
from app.session.reader import SessionReader
from app.ui.workbench.counter_catalogue import system_color
from app.ui.workbench.localised_figures import count_text, fixed_text, label_text
from widgets.tables.ranking_table import RankingRow, RankingTable
from widgets.theme import Theme
from widgets.translation import marked, tr

ALL_RUNS = 0
NONE_YET = marked("The ranking is recorded at the end of the run.")
NONE_RECORDED = marked("No ranking was recorded: it needs a database on a server and a completed run.")
NO_STATISTICS = marked("The server reported no table or index: its statistics are off, or nothing was read or written.")
SINCE_BEGIN = marked("Since the server's statistics were reset, not only this run.")


class RankingPanel(QWidget):
    """What each object was read and written in a run, the targets of a system together."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: object = None
        self._reader: SessionReader | None = None
        self.tables: list[RankingTable] = []
        self.runs = QComboBox()
        self.runs.setAccessibleName(tr("Run shown"))
        self.runs.activated.connect(self._choose)
        self._note = QLabel(tr("Reads and writes as counted by each engine; its cache serves the rest."))
        self._note.setObjectName("dim")
        self._note.setWordWrap(True)
        self._empty = QLabel()
        self._empty.setObjectName("welcomeText")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        top = QHBoxLayout()
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
        """What it says where there is no ranking; "" where there is one."""
        return "" if self._empty.isHidden() else self._empty.text()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        self._state = None

    def refresh(self, reader: SessionReader) -> None:
        """Shows what the session holds now."""
        state = (reader.info.uuid, len(reader.documents), reader.over, self._theme.name)
        if state == self._state:
            return
        self._state, self._reader = state, reader
        found = rankings(reader)
        runs = sorted({ranking.run for ranking in found})
        self._offer(runs)
        self._show(found)

    def _offer(self, runs: Sequence[int]) -> None:
        chosen = self.runs.currentData()
        self.runs.clear()
        self.runs.addItem(tr("All runs"), ALL_RUNS)
        for run in runs:
            self.runs.addItem(tr("Run {run}").format(run=run), run)
        self.runs.setCurrentIndex(max(self.runs.findData(chosen), 0))
        self.runs.setVisible(len(runs) > 1)

    def _choose(self) -> None:
        if self._reader is not None:
            self._show(rankings(self._reader))

    def _show(self, found: Iterable[Ranking]) -> None:
        assert self._reader is not None
        run = self.runs.currentData()
        wanted = [ranking for ranking in found if run in {ALL_RUNS, ranking.run}]
        systems = self._reader.systems if wanted else ()
        self._empty.setText(tr(NONE_RECORDED) if self._reader.over else tr(NONE_YET))
        self._empty.setVisible(not wanted)
        self._note.setVisible(bool(wanted))
        while len(self.tables) > len(systems):
            table = self.tables.pop()
            self._row.removeWidget(table)
            table.deleteLater()
        while len(self.tables) < len(systems):
            self.tables.append(RankingTable(self._theme))
            self._row.addWidget(self.tables[-1], 1)
            self.tables[-1].show()  # now: a layout shows what is new only after the next paint
        for table, system in zip(self.tables, systems, strict=True):
            own = [ranking for ranking in wanted if ranking.system == system.id]
            note = tr(SINCE_BEGIN) if any(ranking.since_begin for ranking in own) else ""
            table.set_theme(self._theme)
            table.set_system(f"{system.letter} · {system.name}", system_color(system, self._theme))
            table.set_rows(ranking_rows(own), note if any(ranking.objects for ranking in own) else tr(NO_STATISTICS))


def ranking_rows(found: Iterable[Ranking]) -> list[RankingRow]:
    """What was read and written of each object in all of these rankings, with its share of all reads."""
    objects: dict[tuple[str, str, str], list[RankedObject]] = {}
    for ranking in found:
        for one in ranking.objects:
            objects.setdefault((one.kind, one.table, one.name), []).append(one)
    totals = {key: [_sum(getattr(one, name) for one in same) for name in FIGURES] for key, same in objects.items()}
    reads = sum(figures[0] or 0 for figures in totals.values())
    rows = []
    for (kind, table, name), (read, read_s, written, write_s) in totals.items():
        if not any((read, written)):
            continue
        rows.append(
            RankingRow(
                name=name,
                kind=kind,
                figures=(read or 0, (read or 0) / reads if reads else 0.0, written or 0),
                texts=(
                    _count(read),
                    f"{fixed_text(100 * (read or 0) / reads, 1)} %" if reads else "",
                    _count(written),
                ),
                share=(read or 0) / reads if reads else 0.0,
                tooltip=_tip(name, kind, table, read_s, write_s),
            )
        )
    return sorted(rows, key=lambda row: (-(row.figures[0] + row.figures[2]), row.name))


FIGURES = ("reads", "read_s", "writes", "write_s")


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _count(value: float | None) -> str:
    return count_text(value) if value is not None else ""


def _tip(name: str, kind: str, table: str, read_s: float | None, write_s: float | None) -> str:
    times = [
        (label, value) for label, value in ((tr("reading"), read_s), (tr("writing"), write_s)) if value is not None
    ]
    of_table = tr(" of {table}").format(table=table) if table not in {"", name} else ""
    lines = [f"{kind} {name}{of_table}", *(f"{label_text(value, 's')} {label}" for label, value in times)]
    return "\n".join(lines)
