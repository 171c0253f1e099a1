"""What the head of the booth window says: each system's value, and the ratio with the honest line below it.

It tells this run, never a verdict, and no word says "faster".
"""

import math

from PySide6.QtGui import QColor

from app.analysis.headline import Headline, headline
from app.model.events import NotSimultaneous, kind_of
from app.results.measurings import loads_of
from app.results.race_progress import RaceProgress, race_progress
from app.results.storage_results import is_storage
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.levels.racing import fair_window
from app.ui.presentation.closing_card import Result
from app.ui.presentation.visitor_texts import Figure, about_of, race_time_text
from app.ui.workbench.counter_catalogue import Catalogue, baseline_of, system_color
from app.ui.workbench.headline_panel import ORDERS_PER_MIN, ORDERS_PER_S, by_second, measured, taking_turns
from app.ui.workbench.localised_figures import NO_DATA, count_text, ratio_range_text, ratio_text
from app.ui.workbench.run_progress import MEASURE, phase_at
from app.ui.workbench.view import TimeWindow
from widgets.presentation.head_and_foot import HeadSide, Statement
from widgets.presentation.measure import one_line
from widgets.theme import Theme
from widgets.translation import tr

NOW_S = 5.0
"""Before anything is measured the value is the mean of so many seconds: readable, and still of now."""

MOST_LETTERS = 24


