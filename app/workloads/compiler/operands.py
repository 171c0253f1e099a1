# SPDX-License-Identifier: Apache-2.0
"""Operands of a cycle during compilation: known values, registers, lists, and tuples of these."""

import ast
import builtins
import linecache
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

from app.workloads.tape_writer import Label, Lasting, List, Number, Text


class CycleError(Exception):
    """A cycle cannot be compiled. The message has the file and line, what is unsupported, and what to write instead."""


@dataclass(frozen=True, slots=True)
class KnownValue:
    """Value known when the workload is loaded: a parameter, a module's constant, or a value derived from these."""

    value: Any

    @property
    def is_text(self) -> bool:
        """True for a string, or for None in place of a string."""
        return self.value is None or isinstance(self.value, str)


@dataclass(slots=True, eq=False)
class Num:
    """Number in a register.

    Attributes:
        temporary: True if the register is free after its statement.
        truth: True if the value is a boolean in Python.
    """

    register: Number
    temporary: bool = True
    truth: bool = False


@dataclass(slots=True, eq=False)
class Txt:
    """String in a register.

    Attributes:
        nullable: True if it may be None.
    """

    register: Text
    temporary: bool = True
    nullable: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """List of numbers or rows.

    Attributes:
        width: Numbers per row; 0 for a list of numbers.
        flat: True if one list contains the rows consecutively, False if each column has its own list.
    """

    columns: tuple[List, ...]
    width: int = 0
    flat: bool = False


@dataclass(frozen=True, slots=True)
class OperandTuple:
    """Tuple of operands."""

    items: "list[Value]"


@dataclass(frozen=True, slots=True)
class Lasts:
    """Number that is stored in the user's state."""

    register: Lasting


@dataclass(frozen=True, slots=True)
class Myself:
    """The user's state, which is the cycle's first parameter."""


@dataclass(frozen=True, slots=True)
class Method:
    """Method of the user's state or of a list that has not been called yet."""

    of: Myself | Listing
    name: str


Value = KnownValue | Num | Txt | Listing | OperandTuple | Myself | Method


def items_of(value: Value) -> "list[Value]":
    """Return the parts of a tuple, or a list of the value alone."""
    return value.items if isinstance(value, OperandTuple) else [value]


@dataclass(slots=True)
class CompiledLoop:
    """Loop that is being compiled.

    Attributes:
        rounds: Maximum number of iterations.
        breaks, continues: Names that are defined at each of these statements.
    """

    done: Label
    onward: Label
    rounds: int
    unrolled: bool = False
    breaks: list[set[str]] = field(default_factory=list)
    continues: list[set[str]] = field(default_factory=list)


@dataclass(slots=True)
class InlinedFunction:
    """Function that is being inlined.

    Attributes:
        names: Operands of its variables, including those set only in some branches.
        defined: Names that have a value here on every path.
        assignments: Number of assignments to each name.
        several_returns: True if it may return before its last statement.
        loops_around: Number of loops around its call.
        owned: Registers of variables, freed at its end.
    """

    function: FunctionType
    names: dict[str, Value]
    defined: set[str]
    assignments: dict[str, int]
    outermost: bool
    several_returns: bool
    end: Label
    loops_around: int
    result: Value | None = None
    owned: list[Num | Txt] = field(default_factory=list)

    @property
    def file(self) -> str:
        """Source file of the function."""
        return self.function.__code__.co_filename

    def outer(self, name: str) -> Any:
        """Return the value of a name outside the function. Raises LookupError."""
        cells = dict(zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True))
        if name in cells:
            return cells[name].cell_contents
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return vars(builtins)[name]


@dataclass(frozen=True)
class FunctionSource:
    """Parsed source of a function, with the line numbers of its file."""

    tree: ast.FunctionDef

    @cached_property
    def assignments(self) -> dict[str, int]:
        """Count the assignments to each name; += counts twice, because it also needs a previous value."""
        found: dict[str, int] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id] = found.get(node.id, 0) + 1
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                found[node.target.id] = found.get(node.target.id, 0) + 1
        return found

    @cached_property
    def several_returns(self) -> bool:
        """True if it may return before its last statement."""
        returns = [node for node in _statements(self.tree) if isinstance(node, ast.Return)]
        return bool(returns) and returns != [self.tree.body[-1]]


@cache
def source_of(function: FunctionType) -> FunctionSource:
    """Return a function's source. Raises CycleError if the source is not available."""
    code = function.__code__
    found = _functions_of(code.co_filename).get((code.co_firstlineno, function.__name__))
    if found is None:
        place = f"{code.co_filename}:{code.co_firstlineno}"
        what = f"the source of {function.__name__} is not there; write it with def, in a file that is kept"
        raise CycleError(f"{place}: {what}")
    return FunctionSource(found)


def carried_source(file: str) -> Path:
    """Return the path of a module's source in a PyInstaller package, which otherwise contains bytecode only.

    `file` is the path in the bytecode, relative to the packages' folder.
    """
    return Path(getattr(sys, "_MEIPASS", ""), "sources", file)


def _statements(tree: ast.Module | ast.FunctionDef) -> Iterator[ast.stmt]:
    """Return all statements below a node, without walking through their expressions."""
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        for block in ("body", "handlers", "orelse", "finalbody", "cases"):
            for inner in getattr(node, block, ()):
                nodes.append(inner)
                if isinstance(inner, ast.stmt):
                    yield inner


@cache
def _functions_of(file: str) -> dict[tuple[int, str], ast.FunctionDef]:
    """Return all functions of a file by first line and name; none if the file cannot be read."""
    lines = linecache.getlines(file)
    if not lines and (carried := carried_source(file)).is_file():
        lines = linecache.getlines(str(carried))
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return {}
    found = [node for node in _statements(tree) if isinstance(node, ast.FunctionDef)]
    return {(min([node.lineno, *(one.lineno for one in node.decorator_list)]), node.name): node for node in found}
