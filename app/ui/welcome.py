"""The page of a window that shows no session: one sensible thing to do."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.texts import tr

TEXT_WIDTH = 520


class Welcome(QWidget):
    """demo: run the default comparison now. choose: choose what to run. drives: compare two drives. new: say what is
    compared. open: ask for a file. recent: open this one. library: show all of them."""

    demo = Signal()
    choose = Signal()
    drives = Signal()
    new = Signal()
    open = Signal()
    recent = Signal(object)
    library = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(self._label(tr("Two systems, side by side, live"), "welcomeTitle"))
        text = tr(
            "The demo runs the same orders on two real SQLite databases at once, on one clock. "
            "It needs no server; the first time it builds its databases."
        )
        about = self._label(text, "welcomeText")
        about.setWordWrap(True)
        about.setFixedWidth(TEXT_WIDTH)
        about.setMinimumHeight(about.heightForWidth(TEXT_WIDTH))  # an aligned, wrapping label gets one line otherwise
        column.addWidget(about, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        run = QPushButton(tr("Run the Demo"))
        run.setObjectName("primary")
        run.setDefault(True)
        run.clicked.connect(self.demo)
        column.addWidget(run, 0, Qt.AlignmentFlag.AlignHCenter)
        self.run_button = run
        others = QHBoxLayout()
        others.addStretch()
        for words, signal in (
            (tr("Choose drives and length…"), self.choose),
            (tr("Compare two drives…"), self.drives),
            (tr("New comparison…"), self.new),
            (tr("Open a session…"), self.open),
        ):
            link = self._link(words)
            link.clicked.connect(signal)
            others.addWidget(link)
        others.addStretch()
        column.addLayout(others)
        column.addSpacing(16)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        column.addLayout(self._recent)
        frame = QVBoxLayout(self)
        frame.addStretch(2)
        frame.addLayout(column)
        frame.addStretch(3)

    def set_recent(self, sessions: Sequence[tuple[Path, str]]) -> None:
        """Offers these recorded sessions (file, the line that names it), the newest first."""
        while (item := self._recent.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        if sessions:
            self._recent.addWidget(self._label(tr("Recorded here"), "welcomeText"))
        for path, text in sessions:
            link = self._link(text.replace("&", "&&"))
            link.setToolTip(str(path))
            link.clicked.connect(lambda _checked=False, chosen=path: self.recent.emit(chosen))
            self._recent.addWidget(link, 0, Qt.AlignmentFlag.AlignHCenter)
        if sessions:
            every = self._link(tr("All sessions…"))
            every.clicked.connect(self.library)
            self._recent.addWidget(every, 0, Qt.AlignmentFlag.AlignHCenter)

    def _label(self, text: str, name: str) -> QLabel:
        label = QLabel(text)
        label.setObjectName(name)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return label

    def _link(self, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName("link")
        button.setFlat(True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button
