"""Asks what becomes of changes that are in no file yet."""

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.ui.texts import tr


class Leaving(Enum):
    """What a person wants."""

    SAVE = "save"
    DISCARD = "discard"
    STAY = "stay"


def ask_leaving(parent: QWidget, title: str) -> Leaving:
    """The answer; closing the question stays."""
    box = QMessageBox(parent)
    box.setWindowTitle(tr("Close the Scenario"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("“{title}” has changes that are not saved.").format(title=title))
    save = box.addButton(tr("Save"), QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton(tr("Don't Save"), QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton(tr("Go On Editing"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(save)
    box.setEscapeButton(stay)
    box.exec()
    answers = {save: Leaving.SAVE, discard: Leaving.DISCARD}
    clicked = box.clickedButton()
    return next((answer for button, answer in answers.items() if button is clicked), Leaving.STAY)
