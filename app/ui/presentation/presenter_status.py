# SPDX-License-Identifier: Apache-2.0
"""Status for the presenter at one moment: the state in words, the next key, and what is wrong with its remedy.

Unlike visitors, the presenter sees hosts and reasons.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.model.events import DriverLimits, OtherPrograms, ServerLost
from app.results.headline_text import headline_text
from app.results.session_headline import reads_all, session_headline, stopped_systems
from app.session.reader import SessionReader
from app.session.recorded_stops import StoppedSystem
from app.ui.presentation.booth_states import CARDS, UNDER_LOAD, BoothState
from app.ui.presentation.visitor_texts import name_of
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, duration_text, message_text, number_text
from app.ui.workbench.run_progress import phase_at, progress_of, step_text
from app.ui.workbench.run_status import lost_events, outages_at, sentence
from widgets.translation import marked, tr

Level = Literal["well", "look", "act"]
LEAST_FREE, LITTLE_FREE = 1e9, 10e9
"""Free bytes for recordings below which the presenter must act, or should be warned."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Facts that the presenter's window shows.

    Attributes:
        reader: Session that visitors see; None if none.
        at_s: Moment that they see.
        live: Whether it is live.
        state: State of the booth.
        stage: Stage of the show; "" without a show.
        frozen: Whether the view is frozen.
        blanked: Whether the screen is black.
        aside: Whether visitors see a recording while a live run goes on.
        free: Free bytes for recordings; NaN if unknown.
        message: Last message for the operator.
    """

    reader: SessionReader | None = None
    at_s: float = 0.0
    live: bool = False
    state: BoothState = BoothState.NEUTRAL
    stage: str = ""
    frozen: bool = False
    blanked: bool = False
    aside: bool = False
    free: float = math.nan
    message: str = ""


@dataclass(frozen=True, slots=True)
class PresenterStatus:
    """Text in the presenter's window.

    Attributes:
        level: Whether all is well, something needs attention, or something needs action.
        title: The state in words.
        line: What is going on.
        time: Time left, or "".
        key: Name of the key to press next, as in presentation_keys.
        next: What it does.
        why: What happens then.
        trouble: What is wrong.
        remedy: What to do about it.
    """

    level: Level
    title: str
    line: str
    time: str
    key: str
    next: str
    why: str
    trouble: str
    remedy: str


_REMEDIES = {
    "disk full": marked("Free space on its disk, then start the run again."),
    "disk quota used up": marked("Free space on its disk, then start the run again."),
    "transaction log full": marked("Back up or shrink its transaction log, then start the run again."),
    "connection refused": marked("Start its server, then start the run again."),
    "its server is shutting down": marked("Start its server, then start the run again."),
    "connection lost": marked("Check its network cable and its server, then start the run again."),
    "no answer": marked("Wait a moment: it may come back. Otherwise check its server, then start the run again."),
}
"""Remedies of a stop, by its cause."""
_REPAIR = marked("Repair it, then start the run again.")


def status_of(now: Situation) -> PresenterStatus:
    """Return the text for the current facts."""
    level, trouble, remedy = _trouble(now)
    title, line = _title(now, level, trouble)
    key, next_, why = _next(now, level)
    return PresenterStatus(level, title, line, _time(now), key, next_, why, trouble, remedy)


def in_trouble(now: Situation) -> bool:
    """Return whether the presenter must act, so that Page Down switches to a recording."""
    return _trouble(now)[0] == "act" and now.live


def _stops(now: Situation) -> list[StoppedSystem]:
    reader = now.reader
    return stopped_systems(reader, now.at_s) if reader is not None and reader.started else []


def _trouble(now: Situation) -> tuple[Level, str, str]:
    """Return what is wrong and what to do about it, the most urgent first."""
    free = ""
    if math.isfinite(now.free):
        free = tr("{count} GB free for recordings.").format(count=number_text(round(now.free / 1e9)))
    return next(_troubles(now), ("well", tr("Nothing is wrong"), free))


def _troubles(now: Situation) -> Iterator[tuple[Level, str, str]]:
    reader = now.reader
    if reader is not None and now.live:
        yield from (("act", *_stop_text(reader, stop)) for stop in _stops(now))
        yield from (("act", *text) for text in _outages(reader, now.at_s))
    if now.free < LEAST_FREE:
        yield "act", tr("No space left for recordings"), tr("Free some space on the disk with the sessions folder.")
    if reader is not None and now.live:
        yield from (("look", *text) for text in _limits(reader))
    if now.message:
        yield "look", now.message, ""
    if now.free < LITTLE_FREE:
        free = tr("{count} GB free for recordings.").format(count=number_text(round(now.free / 1e9, 1)))
        yield "look", tr("Little space for recordings"), free


def _stop_text(reader: SessionReader, stop: StoppedSystem) -> tuple[str, str]:
    """Return which system has stopped and why, and what to do about it."""
    system = next(system for system in reader.systems if system.letter == stop.letter)
    cause = message_text(stop.cause)
    form = tr("{name} does not answer") if stop.hanging else tr("{name} has stopped: {cause}")
    host = str(system.facts.get("Server", ""))
    where = tr("It runs on {host}.").format(host=host) if host else ""
    since = tr("Since {time}.").format(time=duration_text(stop.from_s))
    remedy = tr(_REMEDIES.get(stop.cause.text, _REPAIR))
    return form.format(name=name_of(system), cause=cause), " ".join(filter(None, (since, where, remedy)))


def _outages(reader: SessionReader, at_s: float) -> Iterator[tuple[str, str]]:
    """Yield which servers do not answer, and since when."""
    lost = lost_events(reader, at_s)
    for system_id, text in outages_at(reader, at_s).items():
        system = next(system for system in reader.systems if system.id == system_id)
        event = lost[system_id].message
        error = message_text(event.error) if isinstance(event, ServerLost) and event.error is not None else ""
        said = " ".join(filter(None, (sentence(text), sentence(error) if error else "")))
        yield tr("{name} does not answer").format(name=name_of(system)), said


def _limits(reader: SessionReader) -> Iterator[tuple[str, str]]:
    """Yield what limits the measurement on this machine."""
    for event in reversed(reader.events):
        message = event.message
        if isinstance(message, OtherPrograms):
            used = number_text(round(100 * message.share))
            title = tr("Another program uses {share} % of this machine").format(share=used)
            yield title, tr("End it: until then, the ratio may lose its color.")
        elif isinstance(message, DriverLimits):
            remedy = tr("End other programs, use fewer users, or add an agent.")
            yield tr("This machine is too slow for its systems"), remedy


def _title(now: Situation, level: Level, trouble: str) -> tuple[str, str]:
    """Return the state in words, and what is going on."""
    reader = now.reader
    if level == "act" and now.live:
        seen = tr("visitors see that it has stopped, and no comparison")
        if now.state != BoothState.SYSTEM_STOPPED:
            seen = tr("visitors see that it does not answer")
        return trouble, seen
    if level == "act":
        return trouble, ""
    look = tr("one thing to look at")
    if now.aside:
        return tr("A recording, while the run goes on"), tr("R shows the live run again")
    if reader is None or now.state == BoothState.NEUTRAL:
        waits = tr("Ready to start") if now.stage == "ready" else tr("Nothing is running")
        waits = tr("Getting ready") if now.stage == "preparing" else waits
        return f"{waits}, {look}" if level == "look" else waits, tr("visitors see what comes next")
    if now.state in CARDS:
        title = tr("The result is shown")
    elif now.live:
        title = tr("Live, all well") if level == "well" else f"{tr('Live')}, {look}"
    else:
        title = tr("A recording, all well") if level == "well" else f"{tr('A recording')}, {look}"
    return title, _line(now, reader)


def _line(now: Situation, reader: SessionReader) -> str:
    """Return the step and the headline in the operator's words."""
    phase = phase_at(reader.phases, now.at_s)
    step = step_text(reader, phase, now.at_s) if phase is not None and now.state in UNDER_LOAD else ""
    if reads_all(reader, now.at_s):
        return step
    found = headline_text(session_headline(reader, now.at_s), WINDOW_LANGUAGE)
    return " · ".join(filter(None, (step, found.main, found.firmness)))


