# SPDX-License-Identifier: Apache-2.0
"""Summaries of a session for the sidebar, computed in the background.

With power meters: each system's watts and work per watt. For imports: the key figures on the report's first page.
"""

from collections.abc import Iterator
from math import nan
from pathlib import Path

from app.analysis.format import ratio_range_text, ratio_text, significant_text
from app.model.documents import JoinedMeter, LiveMeter
from app.report.first_page import key_figures
from app.results.description import localized_metric
from app.results.power import PowerResult, share_text
from app.results.result import MedianSystem, NormalisedResult, result_of
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, local, number_text
from widgets.translation import tr


def is_metered(reader: SessionReader) -> bool:
    """Return whether the session contains data from power meters."""
    return bool(reader.documents_of(JoinedMeter) or reader.documents_of(LiveMeter))


def key_figures_summary(path: Path) -> str:
    """Return the key figures on the report's first page, one per line. Raises SessionError."""
    with SessionReader.open(path) as reader:
        study = study_of([reader])
    letters = [system.letter for system in study.systems]
    lines = []
    for row in key_figures(study).rows:
        label, *texts = row.cells
        values = " · ".join(_unbroken(f"{letter} {local(text)}") for letter, text in zip(letters, texts, strict=False))
        changes = [_unbroken(local(text)) for text in texts[len(letters) :] if text.endswith("%")]
        lines.append(
            f"{localized_metric(label, WINDOW_LANGUAGE)}: {values}" + (f" ({', '.join(changes)})" if changes else "")
        )
    return "\n".join(lines)


def _unbroken(text: str) -> str:
    """Replace the spaces in a text with nonbreaking spaces."""
    return text.replace(" ", "\u00a0")


def power_summary(path: Path) -> str:
    """Return the summary of the power figures. Raises SessionError."""
    with SessionReader.open(path) as reader:
        result = result_of(reader)
    lines = [line for system in result.systems if system.power is not None for line in _system(system, system.power)]
    lines += [line for one in result.normalised if one.basis == "watt under load" for line in _per_watt(one)]
    sure = [number_text(system.power.uncertainty_s) for system in result.systems if system.power is not None]
    within = tr("Readings lie within {seconds} s of the run, plus what the clocks differ by.")
    return "\n".join([*lines, within.format(seconds=" / ".join(dict.fromkeys(sure)))])


def _system(system: MedianSystem, power: PowerResult) -> Iterator[str]:
    of = tr("run {number}").format(number=system.number)
    if power.watts is None:
        yield tr("{letter}: the readings cover {share} of the measured window, too little for a figure").format(
            letter=system.letter, share=local(share_text(power.covered or 0.0))
        )
    else:
        yield tr("{letter}: {watts} W under load ({of})").format(
            letter=system.letter, watts=_number(power.watts), of=of
        )
    if power.idle_watts is not None:
        yield tr("{letter}: {watts} W idle").format(letter=system.letter, watts=_number(power.idle_watts))


def _per_watt(one: NormalisedResult) -> Iterator[str]:
    own = [
        f"{letter} {_number(system.value)}" + ("" if system.source.startswith("measured") else f" ({tr('typed')})")
        for letter, system in one.systems.items()
        if system.value is not None
    ]
    if own:
        yield tr("{figure} per watt: {values}").format(figure=one.figure, values=" · ".join(own))
    for found in one.comparisons:
        ratio = ratio_text(1.0, nan if found.ratio is None else found.ratio)
        if found.low is not None and found.high is not None:
            ratio = f"{ratio} ({ratio_range_text(found.low, found.high)})"
        yield local(f"{found.challenger} / {found.baseline}: {ratio}")


def _number(value: float | None) -> str:
    return local(significant_text(nan if value is None else value))
