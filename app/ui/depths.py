"""What a queue-depth sweep tells: I/Os a second, latencies and what was outstanding, by depth, pass by pass."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.report.measured import measurings
from app.report.storage import Known, StorageFigures, StorageStep, TargetFigures, storage_steps
from app.session.documents import documents_of
from app.session.reader import SessionReader
from app.ui.figures import count_text, fixed_text, number_text, ratio_text
from app.ui.shown import baseline_of
from app.ui.texts import marked, tr
from widgets.load_chart import LoadPoint

PLAN = "queue-depth-sweep"
LATENCIES = (marked("mean"), "p50", "p99")
Own = StorageFigures | TargetFigures
Of = Callable[[StorageStep, Own], float]
"""A figure of a system in a step, or of one of its targets."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A step, and when it was finished."""

    to_s: float
    step: StorageStep


class Depths:
    """The steps of one session's sweep, read anew only when there are more of them."""

    def __init__(self, reader: SessionReader) -> None:
        self._reader = reader
        self._documents = -1
        self._steps: list[Finished] = []
        self._known: Known = {}

    def until(self, at_s: float) -> list[StorageStep]:
        """Every step that was finished at a moment, in the order of time."""
        documents = sum(1 for _ in documents_of(self._reader.documents, "step"))
        if documents != self._documents:
            self._documents = documents
            steps = storage_steps(self._reader, self._known) if documents else []
            known = zip(measurings(self._reader), steps, strict=True) if documents else ()
            self._steps = [Finished(max(span.to_s for span in one.spans.values()), step) for one, step in known]
        return [one.step for one in self._steps if one.to_s <= at_s + 0.5]


def by_pass(steps: Sequence[StorageStep]) -> dict[str, list[StorageStep]]:
    """The steps of each pass, by what its I/Os are, in the order of their beginning."""
    found: dict[str, list[StorageStep]] = {}
    for step in steps:
        found.setdefault(step.io_words, []).append(step)
    return found


def kind_words(step: StorageStep) -> str:
    """A pass in a word: "reads", "writes", or the share of both."""
    return {100.0: tr("reads"), 0.0: tr("writes")}.get(
        step.read_percent, tr("{share} % reads").format(share=number_text(step.read_percent))
    )


def points(steps: Sequence[StorageStep], letter: str, of: Of, target: int | None = None) -> tuple[LoadPoint, ...]:
    """A point a depth, ascending: the mean of the repeats. Empty where nothing is known.

    target: its number in its system, from 0; None: the system as a whole.
    """
    found: dict[int, list[float]] = {}
    for step in steps:
        own: Own | None = step.systems.get(letter)
        if target is not None and isinstance(own, StorageFigures):
            own = own.targets[target] if target < len(own.targets) else None
        value = of(step, own) if own is not None else math.nan
        if math.isfinite(value):
            found.setdefault(step.outstanding, []).append(value)
    return tuple(LoadPoint(float(depth), sum(own) / len(own)) for depth, own in sorted(found.items()))


def iops(step: StorageStep, own: Own) -> float:
    """I/Os a second."""
    return _known(own.iops)


def bytes_per_s(step: StorageStep, own: Own) -> float:
    """Bytes a second."""
    return _known(own.mb_per_s) * 1e6


def outstanding(step: StorageStep, own: Own) -> float:
    """What was under way on the mean, over all threads, and targets of a system."""
    return _known(own.mean_outstanding)


def requested(step: StorageStep, own: Own) -> float:
    """What was asked for, over all threads, and targets of a system."""
    return float(own.requested_outstanding)


def latency(figure: str) -> Of:
    """Of all I/Os, in seconds."""

    def of(step: StorageStep, own: Own) -> float:
        found = own.latency.get("order")
        return _known(getattr(found, f"{figure}_ms")) / 1e3 if found is not None else math.nan

    return of


def axis_words(steps: Sequence[StorageStep]) -> str:
    """The axis, and what its numbers are to be multiplied by."""
    if not steps:
        return tr("outstanding per thread")
    threads = tr(" or ").join(str(one) for one in sorted({step.threads for step in steps}))
    numbers = sorted({len(own.targets) for step in steps for own in step.systems.values()})
    targets = tr(" or ").join(str(one) for one in numbers)
    each = tr("1 thread") if threads == "1" else tr("{threads} threads").format(threads=threads)
    all_targets = (
        tr("1 target a system") if targets == "1" else tr("{targets} targets a system").format(targets=targets)
    )
    return tr("outstanding per thread, × {threads} × {targets}").format(threads=each, targets=all_targets)


def best(steps: Sequence[StorageStep], letter: str) -> tuple[int, float] | None:
    """The depth with the most I/Os a second, and how many."""
    own = points(steps, letter, iops)
    top = max(own, key=lambda point: point.value, default=None)
    return (round(top.load), top.value) if top is not None else None


def depths_told(reader: SessionReader, steps: Sequence[StorageStep]) -> list[str]:
    """For each pass what each system reached at its best depth, and the ratio to the baseline."""
    lines: list[str] = []
    baseline = baseline_of(reader)
    for words, own in by_pass(steps).items():
        lines.append(tr("Most of {kind}").format(kind=words))
        found = {system.letter: top for system in reader.systems if (top := best(own, system.letter)) is not None}
        for letter, (depth, most) in found.items():
            ratio = ""
            if baseline is not None and letter != baseline.letter and baseline.letter in found:
                ratio = f", {ratio_text(found[baseline.letter][1], most)} {baseline.letter}"
            told = tr("{letter}: {iops} IOPS at {depth}")
            lines.append(told.format(letter=letter, iops=count_text(most), depth=depth) + ratio)
        lines.append("")
    return lines


def passes_told(reader: SessionReader) -> str:
    """Which pass a sweep's headline is of, and what the others came to: "reads · writes 1.06×"; "" where nothing was
    measured."""
    passes = list(by_pass(Depths(reader).until(math.inf)).values())
    baseline = baseline_of(reader)
    told = [kind_words(passes[0][0])] if passes else []
    challengers = [system.letter for system in reader.systems if baseline is not None and system.id != baseline.id]
    for own in passes[1:]:
        for letter in challengers:
            found, base = best(own, letter), best(own, baseline.letter) if baseline else None
            if found is not None and base is not None:
                whose = f" {letter}" if len(challengers) > 1 else ""
                told.append(f"{kind_words(own[0])}{whose} {ratio_text(base[1], found[1])}")
    return " · ".join(told)


def depth_told(steps: Sequence[StorageStep], depth: int) -> list[str]:
    """Of one depth: what it asks for, and what was outstanding on the mean."""
    own = [step for step in steps if step.outstanding == depth]
    if not own:
        return []
    lines = [tr("At {depth} outstanding per thread").format(depth=depth)]
    for step in (passed[-1] for passed in by_pass(own).values()):
        asked = {figures.requested_outstanding for figures in step.systems.values()}
        targets = {len(figures.targets) for figures in step.systems.values()}
        product = f"{depth} × {step.threads} × {tr(' or ').join(map(str, sorted(targets)))}"
        reached = ", ".join(
            f"{letter}\u00a0{fixed_text(figures.mean_outstanding, 1)}"
            for letter, figures in step.systems.items()
            if figures.mean_outstanding is not None
        )
        total = tr(" or ").join(count_text(one) for one in sorted(asked))
        told = tr("{kind}: {product} = {total} asked, {reached} on the mean")
        lines.append(told.format(kind=kind_words(step), product=product, total=total, reached=reached))
    return lines


def _known(value: float | None) -> float:
    return math.nan if value is None else value
