"""What the headline says of systems that were not measured at the same time: ratios of their means so far, and never an
interval. What disturbed one second of one did not disturb the same second of the other."""

import math
from collections.abc import Mapping

from app.analysis.headline import ratio_words
from app.report.measured import number_of
from app.session.documents import documents_of
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.figures import WINDOW, ratio_text
from app.ui.texts import tr

PIECES = "parts of one run"
KINDS = ("join", "compare")


def apart(reader: SessionReader) -> bool:
    """Whether a session was made of others that were recorded at different times."""
    return reader.info.kind in KINDS


def label_words(reader: SessionReader) -> list[str]:
    """How its systems were run, where that is not together."""
    told = {event.kind for event in reader.events}
    words = [tr("parts of one run")] if PIECES in told else []
    if reader.info.kind == "join" or "not simultaneous" in told:
        words.append(tr("not simultaneous"))
    return words


def measured_until(reader: SessionReader, letter: str, at_s: float) -> float:
    """The moment of a system's circumstances: of compared sessions, of which one ends before the other, the end of its
    last measuring up to a moment; else that moment."""
    if reader.info.kind != "compare":
        return at_s
    ends = [
        number_of(document.data.get("to_s"))
        for document in documents_of(reader.documents, "step")
        if letter in _letters(document.data.get("systems"))
    ]
    return max((end_s for end_s in ends if end_s <= at_s), default=at_s)


def apart_words(
    baseline: SystemInfo, rates: Mapping[str, float], figure: str, *, storage: bool
) -> tuple[str, str, str]:
    """The statement, what it rests on, and the tool tip. rates: of each system by letter; NaN: none yet."""
    base = rates[baseline.letter]
    ratios = {
        letter: ratio_text(base, rate) if base > 0 and math.isfinite(rate) else tr("not yet")
        for letter, rate in rates.items()
        if letter != baseline.letter
    }
    sub = tr("{figure} · so far · no interval: they did not run together").format(figure=figure)
    if len(ratios) == 1:
        letter, ratio = next(iter(ratios.items()))
        return ratio_words(ratio, baseline.letter, letter, storage=storage, words=WINDOW), sub, ""
    short = " · ".join(f"{letter} {ratio}" for letter, ratio in ratios.items())
    return short, tr("of {letter} · {sub}").format(letter=baseline.letter, sub=sub), ""


def _letters(systems: object) -> Mapping[str, object]:
    return systems if isinstance(systems, Mapping) else {}
