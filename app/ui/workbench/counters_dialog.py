# SPDX-License-Identifier: Apache-2.0
"""Dialog for choosing counters: a searchable tree of the session's counters, with check boxes for chart and table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.workbench.counter_catalogue import counter_name
from widgets.translation import tr

NAME, CHART, TABLE, SYSTEMS, LAYER = range(5)
PATH = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class CounterChoice:
    """A counter that can be shown.

    Attributes:
        systems: Letters of the systems that have it.
        layer: Layer in which it is measured.
    """

    path: str
    systems: str
    layer: str


class CountersDialog(QDialog):
    """Dialog whose results are `listed` (paths for the table) and `charted` (paths for the charts)."""

    def __init__(
        self,
        choices: Sequence[CounterChoice],
        listed: Iterable[str],
        charted: Iterable[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Counters"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search objects, instances and counters"))
        self.search.setAccessibleName(tr("Search the counters"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Counters"))
        self.tree.setHeaderLabels([tr("Counter"), tr("Chart"), tr("Table"), tr("Systems"), tr("Layer")])
        self.tree.setUniformRowHeights(True)
        self.tree.itemChanged.connect(self._mark)
        self._nothing = QLabel()
        self._nothing.setObjectName("dim")
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._nothing.hide()
        self._objects: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []
        self._fill(choices, set(listed), set(charted))
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column in (CHART, TABLE, SYSTEMS, LAYER):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setObjectName("primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column_of = QVBoxLayout(self)
        column_of.addWidget(self.search)
        column_of.addWidget(self._nothing)
        column_of.addWidget(self.tree, 1)
        column_of.addWidget(buttons)
        self.resize(720, 560)
        self.search.setFocus()

    @property
    def listed(self) -> list[str]:
        """Paths checked for the table."""
        return self._marked(TABLE)

    @property
    def charted(self) -> list[str]:
        """Paths checked for the charts."""
        return self._marked(CHART)

    @property
    def found(self) -> list[str]:
        """Paths that match the search."""
        return [str(leaf.data(NAME, PATH)) for _, leaves in self._objects for leaf in leaves if not leaf.isHidden()]

    @property
    def message(self) -> str:
        """Text shown if nothing matches the search; "" otherwise."""
        return self._nothing.text()

    def mark(self, path: str, *, chart: bool) -> None:
        """Check a counter for the table or, if `chart` is true, for the charts too."""
        for leaf in (leaf for _, leaves in self._objects for leaf in leaves if leaf.data(NAME, PATH) == path):
            leaf.setCheckState(CHART if chart else TABLE, Qt.CheckState.Checked)

    def _fill(self, choices: Sequence[CounterChoice], listed: set[str], charted: set[str]) -> None:
        objects: dict[str, tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = {}
        with QSignalBlocker(self.tree):
            for choice in sorted(choices, key=lambda entry: entry.path.casefold()):
                name = counter_name(choice.path)
                if name.object not in objects:
                    objects[name.object] = (QTreeWidgetItem(self.tree, [name.object or tr("Other")]), [])
                    objects[name.object][0].setFlags(Qt.ItemFlag.ItemIsEnabled)
                parent, leaves = objects[name.object]
                text = f"{name.counter}  ({name.instance})" if name.instance else name.counter
                leaf = QTreeWidgetItem(parent, [text, "", "", choice.systems, choice.layer])
                leaf.setFlags(
                    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable
                )
                leaf.setData(NAME, PATH, choice.path)
                leaf.setToolTip(NAME, choice.path)
                for column, marked in ((CHART, choice.path in charted), (TABLE, choice.path in listed)):
                    leaf.setCheckState(column, Qt.CheckState.Checked if marked else Qt.CheckState.Unchecked)
                leaves.append(leaf)
        self._objects = list(objects.values())
        for parent, leaves in self._objects:
            parent.setExpanded(any(leaf.checkState(TABLE) == Qt.CheckState.Checked for leaf in leaves))

    def _mark(self, item: QTreeWidgetItem, column: int) -> None:
        """Keep charted counters in the table because it is the charts' legend."""
        with QSignalBlocker(self.tree):
            if column == CHART and item.checkState(CHART) == Qt.CheckState.Checked:
                item.setCheckState(TABLE, Qt.CheckState.Checked)
            if column == TABLE and item.checkState(TABLE) == Qt.CheckState.Unchecked:
                item.setCheckState(CHART, Qt.CheckState.Unchecked)
        self.tree.viewport().update()

    def _marked(self, column: int) -> list[str]:
        all_leaves = [leaf for _, leaves in self._objects for leaf in leaves]
        return [leaf.data(NAME, PATH) for leaf in all_leaves if leaf.checkState(column) == Qt.CheckState.Checked]

    def _filter(self, text: str) -> None:
        wanted = text.casefold().split()
        for parent, leaves in self._objects:
            hidden = [not all(word in str(leaf.data(NAME, PATH)).casefold() for word in wanted) for leaf in leaves]
            for leaf, away in zip(leaves, hidden, strict=True):
                leaf.setHidden(away)
            parent.setHidden(all(hidden))
            if wanted and not all(hidden):
                parent.setExpanded(True)
        nothing = wanted and not self.found
        self._nothing.setText(
            tr("No counter of this session matches “{text}”.").format(text=text.strip()) if nothing else ""
        )
        self._nothing.setVisible(bool(nothing))
