# SPDX-License-Identifier: Apache-2.0
"""Mutation testing, by hand: change one operator or number at a time and see whether a test notices.

    .venv/bin/pip install cosmic-ray==8.7.0
    .venv/bin/python -m tests.mutants                       200 mutants of the modules that determine Outpace's results
    .venv/bin/python -m tests.mutants --again               only those that survived the last time
    .venv/bin/python -m tests.mutants --module 'app/imports/*.py' --tests tests/imports --count 60

Cosmic Ray lists the possible changes; a fixed seed selects among them, in proportion to the length of each module. One
run under coverage finds the tests that execute each line. The fastest of these are run on a mutant, which survives if
all pass. No file is changed: the tests are collected once, and each mutant is applied in the memory of a forked
process. Results are appended to mutants.jsonl, and coverage data to mutants.covered, so that an interrupted run can
continue; delete both after a module has changed. docs/mutants.md lists the survivors and their reasons.
"""

import argparse
import ast
import importlib
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import FunctionType
from typing import Any

import coverage
import msgspec
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
MODULES = (
    "app/analysis/*.py",
    "app/session/rates.py",
    "app/model/histogram.py",
    "app/results/session_headline.py",
    "app/engine/soundness.py",
    "app/model/target_stops.py",
)
TESTS = ("tests/unit", "tests/session", "tests/results", "tests/engine")
ARGUMENTS = ("-p", "no:cacheprovider", "-p", "no:faulthandler", "-q", "-s", "-m", "not (server or window or program)")
MOST_S = 12.0
"""Limit in seconds for the processor time, under coverage, of the tests that run on one mutant."""
TIME_LIMIT_S = 60
"""Processor time in seconds after which a mutant counts as killed because it does not terminate."""
SWAPS = {
    "Add": ("Sub",), "Sub": ("Add",), "Mul": ("Div",), "Div": ("Mul",), "FloorDiv": ("Div",), "Mod": ("FloorDiv",),
    "Pow": ("Mul",), "LShift": ("RShift",), "RShift": ("LShift",), "BitOr": ("BitAnd",), "BitAnd": ("BitOr",),
    "Lt": ("LtE", "GtE"), "LtE": ("Lt", "Gt"), "Gt": ("GtE", "LtE"), "GtE": ("Gt", "Lt"), "Eq": ("NotEq",),
    "NotEq": ("Eq",), "Is": ("IsNot",), "IsNot": ("Is",),
}  # fmt: skip
"""Replacements for each operator. Cosmic Ray also tries all others, most of which cause a TypeError."""
OTHERS = (
    "ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd", "AddNot",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer", "ZeroIterationForLoop",
)  # fmt: skip
Place = tuple[int, int]
"""Line, counted from 1, and column, counted from 0."""


class Mutant(msgspec.Struct, frozen=True):
    """One change to one module.

    Attributes:
        occurrence: index among the places where the operator can be applied.
    """

    module: str
    line: int
    column: int
    operator: str
    occurrence: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line}:{self.column} {self.operator} {self.occurrence}"

    def text(self) -> str:
        """Return the module's source with the change applied."""
        mutating, plugins = _cosmic_ray("mutating"), _cosmic_ray("plugins")
        source = (ROOT / self.module).read_text(encoding="utf-8")
        changed: str = mutating.mutate_code(source, plugins.get_operator(self.operator)(), self.occurrence)
        return changed

    def compiles(self) -> bool:
        """Return whether the changed source is valid Python: Cosmic Ray even negates an assignment in a condition."""
        try:
            compile(self.text(), self.module, "exec", dont_inherit=True)
        except SyntaxError:
            return False
        return True


def _cosmic_ray(name: str) -> Any:
    """Import a part of Cosmic Ray, which the other tests do not need."""
    return importlib.import_module(f"cosmic_ray.{name}")


def operators() -> list[str]:
    """Return the names of the mutation operators."""
    swaps = [f"{one}_{other}" for one, others in SWAPS.items() for other in others]
    kinds = ("ReplaceBinaryOperator", "ReplaceComparisonOperator")
    known = set(_cosmic_ray("plugins").operator_names())
    wanted = [f"core/{kind}_{swap}" for kind in kinds for swap in swaps] + [f"core/{one}" for one in OTHERS]
    return [name for name in wanted if name in known]


def mutants_of(module: str) -> list[Mutant]:
    """Return every possible change to a module, except those in type annotations, which are not evaluated."""
    source = (ROOT / module).read_text(encoding="utf-8")
    tree, annotations = _cosmic_ray("ast").get_ast(source), list(annotated(ast.parse(source)))
    found = []
    for name in operators():
        operator = _cosmic_ray("plugins").get_operator(name)()
        nodes = _cosmic_ray("ast").ast_nodes(tree)
        places = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, place in enumerate(places):
            if not any(begin <= place < end for begin, end in annotations):
                found.append(Mutant(module, *place, name, occurrence))
    return found


