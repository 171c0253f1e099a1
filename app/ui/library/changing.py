"""What a person changes in the library: titles, tags, what is deleted. Each change can be taken back."""

from collections.abc import Callable, Sequence
from pathlib import Path

from app.session.errors import SessionError
from app.session.library import Entry, Library
from app.ui.library.page import LibraryPage
from app.ui.library.trash import Trashed, files_of, put_away, take_back
from app.ui.notice import Severity
from app.ui.shell import Shell
from app.ui.texts import tr
from app.ui.undo import Undo


class Changes:
    """library: the one that the page shows."""

    def __init__(self, shell: Shell, undo: Undo, page: LibraryPage, library: Callable[[], Library]) -> None:
        self._shell = shell
        self._undo = undo
        self._page = page
        self._library = library

    def rename(self, path: Path, title: str) -> None:
        """Gives a session another title."""
        self._change(tr("Rename"), path, lambda entry: entry.title, self._library().rename, title)

    def tag(self, path: Path, tags: Sequence[str]) -> None:
        """Gives a session other tags."""
        self._change(tr("Change of Tags"), path, lambda entry: entry.tags, self._library().set_tags, tuple(tags))

    def delete(self, entries: Sequence[Entry]) -> None:
        """Moves sessions to the trash, as far as that works."""
        row = self._page.model.row(entries[0].path)
        deleted = Deleted(self._came_back, self._gone)
        told: list[str] = []
        for entry in entries:
            try:
                deleted.put_away(entry)
            except OSError as error:
                told.append(tr("{title} can't be moved to the trash: {error}").format(title=entry.title, error=error))
        severity: Severity = "warning" if told else "info"
        if deleted.paths:
            self._gone(deleted.paths, row)
            self._undo.did(tr("Delete"), deleted.undo, deleted.redo)
            number = len(entries) - len(told)
            what = entries[0].title if len(entries) == 1 else tr("{number} sessions").format(number=number)
            told.append(tr("Moved to the trash: {what}").format(what=what))
        offers = [(tr("Undo"), self._take_back)] if deleted.paths else []
        self._shell.notice.say(" ".join(told), severity, offers=offers)

    def _take_back(self) -> None:
        self._shell.notice.hide()
        self._shell.actions_["undo"].trigger()

    def _gone(self, paths: Sequence[Path], row: int | None = None) -> None:
        self._library().forget(paths)
        self._show()
        left = self._page.model.entries
        if left and row is not None:
            self._page.select([left[min(row, len(left) - 1)].path])

    def _came_back(self, paths: Sequence[Path]) -> None:
        self._library().refresh()
        self._show()
        self._page.select(paths)

    def _change(
        self, what: str, path: Path, now: Callable[[Entry], object], put: Callable[..., None], value: object
    ) -> None:
        """Changes what the index says of a session."""
        entry = self._library().entry(path)
        if entry is None or now(entry) == value:
            return

        def change(to: object) -> None:
            try:
                put(path, to)
            except SessionError as error:
                raise OSError(str(error)) from error
            self._show()

        before = now(entry)
        try:
            change(value)
        except OSError as error:
            self._shell.notice.say(str(error))
            return
        if any(button.text() == tr("Undo") for button in self._shell.notice.offers):
            self._shell.notice.hide()  # what it offers to take back is no longer the last step
        self._undo.did(what, lambda: change(before), lambda: change(value))

    def _show(self) -> None:
        self._page.show_entries(self._library().entries)


class Deleted:
    """Sessions in the trash, there and back."""

    def __init__(self, came_back: Callable[[Sequence[Path]], None], gone: Callable[[Sequence[Path]], None]) -> None:
        self._moved: list[Trashed] = []
        self._came_back = came_back
        self._gone = gone

    @property
    def paths(self) -> list[Path]:
        """Where the files were."""
        return [one.original for one in self._moved]

    def put_away(self, entry: Entry) -> None:
        """Moves one more there. Raises OSError."""
        self._moved += put_away(files_of(entry))

    def undo(self) -> None:
        """Brings them back. Raises OSError."""
        take_back(self._moved)
        self._came_back(self.paths)

    def redo(self) -> None:
        """Moves them away again. Raises OSError."""
        self._moved = put_away(self.paths)
        self._gone(self.paths)
