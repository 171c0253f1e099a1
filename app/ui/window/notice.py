# SPDX-License-Identifier: Apache-2.0
"""A line across the window that says what happened, which system, and what to do next."""

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.ui.window.icons import picture
from widgets.translation import tr

Severity = Literal["info", "warning", "error"]
Offer = tuple[str, Callable[[], object]]
"""A button's words, and what it does."""


class NoticeBar(QWidget):
    """Hidden until there is something to say; the person puts it away."""

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
        """What it says, folded or not; "" while hidden."""
        return "" if self.isHidden() else self._whole

    @property
    def offers(self) -> tuple[QPushButton, ...]:
        """The buttons that offer what to do next."""
        return tuple(self._offers)

    def say(self, text: str, severity: Severity = "error", *, details: str = "", offers: Sequence[Offer] = ()) -> None:
        """Show a text until it is put away or replaced. details: more of it, in the tool tip.

        Of a warning with several lines only the first is shown until the person asks: the charts need the room.
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
        """Another text in the place of the one shown; its buttons stay, and keep the focus."""
        self._whole = text
        self._text.setText(text)

    def pass_by(self) -> None:
        """The person has gone on to something else: a mere word goes, a warning or an error stays until put away."""
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