def annotated(tree: ast.AST) -> Iterator[tuple[Place, Place]]:
    """Yield the start and end of each type annotation and type alias."""
    for node in ast.walk(tree):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.Assign) and "Literal" in ast.dump(node.value):
            parts.append(node.value)
        for part in parts:
            if isinstance(part, ast.expr):
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


def declarations(tree: ast.AST) -> set[int]:
    """Return the lines of class fields and decorators, which cannot be changed in a fork's memory."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            inner = {line for part in node.body if isinstance(part, ast.FunctionDef) for line in _lines(part)}
            found |= {*range(node.lineno, (node.end_lineno or 0) + 1)} - inner
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found |= {line for one in node.decorator_list for line in _lines(one)}
    return found


def _lines(node: ast.expr | ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or 0) + 1)


def sample(modules: Sequence[str], count: int, seed: str) -> list[Mutant]:
    """Return the selected mutants, at most one per place. The selection in a module depends only on its own source."""
    texts = {module: (ROOT / module).read_text(encoding="utf-8") for module in modules}
    lengths = {module: len(text.splitlines()) for module, text in texts.items()}
    shares = {module: count * length / sum(lengths.values()) for module, length in lengths.items()}
    counts = {module: int(share) for module, share in shares.items()}
    for module in sorted(shares, key=lambda one: counts[one] - shares[one])[: count - sum(counts.values())]:
        counts[module] += 1
    chosen: list[Mutant] = []
    for module, text in texts.items():
        places = defaultdict(list)
        for mutant in mutants_of(module):
            places[mutant.line, mutant.column].append(mutant)
        order = random.Random(f"{seed} {module}")
        shuffled = order.sample(sorted(places), len(places))
        lines, left_out = text.splitlines(), declarations(ast.parse(text))
        some = (
            order.choice(places[line, column])
            for line, column in shuffled
            # A star before keyword-only arguments is not an operator.
            if line not in left_out and not lines[line - 1][column:].startswith("*, ")
        )
        some = islice((mutant for mutant in some if mutant.compiles()), counts[module])
        chosen += sorted(some, key=lambda mutant: (mutant.line, mutant.column))
    return chosen


class Covered(msgspec.Struct):
    """Coverage data.

    Attributes:
        cost_s: processor time of each test.
        lines: the tests that execute a line, by module and line.
    """

    cost_s: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the fastest tests that execute the mutant's line or, for a constant, any line of its module.

        The tests of a file are consecutive, so that its fixtures are set up only once.
        """
        lines = self.lines.get(mutant.module, {})
        known = lines.get(mutant.line) or list({test for tests in lines.values() for test in tests})
        chosen: list[str] = []
        for test in sorted(known, key=lambda one: self.cost_s[one]):
            if chosen and sum(self.cost_s[one] for one in (*chosen, test)) > MOST_S:
                break
            chosen.append(test)
        cost_s: dict[str, float] = defaultdict(float)
        for test in chosen:
            cost_s[_file(test)] += self.cost_s[test]
        return sorted(chosen, key=lambda one: (cost_s[_file(one)], _file(one)))


def _file(test: str) -> str:
    return test.partition("::")[0]


class Trials:
    """Pytest plugin that, instead of running the tests, tries each mutant with some of them, in a forked process."""

    def __init__(self, modules: Sequence[str], left: Sequence[Mutant], results: Path, folder: Path) -> None:
        self._modules = modules
        self._left = list(left)
        self._results = results
        self._covered = results.with_suffix(".covered")
        self._folder = folder
        self._temporary: Any = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        settings = importlib.import_module("hypothesis").settings  # a pytest plugin, which must be loaded first
        settings.register_profile("mutants", settings.get_profile("outpace"), database=None)
        settings.load_profile("mutants")
        self._temporary = session.config._tmp_path_factory
        items = {item.nodeid: item for item in session.items}
        covered = Covered({}, {})
        if self._covered.exists():
            covered = msgspec.json.decode(self._covered.read_bytes(), type=Covered)
        if fresh := [item for item in session.items if item.nodeid not in covered.cost_s]:
            self._fork(lambda: self._cover(fresh, covered), 3600)
            covered = msgspec.json.decode(self._covered.read_bytes(), type=Covered)
        print(f"{len(covered.cost_s)} tests, {len(self._left)} mutants to try", flush=True)
        for mutant in self._left:
            tests = [items[test] for test in covered.tests(mutant) if test in items]
            by = self._fork(lambda mutant=mutant, tests=tests: self._try(mutant, tests), TIME_LIMIT_S)
            print(f"{f'killed by {by}' if by else f'survived {len(tests)} tests'}: {mutant}", flush=True)
            outcome = {"mutant": str(mutant), "outcome": "killed" if by else "survived", "by": by}
            with self._results.open("a", encoding="utf-8") as file:
                print(json.dumps(outcome), file=file)
        return True

    def _cover(self, items: Sequence[pytest.Item], covered: Covered) -> str:
        """Add the coverage of some tests, leaving out those that fail without a mutant."""
        included = [str(ROOT / module) for module in self._modules]
        measured = coverage.Coverage(self._folder / ".coverage", config_file=False, include=included)
        measured.start()
        for number, item in enumerate(items):
            measured.switch_context(item.nodeid)
            began_s = time.process_time()
            if not _fails(item, items[number + 1 : number + 2]):
                covered.cost_s[item.nodeid] = time.process_time() - began_s
        measured.stop()
        measured.save()
        for module in self._modules:
            lines = covered.lines.setdefault(module, {})
            for line, tests in measured.get_data().contexts_by_lineno(str(ROOT / module)).items():
                lines[line] = [*lines.get(line, []), *(test for test in tests if test in covered.cost_s)]
        self._covered.write_bytes(msgspec.json.encode(covered))
        return ""

    def _try(self, mutant: Mutant, tests: Sequence[pytest.Item]) -> str:
        """Return the first test that fails on the mutant, or "" if all pass."""
        put_in(mutant)
        failing = (test for number, test in enumerate(tests) if _fails(test, tests[number + 1 : number + 2]))
        return next((test.nodeid for test in failing), "")

    def _fork(self, work: Callable[[], str], limit_s: int) -> str:
        """Return the result of `work` in a forked process, or "an error" if it does not return."""
        told, home = self._folder / "told", self._folder / "home"
        told.write_text("an error", encoding="utf-8")
        home.mkdir(exist_ok=True)
        child = os.fork()
        if not child:
            try:
                nothing = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nothing, 1)
                tempfile.tempdir = str(home)
                self._temporary._basetemp = home
                resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s + 5))
                signal.alarm(10 * limit_s)
                told.write_text(work(), encoding="utf-8")
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        shutil.rmtree(home, ignore_errors=True)
        return told.read_text(encoding="utf-8")


