# SPDX-License-Identifier: Apache-2.0
"""Counters of any metrics on an exporter's page, and the metrics that a page has."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from typing import Literal, Protocol

from collectors.exporter_page import Page, parsed
from collectors.page_bounds import PAGE_LINE
from collectors.series import Better, Kind, Layer, Missing, Series, SourceError

MetricKind = Literal["", "counter", "gauge", "histogram"]
Combine = Literal["sum", "mean", "max"]
MOST_SERIES = 1000
"""Maximum counters that the metrics of one page may give."""
MOST_FAMILIES = 20_000
"""Maximum metrics of a page that are distinguished; those beyond are not counted."""
NAMED = 60
"""Number of metrics named in a text about those that are left out."""

_ABOUT = re.compile(r"# (HELP|TYPE) ([A-Za-z_:][A-Za-z0-9_:]*+) ?(.*)")
_SAMPLE = re.compile(r"([A-Za-z_:][A-Za-z0-9_:]*+)(?:\{.*\})?+[ \t]++[-+.0-9NnIi]")
_PARTS = re.compile(r"_(bucket|sum|count|created)$")
_LABEL = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
_UNITS: Sequence[tuple[str, str, float]] = (
    ("milliseconds", "s", 1e-3), ("microseconds", "s", 1e-6), ("seconds", "s", 1.0), ("usec", "s", 1e-6),
    ("kilobytes", "B", 1024.0), ("bytes_per_sec", "B/s", 1.0), ("bytes", "B", 1.0), ("celsius", "°C", 1.0),
    ("temperature", "°C", 1.0), ("watts", "W", 1.0), ("watt", "W", 1.0), ("joules", "J", 1.0), ("ratio", "%", 100.0),
    ("percent", "%", 1.0), ("percentage", "%", 1.0), ("volts", "V", 1.0), ("amps", "A", 1.0), ("hertz", "Hz", 1.0),
    ("rpm", "rpm", 1.0),
)  # fmt: skip
"""Endings of names: unit of the counter, and its factor."""
_PER_SECOND: Mapping[str, str] = {"": "/s", "B": "B/s", "s": "", "J": "W", "%": "%"}
"""Units of rates: a time per second is a number (of requests in progress, of busy cores)."""


class ExporterMetric(Protocol):
    r"""Metric to read.

    Attributes:
        name: name on the page; that of a histogram without _sum and _count.
        labels: values that its labels must have, in which * stands for any text.
        kind: "" to take it from the page.
        unit: unit of the counter; "" to guess it from the name.
        scale: factor from the page's value to the unit.
        title: name of the counter; "" for the metric's.
        counter: path of the counter, with labels in braces: "\\Array({array})\\Read Latency". Series of the same path
            are combined.
    """

    @property
    def name(self) -> str: ...

    @property
    def labels(self) -> Mapping[str, str]: ...

    @property
    def kind(self) -> MetricKind: ...

    @property
    def unit(self) -> str: ...

    @property
    def scale(self) -> float: ...

    @property
    def better(self) -> Better: ...

    @property
    def title(self) -> str: ...

    @property
    def counter(self) -> str: ...

    @property
    def combine(self) -> Combine: ...

    @property
    def layer(self) -> Layer: ...


@dataclass(slots=True)
class MetricFamily:
    """Metric on a page.

    Attributes:
        kind: kind according to the page; "" if it names none.
        series: number of its samples.
        example: one of its samples, as on the page.
    """

    name: str
    kind: str = ""
    about: str = ""
    series: int = 0
    example: str = ""


def families(text: str) -> dict[str, MetricFamily]:
    """Return the metrics of a page, by name; the samples of a histogram or summary are one metric."""
    found: dict[str, MetricFamily] = {}
    for line in text.split("\n"):
        if line.startswith("#"):
            about = _ABOUT.match(line)
            if about is not None and len(found) < MOST_FAMILIES:
                family = found.setdefault(about[2], MetricFamily(about[2]))
                if about[1] == "HELP":
                    family.about = about[3]
                else:
                    family.kind = about[3].strip()
            continue
        name = _SAMPLE.match(line) if len(line) <= PAGE_LINE else None
        if name is None or (len(found) >= MOST_FAMILIES and name[1] not in found):
            continue
        if (known := found.get(name[1])) is not None and known.series:
            known.series += 1
            continue
        stem = _PARTS.sub("", name[1])
        own = stem if stem != name[1] and stem in found and found[stem].kind in {"histogram", "summary"} else name[1]
        # OpenMetrics names a counter without the _total of its samples.
        counted = name[1].removesuffix("_total")
        if own not in found and counted in found and found[counted].kind == "counter":
            found[own] = MetricFamily(own, "counter", found[counted].about)
        family = found.setdefault(own, MetricFamily(own))
        family.series += 1
        family.example = family.example or line[:200]
    return {name: one for name, one in found.items() if one.series}


def guessed(name: str, kind: str = "") -> tuple[MetricKind, str, float]:
    """Return the kind, the unit of the counter and the factor of a metric by its name and its kind on the page."""
    own: MetricKind = "gauge"
    if kind in {"histogram", "summary"}:
        own = "histogram"
    elif kind == "counter" or (kind in {"", "untyped", "unknown"} and name.endswith("_total")):
        own = "counter"
    stem = name.removesuffix("_total")
    _, unit, scale = next((one for one in _UNITS if stem.endswith(f"_{one[0]}")), ("", "", 1.0))
    return own, _PER_SECOND.get(unit, f"{unit}/s") if own == "counter" else unit, scale


@dataclass(slots=True)
class _Column:
    """Counter and its raw columns.

    Attributes:
        sources: names and positions of its samples on a page of the current layout, for each raw column.
    """

    path: str
    combine: Combine
    sources: list[list[tuple[str, int]]]


@dataclass(slots=True)
class _Selection:
    """Metric with what the page says about it."""

    metric: ExporterMetric
    kind: MetricKind
    labels: Mapping[str, re.Pattern[str]]
    names: tuple[str, ...] = field(default_factory=tuple)


class MetricCounters:
    """Counters of the metrics of a page. Those on the page at the start never change; a vanished one has no data."""

    def __init__(self, metrics: Sequence[ExporterMetric], url: str) -> None:
        self._metrics = metrics
        self._url = url
        self._chosen: list[_Selection] = []
        self._columns: list[_Column] = []
        self._layout = -1
        self.series: list[Series] = []
        self.missing: list[Missing] = []

    @property
    def names(self) -> frozenset[str]:
        """Names of the samples that may be needed."""
        return frozenset(name for one in self._metrics for name in (one.name, *_pair(one.name)))

    def open(self, page: Page, found: Mapping[str, MetricFamily], first: int) -> None:
        """Choose the counters.

        Args:
            page: first page.
            found: metrics of the page.
            first: index of the first raw column of these counters.

        Raises:
            SourceError: there are more than MOST_SERIES.
        """
        for metric in self._metrics:
            family = found.get(metric.name)
            kind, unit, scale = guessed(metric.name, family.kind if family is not None else "")
            if not metric.kind and _pair(metric.name)[0] in page.samples and metric.name not in page.samples:
                kind = "histogram"
            if metric.kind and metric.kind != kind:
                kind, unit, scale = metric.kind, *guessed(metric.name, metric.kind)[1:]
            names = _pair(metric.name) if kind == "histogram" else (metric.name,)
            labels = {name: re.compile(translate(value)) for name, value in metric.labels.items()}
            chosen = _Selection(metric, kind, labels, names)
            self._chosen.append(chosen)
            unit, scale = (metric.unit, metric.scale) if metric.unit else (unit, scale * metric.scale)
            paths = dict.fromkeys(_path(metric, kind, one) for one, _ in _samples(page, chosen, names[0]))
            if not paths:
                self.missing.append(self._not_there(metric, found, bool(page.samples.get(names[0]))))
            known = {column.path for column in self._columns}
            for path in (one for one in paths if one not in known):
                base = first + 1 if kind == "histogram" else -1
                rule: Kind = {"counter": "rate", "gauge": "gauge", "histogram": "average"}[kind]  # type: ignore[assignment]
                self.series.append(Series(path, unit, rule, metric.layer, first, base, scale, metric.better))
                self._columns.append(_Column(path, metric.combine if kind == "gauge" else "sum", [[] for _ in names]))
                first += len(names)
            if len(self.series) > MOST_SERIES:
                raise SourceError(
                    "the metrics of {url} give more than {most} counters. Choose some by their labels, or add them up: "
                    "counter without labels in braces.",
                    url=self._url,
                    most=f"{MOST_SERIES:,}",
                )

    def values(self, page: Page) -> Iterator[float]:
        """Yield the raw columns."""
        if page.layout != self._layout:
            self._find(page)
        samples = page.samples
        for column in self._columns:
            for places in column.sources:
                numbers = [samples[name][place][1] for name, place in places]
                if not numbers:
                    yield math.nan
                elif len(numbers) == 1:
                    yield numbers[0]
                elif column.combine == "max":
                    yield max(numbers, key=lambda one: math.inf if math.isnan(one) else one)
                else:
                    yield math.fsum(numbers) / (len(numbers) if column.combine == "mean" else 1)

    def left_out(self, found: Mapping[str, MetricFamily], read: frozenset[str]) -> Missing | None:
        """Return a note about the metrics of the page that are not read; None if all are.

        Args:
            found: metrics of the page.
            read: names that are read besides these metrics.
        """
        own = {one.metric.name for one in self._chosen}
        others = sorted(name for name in found if name not in own and name not in read)
        if not others:
            return None
        names = ", ".join(others[:NAMED]) + (", …" if len(others) > NAMED else "")
        return Missing(
            r"\Metric\left out",
            "machine",
            "{url} also has {count} metrics that are not read: {names}. Name them in metrics, or a set of metrics in "
            "sets (outpace metrics lists both).",
            {"url": self._url, "count": f"{len(others):,}", "names": names},
        )

    def _find(self, page: Page) -> None:
        """Find the samples of each column on a page of a new layout."""
        by_path = {column.path: column for column in self._columns}
        for column in self._columns:
            column.sources = [[] for _ in column.sources]
        for chosen in self._chosen:
            for part, name in enumerate(chosen.names):
                for labels, place in _samples(page, chosen, name):
                    column_of = by_path.get(_path(chosen.metric, chosen.kind, labels))
                    if column_of is not None and part < len(column_of.sources):
                        column_of.sources[part].append((name, place))
        self._layout = page.layout

    def _not_there(self, metric: ExporterMetric, found: Mapping[str, MetricFamily], has_name: bool) -> Missing:
        path = rf"\Metric\{metric.title or metric.name}"
        values = {"url": self._url, "metric": metric.name}
        if not has_name:
            return Missing(
                path,
                metric.layer,
                "{url} has no metric {metric}. Check its spelling; outpace metrics lists the metrics of a page.",
                values,
            )
        wanted = ", ".join(f'{name}="{value}"' for name, value in metric.labels.items())
        example = found[metric.name].example if metric.name in found else ""
        return Missing(
            path,
            metric.layer,
            "{url} has {metric}, but not with these labels: {labels}. One of its lines is: {example}",
            {**values, "labels": wanted, "example": example},
        )


def known_metrics(metrics: Sequence[ExporterMetric], text: str) -> list[ExporterMetric]:
    """Return those of the metrics that are on a page."""
    names = frozenset(name for one in metrics for name in (one.name, _pair(one.name)[0]))
    samples = parsed(text, names).samples
    return [one for one in metrics if one.name in samples or _pair(one.name)[0] in samples]


def _pair(name: str) -> tuple[str, str]:
    return f"{name}_sum", f"{name}_count"


def _samples(page: Page, chosen: _Selection, name: str) -> Iterator[tuple[Mapping[str, str], int]]:
    """Yield labels and position of the samples of a name that have the wanted labels."""
    for place, (labels, _) in enumerate(page.samples.get(name, ())):
        if all(wanted.match(labels.get(label, "")) for label, wanted in chosen.labels.items()):
            yield labels, place


def _path(metric: ExporterMetric, kind: MetricKind, labels: Mapping[str, str]) -> str:
    """Return the path of a sample's counter."""
    clean = {name: re.sub(r"[\\()\x00-\x1f]", " ", value)[:120] for name, value in labels.items()}
    if metric.counter:
        return _LABEL.sub(lambda label: clean.get(label[1], ""), metric.counter)
    fixed = {name for name, value in metric.labels.items() if not re.search(r"[*?\[]", value)}
    instance = ",".join(value for name, value in clean.items() if name not in fixed)
    title = metric.title or metric.name.removesuffix("_total") + ("/sec" if kind == "counter" else "")
    return rf"\Metric({instance})\{title}" if instance else rf"\Metric\{title}"
