# SPDX-License-Identifier: Apache-2.0
"""Speed of the library with many sessions: first list, complete list, refresh, typing, and one row.

`python -m tests.benchmarks.library_open [SESSIONS]` (default: 1,000).
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
from PySide6.QtGui import QPixmap

from app.session.library import Library
from app.ui.library.library_page import LibraryPage
from app.ui.library.library_results import Filling
from app.ui.window.application import application
from tests.support.recorded import FAR_APART, PAIR, TRIO, recorded
from widgets.theme import DARK

SECONDS = 120
ROUNDS = 20
TYPED = ("j", "jo", "journal", "journal 12", "nothing of the kind", "")


def sessions(folder: Path, number: int) -> None:
    """Write copies of three synthetic sessions, each with a unique identity and date."""
    kinds = ((PAIR, "Two journals"), (TRIO, "Three journals"), (FAR_APART, "Far apart"))
    models = [recorded(folder / f"model{i}.outpace", s, seconds=SECONDS, title=t) for i, (s, t) in enumerate(kinds)]
    now = datetime.now(UTC)
    for index in range(number - len(models)):
        path = folder / f"{index:05}.outpace"
        shutil.copy(models[index % len(models)], path)
        connection = apsw.Connection(str(path))
        connection.execute(
            "UPDATE session SET uuid = ?, title = title || ?, created_utc = ?",
            (str(uuid.uuid4()), f" {index}", (now - timedelta(hours=index)).isoformat()),
        )
        connection.close()


def spent(do: Callable[[], object]) -> float:
    """Return the milliseconds that a call takes."""
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1e3


def told(words: str, values: list[float]) -> None:
    """Print one line with the median and the maximum."""
    print(f"{words:58} {statistics.median(values):9.1f} ms   longest {max(values):8.1f} ms")


def looked(folder: Path, index: Path) -> tuple[float, float]:
    """Return the milliseconds until the first list is shown, and until it is complete."""
    first: list[float] = []
    began = time.perf_counter()
    library = Library(folder, index)
    library.refresh(lambda: first.append((time.perf_counter() - began) * 1e3))
    whole = (time.perf_counter() - began) * 1e3
    library.close()
    return (first or [whole])[0], whole


def main(number: int) -> None:
    """Run the benchmark."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = application()
    with tempfile.TemporaryDirectory() as name:
        folder, index = Path(name) / "sessions", Path(name) / "library.sqlite"
        folder.mkdir()
        sessions(folder, number)
        first, whole = looked(folder, index)
        print(f"{number} sessions of {SECONDS} s, never seen before: first list {first:.0f} ms, whole {whole:.0f} ms")
        told("the same, known: window's first list", [looked(folder, index)[1] for _ in range(5)])
        library = Library(folder, index)
        library.refresh()
        told("look again, nothing new", [spent(library.refresh) for _ in range(ROUNDS)])
        page = LibraryPage(DARK)
        page.resize(1600, 900)
        page.show()
        told("show the page with all of them", [spent(lambda: _shown(page, library)) for _ in range(5)])
        filling = Filling(library, DARK, page)
        began = time.perf_counter()
        filling.go()
        while any(not entry.checked for entry in library.entries):
            app.processEvents()
            time.sleep(0.002)
        filled = time.perf_counter() - began
        each = filled / number * 1e3
        print(f"results, pictures and seals of all, in the background: {filled:.1f} s ({each:.1f} ms each)")
        page.show_entries(library.entries)
        for typed in TYPED:
            page.search.setText(typed)
            told(f"filter by “{typed}”", [spent(page._filter) for _ in range(ROUNDS)])
        page.show_entries(library.entries)
        picture = QPixmap(page.list.viewport().size())
        told("paint the rows in sight", [spent(lambda: page.list.viewport().render(picture)) for _ in range(ROUNDS)])
        page.close()
        library.close()


def _shown(page: LibraryPage, library: Library) -> None:
    page.show_entries(())
    page.show_entries(library.entries)
    application().processEvents()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