def _fails(item: pytest.Item, following: Sequence[pytest.Item]) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=following[0] if following else None)
    return any(report.failed for report in reports)


def put_in(mutant: Mutant) -> None:
    """Apply a mutant to a loaded module: replace the code of its functions, and its constants wherever used."""
    name = mutant.module.removesuffix(".py").replace("/", ".")
    module = importlib.import_module(name)
    changed = {"__name__": name, "__file__": module.__file__}
    exec(compile(mutant.text(), mutant.module, "exec", dont_inherit=True), changed)
    before, after = dict(functions(vars(module), name)), dict(functions(changed, name))
    for key, function in before.items():
        function.__code__ = after[key].__code__
        function.__defaults__, function.__kwdefaults__ = after[key].__defaults__, after[key].__kwdefaults__
    for key, old in list(vars(module).items()):
        constant = isinstance(old, int | float | str | tuple | dict | frozenset) and not key.startswith("__")
        if constant and repr(old) != repr(changed.get(key)):
            for other in [one for one in sys.modules.values() if getattr(one, "__dict__", {}).get(key) is old]:
                setattr(other, key, changed[key])


def functions(names: dict[str, Any], module: str, prefix: str = "") -> Iterator[tuple[str, FunctionType]]:
    """Yield the functions of a module and of its classes, with their names."""
    for name, value in list(names.items()):
        inner = getattr(value, "fget", None) or getattr(value, "__func__", None) or getattr(value, "func", None)
        function = getattr(inner or value, "__wrapped__", inner or value)
        if isinstance(function, FunctionType) and function.__module__ == module:
            yield prefix + name, function
        elif isinstance(value, type) and value.__module__ == module and not prefix:
            yield from functions(dict(vars(value)), module, f"{name}.")


def main() -> int:
    """Return 0 if no mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--module", action="append", help="path or pattern in the checkout; may be repeated")
    parser.add_argument("--tests", action="append", help="folder or file with tests; may be repeated")
    parser.add_argument("--count", type=int, default=200, help="number of mutants")
    parser.add_argument("--seed", default="35")
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"), help="file that results are added to")
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    options = parser.parse_args()
    paths = [path for pattern in options.module or MODULES for path in sorted(ROOT.glob(pattern))]
    modules = [path.relative_to(ROOT).as_posix() for path in paths if path.name != "__init__.py"]
    chosen = sample(modules, options.count, options.seed)
    if options.list:
        print(*chosen, sep="\n")
        return 0
    known = outcomes(options.results)
    left = [one for one in chosen if known.get(str(one), "survived") == "survived"]
    if not options.again:
        left = [one for one in left if str(one) not in known]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trials = Trials(modules, left, options.results.absolute(), Path(folder))
        if status := pytest.main([*ARGUMENTS, *(options.tests or TESTS)], plugins=[trials]):
            return int(status)
    known = outcomes(options.results)
    survived = [one for one in chosen if known.get(str(one)) != "killed"]
    for module in modules:
        own = [one for one in chosen if one.module == module]
        print(f"{module}: {len(own)} mutants, {sum(one in survived for one in own)} survived")
    print(f"{len(chosen)} mutants, {len(survived)} survived")
    return 1 if survived else 0


def outcomes(results: Path) -> dict[str, str]:
    """Return the outcomes of the mutants tried so far."""
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    return {one["mutant"]: one["outcome"] for one in map(json.loads, lines)}


if __name__ == "__main__":
    sys.exit(main())
