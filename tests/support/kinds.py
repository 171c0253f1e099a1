# SPDX-License-Identifier: Apache-2.0
"""Requirements of a test, found by its fixtures and its code: a server, a window, a run of the program.

tests/conftest.py marks every test accordingly. `packaging/test.py --fast` omits all marked ones.
"""

import functools
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Final

import pytest

from app.control.link import own_program, start_engine
from app.driver.target_load import TargetLoad
from tests.support.agent_lab import laboratory
from tests.support.agent_runs import agents_are_processes, run_with_agents
from tests.support.servers import started

SERVER, WINDOW, PROGRAM = "server", "window", "program"
MARKED_BY_HAND: Final = {"xvfb": WINDOW, WINDOW: WINDOW, PROGRAM: PROGRAM}
FIXTURES: Final = {
    "postgresql": SERVER,
    "mariadb": SERVER,
    "mysql": SERVER,
    "sqlserver": SERVER,
    "qapp": WINDOW,
    "chromium": WINDOW,
}
STARTERS: Final[dict[object, str]] = {
    inspect.unwrap(started): SERVER,
    own_program: PROGRAM,
    start_engine: PROGRAM,
    TargetLoad: PROGRAM,
    inspect.unwrap(laboratory): PROGRAM,
    agents_are_processes: PROGRAM,
    run_with_agents: PROGRAM,
}
"""Functions that start something; a test that reaches one, even indirectly, needs what the function starts."""
ORDER: Final = (SERVER, PROGRAM, WINDOW)
UNRECORDED_S: Final = {SERVER: 30.0, PROGRAM: 20.0, WINDOW: 10.0}


def kinds_of(item: pytest.Function) -> set[str]:
    """Return the test's kinds, from `ORDER`; none for a test of plain functions and files."""
    found = {kind for mark, kind in MARKED_BY_HAND.items() if item.get_closest_marker(mark)}
    functions = [definition.func for own in item._fixtureinfo.name2fixturedefs.values() for definition in own]
    asked = {*item.fixturenames}
    if hasattr(item, "callspec") and any("getfixturevalue" in _names(one.__code__) for one in functions):
        asked.update(map(str, item.callspec.params.values()))
    found |= {kind for fixture, kind in FIXTURES.items() if fixture in asked}
    return found.union(*(_started_by(function) for function in [item.function, *functions]))


def longest_s(kinds: set[str]) -> float:
    """Return how long a file with such a test may take, while its time is not recorded."""
    return max((UNRECORDED_S[kind] for kind in kinds), default=1.0)


@functools.cache
def _started_by(function: Callable[..., object]) -> frozenset[str]:
    """Return the kinds of things that a test function starts, even indirectly."""
    return frozenset(STARTERS[one] for one in _used(function, set()) if one in STARTERS)


def _used(function: Callable[..., object], seen: set[object]) -> Iterator[object]:
    """Return the functions and classes that a function may use, if they belong to the tests or start something."""
    plain = inspect.unwrap(function)
    if not isinstance(plain, FunctionType) or plain in seen:
        return
    seen.add(plain)
    yield plain
    if plain in STARTERS:
        return
    names = set(_names(plain.__code__))
    for name in names & plain.__globals__.keys():
        value = plain.__globals__[name]
        for one in [vars(value).get(own) for own in names] if isinstance(value, ModuleType) else [value]:
            if not inspect.isclass(one) and not inspect.isfunction(one):
                continue
            if not one.__module__.startswith("tests."):
                yield one
            else:
                for method in filter(callable, vars(one).values()) if inspect.isclass(one) else [one]:
                    yield from _used(method, seen)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
