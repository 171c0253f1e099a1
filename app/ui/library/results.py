"""What came of a session, in the few words that fit a line of the library."""

import math

from app.analysis.comparing import Comparison
from app.analysis.headline import Headline, headline
from app.report.measured import measurings, plan_of
from app.report.study import study_of
from app.report.study_records import Study
from app.session.errors import SessionError
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.ending import did_not_start
from app.ui.figures import ratio_text
from app.ui.headline_panel import ORDERS_PER_S, by_second, measured
from app.ui.layout import Window
from app.ui.shown import Catalogue, baseline_of
from app.ui.texts import tr
from app.ui.verdict import asks_for_verdict, verdict_of

TOLD_WHOLE = ("race", "latency-limit")
"""Plans whose result is no ratio of two rates: their verdict is said as it is."""


def result_words(reader: SessionReader) -> str:
    """ "B 2.60× the orders · one run", "no significant difference · 5 runs", "did not start", "incomplete"."""
    if without := _without_result(reader):
        return without
    try:
        if asks_for_verdict(reader) or len(measurings(reader)) > 1:
            return _of_repeats(reader)
        return _of_one_run(reader)
    except SessionError:
        return tr("nothing was measured")


def _without_result(reader: SessionReader) -> str:
    """Why a session has no result at all; "" where it may have one."""
    if reader.info.kind == "job":
        return tr("a build or a check")
    if did_not_start(reader):
        return tr("did not start")
    if not reader.over:
        return tr("incomplete")
    return tr("not valid") if reader.end is not None and not reader.end.valid else ""


def _of_one_run(reader: SessionReader) -> str:
    """The same statement as the headline's at the end of a run: a difference is only named where it is clear."""
    baseline, catalogue = baseline_of(reader), Catalogue(reader)
    others = [system for system in reader.systems if baseline is not None and system.id != baseline.id]
    counted = measured(reader.phases, reader.length_s)
    if baseline is None or not others:
        return tr("one system")
    if counted is None:
        return tr("nothing was measured")
    found = [(other.letter, _headline(reader, catalogue, baseline, other, counted)) for other in others]
    if any(one is None for _, one in found):
        return tr("no throughput recorded")
    figure = tr("the IOPS") if catalogue.names else tr("the orders")
    told = [(letter, one) for letter, one in found if one is not None]
    if not any(_named(one) for _, one in told):
        return tr("{words} · one run").format(words=_unnamed(told[0][1]))
    ratios = " · ".join(f"{letter} {_ratio_of(one) if _named(one) else tr('not clear')}" for letter, one in told)
    return tr("{ratios} {figure} · one run").format(ratios=ratios, figure=figure)


def _headline(
    reader: SessionReader, catalogue: Catalogue, baseline: SystemInfo, other: SystemInfo, counted: Window
) -> Headline | None:
    seconds = []
    for system in (baseline, other):
        curve = catalogue.curve(system.letter, ORDERS_PER_S)
        if curve is None:
            return None
        seconds.append(by_second(*reader.samples(curve.counter), counted))
    return headline(seconds[0], seconds[1])


def _named(found: Headline) -> bool:
    """Whether a ratio may be named."""
    return found.state in ("challenger ahead", "baseline ahead") and math.isfinite(found.ratio)


def _ratio_of(found: Headline) -> str:
    return ratio_text(1.0, found.ratio, apart_from_one=True)


def _unnamed(found: Headline) -> str:
    """Why no ratio is named."""
    return tr("too short to say") if found.state == "too early" else tr("no clear difference")


def _of_repeats(reader: SessionReader) -> str:
    """Over the repeats; of a sweep over the steps that stand for them."""
    plan = str(plan_of(reader).get("name", ""))
    study = study_of([reader])
    runs = _runs(study)
    if not study.challengers:
        return tr("one system")
    if plan in TOLD_WHOLE:
        return f"{verdict_of(reader.path).main} · {runs}"
    found = [
        (system.letter, comparison)
        for system in study.challengers
        if (comparison := study.comparisons.get((system.letter, study.headline.name))) is not None
    ]
    if not found:
        return tr("nothing to compare")
    if all(comparison.verdict == "no significant difference" for _, comparison in found):
        return tr("no significant difference · {runs}").format(runs=runs)
    ratios = " · ".join(f"{letter} {_ratio(comparison)}" for letter, comparison in found)
    return tr("{ratios} {figure} · {runs}").format(ratios=ratios, figure=_figure(study), runs=runs)


def _ratio(found: Comparison) -> str:
    return ratio_text(1.0, found.ratio) if math.isfinite(found.ratio) else tr("not known")


def _figure(study: Study) -> str:
    name = study.headline.name
    if name == "OPM":
        return tr("the most orders") if study.points else tr("the orders")
    if name == "IOPS":
        return tr("the most IOPS") if study.points else tr("the IOPS")
    return name


def _runs(study: Study) -> str:
    valid = sum(run.valid for run in study.runs)
    return tr("one run") if valid == 1 else tr("{number} runs").format(number=valid)