def _next(now: Situation, level: Level) -> tuple[str, str, str]:
    """Return the key to press next, what it does, and what happens then; the first rule that applies decides."""
    recorded = tr("Visitors then see the best recorded run, marked as recorded. Page Down does the same now.")
    card = tr("You have the result. The closing card comes by itself; End stops now, with what is measured so far.")
    still = tr("The picture stands still, recording goes on. Space once more goes on.")
    rules = (
        (now.blanked, "blank", tr("Show the picture again"), tr("Visitors see a black screen.")),
        (now.aside, "recording", tr("Back to the live run"), ""),
        (level == "act" and now.live, "recording", tr("Switch to the recording"), recorded),
        (now.frozen, "freeze", tr("Go on"), tr("The picture stands still; recording goes on.")),
        (now.live and now.state == BoothState.FIRM, "snapshot", tr("Take a snapshot"), card),
        (now.live and now.state in UNDER_LOAD, "freeze", tr("Freeze while you explain"), still),
        (now.stage == "ready", "start", tr("Start the run"), tr("It counts down, then all systems start together.")),
        (now.stage == "preparing", "next", tr("Next in the loop"), tr("The run is being prepared.")),
        (bool(now.state in CARDS and now.stage), "next", tr("Next in the loop"), tr("The loop goes on by itself.")),
    )
    otherwise = "start", tr("Start the live run"), tr("It is prepared while visitors see what comes next.")
    return next(((key, text, why) for applies, key, text, why in rules if applies), otherwise)


def _time(now: Situation) -> str:
    reader = now.reader
    if reader is None or not reader.started or now.state not in UNDER_LOAD:
        return ""
    left_s = progress_of(reader, now.at_s, live=now.live).left_s
    return duration_text(math.ceil(left_s)) if left_s > 0 else ""
