"""What stands in the list's place where there is nothing to list."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.texts import tr

TEXT_WIDTH = 460


class Nothing(QWidget):
    """wanted: "demo", "import" or "folder". show_all: away with what was typed."""

    wanted = Signal(str)
    show_all = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("libraryNothing")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._head = QLabel()
        self._head.setObjectName("welcomeTitle")
        self._text = QLabel()
        self._text.setObjectName("welcomeText")
        self._text.setWordWrap(True)
        self._text.setFixedWidth(TEXT_WIDTH)
        for label in (self._head, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = {
            "demo": QPushButton(tr("Run the Demo")),
            "import": QPushButton(tr("Import Results…")),
            "folder": QPushButton(tr("Add Folder…")),
            "all": QPushButton(tr("Show All Sessions")),
        }
        self.buttons["demo"].setObjectName("primary")
        row = QHBoxLayout()
        row.addStretch()
        for key, button in self.buttons.items():
            button.setAutoDefault(True)
            row.addWidget(button)
            if key == "all":
                button.clicked.connect(self.show_all)
            else:
                button.clicked.connect(lambda _checked=False, chosen=key: self.wanted.emit(chosen))
        row.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(self._head)
        column.addWidget(self._text, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(6)
        column.addLayout(row)
        column.addStretch(3)
        self.show_for("")

    def show_for(self, typed: str) -> None:
        """Says that nothing matches what was typed, or that there is no session at all."""
        if typed:
            self._head.setText(tr("No session matches"))
            self._text.setText(
                tr("Nothing with “{typed}” in its title, systems, tags, result or date.").format(typed=typed)
            )
        else:
            self._head.setText(tr("No sessions yet"))
            self._text.setText(
                tr(
                    "Every run is kept here by itself. Run the demo for a first one, take in results from elsewhere, "
                    "or drop a session file on this window."
                )
            )
        # An aligned, wrapping label gets one line otherwise.
        self._text.setMinimumHeight(self._text.heightForWidth(TEXT_WIDTH))
        for key, button in self.buttons.items():
            button.setVisible((key == "all") == bool(typed))
