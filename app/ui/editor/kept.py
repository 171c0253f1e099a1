"""What stands in the file and has no place in the form: it is kept as it is, or taken out on demand."""

from collections.abc import Collection, Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.scenario.checking import KeyPath, Mistake
from app.ui.editor.draft import Draft
from app.ui.texts import tr

LONGEST = 120


class Kept(QWidget):
    """Hidden where there is nothing of the kind."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self._shown: object = None
        self.texts: list[str] = []
        about = QLabel(tr("The form has no field for these. They stay in the file as they are."))
        about.setObjectName("hint")
        about.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(about)
        column.addLayout(self._grid)

    def refresh(self, known: Collection[KeyPath], mistakes: dict[KeyPath, str]) -> None:
        """Shows what has none of these places. mistakes: those shown here are taken out."""
        found = [(key, value, mistakes.pop(key, "")) for key, value in unknown_values(self._draft.document, known)]
        self.setVisible(bool(found))
        if found == self._shown:
            return
        self._shown = found
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.texts = []
        for row, (key, value, mistake) in enumerate(found):
            words = f"{Mistake(key, '').key_text} = {value!r}"
            text = QLabel(words if len(words) <= LONGEST else words[:LONGEST] + "…")
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            told = QLabel(mistake[:1].upper() + mistake[1:])
            told.setTextFormat(Qt.TextFormat.PlainText)
            told.setWordWrap(True)
            told.setObjectName("hint")
            told.setProperty("wrong", bool(mistake))
            remove = QPushButton(tr("Take out"))
            remove.setObjectName("link")
            remove.setAutoDefault(False)
            remove.setAccessibleName(f"{tr('Take out')}: {words}")
            remove.clicked.connect(lambda _on=False, place=key: self._draft.do(lambda one: one.remove(place)))
            for column, widget in enumerate((text, told, remove)):
                self._grid.addWidget(widget, row, column)
            self.texts.append(words)


def unknown_values(document: Any, known: Collection[KeyPath], key: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Every value of a document that has no place in the form; a table that has none at all counts as one."""
    entries = document.items() if isinstance(document, dict) else enumerate(document)
    for name, value in entries:
        place = (*key, name)
        if place in known:
            continue
        inside = any(one[: len(place)] == place for one in known)
        if inside and (
            isinstance(value, dict) or (isinstance(value, list) and all(isinstance(v, dict) for v in value))
        ):
            yield from unknown_values(value, known, place)
        else:
            yield place, value
