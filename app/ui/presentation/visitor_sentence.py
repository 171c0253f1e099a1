# SPDX-License-Identifier: Apache-2.0
"""Sentences for visitors: name, verb, ratio with two digits. "SATA SSD handles 1.9× the orders of 15K SAS"."""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.analysis.headline import ABOUT_EQUAL
from app.results.headline_text import compared_label
from app.results.session_headline import ChallengerLine, SessionHeadline
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, brief_ratio_text
from widgets.presentation.measure import TextRun, one_line
from widgets.translation import marked, tr

_LIVE = {
    "order": marked("{leader} handles {ratio} the orders of {trailer}"),
    "transaction": marked("{leader} handles {ratio} the transactions of {trailer}"),
    "I/O": marked("{leader} does {ratio} the I/Os of {trailer}"),
    "read": marked("{leader} does {ratio} the reads of {trailer}"),
    "write": marked("{leader} does {ratio} the writes of {trailer}"),
    "response": marked("{leader} answers in {ratio} the time of {trailer}"),
    "users": marked("{leader} serves {ratio} the customers of {trailer}"),
    "time": marked("{leader} finishes in {ratio} the time of {trailer}"),
    "figure": marked("{leader} has {ratio} the value of {trailer}: {figure}"),
}
"""Sentences about a run in progress, by the compared figure."""
_OVER = {
    "order": marked("{leader} handled {ratio} the orders of {trailer}"),
    "transaction": marked("{leader} handled {ratio} the transactions of {trailer}"),
    "I/O": marked("{leader} did {ratio} the I/Os of {trailer}"),
    "read": marked("{leader} did {ratio} the reads of {trailer}"),
    "write": marked("{leader} did {ratio} the writes of {trailer}"),
    "response": marked("{leader} answered in {ratio} the time of {trailer}"),
    "users": marked("{leader} served {ratio} the customers of {trailer}"),
    "time": marked("{leader} finished in {ratio} the time of {trailer}"),
    "figure": marked("{leader} had {ratio} the value of {trailer}: {figure}"),
}
_OF = {
    "order": marked("the orders of {trailer}"),
    "transaction": marked("the transactions of {trailer}"),
    "I/O": marked("the I/Os of {trailer}"),
    "read": marked("the reads of {trailer}"),
    "write": marked("the writes of {trailer}"),
    "response": marked("the time of {trailer}"),
    "users": marked("the customers of {trailer}"),
    "time": marked("the time of {trailer}"),
    "figure": marked("the value of {trailer}"),
}
"""Text next to the ratio of one of several systems."""
_ALIKE = {
    "both": (marked("Both handle"), marked("Both handled"), marked("about the same")),
    "all": (marked("All handle"), marked("All handled"), marked("about the same")),
}
_PLACE = re.compile(r"\{(\w+)\}")
SHARED_FROM = 22
"""Length in characters from which names are shortened by their common beginning."""
LEAST_SHARED = 6
FIRST_STRONG, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True, slots=True)
class VisitorSentence:
    """Sentence with a ratio.

    Attributes:
        runs: The parts of the sentence; the ratio is one of them.
        place: Index of the ratio in `runs`.
        leader: Letter of the system that it is about.
        firm: Whether the leader is firmly ahead.
    """

    runs: tuple[TextRun, ...]
    place: int
    leader: str
    firm: bool

    @property
    def text(self) -> str:
        """The whole sentence."""
        return " ".join("".join(run.text for run in self.runs).split())

    @property
    def before(self) -> tuple[TextRun, ...]:
        """Parts before the ratio."""
        return _stripped(self.runs[: self.place])

    @property
    def ratio(self) -> str:
        return self.runs[self.place].text

    @property
    def after(self) -> tuple[TextRun, ...]:
        """Parts after the ratio."""
        return _stripped(self.runs[self.place + 1 :])

    def colored(self, color: str) -> tuple[TextRun, ...]:
        """Return the sentence with the leader's name and the ratio in a color."""
        name = next((run for run in self.runs if run.name), None)
        return tuple(
            TextRun(run.text, color if number == self.place or run is name else "", run.name)
            for number, run in enumerate(self.runs)
        )


def _stripped(runs: Sequence[TextRun]) -> tuple[TextRun, ...]:
    """Return the runs without leading or trailing blanks."""
    kept = [run for run in runs if run.text]
    if kept:
        kept[0] = TextRun(kept[0].text.lstrip(), kept[0].color, kept[0].name)
        kept[-1] = TextRun(kept[-1].text.rstrip(), kept[-1].color, kept[-1].name)
    return tuple(run for run in kept if run.text)


def isolated(name: str) -> str:
    """Return a name as one line; a right-to-left one is isolated, so that it does not reorder the text around it."""
    plain = one_line(name)
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in plain):
        return f"{FIRST_STRONG}{plain}{POP}"
    return plain


@dataclass(frozen=True, slots=True)
class Names:
    """Names of all systems as shown to visitors.

    Attributes:
        shared: Common beginning of all names, which the title shows; "" if none.
        own: The rest of each name, by letter.
    """

    shared: str
    own: Mapping[str, str]


