# SPDX-License-Identifier: Apache-2.0
"""Cycles compiled to tapes behave as in Python.

A cycle that cannot be compiled is rejected, with its location and the alternative.
"""

import inspect
import random
from pathlib import Path

import pytest

from app.model.workloads import Brokerage, DatabaseWorkload, DvdStore, OrderEntry
from app.native.native_library import NativeLibrary
from app.native.native_tape import run_cycles
from app.workloads.compiler.cycle_compiler import compile_cycle
from app.workloads.compiler.operands import CycleError
from app.workloads.cycle_language import CallForms, Cycle, UserCycle, UserState, later, procedure
from app.workloads.database.workload_definition import definition_of, forms_of
from app.workloads.equality import difference
from tests.support import impossible_cycles
from tests.support.random_cycles import compared

PROGRAMS = 1_000
IMPOSSIBLE = [
    function
    for function in vars(impossible_cycles).values()
    if inspect.isgeneratorfunction(function) and function.__doc__
]
look = procedure("look", int, str)


WORKLOADS = [
    DvdStore(),
    DvdStore(db_size="25MB", new_customers_percent=62.5, searches=1, line_items=100),
    DvdStore(version=3, new_members_percent=20.0, new_reviews_percent=30.0),
    Brokerage(db_size="2MB"),
    Brokerage(db_size="1GB", history_days=8),
    OrderEntry(db_size="10MB"),
    OrderEntry(db_size="8W", homes="all", hot_percent=20),
]
ENGINES = ("sqlite", "postgresql", "mysql", "sqlserver")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("work", WORKLOADS, ids=lambda work: f"{work.__struct_config__.tag} {work.size}")
def test_every_workloads_tape_behaves_as_in_python(
    native_library: NativeLibrary, work: DatabaseWorkload, engine: str
) -> None:
    forms = forms_of(work, engine)
    assert difference(definition_of(work).cycle(work), forms, native_library, cycles=1_000) == ""


def test_random_programs_behave_as_in_python(native_library: NativeLibrary) -> None:
    refused, different = 0, []
    for seed in range(PROGRAMS):
        try:
            if said := compared(seed, native_library):
                different.append(f"program {seed}: {said}")
        except CycleError:
            refused += 1
    assert not different
    assert refused < PROGRAMS / 20


@pytest.mark.parametrize("function", IMPOSSIBLE, ids=lambda function: function.__name__)
def test_unsupported_code_is_rejected_with_file_and_line(function: object) -> None:
    assert inspect.isgeneratorfunction(function)
    cycle = UserCycle(function, impossible_cycles.Mine, ("look", "name", "several"))
    with pytest.raises(CycleError) as error:
        compile_cycle(cycle, CallForms())
    place, _, said = str(error.value).partition(": ")
    file, _, line = place.rpartition(":")
    assert file == impossible_cycles.__file__
    lines, first = inspect.getsourcelines(function)
    called = inspect.getsourcelines(impossible_cycles.deeper)[1]
    assert first <= int(line) < first + len(lines) or int(line) == called + 1
    assert str(function.__doc__) in said


def test_user_state_rejects_fields_other_than_numbers_and_lists() -> None:
    class Forgetful(UserState):
        name: str

    with pytest.raises(TypeError, match=r"Forgetful\.name: a user keeps int, Numbers and Rows\(width\)"):
        Forgetful(random.Random(1))


def dated(my: UserState) -> Cycle:
    yield look(my.number, my.date(years=1))


def test_date_and_user_number_are_available_to_a_cycle(native_library: NativeLibrary) -> None:
    tape = compile_cycle(UserCycle(dated, UserState, ("look",)), CallForms())
    found: list[object] = []
    user = UserState(random.Random(1), number=12)
    state = random.Random(1).getstate()[1]
    before = user.date(1)
    run_cycles(native_library, tape.tape, state, 1, lambda _, values: found.extend(values), user=12)
    number, date = found
    assert number == 12
    assert before <= str(date) <= user.date(1)
    assert later("2024-02-29 10:00:00", 1) == "2025-02-28 10:00:00"


def crowded(my: UserState) -> Cycle:
    for number in range(70):
        yield look(number, f"{my.draw(5)}")


def test_too_many_registers_are_reported(tmp_path: Path) -> None:
    lines = [f"    t{number} = str(my.draw(5))" for number in range(70)]
    calls = [f"    yield look({number}, t{number})" for number in range(70)]
    path = tmp_path / "crowded_cycle.py"
    path.write_text("\n".join(["def cycle(my):", *lines, *calls, ""]))
    names = {"look": look}
    exec(compile(path.read_text(), str(path), "exec"), names)
    with pytest.raises(
        CycleError, match=r"crowded_cycle\.py:1: the cycle needs 70 text registers, and 64 are possible"
    ):
        compile_cycle(UserCycle(names["cycle"], UserState, ("look",)), CallForms())  # type: ignore[arg-type]


def test_difference_from_python_is_found_and_reported(native_library: NativeLibrary) -> None:
    assert difference(UserCycle(crowded, UserState, ("look",)), CallForms(), native_library, cycles=100) == ""
    wild = UserCycle(impure, UserState, ("look",))
    assert difference(wild, CallForms(), native_library, cycles=2).startswith("call 0 of seed 1: Python calls look(2, ")


class Counter:
    """Value that is known when the workload is loaded but changes later, which the compiler cannot detect."""

    value = 0

    @property
    def next(self) -> int:
        Counter.value += 1
        return Counter.value


COUNTER = Counter()


def impure(my: UserState) -> Cycle:
    yield look(COUNTER.next, f"{my.draw(5)}")
