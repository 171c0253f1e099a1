"""The one place that holds how the session is looked at just now; everything on screen reads it and follows it."""

from collections.abc import Callable, Iterable

import msgspec
from PySide6.QtCore import QObject, Signal

from app.ui.layout import Layout


class View(QObject):
    """The current `Layout`. `changed` is sent after every change."""

    changed = Signal()

    def __init__(self, layout: Layout, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.layout = layout

    def set_layout(self, layout: Layout) -> None:
        """Looks at the session by another layout."""
        if layout != self.layout:
            self.layout = layout
            self.changed.emit()

    def change(self, **fields: object) -> None:
        """Replaces some fields of the layout."""
        replace: Callable[..., Layout] = msgspec.structs.replace
        self.set_layout(replace(self.layout, **fields))

    def keep_axes(self, axes: dict[str, tuple[float, float]]) -> None:
        """Remembers the value axes as they are shown; nothing needs to be painted anew."""
        self.layout = msgspec.structs.replace(self.layout, axes=axes)

    def show_curve(self, key: str, path: str, shown: bool, keys_of_path: Iterable[str]) -> None:
        """Draws a curve or not. The first shown curve of a counter brings its row of charts, the last takes it away."""
        layout = self.layout
        hidden = [entry for entry in layout.hidden if entry != key]
        if path not in layout.charted:
            if shown:
                others = [entry for entry in keys_of_path if entry != key]
                kept = [entry for entry in hidden if entry not in others]
                self.change(charted=(*layout.charted, path), hidden=(*kept, *others))
            return
        if not shown:
            hidden.append(key)
        if all(entry in hidden for entry in keys_of_path):
            rest = tuple(entry for entry in layout.charted if entry != path)
            self.change(charted=rest, hidden=tuple(entry for entry in hidden if entry not in set(keys_of_path)))
        else:
            self.change(hidden=tuple(hidden))

    def choose(self, listed: Iterable[str], charted: Iterable[str]) -> None:
        """Lists and charts these counters: those that stay keep their order, new ones come last."""
        wanted, drawn = list(listed), list(charted)
        old = self.layout
        order = [path for path in old.listed if path in wanted] + [path for path in wanted if path not in old.listed]
        rows = [path for path in old.charted if path in drawn] + [path for path in order if path in drawn]
        self.change(listed=tuple(order), charted=tuple(dict.fromkeys(rows)))

    def remove(self, path: str) -> None:
        """Takes a counter out of the table and the charts."""
        layout = self.layout
        self.change(
            listed=tuple(entry for entry in layout.listed if entry != path),
            charted=tuple(entry for entry in layout.charted if entry != path),
        )
