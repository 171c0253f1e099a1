"""What came of each session, in the few words that fit a line; read from whole sessions, one at a time, beside the
window's thread, with its picture and whether its file is what was sealed."""

import contextlib
import logging
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QThread, QThreadPool, QTimer, Signal

from app.analysis.comparison import Comparison
from app.analysis.headline import TEN_SECONDS, Headline, headline
from app.results.measurings import measurings
from app.results.study import study_of
from app.results.study_records import Study
from app.session.library import Entry, Library
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.session.session_error import SessionError
from app.ui.levels.session_verdict import asks_for_verdict, verdict_of
from app.ui.library.thumbnail import thumbnail
from app.ui.workbench.counter_catalogue import Catalogue, baseline_of
from app.ui.workbench.headline_panel import ORDERS_PER_S, by_second, measured
from app.ui.workbench.localised_figures import ratio_text
from app.ui.workbench.run_status import did_not_start
from app.ui.workbench.view import TimeWindow
from widgets.theme import Theme
from widgets.translation import tr


def result_text(reader: SessionReader) -> str:
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
    results = [(letter, one) for letter, one in found if one is not None]
    if not any(_named(one) for _, one in results):
        return tr("{text} · one run").format(text=_unnamed(results[0][1]))
    ratios = " · ".join(f"{letter} {_ratio_of(one) if _named(one) else tr('not clear')}" for letter, one in results)
    return tr("{ratios} {figure} · one run").format(ratios=ratios, figure=figure)


def _headline(
    reader: SessionReader, catalogue: Catalogue, baseline: SystemInfo, other: SystemInfo, counted: TimeWindow
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
    return found.told and found.state in ("so far", "challenger ahead", "baseline ahead")


def _ratio_of(found: Headline) -> str:
    return ratio_text(1.0, found.ratio, distinct_from_one=True)


def _unnamed(found: Headline) -> str:
    """Why no ratio is named."""
    if found.state == "about equal so far":
        return tr("about equal")
    return tr("no clear difference") if found.seconds >= TEN_SECONDS else tr("less than 10 s were measured")


def _of_repeats(reader: SessionReader) -> str:
    """Over the repeats; of a sweep over the steps that stand for them."""
    study = study_of([reader])
    runs = _runs(study)
    if not study.challengers:
        return tr("one system")
    if reader.scenario.results.figure != "throughput":
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


log = logging.getLogger(__name__)

VERSION = 2
"""Of the words and pictures: another one makes them anew."""
UPDATE_EVERY_MS = 250
LONGEST_WAIT_MS = 5000
REPAINTED_EVERY_S = 20.0
"""The picture of a session under way."""


class Filling(QObject):
    """changed: the library knows more of some sessions than before."""

    changed = Signal()
    _done = Signal()

    def __init__(self, library: Library, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._theme = theme
        self._sight: Sequence[Path] = ()
        self._busy = False
        self._going = False
        self._quiet = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.setThreadPriority(QThread.Priority.LowPriority)
        self._done.connect(self._after)
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(UPDATE_EVERY_MS)
        self._telling.timeout.connect(self.changed)

    def look_at(self, sight: Iterable[Path]) -> None:
        """These are in sight: they come first."""
        self._sight = tuple(sight)
        self.go()

    def set_theme(self, theme: Theme) -> None:
        """Pictures are painted anew in another theme's colours."""
        self._theme = theme
        self.go()

    def be_quiet(self, quiet: bool) -> None:
        """While something is measured on this machine only what is in sight is filled in, and nothing is checked."""
        self._quiet = quiet
        self.go()

    def go(self) -> None:
        """Begins, or goes on."""
        self._going = True
        if not self._busy:
            self._next()

    def rest(self) -> None:
        """Nobody looks: stops after the session under way."""
        self._going = False
        self._library.save()

    def finish(self) -> None:
        """The program ends: waits for the session under way."""
        self._going = False
        self._pool.waitForDone(LONGEST_WAIT_MS)
        self._library.close()

    def _next(self) -> None:
        work = next(self._work(), None) if self._going else None
        self._busy = work is not None
        if work is None:
            self._library.save()
            return
        entry, checks = work
        self._pool.start(lambda: self._do(entry, checks))

    def _do(self, entry: Entry, checks: bool) -> None:
        """In the pool."""
        try:
            if checks:
                self._library.check(entry.path)
            else:
                self._describe(entry)
        except Exception:
            log.exception("nothing can be told of %s", entry.path)
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._done.emit()

    def _after(self) -> None:
        if not self._telling.isActive():
            self._telling.start()
        self._next()

    def _work(self) -> Iterator[tuple[Entry, bool]]:
        """What is to be done: the session, and whether it is to be checked (else described)."""
        entries = {entry.path: entry for entry in self._library.entries}
        sight = [entries[path] for path in self._sight if path in entries]
        for part in (sight,) if self._quiet else (sight, tuple(entries.values())):
            yield from ((entry, False) for entry in part if self._lacks(entry))
            if not self._quiet:
                yield from ((entry, True) for entry in part if entry.state == "whole" and not entry.checked)

    def _lacks(self, entry: Entry) -> bool:
        if entry.state == "damaged":
            return False
        return entry.picture_version != self._picture_version(entry) or entry.result_version != result_version(entry)

    def _picture_version(self, entry: Entry) -> str:
        grown = f" {int(entry.length_s / REPAINTED_EVERY_S)}" if entry.state == "growing" else ""
        return f"{VERSION} {self._theme.name}{grown}"

    def _describe(self, entry: Entry) -> None:
        """Reads a session once for its words and its picture."""
        text, picture = "", b""
        try:
            with SessionReader.open(entry.path) as reader:
                text = result_text(reader) if entry.state != "growing" else ""
                picture = thumbnail(reader, self._theme)
        except SessionError as error:
            log.info("no result of %s: %s", entry.path, error)
        except Exception:  # a stranger's file may hold anything: it costs its words and picture, nothing more
            log.exception("no result of %s", entry.path)
        self._library.keep_picture(entry.path, picture or entry.picture, self._picture_version(entry))
        self._library.keep_result(entry.path, text, result_version(entry))


def result_version(entry: Entry) -> str:
    """By what the words of a result are made: the language shows in a word of them."""
    text = entry.state if entry.state == "growing" else tr("one run")
    return f"{VERSION} {text} {QLocale().name()}"
