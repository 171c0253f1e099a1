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


def ask_overwriting(parent: QWidget, name: str) -> bool:
    """Whether a file is to be written over that somebody else has changed meanwhile."""
    box = QMessageBox(parent)
    box.setWindowTitle(tr("Save the Scenario"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("{name} was changed by another program since it was opened here.").format(name=name))
    box.setInformativeText(tr("Writing over it loses those changes. “Save As…” keeps both."))
    over = box.addButton(tr("Write Over It"), QMessageBox.ButtonRole.DestructiveRole)
    back = box.addButton(tr("Go On Editing"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(back)
    box.setEscapeButton(back)
    box.exec()
    return box.clickedButton() is over


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
