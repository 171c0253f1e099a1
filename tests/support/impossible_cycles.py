# SPDX-License-Identifier: Apache-2.0
"""Cycles that the compiler rejects; each function's docstring is part of the expected error message."""

import random
from datetime import datetime

from app.workloads.cycle_language import ROLLED_BACK, Cycle, Many, Numbers, Rows, Steps, UserState, procedure

look = procedure("look", int)
name = procedure("name", str, gives=(int,))
several = procedure("several", Many(5))
undeclared = procedure("undeclared", int)
CONSTANTS = [1, 2, 3]
WORDS = {"a": 1}


class Mine(UserState):
    count: int
    chosen: Numbers
    pairs = Rows(2)


def weekday() -> int:
    return datetime.now().weekday()  # noqa: DTZ005


def deeper(number: int) -> int:
    return deeper(number - 1)


def steps(my: Mine) -> Steps[None]:
    yield look(my.draw(3))


def a_set(my: Mine) -> Cycle:
    """`{my.draw(5) for _ in range(3)}` would be made while the cycle runs; write Numbers() or Rows(width)"""
    chosen = {my.draw(5) for _ in range(3)}
    yield look(len(chosen))


def other_draws(my: Mine) -> Cycle:
    """`random.randint(1, 5)` is not the same in each cycle: it uses randint; draws and clocks are the user's"""
    yield look(random.randint(1, 5) + my.draw(3))


def other_clocks(my: Mine) -> Cycle:
    """`weekday()` is not the same in each cycle: it uses now"""
    yield look(weekday())


def a_share(my: Mine) -> Cycle:
    """`my.draw(100) / 100` is not a whole number; divide by //"""
    share = my.draw(100) / 100
    yield look(share)


def length_of_text(my: Mine) -> Cycle:
    """`len(text)` is computed while the cycle runs"""
    text = f"{my.draw(5)}"
    yield look(len(text))


def not_made(my: Mine) -> Cycle:
    """look is prepared and not called; write `yield look(...)`"""
    look(my.draw(5))
    yield look(1)


def steps_not_taken(my: Mine) -> Cycle:
    """`steps(my)` must be called with `yield from`"""
    steps(my)
    yield look(1)


def wrong_argument(my: Mine) -> Cycle:
    """name takes a text where this is a number"""
    yield name(my.draw(5))


def too_many_arguments(my: Mine) -> Cycle:
    """look takes 1 arguments, not 2"""
    yield look(my.draw(5), 7)


def not_an_operation(my: Mine) -> Cycle:
    """undeclared is no operation of the workload; add it to its operations"""
    yield undeclared(my.draw(5))


def not_kept(my: Mine) -> Cycle:
    """`my.seen` is not kept by the user; declare it in Mine, such as `seen: int`"""
    my.seen = my.draw(5)
    yield look(1)


def maybe_without_value(my: Mine) -> Cycle:
    """x may have no value here; give it one before the branch or the loop"""
    if my.draw(2):
        x = 5
    yield look(x)


def number_of_a_round_behind_its_loop(my: Mine) -> Cycle:
    """number may have no value here"""
    for number in range(my.draw(3)):
        yield look(number)
    yield look(number)


def a_list_of_two(my: Mine) -> Cycle:
    """chosen stands for a list, a tuple or an object, and is assigned more than once; use a name for each"""
    chosen = my.chosen
    if my.draw(2):
        chosen = Numbers()
    yield several(chosen)


def caught(my: Mine) -> Cycle:
    """a cycle has no try"""
    try:  # noqa: SIM105
        yield look(1)
    except LookupError:
        pass


def another_format(my: Mine) -> Cycle:
    """the format '>5' is not possible; write {number:0WIDTH}"""
    yield name(f"{my.draw(9):>5}")


def method_of_text(my: Mine) -> Cycle:
    """`text.upper`: a text that the cycle computes has no attributes or methods"""
    text = f"user{my.draw(5)}"
    yield name(text.upper())


