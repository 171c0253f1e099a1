"""Shows what differs between the sessions of a comparison that was made."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.ui.compare.difference_table import DifferenceTable
from app.ui.compare.told import Told
from app.ui.ending import sentence
from app.ui.texts import tr
from widgets.theme import Theme

SIZE = (980, 520)


class DifferencesDialog(QDialog):
    """Nothing can be changed in it."""

    def __init__(self, told: Told, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What Differs"))
        sentences = QLabel("\n".join(sentence(line) for line in told.sentences))
        sentences.setWordWrap(True)
        sentences.setTextFormat(Qt.TextFormat.PlainText)
        self.table = DifferenceTable(theme)
        self.table.show_rows(told.rows, [(column.letter, column.name) for column in told.columns])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(sentences)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(*SIZE)
