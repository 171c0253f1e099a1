# SPDX-License-Identifier: Apache-2.0
"""Random cycles in the workload language, each compared with its tape."""

import functools
import linecache
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.native.native_library import NativeLibrary
from app.workloads.cycle_language import CallForms, ListForm, UserCycle
from app.workloads.equality import difference

CYCLES = 25
HEAD = """
from app.workloads.cycle_language import *
from app.workloads.cycle_language import begin, commit, rollback

look = procedure("look", int, int)
name = procedure("name", str, int, gives=(int,))
both = procedure("both", int, gives=(int, int))
told = procedure("told", int, gives=(int, str), counted=True)
hits = procedure("hits", Many(60), every=(int, int))
one = procedure("one", int, gives=(int,), no_row="nothing for {}")
WORDS = ["ALPHA", "BE", "", "ÄÖ", "DELTA"]
NUMBERS = [3, 1, 4, 1, 5, 9, -2, 6]
PAIRS = ((1, "x"), (2, "yy"), (-3, ""))


class Mine(UserState):
    seen: int
    told: Numbers
    pairs = Rows(2)

    def luck(self, a):
        return self.draw(5) + a % 3


def pure(a, b):
    return sum(range(a % 5)) + b


def pause(my, count):
    yield look(count, 1)
"""
OPERATIONS = ("look", "name", "both", "told", "hits", "one")
FORMS = {
    "array": CallForms(lambda _: ListForm("{", (",",), "}")),
    "digits in text": CallForms(lambda _: ListForm(widths=(10, 6)), rows_in_text=frozenset({"hits"})),
    "pairs in transactions": CallForms(lambda _: ListForm("[[", (", ", "], ["), "]]"), operations={}),
}
Names = Mapping[str, Sequence[str]]


