# SPDX-License-Identifier: Apache-2.0
"""Help window: Markdown pages from resources/help in the window's language, with a searchable list."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QPalette, QTextFrameFormat, QTextTable
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

import resources
from app.ui.window.languages import language_of
from widgets.translation import tr

HELP = Path(resources.__file__).parent / "help"
ORDER = (
    "first-steps",
    "keys",
    "booth",
    "race",
    "attract",
    "editor",
    "library",
    "compare",
    "methods",
    "counters",
    "report",
    "import",
    "servers",
    "storage",
    "workloads",
    "agents",
    "own-sql",
    "troubleshooting",
)
"""Names of the pages, in display order."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A help page.

    Attributes:
        name: Name in links, without file extension.
        title: First heading of the page.
    """

    name: str
    title: str
    text: str

    def has(self, wanted: str) -> bool:
        """Return whether the page contains every word."""
        text = self.text.casefold()
        return all(word in text for word in wanted.casefold().split())


def help_pages(language: str = "") -> list[HelpPage]:
    """Return all pages in display order, by default in the window's language."""
    return [help_page(name, language) for name in ORDER]


def help_page(name: str, language: str = "") -> HelpPage:
    """Return a page. Raises OSError if it does not exist."""
    own = HELP / (language or language_of(QLocale())) / f"{name}.md"
    text = (own if own.exists() else HELP / f"{name}.md").read_text(encoding="utf-8")
    first = next((line for line in text.splitlines() if line.startswith("# ")), f"# {name}")
    return HelpPage(name, first.removeprefix("# ").strip(), text)


SIZE = (980, 680)
LIST_WIDTH = 270
PAGE = "helpPage"
"""Widget property that contains the name of the help page about the widget."""


class HelpDialog(QDialog):
    """Modeless help window, which can stay open during work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search the pages"))
        self.search.setAccessibleName(tr("Search the pages"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Help pages"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(3)
        for page in help_pages():
            item = QListWidgetItem(page.title)
            item.setData(Qt.ItemDataRole.UserRole, page.name)
            self.list.addItem(item)
        self.list.currentItemChanged.connect(self._show_chosen)
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("The page"))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self.text.document().setDocumentMargin(18)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        splitter = QSplitter()
        splitter.addWidget(left)
        splitter.addWidget(self.text)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([LIST_WIDTH, SIZE[0] - LIST_WIDTH])
        splitter.setChildrenCollapsible(False)
        row = QHBoxLayout(self)
        row.addWidget(splitter)
        self.resize(*SIZE)
        self.show_page(ORDER[0])

    def show_page(self, name: str) -> None:
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == name:
                self.list.item(row).setHidden(False)
                self.list.setCurrentRow(row)

    def _show_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            page = help_page(item.data(Qt.ItemDataRole.UserRole))
            self.text.setMarkdown(page.text)
            self._subdue_tables()

    def _subdue_tables(self) -> None:
        """Draw thin, subdued table borders instead of borders in the text color, the default of the Markdown import."""
        line = self.palette().color(QPalette.ColorRole.Mid)
        for frame in self.text.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                shape = frame.format()
                shape.setBorderBrush(line)
                shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                shape.setBorderCollapse(True)
                shape.setCellPadding(4)
                frame.setFormat(shape)

    def _filter(self, wanted: str) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(not help_page(item.data(Qt.ItemDataRole.UserRole)).has(wanted))

    def _follow(self, link: QUrl) -> None:
        name = link.path().rpartition("/")[2].removesuffix(".md")
        if link.isRelative() and (HELP / f"{name}.md").exists():
            self.show_page(name)
        elif link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)


def offer_help(buttons: QDialogButtonBox, page: str) -> None:
    """Add a Help button to a dialog's buttons; it opens a help page."""

    def show() -> None:
        dialog = HelpDialog(buttons.window())
        dialog.show_page(page)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    button = buttons.addButton(QDialogButtonBox.StandardButton.Help)
    button.setAutoDefault(False)
    button.clicked.connect(show)
