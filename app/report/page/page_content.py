# SPDX-License-Identifier: Apache-2.0
"""Content of the interactive page: a session's figures as structs and columns, without any markup.

A counter is stored as numerator and denominator of its intervals, so that the page averages any span as delta over
delta; latencies are stored as histograms in blocks. Headlines are stored as texts: their rule exists in Python only.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from app.model.documents import UnderWay
from app.model.events import Marker, kind_of
from app.model.language import ENGLISH, Language
from app.model.thresholds import Threshold
from app.model.visible_text import shortened, visible
from app.report.anonymous import unnamed_headline
from app.report.first_page import median_text, median_value
from app.report.page.columns import COARSE_MANTISSA_BITS, MICROSECONDS, Columns
from app.report.page.histogram_blocks import packed_histograms
from app.report.slide import DARK_SYSTEMS
from app.report.timelines import chart_rows, color_of, limits_of, load_curves, window_shades
from app.results.crossings import own_thresholds
from app.results.description import metric_label, run_label
from app.results.headline_text import HeadlineText, headline_text
from app.results.measurings import MEASURE, work_unit
from app.results.run_figures import live_metrics
from app.results.session_headline import SessionHeadline, reads_all, session_headline, study_headline
from app.results.storage_results import counter_label
from app.results.study_records import Metric, Study
from app.session.reader import LATENCY_FIELDS, SessionReader
from app.session.records import Counter

FORMAT = 1
"""Version of the payload. A page carries its script; only a live page can meet data of another version."""
MOST_HEADLINES = 240
MOST_COUNTERS = 4096
MOST_EVENTS = 2000
MOST_LETTERS = 600
DRIVERS_MACHINE = -1
"""Index of the driver's machine among the systems."""
TIME_ONLY = -2
"""Index of a latency counter's begin column: a second before its end."""
COLOR = re.compile(r"#[0-9a-fA-F]{6}")
LATENCY = re.compile(r"\\Outpace Driver\((.*)\)\\(" + "|".join(LATENCY_FIELDS) + ")")
CHAIN_S = 2e-6
"""Maximum gap of intervals whose begins are the ends before, so that they are not stored."""

PAGE_TEXTS = (
    "Add a chart of {counter}",
    "All",
    "Averages are computed from raw values over the span; p95 is that of the seconds' values.",
    "The average of a percentile is that of all calls in whole blocks of {seconds} s, {span}; ≥ marks a lower bound.",
    "Latencies over a span need the finished page.",
    "Counter",
    "Counters, {span}",
    "Chart",
    "Driver's machine",
    "Events",
    "Find a counter",
    "Hide or show {system}",
    "Keys: space plays, ← → move the moment, < > change the speed, O overlay, L log scale, S shared scale, 1–9 hide a"
    " system, + − zoom, , . move the span, / finds a counter. Drag to zoom; double-click resets.",
    "LIVE",
    "Log scale",
    "Moment",
    "Over the load",
    "Overlay",
    "Pause",
    "Play",
    "RECORDED {date}",
    "Shared scale",
    "Show less time",
    "Show more time",
    "Show the whole session",
    "Speed",
    "The first {shown} of {found}: search for others.",
    "average",
    "ended",
    "half within",
    "95 % within",
    "99 % within",
    "largest",
    "measured so far",
    "no data for {seconds} s",
    "smallest",
    "this second",
    "waiting",
)
"""Text of the script, which looks up each string by its English form, so that a page has one language."""


class PageSystem(msgspec.Struct, frozen=True):
    """System, with its colors on a light and on a dark background."""

    letter: str
    name: str
    role: str
    light: str
    dark: str


class PageCounter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counter.

    Attributes:
        system: Index of its system.
        columns: Begins, ends, numerators and denominators. Begins are [first begin] if the others are the ends before.
            Of a latency: TIME_ONLY, ends, values, TIME_ONLY.
        operation: Index of a latency's operation.
        figure: "p50", "p95", "p99" or "max" of a latency.
    """

    system: int
    path: str
    unit: str
    kind: str
    layer: str
    better: str
    columns: tuple[int | list[float], int, int, int]
    operation: int = -1
    figure: str = ""


class PageChart(msgspec.Struct, frozen=True):
    """Row of charts.

    Attributes:
        counters: For each system, the indexes of the drawn counters, the row's own first.
        limits: Thresholds.
    """

    title: str
    unit: str
    counters: list[list[int]]
    limits: list[float] = []


class PagePhase(msgspec.Struct, frozen=True):
    """Phase; `to_s` is None while it goes on."""

    name: str
    measured: bool
    from_s: float
    to_s: float | None


class PageEvent(msgspec.Struct, frozen=True):
    """Event of a system, or of all (-1)."""

    at_s: float
    severity: str
    system: int
    text: str
    marker: bool


class PageHeadline(msgspec.Struct, frozen=True):
    """Headline from a moment on; `from_s` is None for the whole session."""

    from_s: float | None
    main: str
    small: str
    leader: str = ""


class PageLevels(msgspec.Struct, frozen=True):
    """Curves of a figure over the load: for each system, its letter, the loads and the figures."""

    title: str
    unit: str
    axis: str
    curves: list[tuple[str, list[float], list[float | None]]]


class PageResult(msgspec.Struct, frozen=True):
    """Figures of the whole session.

    Attributes:
        label: Name of the compared figure and the run.
        values: For each system, the figure; `texts` has it formatted.
        latency: Name of the latencies in `ladder`.
        ladder: Names of percentiles, each with a figure of every system, in seconds.
    """

    label: str
    values: list[float | None]
    texts: list[str]
    latency: str
    ladder: list[tuple[str, list[float | None]]]


class PageLate(msgspec.Struct, frozen=True):
    """Ages of an operation's calls in flight at a moment, seconds."""

    at_s: float
    system: int
    target: int
    operation: int
    ages_s: list[float]


