"""Asks what becomes of a run whose window closes."""

from enum import Enum

from PySide6.QtWidgets import QMessageBox, QWidget

from app.ui.texts import tr


class Closing(Enum):
    """What to do with the run."""

    STOP = "stop"
    GO_ON = "go on"
    STAY = "stay"


def ask_closing(parent: QWidget, title: str) -> Closing:
    """Asks: stop the run, or let it go on without a window. Escape stays."""
    box = QMessageBox(parent)
    box.setObjectName("closing")
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("A run is recording"))
    box.setText(tr("“{title}” is still recording.").format(title=title))
    box.setInformativeText(tr("What is recorded is kept either way. Open the session file to see it again."))
    stop = box.addButton(tr("Stop the Run"), QMessageBox.ButtonRole.DestructiveRole)
    go_on = box.addButton(tr("Go On Without a Window"), QMessageBox.ButtonRole.AcceptRole)
    stay = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(stop)
    box.setEscapeButton(stay)
    box.exec()
    clicked = box.clickedButton()
    if clicked is stop:
        return Closing.STOP
    return Closing.GO_ON if clicked is go_on else Closing.STAY


def ask_cancelling(parent: QWidget, title: str) -> bool:
    """Asks whether a build may be cancelled. Escape goes on building."""
    box = QMessageBox(parent)
    box.setObjectName("cancelling")
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("Databases are being built"))
    box.setText(tr("The databases of “{title}” are still being built.").format(title=title))
    box.setInformativeText(tr("What is built on a server stays: the next build goes on from there."))
    cancel = box.addButton(tr("Cancel the Build"), QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton(tr("Go On Building"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(stay)
    box.setEscapeButton(stay)
    box.exec()
    return box.clickedButton() is cancel