def names_of(names: Mapping[str, str]) -> Names:
    """Return the names, by letter; the common beginning of long names is split off."""
    plain = {letter: one_line(name) for letter, name in names.items()}
    whole = Names("", {letter: isolated(name) for letter, name in plain.items()})
    if len(plain) < 2 or max(map(len, plain.values())) < SHARED_FROM:
        return whole
    words = [name.split(" ") for name in plain.values()]
    first = _common(words)
    last = _common([list(reversed(one[first:])) for one in words])
    ends = [len(one) - last for one in words]
    own = [" ".join(one[first:end]).strip(" ,:·-–") for one, end in zip(words, ends, strict=True)]
    shared = " ".join(filter(None, (" ".join(words[0][:first]), " ".join(words[0][ends[0] :])))).strip(" ,:·-–")
    if len(shared) < LEAST_SHARED or not all(own) or len(set(own)) < len(own):
        return whole
    return Names(shared, {letter: isolated(name) for letter, name in zip(plain, own, strict=True)})


def _common(words: Sequence[Sequence[str]]) -> int:
    """Return the length of the common beginning of all lists, in words; at least one word of each remains."""
    most = min(map(len, words)) - 1
    return next((place for place in range(most) if len({one[place] for one in words}) > 1), max(most, 0))


def kind_of_figure(found: SessionHeadline) -> str:
    """Return the compared figure: a key of the sentences."""
    if found.throughput:
        io = found.io
        if found.unit == "I/O" and io is not None and io.read_percent in (0.0, 100.0):
            return "read" if io.read_percent == 100.0 else "write"
        return found.unit
    return found.compared if found.compared in ("response", "time", "users") else "figure"


def filled(template: str, values: Mapping[str, str], names: Sequence[str] = ("leader", "trailer")) -> Iterator[TextRun]:
    """Yield the parts of a template whose placeholders are filled; those of `names` are systems' names."""
    at = 0
    for found in _PLACE.finditer(template):
        if found.start() > at:
            yield TextRun(template[at : found.start()])
        yield TextRun(values[found[1]], name=found[1] in names)
        at = found.end()
    if at < len(template):
        yield TextRun(template[at:])


def sentence_of(
    found: SessionHeadline, line: ChallengerLine, names: Mapping[str, str], *, over: bool, so_far: bool = False
) -> VisitorSentence | None:
    """Return the sentence about one comparison; None if it has no ratio.

    Args:
        found: Headline of the session.
        line: The comparison.
        names: Names of the systems as shown, by letter.
        over: Whether the run is over, so that the verb is in the past.
        so_far: Whether the sentence ends with "so far".
    """
    if not (math.isfinite(line.ratio) and line.ratio > 0):
        return None
    leader = line.leader(found.better)
    trailer = line.baseline if leader == line.challenger else line.challenger
    ratio = line.ratio if leader == line.challenger else 1 / line.ratio
    kind = kind_of_figure(found)
    text = brief_ratio_text(ratio, distinct_from_one=line.firm)
    template = tr((_OVER if over else _LIVE)[kind])
    if so_far:
        template = tr("{sentence}, so far").replace("{sentence}", template)
    values = {
        "leader": names[leader], "trailer": names[trailer], "ratio": text,
        "figure": compared_label(found, WINDOW_LANGUAGE),
    }  # fmt: skip
    runs = tuple(filled(template, values))
    place = next(number for number, run in enumerate(runs) if run.text == text and not run.name)
    return VisitorSentence(runs, place, leader, line.firm)


def alike(found: SessionHeadline) -> bool:
    """Return whether all systems are within 5 % of the baseline, and none is firmly ahead."""
    return bool(found.lines) and all(
        not line.firm and ABOUT_EQUAL[0] <= line.ratio <= ABOUT_EQUAL[1] for line in found.lines
    )


def best_line(found: SessionHeadline) -> ChallengerLine | None:
    """Return the comparison with the best system: the challenger furthest ahead, or the closest if none is ahead."""
    lines = [line for line in found.lines if math.isfinite(line.ratio) and line.ratio > 0]
    sign = -1.0 if found.better == "less" else 1.0
    best = max(lines, key=lambda line: sign * line.ratio, default=None)
    if best is not None and sign * math.log(best.ratio) < 0:  # the baseline is the best
        return min(lines, key=lambda line: abs(math.log(line.ratio)))
    return best


def of_text(found: SessionHeadline, trailer: str, *, so_far: bool) -> str:
    """Return the text next to the ratio of one of several systems: "the orders of 15K SAS, so far"."""
    text = tr(_OF[kind_of_figure(found)]).format(trailer=trailer)
    return tr("{sentence}, so far").format(sentence=text) if so_far else text


def alike_sentence(systems: int, *, over: bool) -> tuple[str, str]:
    """Return the words for systems that are about equal, in two lines."""
    live, past, same = _ALIKE["both" if systems == 2 else "all"]
    return tr(past if over else live), tr(same)


def cause_text(found: SessionHeadline, letter: str) -> str:
    """Return why a system stopped, for visitors: "its disk is full"; "" if there is nothing to say."""
    one = next(one for one in found.stopped if one.letter == letter)
    return tr(_CAUSES.get(one.cause.text, "")) if one.cause.text in _CAUSES else ""


_CAUSES = {
    "disk full": marked("its disk is full"),
    "disk quota used up": marked("its disk is full"),
    "transaction log full": marked("its log is full"),
    "read-only": marked("it can no longer write"),
    "I/O error": marked("its disk reports errors"),
    "its device is gone": marked("its drive is gone"),
    "connection refused": marked("its server is off"),
    "connection lost": marked("its connection is lost"),
    "its server is shutting down": marked("its server is shutting down"),
    "its server is starting": marked("its server is starting again"),
    "out of memory": marked("its memory is full"),
    "timeout": marked("it does not answer in time"),
}
"""Causes of a stop that visitors understand; any other one is only shown to the presenter."""
