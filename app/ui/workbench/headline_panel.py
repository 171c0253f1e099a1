"""Binds the headline: throughput of each system and what it says so far, in words that are never a verdict."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.analysis.headline import Headline as Figures
from app.analysis.headline import headline, headline_text, ratio_sentence
from app.results.measurings import loads_of
from app.results.race_progress import IOS, RaceProgress, race_progress
from app.session.reader import SessionReader
from app.session.records import Phase, SystemInfo
from app.ui.levels.racing import fair_window, time_taken_text
from app.ui.levels.session_verdict import Verdict, Verdicts, asks_for_verdict, origin_label
from app.ui.workbench.counter_catalogue import Catalogue, baseline_of, system_color
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, count_text, duration_in_units, ratio_text
from app.ui.workbench.run_progress import MEASURE, repeats_of
from app.ui.workbench.run_status import (
    did_not_start,
    messages_text,
    not_simultaneous,
    ratio_without_interval,
    reasons_text,
)
from app.ui.workbench.view import TimeWindow
from widgets.presentation.headline import Headline, Side
from widgets.theme import Theme
from widgets.translation import marked, tr

Floats = NDArray[np.float64]
PHASES = (
    marked("prepare"), marked("restore"), marked("connect"), marked("rest"), marked("idle"),
    marked("ramp"), marked("warm-up"), marked("settle"), marked("measure"), marked("stop"),
)  # fmt: skip
"""Names of phases, as sessions have them."""

ORDERS_PER_S = "\\Outpace Driver(_Total)\\Orders/sec"
ORDERS_PER_MIN = "\\Outpace Driver(_Total)\\Orders/min"


def measured(phases: Sequence[Phase], until_s: float, letter: str = "") -> TimeWindow | None:
    """The part of the last measuring phase that lies before `until_s`; None where none has begun. letter: only of
    phases in which this system was under load."""
    begun = [phase for phase in phases if phase.name == MEASURE and phase.from_s < until_s]
    begun = [phase for phase in begun if not letter or letter in (loads_of(phase) or letter)]
    return TimeWindow(begun[-1].from_s, min(begun[-1].to_s, until_s)) if begun else None


def by_second(time_s: Floats, value: Floats, window: TimeWindow) -> Floats:
    """The samples of whole seconds in a window, aligned on the common clock: shape (seconds,), NaN is no data.

    A sample belongs to the second that it ends; it may come a little late.
    """
    first, last = math.ceil(window.from_s - 1e-9), math.floor(window.to_s + 1e-9)
    aligned = np.full(max(last - first, 0), np.nan)
    second = np.round(time_s).astype(np.int64) - first - 1
    inside = (second >= 0) & (second < len(aligned))
    aligned[second[inside]] = value[inside]
    return aligned


def taking_turns(reader: SessionReader, until_s: float) -> bool:
    """Whether some systems were not under load in what was measured last."""
    begun = [phase for phase in reader.phases if phase.name == MEASURE and phase.from_s < until_s]
    loads = loads_of(begun[-1]) if begun else {}
    return bool(loads) and any(system.letter not in loads for system in reader.systems)


def ended(reader: SessionReader, at_s: float) -> bool:
    """Whether a moment is the end of a run: nothing more was measured after it."""
    if reader.end is None:
        return False
    return at_s >= min([reader.end.t_s - 1, *(phase.to_s for phase in reader.phases if phase.name == MEASURE)])


@dataclass(frozen=True, slots=True)
class HeadlineText:
    """The headline's texts."""

    sides: tuple[Side, ...]
    main: str
    sub: str
    tooltip: str