def an_import(my: Mine) -> Cycle:
    """a definition or an import within a cycle; put it at the module's top level"""
    import math  # noqa: PLC0415

    yield look(math.floor(my.draw(5)))


def growing(my: Mine) -> Cycle:
    """a text grows from one round of a loop to the next; append to it with += in a loop over range()"""
    text = "a"
    while my.draw(2):
        text += "b"
    yield name(text)


def growing_by_itself(my: Mine) -> Cycle:
    """a text grows from one round of a loop to the next"""
    text = "a"
    for _ in range(my.draw(5)):
        text = text + "b"
    yield name(text)


def recursion(my: Mine) -> Cycle:
    """deeper calls itself, or too many call each other; write a loop"""
    yield look(deeper(my.draw(5)))


def other_function(my: Mine) -> Cycle:
    """`abs(my.draw(5))` is computed while the cycle runs"""
    yield look(abs(my.draw(5)))


def truth_in_a_list(my: Mine) -> Cycle:
    """holds a truth, which is no number; write int(...)"""
    my.chosen.append(my.draw(5) > 2)
    yield several(my.chosen)


def and_of_numbers(my: Mine) -> Cycle:
    """`my.draw(5)` is not a truth; compare it, as in x != 0"""
    x = my.draw(5) and my.draw(3)
    yield look(x)


def truth_in_a_text(my: Mine) -> Cycle:
    """holds a truth, which is no number"""
    yield name(f"{my.draw(5) > 2}")


def none_in_a_text(my: Mine) -> Cycle:
    """`state` may be None here; pass a None to a call as it is"""
    state = None
    if my.draw(2):
        state = "TX"
    yield name("in " + state)


def text_and_number(my: Mine) -> Cycle:
    """`my.draw(5)` is not a text; write str(...) or an f-string"""
    yield name("user" + my.draw(5))


def changed_constant(my: Mine) -> Cycle:
    """append() changes a constant"""
    CONSTANTS.append(5)
    yield look(my.draw(2))


def a_global(my: Mine) -> Cycle:
    """a cycle changes no variable of others; keep it in Mine"""
    global CONSTANTS  # noqa: PLW0603
    CONSTANTS = 5
    yield look(my.draw(2))


def key_of_a_mapping(my: Mine) -> Cycle:
    """is not possible; pick from a list, a tuple or a text"""
    yield look(WORDS[f"{my.draw(2)}"])


def other_outcome(my: Mine) -> Cycle:
    """a cycle returns nothing or ROLLED_BACK"""
    yield look(1)
    return "done"


def too_many_rows(my: Mine) -> Cycle:
    """3 numbers for a list of rows of 2"""
    my.pairs.append((1, 2, my.draw(3)))
    yield look(1)
    return ROLLED_BACK


def no_division(my: Mine) -> Cycle:
    """`1 // 0` fails: ZeroDivisionError"""
    yield look(1 // 0)


def broken_loop_over_constants(my: Mine) -> Cycle:
    """a loop over constants has no break or continue; put an if around the rest"""
    for number in CONSTANTS:
        if my.draw(2):
            break
        yield look(number)


def printed(my: Mine) -> Cycle:
    """print() acts, and computes nothing"""
    print("a cycle begins")  # noqa: T201
    yield look(my.draw(2))


def a_range_of_nothing(my: Mine) -> Cycle:
    """`range()` is not possible; write range() of one to three numbers"""
    for _ in range():  # type: ignore[call-overload]
        yield look(my.draw(2))


def an_expression_that_assigns(my: Mine) -> Cycle:
    """is not possible in a cycle"""
    yield look((drawn := my.draw(2)) + drawn)


def matched(my: Mine) -> Cycle:
    """`match my.draw(2):` is not possible in a cycle"""
    match my.draw(2):
        case 0:
            yield look(1)


def any_number_of_targets(my: Mine) -> Cycle:
    """cannot be assigned to"""
    first, *_rest = my.draw(2), my.draw(3)
    yield look(first)


def nothing_yielded(my: Mine) -> Cycle:
    """yield takes a call; write yield, a declared procedure and its arguments"""
    yield