class PageContent(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the page's script shows; `columns` describe the bytes that follow it."""

    format: int
    title: str
    started: str
    zone: str
    seconds: float
    over: bool
    hash: str
    outpace: str
    language: str
    decimal: str
    texts: Mapping[str, str]
    systems: list[PageSystem]
    baseline: int
    counters: list[PageCounter]
    left_out: int
    operations: list[str]
    histograms: Mapping[str, object] | None
    late: list[PageLate]
    phases: list[PagePhase]
    events: list[PageEvent]
    charts: list[PageChart]
    windows: list[tuple[float, float, str]]
    headlines: list[PageHeadline]
    levels: list[PageLevels]
    result: PageResult | None
    columns: Sequence[Mapping[str, object]]
    events_seen: int
    message: int = 0


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Options of a page.

    Attributes:
        language: Language of its text and figures.
        language_code: ISO 639 code of that language.
        unnamed: Replaces names in text; None to keep them.
        thresholds: Thresholds in addition to the scenario's own.
        live: Whether more will follow: no histograms and a single headline.
    """

    language: Language = ENGLISH
    language_code: str = "en"
    unnamed: Callable[[str], str] | None = None
    thresholds: Sequence[Threshold] = ()
    live: bool = False

    def text(self, text: str) -> str:
        """Return a session's text as it may be shown, on one line."""
        return shortened(visible(self.unnamed(text) if self.unnamed is not None else text), MOST_LETTERS)


def page_content(
    reader: SessionReader,
    study: Study | None,
    options: PageOptions = PageOptions(),
) -> tuple[PageContent, bytes]:
    """Return the content of a session's page, and the bytes of its columns.

    Args:
        reader: Session to show.
        study: Study of the session, with replaced names if the page is anonymous; None if it has no results yet.
        options: Options of the page.
    """
    builder = _Builder(reader, study, options)
    counters = builder.counters()
    rows = builder.charts()
    histograms = None
    if not options.live and reader.operations:
        histograms = packed_histograms(reader, builder.columns)
    patterns = study is not None and (plan := study.sessions[0].plan) is not None and plan.results.page == "patterns"
    content = PageContent(
        format=FORMAT,
        title=options.text(study.title if study is not None else reader.info.title),
        started=f"{reader.info.started:%Y-%m-%d %H:%M}",
        zone=reader.info.zone,
        seconds=reader.length_s,
        over=reader.over,
        hash=reader.end.hash if reader.end is not None else "",
        outpace=reader.info.outpace_version,
        language=options.language_code,
        decimal=options.language.figure("."),
        texts={text: options.language.say(text) for text in PAGE_TEXTS},
        systems=builder.systems(),
        baseline=next((index for index, one in enumerate(reader.systems) if one.role == "baseline"), 0),
        counters=counters,
        left_out=max(len(reader.counters) - MOST_COUNTERS, 0),
        operations=[options.text(one.key) for one in reader.operations],
        histograms=histograms,
        late=builder.late(),
        phases=phases_of(reader),
        events=[] if options.unnamed is not None else events_of(reader, options),
        charts=rows,
        windows=[
            (one.from_x, one.to_x, one.label)
            for one in (window_shades(reader, study, 0) if study is not None else ())
            if one.window
        ],
        headlines=builder.headlines(),
        levels=builder.levels() if study is not None and not patterns else [],
        result=builder.result() if study is not None else None,
        columns=builder.columns.heads,
        events_seen=len(reader.events),
    )
    return content, builder.columns.to_bytes()


def page_counters(reader: SessionReader) -> list[tuple[Counter, str]]:
    """Return the counters of a page, in its order, with their names."""
    unit = work_unit(reader)
    named = ((one, counter_label(one.path, unit)) for one in reader.counters[:MOST_COUNTERS])
    return [(one, label) for one, label in named if label]


def is_latency(counter: Counter) -> bool:
    """Return whether a counter is a figure of an operation's latencies."""
    return LATENCY.fullmatch(counter.path) is not None


def phases_of(reader: SessionReader) -> list[PagePhase]:
    """Return the phases of a session."""
    return [
        PagePhase(
            visible(one.name)[:MOST_LETTERS],
            one.name == MEASURE,
            one.from_s,
            one.to_s if math.isfinite(one.to_s) else None,
        )
        for one in reader.phases
    ]


def events_of(reader: SessionReader, options: PageOptions, first: int = 0) -> list[PageEvent]:
    """Return the events of a session, from the given one on, at most the last MOST_EVENTS."""
    index_of = {system.id: index for index, system in enumerate(reader.systems)}
    return [
        PageEvent(
            one.t_s,
            one.severity,
            DRIVERS_MACHINE if one.system is None else index_of[one.system],
            options.text(reader.sentence(one.message, options.language)),
            one.kind == kind_of(Marker),
        )
        for one in reader.events[max(first, len(reader.events) - MOST_EVENTS) :]
    ]


def headline_of(found: SessionHeadline, study: Study | None, options: PageOptions) -> HeadlineText:
    """Return a headline's text, with names replaced in an anonymous page."""
    if options.unnamed is not None and study is not None:
        found = unnamed_headline(found, study, options.unnamed)
    return headline_text(found, options.language)


def headline_row(at_s: float | None, text: HeadlineText, options: PageOptions) -> PageHeadline:
    """Return a headline's text as a row of the page."""
    leader = text.statements[0].leader if len(text.statements) == 1 else ""
    return PageHeadline(at_s, options.text(text.main), options.text(text.small), leader)


class _Builder:
    """Parts of a page's content, which share its columns."""

    def __init__(self, reader: SessionReader, study: Study | None, options: PageOptions) -> None:
        self.columns = Columns()
        self._reader = reader
        self._study = study
        self._options = options
        self._place: dict[tuple[int | None, str], int] = {}
        """Indexes of the page's counters, by system and path."""

    def systems(self) -> list[PageSystem]:
        names = {one.letter: one.name for one in self._study.systems} if self._study is not None else {}
        systems = []
        for one in self._reader.systems:
            own = one.color if COLOR.fullmatch(one.color or "") else ""
            dark = own or DARK_SYSTEMS.get(one.letter, "#b39df7")
            name = self._options.text(names.get(one.letter, one.name))
            systems.append(PageSystem(one.letter, name, one.role, own or color_of(one.letter), dark))
        return systems

    def counters(self) -> list[PageCounter]:
        reader = self._reader
        index_of = {system.id: index for index, system in enumerate(reader.systems)}
        operations = [operation.key for operation in reader.operations]
        counters: list[PageCounter] = []
        for one, label in page_counters(reader):
            latency = LATENCY.fullmatch(one.path)
            self._place[one.system, one.path] = len(counters)
            counters.append(
                PageCounter(
                    DRIVERS_MACHINE if one.system is None else index_of[one.system],
                    self._options.text(label),
                    visible(one.unit)[:MOST_LETTERS],
                    one.kind,
                    visible(one.layer)[:MOST_LETTERS],
                    one.better,
                    self._seconds(one) if latency else self._intervals(one),
                    operations.index(latency[1]) if latency else -1,
                    latency[2].removeprefix("Latency ") if latency else "",
                )
            )
        return counters

    def _seconds(self, counter: Counter) -> tuple[int, int, int, int]:
        end_s, value = self._reader.samples(counter)
        ends = self.columns.add(end_s, unit=MICROSECONDS)
        return TIME_ONLY, ends, self.columns.add(value, mantissa_bits=COARSE_MANTISSA_BITS), TIME_ONLY

    def _intervals(self, counter: Counter) -> tuple[int | list[float], int, int, int]:
        own = self._reader.intervals(counter)
        chained = bool((np.abs(own.begin_s[1:] - own.end_s[:-1]) < CHAIN_S).all())
        begins: int | list[float] = self.columns.add(own.begin_s, unit=MICROSECONDS)
        if chained and len(own):
            begins = [float(own.begin_s[0])]
        denominator_unit = MICROSECONDS if counter.kind == "rate" else 1.0
        return (
            begins,
            self.columns.add(own.end_s, unit=MICROSECONDS),
            self.columns.add(own.numerator),
            self.columns.add(own.denominator, unit=denominator_unit),
        )

    def charts(self) -> list[PageChart]:
        reader, options = self._reader, self._options
        metrics: Sequence[Metric] = self._study.metrics if self._study is not None else live_metrics([reader])
        limits = {}
        if options.unnamed is None:
            limits = limits_of(reader, (*own_thresholds(reader), *options.thresholds))
        charts = []
        for title, unit, path_of in chart_rows(reader, metrics):
            counters = [self._drawn(system.id, path_of.get(system.id, "")) for system in reader.systems]
            if any(counters):
                values = sorted({value for path in set(path_of.values()) for value in limits.get(path, ())})
                charts.append(PageChart(options.text(options.language.say(title)), unit, counters, values))
        if not charts:  # no usual counter: the first ones that belong to systems
            paths = dict.fromkeys(one.path for one in reader.counters if (one.system, one.path) in self._place)
            for path in [one for one in paths if any(self._drawn(system.id, one) for system in reader.systems)][:3]:
                unit = next(one.unit for one in reader.counters if one.path == path)
                counters = [self._drawn(system.id, path) for system in reader.systems]
                charts.append(PageChart(options.text(path), visible(unit), counters))
        return charts

    def _drawn(self, system: int, path: str) -> list[int]:
        """Return the counters that a chart draws; next to a p95 also the median and p99."""
        paths = [path]
        if LATENCY.fullmatch(path) and path.endswith(" p95"):
            paths += [path.removesuffix("p95") + figure for figure in ("p50", "p99")]
        return [self._place[system, one] for one in paths if (system, one) in self._place]

    def late(self) -> list[PageLate]:
        index_of = {system.id: index for index, system in enumerate(self._reader.systems)}
        operation_of = {operation.key: index for index, operation in enumerate(self._reader.operations)}
        found = []
        for one in sorted(self._reader.documents_of(UnderWay), key=lambda one: one.t_s):
            if one.system in index_of:
                # A record without calls in flight matters too: it ends the earlier ones.
                ages = {key: ages_s for key, ages_s in one.data.ages_s.items() if key in operation_of} or {"": []}
                for key, ages_s in ages.items():
                    place = index_of[one.system], one.target or 0, operation_of.get(key, -1)
                    found.append(PageLate(one.t_s, *place, ages_s))
        return found

    def headlines(self) -> list[PageHeadline]:
        reader, options, study = self._reader, self._options, self._study
        if not reader.systems:
            return []
        if options.live:
            return [headline_row(None, headline_of(session_headline(reader), study, options), options)]
        rows: list[PageHeadline] = []
        for at_s in headline_moments(reader):
            row = headline_row(at_s, headline_of(session_headline(reader, at_s), study, options), options)
            if not rows or msgspec.structs.replace(rows[-1], from_s=at_s) != row:
                rows.append(row)
        last = study_headline(study, [reader]) if study is not None else session_headline(reader)
        return [*rows, headline_row(None, headline_of(last, study, options), options)]

    def levels(self) -> list[PageLevels]:
        assert self._study is not None
        if not self._study.points:
            return []
        return [
            PageLevels(
                self._options.text(title),
                unit,
                axis,
                [(one.label.split(" ")[0], one.x.tolist(), list(map(_number, one.y.tolist()))) for one in curves],
            )
            for title, unit, axis, curves in load_curves(self._study)
            if max(len(one.x) for one in curves) > 1
        ]

    def result(self) -> PageResult | None:
        study, say = self._study, self._options.language.say
        assert study is not None
        letters = [one.letter for one in study.systems]
        if {one.letter for one in self._reader.systems} != set(letters):
            return None
        name = study.latency.name.rpartition(" ")[0] if study.latency is not None else ""
        ladder = []
        for label, figure in ((say("half within"), "p50"), (say("95 % within"), "p95"), (say("99 % within"), "p99")):
            metric = study.metric(f"{name} {figure}")
            values = [_number(median_value(study, letter, metric)) if metric else None for letter in letters]
            if metric is not None and metric.unit == "s" and any(value is not None for value in values):
                ladder.append((label, values))
        run = f", {run_label(study)}" if len(study.runs) > 1 else ""
        return PageResult(
            self._options.text(metric_label(study.headline) + run),
            [_number(median_value(study, letter, study.headline)) for letter in letters],
            [self._options.language.figure(median_text(study, letter, study.headline)) for letter in letters],
            self._options.text(name),
            ladder,
        )


def headline_moments(reader: SessionReader) -> list[float]:
    """Return the moments for which a page stores the headline: evenly over the measurement, denser at its start."""
    from_s = min((one.from_s for one in reader.phases if one.name == MEASURE), default=0.0)
    to_s = reader.length_s
    moments = {0.0, *(one.from_s for one in reader.phases[:MOST_HEADLINES] if one.from_s >= 0)}
    moments |= {math.floor(from_s) + float(second) for second in range(1, 61)}
    moments |= set(np.linspace(from_s, to_s, MOST_HEADLINES).tolist()) if to_s > from_s else set()
    return sorted(one for one in moments if one < to_s and not reads_all(reader, one))


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