class HeadlinePanel:
    """Fills a `Headline` from a session."""

    def __init__(self, widget: Headline, theme: Theme) -> None:
        self.widget = widget
        self._theme = theme
        self._state: tuple[SessionReader, Catalogue, TimeWindow] | None = None
        self._verdicts = Verdicts(widget)
        self._verdicts.changed.connect(self._show_again)

    def clear(self) -> None:
        """No session is shown."""
        self._state = None
        self._verdicts.forget()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme

    def refresh(self, reader: SessionReader, catalogue: Catalogue, window: TimeWindow) -> None:
        """Shows throughput while measuring, so far; before that what is in view, and that it does not count yet. At the
        end of a session of several repeats or steps it shows their verdict."""
        self._state = reader, catalogue, window
        headline = self.texts(reader, catalogue, window)
        self.widget.set_sides(headline.sides)
        self.widget.set_middle(headline.main, headline.sub, headline.tooltip)

    def texts(self, reader: SessionReader, catalogue: Catalogue, window: TimeWindow) -> HeadlineText:
        """What the headline says at the right edge of `window`."""
        if reader.end is not None and window.to_s >= reader.end.t_s - 1 and asks_for_verdict(reader):
            verdict = self._verdicts.of(reader.path)
            if verdict is None:
                return HeadlineText(
                    (), tr("Reading the results"), origin_label(reader) or tr("all repeats together"), ""
                )
            headline = self._verdict(reader, verdict)
            race = race_progress(reader, window.to_s)
            to_go = remaining_texts(race) if race is not None and repeats_of(reader) == 1 else []
            return replace(headline, sub=" · ".join([headline.sub, *to_go]))
        race = race_progress(reader, window.to_s)
        window = fair_window(race, window)
        counted = measured(reader.phases, window.to_s)
        rates = {
            system.letter: self._rate(
                reader, catalogue, system, measured(reader.phases, window.to_s, system.letter) or window
            )
            for system in reader.systems
        }
        what = "IOPS" if catalogue.names else tr("orders per minute")
        sides = tuple(
            Side(f"{system.letter} · {what}", count_text(rates[system.letter]), system_color(system, self._theme))
            for system in reader.systems
        )
        baseline = baseline_of(reader)
        if not_simultaneous(reader) and baseline is not None and counted is not None and len(reader.systems) > 1:
            main, sub, tooltip = ratio_without_interval(
                baseline, rates, compared_figure(catalogue), storage=bool(catalogue.names)
            )
        else:
            main, sub, tooltip = self._texts(reader, catalogue, window, counted)
        if race is not None and race.first is not None and baseline is not None:
            main, sub = race_statement(race, baseline.letter)
        return HeadlineText(sides, main, " · ".join(filter(None, (origin_label(reader), sub))), tooltip)

    def _verdict(self, reader: SessionReader, verdict: Verdict) -> HeadlineText:
        """The verdict; where there is none, why."""
        sides = tuple(
            Side(*verdict.numbers[system.letter], system_color(system, self._theme))
            for system in reader.systems
            if system.letter in verdict.numbers
        )
        return HeadlineText(sides, verdict.main, verdict.sub, verdict.tooltip)

    def _show_again(self) -> None:
        if self._state is not None:
            self.refresh(*self._state)

    def _rate(self, reader: SessionReader, catalogue: Catalogue, system: SystemInfo, window: TimeWindow) -> float:
        curve = catalogue.curve(system.letter, ORDERS_PER_S if catalogue.names else ORDERS_PER_MIN)
        return reader.window(curve.counter, window.from_s, window.to_s).average if curve else math.nan

    def _texts(
        self, reader: SessionReader, catalogue: Catalogue, window: TimeWindow, counted: TimeWindow | None
    ) -> tuple[str, str, str]:
        if reader.end is not None and did_not_start(reader):
            return (
                tr("Did not start"),
                reasons_text(messages_text(reader, reader.end.reasons)) or reader.info.title,
                "\n".join(messages_text(reader, reader.end.reasons)),
            )
        baseline = baseline_of(reader)
        challengers = [s for s in reader.systems if baseline is not None and s.id != baseline.id]
        if baseline is None or not challengers:
            return reader.info.title, tr("one system: nothing to compare it with"), ""
        if counted is None:
            return (*_unmeasured(reader, window, compared_figure(catalogue)), "")
        if taking_turns(reader, window.to_s):
            return self._turn(reader, window, compared_figure(catalogue))
        over = ended(reader, window.to_s)
        lines = [self._statement(reader, catalogue, baseline, other, counted, over) for other in challengers]
        tail = self._in_view(reader, catalogue, baseline, challengers[0], window) if len(challengers) == 1 else ""
        if len(lines) == 1:
            _, main, sub = lines[0]
            return main, f"{sub}{tail}", ""
        named = list(zip((other.letter for other in challengers), lines, strict=True))
        short = " · ".join(_short(letter, found, over) for letter, (found, _, _) in named)
        details = "\n".join(f"{letter}: {main} ({sub})" for letter, (_, main, sub) in named)
        base = tr("of {letter} · {figure} · this run") if over else tr("of {letter} · {figure} · this run, so far")
        return short, base.format(letter=baseline.letter, figure=compared_figure(catalogue)), details

    def _turn(self, reader: SessionReader, window: TimeWindow, figure: str) -> tuple[str, str, str]:
        """Systems that take turns have nothing in common with what is measured just now."""
        now = next((p for p in reversed(reader.phases) if p.from_s < window.to_s), None)
        at_work = tr(" and ").join(loads_of(now)) if now is not None else ""
        main = tr("{at_work} at work").format(at_work=at_work) if at_work else tr("Between two turns")
        return (
            main,
            tr("{figure} of each one's last turn · the systems take turns, compared at the end").format(figure=figure),
            "",
        )

    def _statement(  # noqa: PLR0917
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        baseline: SystemInfo,
        other: SystemInfo,
        counted: TimeWindow,
        over: bool,
    ) -> tuple[Figures | None, str, str]:
        orders = []
        for system in (baseline, other):
            curve = catalogue.curve(system.letter, ORDERS_PER_S)
            if curve is None:
                return None, tr("No throughput recorded"), tr("this session holds no orders")
            orders.append(by_second(*reader.samples(curve.counter), counted))
        found = headline(orders[0], orders[1])
        main, sub = headline_text(
            found, baseline.letter, other.letter, over=over, storage=bool(catalogue.names), language=WINDOW_LANGUAGE
        )
        return found, main[:1].upper() + main[1:], sub

    def _in_view(
        self, reader: SessionReader, catalogue: Catalogue, baseline: SystemInfo, other: SystemInfo, window: TimeWindow
    ) -> str:
        """The ratio over what is in view, where that is another time than what was measured so far."""
        counted = measured(reader.phases, window.to_s)
        if counted is None or window.from_s <= counted.from_s + 1:
            return ""
        below, above = (self._rate(reader, catalogue, system, window) for system in (baseline, other))
        return tr(" · last {time} {ratio}").format(
            time=duration_in_units(window.span_s), ratio=ratio_text(below, above)
        )


