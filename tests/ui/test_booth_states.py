# SPDX-License-Identifier: Apache-2.0
"""State machine of the booth: every transition is reachable, expected and documented, and no state is a dead end."""

import dataclasses
import re
from pathlib import Path

import pytest

from app.ui.presentation.booth_states import (
    CARDS,
    TRANSITIONS,
    UNDER_LOAD,
    BoothState,
    BoothStates,
    RunFacts,
    state_of,
)

S = BoothState
PAGE = Path(__file__).resolve().parents[2] / "docs" / "booth.md"
BASE = RunFacts(under_load=True, measured_s=60.0)
FACTS = {
    S.NEUTRAL: RunFacts(),
    S.WARM_UP: dataclasses.replace(BASE, measured_s=0.0),
    S.MEASURING: dataclasses.replace(BASE, measured_s=4.0),
    S.SO_FAR: BASE,
    S.FIRM: dataclasses.replace(BASE, firm=True),
    S.NO_DIFFERENCE: dataclasses.replace(BASE, alike=True),
    S.TURNS: dataclasses.replace(BASE, turns=True),
    S.RACE: dataclasses.replace(BASE, race=True),
    S.ONE_SYSTEM: dataclasses.replace(BASE, systems=1),
    S.SYSTEM_STOPPED: dataclasses.replace(BASE, stopped=True),
    S.STOPPED_EARLY: dataclasses.replace(BASE, over=True, cut_short=True),
    S.FINISHED: dataclasses.replace(BASE, over=True, firm=True),
}
"""Facts that lead to each state."""


@pytest.mark.parametrize("state", S)
def test_every_state_follows_from_facts(state: BoothState) -> None:
    assert state_of(FACTS[state]) == state


@pytest.mark.parametrize(("before", "after"), [(a, b) for a, found in TRANSITIONS.items() for b in sorted(found)])
def test_every_transition_is_made_and_expected(before: BoothState, after: BoothState) -> None:
    states = BoothStates()
    states.show(FACTS[before], jump=True)
    assert states.show(FACTS[after], jump=False) == after
    assert not states.unexpected


def test_transition_that_is_not_in_the_table_is_noted_and_still_shown() -> None:
    states = BoothStates()
    assert states.show(FACTS[S.FINISHED], jump=False) == S.FINISHED
    assert states.unexpected == [(S.NEUTRAL, S.FINISHED)]
    states = BoothStates()
    states.show(FACTS[S.FINISHED], jump=True)  # a replay may begin anywhere
    assert not states.unexpected


def test_no_state_is_a_dead_end() -> None:
    assert set(TRANSITIONS) == set(S)
    for state in S:
        reached, ahead = set(), {state}
        while ahead:
            reached |= ahead
            ahead = {after for one in ahead for after in TRANSITIONS[one]} - reached
        assert S.NEUTRAL in TRANSITIONS[state] or state == S.NEUTRAL
        assert {S.FIRM, S.FINISHED} <= reached
    assert all(TRANSITIONS[state] & (CARDS | {S.NEUTRAL}) for state in UNDER_LOAD)


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        (dataclasses.replace(BASE, over=True, valid=False), S.NEUTRAL),
        (dataclasses.replace(BASE, over=True, valid=False, stopped=True), S.SYSTEM_STOPPED),
        (dataclasses.replace(BASE, over=True, valid=False, stopped=True, measured_s=5.0), S.NEUTRAL),
        (dataclasses.replace(BASE, over=True, cut_short=True, measured_s=9.0), S.NEUTRAL),
        (dataclasses.replace(BASE, over=True, cut_short=True, measured_s=10.0), S.STOPPED_EARLY),
        (dataclasses.replace(BASE, measured_s=float("nan")), S.WARM_UP),
        (dataclasses.replace(BASE, firm=True, stopped=True), S.SYSTEM_STOPPED),
        (dataclasses.replace(BASE, measured_s=5.0, ratio_after_s=3.0), S.SO_FAR),
        (dataclasses.replace(BASE, under_load=False, firm=True), S.NEUTRAL),
    ],
)
def test_first_rule_that_applies_decides(facts: RunFacts, state: BoothState) -> None:
    assert state_of(facts) == state


def test_documentation_lists_all_states_and_transitions() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z ,-]+?) +\| .+? \| ([a-z ,-]+?) +\|$", text, re.MULTILINE))
    assert set(rows) == set(S)
    for state in S:
        assert set(rows[state].split(", ")) == set(TRANSITIONS[state])