class Generator:
    """Generator of one program."""

    def __init__(self, draws: random.Random) -> None:
        self.draws = draws
        self.functions: list[str] = []
        self._lists = 0

    def fresh(self) -> int:
        """Return an unused number for a list."""
        self._lists += 1
        return self._lists

    def number(self, names: Names, depth: int = 0) -> str:
        draws = self.draws
        deeper: Callable[[], str] = lambda: self.number(names, depth + 1)  # noqa: E731
        simple = [
            lambda: str(draws.randint(-5, 30)),
            lambda: draws.choice(names["n"]),
            lambda: f"my.draw({draws.randint(1, 9)})",
            lambda: draws.choice(["my.seen", "len(my.told)", "len(WORDS)", "len(my.pairs)", "my.number", "pure(7, 2)"]),
        ]
        compound = [
            lambda: f"({deeper()} + {deeper()})",
            lambda: f"({deeper()} - {deeper()})",
            lambda: f"({deeper()} % 97 * {draws.randint(-3, 5)})",
            lambda: f"({deeper()} // {draws.choice([2, 3, -4, 7])})",
            lambda: f"({deeper()} % {draws.choice([2, 5, 11, -3])})",
            lambda: f"({deeper()} | {deeper()})",
            lambda: f"({deeper()} if {self.condition(names, depth + 1)} else {deeper()})",
            lambda: f"NUMBERS[{deeper()} % 8]",
            lambda: f"PAIRS[{deeper()} % 3][0]",
            lambda: f"{draws.choice(['min', 'max'])}({deeper()}, {deeper()})",
            lambda: f"int({self.condition(names, depth + 1)})",
            lambda: f"my.luck({deeper()})",
            lambda: f"-({deeper()})",
            lambda: f"{draws.choice(self.functions)}(my, {deeper()}, {deeper()})" if self.functions else "4",
        ]
        return draws.choice(simple + (compound if depth < 3 else []))()

    def condition(self, names: Names, depth: int = 0) -> str:
        draws = self.draws
        deeper: Callable[[], str] = lambda: self.condition(names, depth + 1)  # noqa: E731
        a, b = self.number(names, depth + 1), self.number(names, depth + 1)
        simple = [
            f"{a} {draws.choice(['==', '!=', '<', '<=', '>', '>='])} {b}",
            f"{a} {draws.choice(['in', 'not in'])} {draws.choice(['(1, 2, 3)', 'NUMBERS', 'my.told', 'range(4)'])}",
            "c_truth",
        ]
        compound = [
            lambda: f"not ({deeper()})",
            lambda: f"({deeper()} and {deeper()})",
            lambda: f"({deeper()} or {deeper()})",
            lambda: f"my.chance({draws.choice([0, 20, 50.5, 100])})",
            lambda: draws.choice(["len(my.told) > 2", "not my.pairs", "len(WORDS) > 3"]),
            lambda: f"{a} < {b} <= {a}",
            lambda: f"{self.text(names, 1)} {draws.choice(['==', '!='])} {self.text(names, 1)}",
            lambda: draws.choice(["t is None", "t is not None", "t == s"]),
        ]
        return draws.choice(compound)() if depth < 3 and draws.random() < 0.6 else draws.choice(simple)

    def text(self, names: Names, depth: int = 0) -> str:
        draws = self.draws
        forms = [
            lambda: repr(draws.choice(["", "x", "user", "ä{"])),
            lambda: draws.choice(names["t"]),
            lambda: f"WORDS[{self.number(names, 2)} % 5]",
            lambda: f'f"a{{{self.number(names, 2)}}}-{{{self.number(names, 2)}:03}}"',
            lambda: f'"q" + str({self.number(names, 2)})',
            lambda: f"PAIRS[{self.number(names, 2)} % 3][1]",
            lambda: f"my.date({draws.choice(['', '1', 'years=2'])})",
            lambda: f"{self.text(names, depth + 1)} + {self.text(names, depth + 1)}" if depth < 2 else "'z'",
            lambda: f"({self.text(names, 2)} if {self.condition(names, 2)} else {self.text(names, 2)})",
        ]
        return draws.choice(forms)() if depth < 3 else "'y'"

    def statement(self, names: Names, depth: int, *, cycle: bool, loop: bool) -> list[str]:
        """Return lines without indentation."""
        draws, number, condition = self.draws, self.number, self.condition
        name = draws.choice(["a", "b", "c"])
        inner = lambda more=(), within=False: [  # noqa: E731
            f"    {line}"
            for line in self.block({**names, "n": [*names["n"], *more]}, depth + 1, cycle=cycle, loop=loop or within)
        ]
        simple = [
            lambda: [f"{name} = {number(names)} % 1000003"],
            lambda: [f"{name} {draws.choice(['+=', '-='])} {number(names)} % 1009"],
            lambda: [f"s = {self.text(names)}"],
            lambda: [f"t = {draws.choice(['None', '1 * chr(65)', self.text(names)])}"],
            lambda: [f"c_truth = {condition(names)}"],
            lambda: [f"my.seen = {number(names)} % 100003"],
            lambda: ["if len(my.told) < 20:", f"    my.told.append({number(names)} % 50)"],
            lambda: ["if my.told:", f"    a = my.told.pop({draws.choice(['', '0', '-1', 'len(my.told) - 1'])})"],
            lambda: ["if my.told:", f"    my.told[my.draw(len(my.told))] += {number(names)} % 9"],
            lambda: ["if my.told:", "    b = my.told[-1] * 2"],
            lambda: ["if len(my.pairs) < 9:", f"    my.pairs.append(({number(names)} % 77, b % 91))"],
            lambda: ["if my.pairs:", "    a, b = my.pairs.pop(0)"],
            lambda: ["a, b = b, a"],
            lambda: [f"a, b = {number(names)} % 5003, {number(names)} % 5003"],
            lambda: [f"c = my.told.find({number(names)} % 50)"],
            lambda: [
                f"u{(n := self.fresh())} = Rows(2)",
                f"u{n}.insert(0, (a % 7, b % 7))",
                f"c = u{n}.bisect(3) + u{n}[0][1]",
            ],
        ]
        nested = [
            lambda: [f"if {condition(names)}:", *inner()],
            lambda: [f"if {condition(names)}:", *inner(), "else:", *inner()],
            lambda: [
                f"for i{depth} in range({draws.choice(['3', 'my.draw(4)', 'a % 3', '2, 5', '4, 0, -1'])}):",
                *inner((f"i{depth}",), within=True),
            ],
            lambda: [f"for x{depth}, y{depth} in my.pairs:", *inner((f"x{depth}", f"y{depth}"), within=True)],
            lambda: [
                f"for k{depth} in (1, 5, -2):",
                f"    c = (c + k{depth} * 3) % 1009",
                f"    b = c if {condition(names)} else b",
            ],
            lambda: [
                f"for k{depth}, w{depth} in PAIRS:",
                f"    s = f'{{w{depth}}}{{a % 7}}'",
                f"    a = (a + k{depth}) % 11",
            ],
            lambda: ["w = a % 4", "while w > 0:", "    w -= 1", *inner(("w",))],
            lambda: ["s2 = 'x'", f"for j{depth} in range(4):", f"    s2 += WORDS[j{depth}]", "s = s2"],
        ]
        calls = [
            lambda: [f"yield look({number(names)} % 100003, {number(names)} % 100003)"],
            lambda: [f"{name} = yield name({self.text(names)}, {number(names)} % 10007)"],
            lambda: [f"a, c = yield both({number(names)} % 10007)"],
            lambda: [f"a, c, s = yield told({number(names)} % 10007)"],
            lambda: ["for u1, w1 in (yield hits(my.told)):", "    b = (b * 3 + u1 - w1) % 10007"],
            lambda: [
                f"found{(n := self.fresh())} = yield hits(my.pairs)",
                f"b = len(found{n}) + (found{n}[0][1] if found{n} else 3)",
            ],
            lambda: [f"{name} = yield one({number(names)} % 10007)"],
            lambda: [f"yield from pause(my, {number(names)} % 101)"],
            lambda: ["yield from pause(my, 3)"],
        ]
        ends = [
            lambda: [f"if {condition(names)}:", f"    {draws.choice(['break', 'continue'])}"] if loop else ["pass"],
            lambda: [f"if {condition(names)}:", f"    return {'ROLLED_BACK' if cycle else number(names) + ' % 10007'}"],
        ]
        choices = simple + (nested * 2 if depth < 3 else []) + (calls * 2 if cycle else []) + ends
        return draws.choice(choices)()

    def block(self, names: Names, depth: int, *, cycle: bool, loop: bool = False) -> list[str]:
        lines = [
            line
            for _ in range(self.draws.randint(1, 4))
            for line in self.statement(names, depth, cycle=cycle, loop=loop)
        ]
        return lines or ["pass"]

    def program(self) -> str:
        names = {"n": ["a", "b", "c"], "t": ["s"]}
        lines = []
        for function in ("f", "g"):
            lines += [f"def {function}(my, a, b):", "    c, s, t, c_truth = 1, '', 'T', False"]
            lines += [f"    {line}" for line in self.block(names, 1, cycle=False)]
            lines += ["    return (a + b * 3 + c) % 10007", ""]
            self.functions.append(function)
        lines += ["def cycle(my):", "    a, b, c, s, t, c_truth = my.draw(7), 2, 3, '', 'U', True"]
        lines += [f"    {line}" for _ in range(2) for line in self.block(names, 0, cycle=True)]
        lines += [
            "    yield name(s, (a + b * 5 + c * 7) % 100003)",
            "    yield name(t, int(c_truth))",
            "    if a % 3 == 1:",
        ]
        return "\n".join([*lines, "        return ROLLED_BACK", ""])


def compared(seed: int, library: NativeLibrary) -> str:
    """Return how the program of a seed differs from its tape, or "" if it does not.

    Raises:
        CycleError: the compiler refuses it.
    """
    names = executed(f"<random cycle {seed}>", Generator(random.Random(seed)).program(), _head())
    cycle = UserCycle(names["cycle"], names["Mine"], OPERATIONS)
    forms = list(FORMS.values())[seed % len(FORMS)]
    return difference(cycle, forms, library, cycles=CYCLES, seed=seed)


def executed(name: str, text: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """Execute a module's text and return its names; the cycle compiler can find the text as if it were in a file.

    Args:
        name: name used in place of a file path.
        text: source of the module.
        known: names that the text uses.
    """
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names = {**known, "__name__": name}
    exec(compile(text, name, "exec"), names)
    return names


@functools.cache
def _head() -> Mapping[str, Any]:
    """Return the definitions that all programs use, which are compiled only once."""
    return executed("<head of the random cycles>", HEAD, {})
