"""The help pages: Markdown files of resources/help, in the window's language where there is such a page."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLocale

import resources
from app.ui.languages import language_of

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
    "troubleshooting",
)
"""Names of the pages, as the list shows them."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    """name: as links name it, without its ending. title: its first heading."""

    name: str
    title: str
    text: str

    def has(self, words: str) -> bool:
        """Whether every word stands on the page."""
        text = self.text.casefold()
        return all(word in text for word in words.casefold().split())


def help_pages(language: str = "") -> list[HelpPage]:
    """All pages, in the order of the list. language: "" is the window's."""
    return [help_page(name, language) for name in ORDER]


def help_page(name: str, language: str = "") -> HelpPage:
    """One page. Raises OSError where there is none of that name."""
    own = HELP / (language or language_of(QLocale())) / f"{name}.md"
    text = (own if own.exists() else HELP / f"{name}.md").read_text(encoding="utf-8")
    first = next((line for line in text.splitlines() if line.startswith("# ")), f"# {name}")
    return HelpPage(name, first.removeprefix("# ").strip(), text)
