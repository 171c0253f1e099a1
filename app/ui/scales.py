"""The factor that a curve is drawn with, as Performance Monitor's Scale column: chosen from a menu, or found."""

import math
from collections.abc import Iterable

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.texts import tr
from widgets.counter_model import scale_text

FACTORS = (0.0001, 0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0)


def fitting_factor(largest: float, others: Iterable[float]) -> float:
    """The power of ten that brings a curve whose greatest value is `largest` closest below the greatest of the curves
    that it shares its axis with; 1 where there is nothing to fit."""
    reach = max((value for value in others if math.isfinite(value) and value > 0), default=0.0)
    if not (math.isfinite(largest) and largest > 0 and reach > 0):
        return 1.0
    fitting = [factor for factor in FACTORS if largest * factor <= reach * (1 + 1e-9)]
    return max(fitting, default=FACTORS[0])


def scale_menu(chosen: float | None, parent: QWidget) -> tuple[QMenu, dict[QAction, float | None]]:
    """A menu of all factors with `chosen` marked, and what each entry stands for; None is the one that fits."""
    menu = QMenu(tr("Scale"), parent)
    menu.setObjectName("scaleMenu")
    group = QActionGroup(menu)
    entries: dict[QAction, float | None] = {menu.addAction("&Auto"): None}
    menu.addSeparator()
    for factor in FACTORS:
        action = menu.addAction(scale_text(factor))
        action.setCheckable(True)
        action.setChecked(factor == chosen)
        group.addAction(action)
        entries[action] = factor
    return menu, entries