def race_statement(race: RaceProgress, baseline: str) -> tuple[str, str]:
    """Who has finished first, how far the others were behind then, and how many times the baseline's orders each had
    done. baseline: its letter."""
    first, storage = race.first, race.unit == IOS
    assert first is not None
    main = tr("{letter} finished first, after {time}").format(
        letter=first.letter, time=time_taken_text(first.finished_s)
    )
    parts = remaining_texts(race)
    done = race.done_when_first_finished
    for letter, count in done.items():
        if letter != baseline and baseline in done:
            ratio = ratio_sentence(
                ratio_text(done[baseline], count), baseline, letter, storage=storage, language=WINDOW_LANGUAGE
            )
            parts.append(tr("until then {ratio}").format(ratio=ratio))
    return main, " · ".join(parts)


def remaining_texts(race: RaceProgress) -> list[str]:
    """What each other system had still to do when the first one finished."""
    storage = race.unit == IOS
    to_go = tr("{letter} had {count} I/Os to go") if storage else tr("{letter} had {count} orders to go")
    return [to_go.format(letter=one.letter, count=count_text(one.behind)) for one in race.racers if one.behind > 0]


def compared_figure(catalogue: Catalogue) -> str:
    """What is compared: I/Os a second of storage."""
    return "IOPS" if catalogue.names else tr("orders/min")


def _unmeasured(reader: SessionReader, window: TimeWindow, figure: str) -> tuple[str, str]:
    """What is said while nothing was measured."""
    if reader.end is not None and window.to_s >= reader.end.t_s - 1:
        return tr("Ended before measuring"), tr("{figure} · nothing was measured").format(figure=figure)
    phase = next((p.name for p in reversed(reader.phases) if p.from_s <= window.to_s), tr("waiting for the start"))
    return tr(phase).capitalize(), tr("{figure} · nothing is measured yet").format(figure=figure)


def _short(letter: str, found: Figures | None, over: bool) -> str:
    """One challenger of several: its ratio where it may be named, else why not."""
    if found is None or not found.told:
        return tr("{letter} no ratio").format(letter=letter)
    if found.state == "no clear difference so far":
        return tr("{letter} not clear").format(letter=letter)
    if found.state == "about equal so far":
        return tr("{letter} about equal").format(letter=letter)
    ratio = f"{letter} {ratio_text(1.0, found.ratio)}"
    return ratio if found.firm or over else tr("{ratio}, so far").format(ratio=ratio)
