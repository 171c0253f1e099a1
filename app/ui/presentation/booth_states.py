# SPDX-License-Identifier: Apache-2.0
"""States of the booth window, and the transitions between them.

The state at a moment follows from the facts of the run (`state_of`). `BoothStates` follows a run over time. No
state is a dead end: from each one a new run, or the next piece of the loop, leads on. docs/booth.md shows both tables.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.analysis.headline import TEN_SECONDS

log = logging.getLogger(__name__)


class BoothState(StrEnum):
    """State of the booth window."""

    NEUTRAL = "neutral"
    WARM_UP = "warm-up"
    MEASURING = "measuring"
    SO_FAR = "so far"
    FIRM = "firm"
    NO_DIFFERENCE = "no clear difference"
    TURNS = "taking turns"
    RACE = "race"
    ONE_SYSTEM = "one system"
    SYSTEM_STOPPED = "system stopped"
    STOPPED_EARLY = "stopped early"
    FINISHED = "finished"


S = BoothState
UNDER_LOAD = frozenset(
    {S.WARM_UP, S.MEASURING, S.SO_FAR, S.FIRM, S.NO_DIFFERENCE, S.TURNS, S.RACE, S.ONE_SYSTEM, S.SYSTEM_STOPPED}
)
"""States of a run under load."""
CARDS = frozenset({S.STOPPED_EARLY, S.FINISHED})
"""States that show a closing card."""
_ENDS = frozenset({S.NEUTRAL, S.STOPPED_EARLY, S.FINISHED})

TRANSITIONS: Mapping[BoothState, frozenset[BoothState]] = {
    S.NEUTRAL: frozenset({S.WARM_UP, S.MEASURING, S.RACE, S.TURNS, S.ONE_SYSTEM}),
    S.WARM_UP: frozenset({S.MEASURING, S.RACE, S.TURNS, S.ONE_SYSTEM, S.SYSTEM_STOPPED}) | _ENDS,
    S.MEASURING: frozenset({S.SO_FAR, S.FIRM, S.NO_DIFFERENCE, S.SYSTEM_STOPPED, S.WARM_UP, S.TURNS}) | _ENDS,
    S.SO_FAR: frozenset({S.FIRM, S.NO_DIFFERENCE, S.SYSTEM_STOPPED, S.WARM_UP, S.MEASURING, S.TURNS}) | _ENDS,
    S.FIRM: frozenset({S.SO_FAR, S.NO_DIFFERENCE, S.SYSTEM_STOPPED, S.WARM_UP, S.MEASURING, S.TURNS}) | _ENDS,
    S.NO_DIFFERENCE: frozenset({S.SO_FAR, S.FIRM, S.SYSTEM_STOPPED, S.WARM_UP, S.MEASURING, S.TURNS}) | _ENDS,
    S.TURNS: frozenset({S.WARM_UP, S.MEASURING, S.SO_FAR, S.SYSTEM_STOPPED}) | _ENDS,
    S.RACE: frozenset({S.SYSTEM_STOPPED, S.WARM_UP}) | _ENDS,
    S.ONE_SYSTEM: frozenset({S.SYSTEM_STOPPED, S.WARM_UP}) | _ENDS,
    S.SYSTEM_STOPPED: frozenset(
        {S.WARM_UP, S.MEASURING, S.SO_FAR, S.FIRM, S.NO_DIFFERENCE, S.RACE, S.ONE_SYSTEM, S.TURNS}
    )
    | _ENDS,
    S.STOPPED_EARLY: frozenset({S.NEUTRAL, S.WARM_UP, S.MEASURING}),
    S.FINISHED: frozenset({S.NEUTRAL, S.WARM_UP, S.MEASURING}),
}
"""States that can follow each state in a live run. A replay may jump to any moment, and so to any state."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Facts of a run at a moment.

    Attributes:
        under_load: Whether it has started and its load has begun.
        over: Whether nothing more is measured after this moment.
        valid: Whether an ended run has a result.
        cut_short: Whether it was stopped before the end of its plan.
        systems: Number of systems.
        measured_s: Measured seconds so far; NaN or 0 before the first.
        ratio_after_s: Measured seconds from which a ratio is shown.
        firm: Whether a system is firmly ahead.
        alike: Whether the systems are about equal or show no clear difference.
        turns: Whether the systems take turns, so that only the end compares them.
        race: Whether it is a race.
        stopped: Whether a system has stopped.
    """

    under_load: bool = False
    over: bool = False
    valid: bool = True
    cut_short: bool = False
    systems: int = 2
    measured_s: float = 0.0
    ratio_after_s: float = TEN_SECONDS
    firm: bool = False
    alike: bool = False
    turns: bool = False
    race: bool = False
    stopped: bool = False


def state_of(facts: RunFacts) -> BoothState:  # noqa: PLR0911 - one line per state
    """Return the state of the booth at a point in time of a run; the first rule that applies decides."""
    measured = facts.measured_s >= TEN_SECONDS
    if facts.over and not facts.valid and not (facts.stopped and measured):
        return S.NEUTRAL
    if facts.over and facts.cut_short:
        return S.STOPPED_EARLY if measured or facts.race else S.NEUTRAL
    if facts.over and facts.valid and not facts.stopped:
        return S.FINISHED
    if not facts.under_load:
        return S.NEUTRAL
    if facts.stopped:
        return S.SYSTEM_STOPPED
    if not facts.measured_s > 0:
        return S.WARM_UP
    if facts.race:
        return S.RACE
    if facts.turns:
        return S.TURNS
    if facts.systems < 2:
        return S.ONE_SYSTEM
    if facts.measured_s < facts.ratio_after_s:
        return S.MEASURING
    if facts.firm:
        return S.FIRM
    return S.NO_DIFFERENCE if facts.alike else S.SO_FAR


class BoothStates:
    """State machine of the booth window."""

    def __init__(self) -> None:
        self.state = S.NEUTRAL
        self.unexpected: list[tuple[BoothState, BoothState]] = []
        """Transitions of live runs that are not in `TRANSITIONS`, for tests."""

    def show(self, facts: RunFacts, *, jump: bool) -> BoothState:
        """Move to the state of a moment; with `jump`, from any state, as in a replay or for another session."""
        state = state_of(facts)
        if state != self.state and not jump and state not in TRANSITIONS[self.state]:
            self.unexpected.append((self.state, state))
            log.warning("unexpected transition of the booth from %s to %s", self.state, state)
        self.state = state
        return state

    def leave(self) -> None:
        """Stop showing a run."""
        self.state = S.NEUTRAL