class VisitorHeadline:
    """The texts of one moment. figure: what is compared instead of the throughput: a row that a person highlights, or
    the latency where arrivals set the pace and all systems do the same orders. result: what the whole session came to,
    where it ended and is more than one run."""

    def __init__(  # noqa: PLR0917
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        at_s: float,
        theme: Theme,
        figure: Figure | None,
        result: Result | None = None,
    ) -> None:
        self._reader = reader
        self._catalogue = catalogue
        self._at_s = at_s
        self._theme = theme
        self._figure = figure
        self._result = result
        self._over = _over(reader, at_s)
        counted = measured(reader.phases, at_s)
        race = self._race = race_progress(reader, at_s)
        self._counted = fair_window(race, counted) if counted is not None else None
        racers = race.racers if race is not None else ()
        self._finished = {
            racer.letter: race.began_s[racer.letter] + racer.finished_s
            for racer in racers
            if race is not None and racer.finished
        }

    def sides(self) -> list[HeadSide]:
        """Each system with its value; with a statement of its own where there are several challengers."""
        systems = self._reader.systems
        baseline = baseline_of(self._reader)
        several = len(systems) > 2
        return [
            HeadSide(
                one_line(system.name),
                *self._value(system),
                self._own(baseline, system) if several and baseline is not None else None,
                about_of(system),
            )
            for system in systems
        ]

    def middle(self) -> Statement:
        """What the systems mean together."""
        systems, baseline = self._reader.systems, baseline_of(self._reader)
        if len(systems) < 2 or baseline is None:
            return Statement("", (self._what(),))
        if self._race is not None and (finish := self._finish(self._race)) is not None:
            return finish
        if self._result is not None:
            leader = next((system for system in systems if system.letter == self._result.card.ahead), None)
            color = system_color(leader, self._theme) if leader is not None else ""
            return self._result.statement(len(systems) - 1, color)
        if (waiting := self._waiting()) is not None:
            return waiting
        if len(systems) > 2:
            of = tr("in multiples of {name}").format(name=_short(baseline.name))
            return Statement("", (f"{self._what()}, {of} · {self._run()}",))
        other = next(system for system in systems if system.id != baseline.id)
        return self._statement(baseline, other, whole=True)

    def _own(self, baseline: SystemInfo, system: SystemInfo) -> Statement:
        if system.id == baseline.id or self._result is not None or self._waiting() is not None:
            return Statement()
        return self._statement(baseline, system, whole=False)

    def _statement(self, baseline: SystemInfo, other: SystemInfo, *, whole: bool) -> Statement:
        assert self._counted is not None
        what = self._what()
        if self._figure is not None:
            ratio = self._figure.ratio(self._reader, self._catalogue, other, self._counted)
            if not whole:
                return Statement(ratio)
            of = self._of(what, baseline)
            return Statement(ratio, (of, tr("averages of {run}").format(run=self._run())), subject=one_line(other.name))
        found = self._found(baseline, other)
        if found is None or found.seconds == 0:
            return Statement(NO_DATA, (what, self._run()) if whole else (), quiet=True)
        if found.baseline_mean == found.challenger_mean == 0:
            return Statement(self._nothing_done(), (self._run(),) if whole else (), quiet=True)
        if found.baseline_mean == 0:
            return Statement(NO_DATA, (what, f"{one_line(baseline.name)}: {self._nothing_done()}") if whole else ())
        return self._compared(baseline, other, found, whole=whole)

    def _compared(self, baseline: SystemInfo, other: SystemInfo, found: Headline, *, whole: bool) -> Statement:
        """Who does more, and how many times the other's. Its colour only once that is firm."""
        what, spread = self._what(), _spread(found)
        equal = found.state == "about equal so far"
        unclear = equal or found.state == "no clear difference so far"
        if unclear:
            ratio = ratio_text(1.0, found.ratio, distinct_from_one=False)
            main = tr("no clear difference") if self._over else tr("no clear difference so far")
            if equal:
                main = tr("about equal") if self._over else tr("about equal so far")
            origin = " · ".join(filter(None, (self._run(), spread)))
            return Statement(main, (f"{ratio} {what}", origin) if whole else (ratio, spread), quiet=not whole)
        firm = found.state in ("challenger ahead", "baseline ahead")
        if not whole:
            return Statement(ratio_text(1.0, found.ratio), (spread,) if spread else (), quiet=not firm)
        behind = found.ratio < 1 if found.state != "baseline ahead" else True
        leader, second = (baseline, other) if behind else (other, baseline)
        ratio = ratio_text(found.ratio, 1.0) if behind else ratio_text(1.0, found.ratio)
        color = system_color(leader, self._theme) if firm else ""
        origin = " · ".join(filter(None, (self._run(), spread)))
        lines = (self._of(what, second), origin)
        return Statement(ratio, lines, quiet=not firm, subject=one_line(leader.name), color=color)

    def _of(self, what: str, other: SystemInfo) -> str:
        """What a ratio is of."""
        return tr("{what} of {name}").format(what=what, name=_short(other.name))

    def _finish(self, race: RaceProgress) -> Statement | None:
        """Who has finished first and in what time; None while nobody has. It is no estimate: it has its colour."""
        first = race.first
        if first is None:
            return None
        system = next(system for system in self._reader.systems if system.letter == first.letter)
        rest = []
        for one in race.racers:
            if one is first:
                continue
            if one.finished:
                form = tr("{name}: {time}, {ratio} the time")
                ratio = ratio_text(first.finished_s, one.finished_s)
                time = race_time_text(one.finished_s)
                rest.append(form.format(name=_short(one.name), time=time, ratio=ratio))
            elif race.over:
                rest.append(tr("{name}: not finished in time").format(name=_short(one.name)))
        return Statement(
            race_time_text(first.finished_s),
            (tr("finished first"), *rest),
            subject=one_line(first.name),
            color=system_color(system, self._theme),
        )

    def _found(self, baseline: SystemInfo, other: SystemInfo) -> Headline | None:
        assert self._counted is not None
        orders = []
        for system in (baseline, other):
            curve = self._catalogue.curve(system.letter, ORDERS_PER_S)
            if curve is None:
                return None
            orders.append(by_second(*self._reader.samples(curve.counter), self._counted))
        return headline(orders[0], orders[1])

    def _waiting(self) -> Statement | None:
        """What stands in the ratio's place while nothing can be compared."""
        if not self._reader.started:
            return Statement(tr("Getting ready"), (), quiet=True)
        if self._counted is None:
            if self._over:
                return Statement(tr("Ended before measuring"), (self._what(),), quiet=True)
            phase = phase_at(self._reader.phases, self._at_s)
            warm = phase is not None and phase.name in ("ramp", "warm-up", "settle")
            main = tr("Warming up") if warm else tr("About to start")
            return Statement(main, (self._what(), tr("nothing is measured yet")), quiet=True)
        if taking_turns(self._reader, self._at_s):
            phase = phase_at(self._reader.phases, self._at_s)
            at_work = loads_of(phase) if phase is not None else {}
            names = [one_line(system.name) for system in self._reader.systems if system.letter in at_work]
            main = tr("{name} at work").format(name=", ".join(names)) if names else tr("Between two turns")
            return Statement(main, (self._what(), tr("the systems take turns, compared at the end")), quiet=True)
        return None

    def _value(self, system: SystemInfo) -> tuple[str, QColor, str]:
        """What a system does now, at the end of a run its mean; its colour; and the unit, where one is needed."""
        color = QColor(system_color(system, self._theme))
        if self._result is not None and system.letter in self._result.numbers:
            return self._result.numbers[system.letter], color, ""
        window = self._valued(system)
        if self._figure is not None:
            text, unit = self._figure.value(self._reader, self._catalogue, system, window)
            return text, color, unit
        storage = bool(self._catalogue.names)
        curve = self._catalogue.curve(system.letter, ORDERS_PER_S if storage else ORDERS_PER_MIN)
        if curve is None or not len(self._reader.samples(curve.counter, window.from_s, window.to_s + 0.1)[0]):
            return NO_DATA, color, ""
        return count_text(self._reader.window(curve.counter, window.from_s, window.to_s).average), color, ""

    def _valued(self, system: SystemInfo) -> TimeWindow:
        """What a system's value is of: that of the ratio, so that the two agree; before anything is measured the last
        seconds; of one that waits for its turn its run."""
        if taking_turns(self._reader, self._at_s):
            return self.run_of(system, own=True) or TimeWindow(self._at_s - NOW_S, self._at_s)
        return self._counted or TimeWindow(self._at_s - NOW_S, self._at_s)

    def run_of(self, system: SystemInfo, *, own: bool = False) -> TimeWindow | None:
        """What the values of a run that is over are the mean of; None while it goes on. own: the system's part is."""
        found = measured(self._reader.phases, self._at_s, system.letter) if self._over or own else None
        if found is None:
            return None
        return TimeWindow(found.from_s, min(found.to_s, self._finished.get(system.letter, math.inf)))

    def _what(self) -> str:
        if self._figure is not None:
            return self._figure.phrase
        return tr("the I/Os per second") if is_storage(self._reader) else tr("the orders per minute")

    @property
    def fairness(self) -> str:
        """What makes it a comparison; of systems that ran one after the other less; "" of one system."""
        if len(self._reader.systems) < 2:
            return ""
        separate = self._reader.info.kind in ("join", "import", "compare") or any(
            event.kind == kind_of(NotSimultaneous) for event in self._reader.events
        )
        return tr("same work, one after the other") if separate else tr("same work, same clock")

    def _run(self) -> str:
        if self._reader.scenario.results.by_steps:
            return tr("this step") if self._over else tr("this step, so far")
        return tr("this run") if self._over else tr("this run, so far")

    def _nothing_done(self) -> str:
        return tr("no I/Os yet") if is_storage(self._reader) else tr("no orders yet")


def _over(reader: SessionReader, at_s: float) -> bool:
    """Whether a moment is the end of a session: nothing more was measured after it."""
    if reader.end is None:
        return False
    last_s = max((phase.to_s for phase in reader.phases if phase.name == MEASURE), default=reader.end.t_s)
    return at_s >= min(reader.end.t_s - 1, last_s)


def _short(name: str) -> str:
    """A name within a line that says more important things too."""
    plain = one_line(name)
    return plain if len(plain) <= MOST_LETTERS else f"{plain[: MOST_LETTERS - 1].rstrip(' ,')}…"


def _spread(found: Headline) -> str:
    """The extremes of the ratios over ten seconds each; "" before the second."""
    if not found.ten_second_low < found.ten_second_high:
        return ""
    low, high = found.ten_second_low, found.ten_second_high
    if found.ratio < 1 and low > 0:  # said of the one that does more
        low, high = 1 / high, 1 / low
    return tr("over 10 s: {range}").format(range=ratio_range_text(low, high))
