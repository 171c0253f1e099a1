# SPDX-License-Identifier: Apache-2.0
"""Notice bar across the window: reports what happened, on which system, and what to do next."""

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.ui.window.icons import picture
from widgets.translation import tr

Severity = Literal["info", "warning", "error"]
Offer = tuple[str, Callable[[], object]]
"""Label and action of a button."""


class NoticeBar(QWidget):
    """Bar that is hidden until there is a message, and is dismissed by the user."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sign = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._offers: list[QPushButton] = []
        self._whole = ""
        self._more = QToolButton()
        self._more.setText(tr("Details"))
        self._more.setAutoRaise(True)
        self._more.clicked.connect(self._unfold)
        dismiss = QToolButton()
        dismiss.setText(tr("Dismiss"))
        dismiss.setAutoRaise(True)
        dismiss.clicked.connect(self.hide)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 6, 8, 6)
        self._row.setSpacing(10)
        self._row.addWidget(self._sign)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._more)
        self._row.addWidget(dismiss)
        self.hide()

    @property
    def text(self) -> str:
        """Full message, even if the bar is collapsed; "" while the bar is hidden."""
        return "" if self.isHidden() else self._whole

    @property
    def offers(self) -> tuple[QPushButton, ...]:
        """Buttons that offer the next steps."""
        return tuple(self._offers)

    def say(self, text: str, severity: Severity = "error", *, details: str = "", offers: Sequence[Offer] = ()) -> None:
        """Show a text until it is dismissed or replaced; `details` are shown in the tooltip.

        A warning with several lines is collapsed to its first line until the user expands it, to leave room for the
        charts.
        """
        self._whole = text
        folded = severity != "error" and text.count("\n") > 1
        self._sign.setPixmap(picture(severity, self.devicePixelRatioF()))
        self._text.setText(text.partition("\n")[0].rstrip(":") if folded else text)
        self._more.setVisible(folded)
        self._text.setToolTip(details)
        self.setProperty("severity", severity)
        self._set_offers(offers)
        self.style().unpolish(self)
        self.style().polish(self)
        self.show()

    def change_text(self, text: str) -> None:
        """Replace the text without changing the buttons or the focus."""
        self._whole = text
        self._text.setText(text)

    def pass_by(self) -> None:
        """Hide a message of severity "info"; warnings and errors stay until dismissed."""
        if self.property("severity") == "info" and not self._offers:
            self.hide()

    def _unfold(self) -> None:
        self._text.setText(self._whole)
        self._more.hide()

    def _set_offers(self, offers: Sequence[Offer]) -> None:
        while self._offers:
            old = self._offers.pop()
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        for label, do in offers:
            button = QPushButton(label)
            button.clicked.connect(lambda _checked=False, act=do: act())
            self._row.insertWidget(self._row.count() - 2, button)
            self._offers.append(button)
