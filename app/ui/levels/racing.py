# SPDX-License-Identifier: Apache-2.0
"""Texts about races: the time window shared by all racers, and the label of each lane."""

import math

from app.results.race_progress import IOS, RaceProgress, Racer
from app.ui.workbench.localised_figures import count_text, duration_in_units, label_text, ratio_text
from app.ui.workbench.view import TimeWindow
from widgets.translation import tr


def fair_window(progress: RaceProgress | None, window: TimeWindow) -> TimeWindow:
    """Return a window that ends no later than the first finish, so that all systems are racing within it."""
    if progress is None or progress.fair_to_s >= window.to_s:
        return window
    to_s = progress.fair_to_s
    began_s = min(progress.began_s.values(), default=0.0)
    return TimeWindow(min(max(to_s - window.span_s, began_s), to_s - 1), to_s)


def time_taken_text(seconds: float) -> str:
    """Format a duration, such as "7.5 s" or "3 min 33 s"."""
    return label_text(seconds, "s") if seconds < 60 else duration_in_units(seconds)


def share_form(unit: str) -> str:
    """Return the template for the progress of a race in this unit."""
    forms = {IOS: tr("{done} of {total} I/Os"), "transactions": tr("{done} of {total} transactions")}
    return forms.get(unit, tr("{done} of {total} orders"))


def lane_text(racer: Racer, unit: str) -> str:
    """Return a racer's progress, or its finishing time once it has finished."""
    if not racer.finished:
        return share_form(unit).format(done=count_text(racer.done), total=count_text(racer.total))
    if not math.isfinite(racer.behind_s):
        return tr("first, after {time}").format(time=time_taken_text(racer.finished_s))
    return tr("after {time}, {later} later ({ratio} the time)").format(
        time=time_taken_text(racer.finished_s),
        later=time_taken_text(racer.behind_s),
        ratio=ratio_text(racer.finished_s - racer.behind_s, racer.finished_s),
    )
