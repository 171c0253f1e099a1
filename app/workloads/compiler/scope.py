# SPDX-License-Identifier: Apache-2.0
"""State shared by all parts of the compiler.

It contains the tape, its registers, the functions being inlined, and the values known when the workload is loaded.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

from app.workloads.compiler.operands import (
    CompiledLoop,
    CycleError,
    InlinedFunction,
    KnownValue,
    Num,
    OperandTuple,
    Txt,
    Value,
    items_of,
)
from app.workloads.compiler.registers import Registers
from app.workloads.cycle_language import CallForms, UserState
from app.workloads.tape_writer import Number, Part, TapeWriter

IMPURE = frozenset({"random", "time", "os", "secrets", "uuid", "threading"})
"""Modules whose functions are impure: their results differ between cycles."""
CLOCKS = frozenset({"now", "today", "utcnow"})
"""Impure functions of datetime and date."""
CHANGING = frozenset({
    "append", "extend", "insert", "pop", "popitem", "clear", "remove", "update", "setdefault", "add", "discard", "sort",
    "reverse",
})  # fmt: skip
OPERATORS: Mapping[type[ast.operator | ast.unaryop | ast.cmpop], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitOr: operator.or_, ast.Div: operator.truediv, ast.Pow: operator.pow,
    ast.BitAnd: operator.and_, ast.BitXor: operator.xor, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_, ast.Invert: operator.invert,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


class UnknownValueError(Exception):
    """A value is known only at run time."""


class Scope:
    """Registers and names at the point of the cycle that is being compiled."""

    def __init__(self, user: type[UserState], forms: CallForms) -> None:
        self.tape = TapeWriter()
        self.registers = Registers(self.tape)
        self.user, self.forms = user, forms
        self.frames: list[InlinedFunction] = []
        self.loops: list[CompiledLoop] = []
        self.branches = 0
        self.line = 0

    @property
    def frame(self) -> InlinedFunction:
        """Variables of the function that is being inlined."""
        return self.frames[-1]

    @property
    def place(self) -> str:
        """Location of the statement being compiled, "file:line"."""
        return f"{self.frame.file}:{self.line}"

    def error(self, node: ast.AST, what: str, instead: str = "") -> CycleError:
        """Return an error located at a node; `instead` is the alternative that it suggests."""
        place = f"{self.frame.file}:{getattr(node, 'lineno', self.line)}"
        return CycleError(f"{place}: {what}; {instead}" if instead else f"{place}: {what}")

    # Registers

    def number(self) -> Num:
        """Return a temporary number."""
        return self.registers.number()

    def text(self, room: int = 1) -> Txt:
        """Return a temporary string."""
        return self.registers.text(len(self.loops), room)

    def own(self, value: Value) -> Value:
        """Reserve a value's registers until the end of the function, as for a variable."""
        for item in items_of(value):
            if isinstance(item, Num | Txt) and item.temporary:
                item.temporary = False
                self.frame.owned.append(item)
        return value

    def copied(self, value: Value) -> Value:
        """Return a copy of a value, which is not affected if the original variable changes."""
        if isinstance(value, Num):
            number = self.registers.number(truth=value.truth)
            self.tape.move(number.register, value.register)
            return number
        if isinstance(value, Txt):
            text = self.text()
            self.write(text, [value.register])
            text.nullable = value.nullable
            return text
        return value

    def write(self, to: Txt, parts: Sequence[Part | None]) -> None:
        """Set a string to the concatenation of parts, or to None."""
        if None in parts:
            self.tape.null(to.register)
            to.nullable = True
            return
        known = [part for part in parts if part is not None]
        if to.register in known:
            other = self.text()
            self.write(other, known)
            known = [other.register]
        certain = not self.loops and not self.branches and not any(one.several_returns for one in self.frames[1:])
        self.registers.written(to.register, known, self.place, len(self.loops), certain=certain)
        self.tape.write(to.register, *(part for part in known if part != ""))

    def assign_text(self, to: Txt, value: Value, node: ast.AST) -> None:
        """Set a string to another string or to a known value."""
        if isinstance(value, Txt):
            self.write(to, [value.register])
            to.nullable |= value.nullable
        elif isinstance(value, KnownValue) and value.is_text:
            self.write(to, [value.value])
        else:
            raise self.error(node, "a number where a text stood before", "use another name")

    def slot(self, value: Value, node: ast.AST) -> Num | Txt:
        """Allocate a temporary register for values of the same kind."""
        if isinstance(value, Txt) or (isinstance(value, KnownValue) and value.is_text):
            return self.text()
        if isinstance(value, Num) or (isinstance(value, KnownValue) and isinstance(value.value, int)):
            return self.registers.number(truth=_is_truth(value))
        raise self.error(node, f"`{ast.unparse(node)}` is neither a number nor a text")

    def fill(self, to: Num | Txt, value: Value, node: ast.AST) -> None:
        """Set a register that may be assigned different values on different paths."""
        if isinstance(to, Txt):
            self.assign_text(to, value, node)
            return
        if isinstance(value, Txt) or (isinstance(value, KnownValue) and value.is_text):
            raise self.error(node, "a text where a number stood before", "use another name")
        if to.truth != _is_truth(value):
            raise self.error(node, "a truth in one case and a number in another", "write int(...) of the truth")
        self.tape.move(to.register, self.source(value, node, truth=to.truth))

    def source(self, value: Value, node: ast.AST, *, truth: bool = False) -> Number | int:
        """Return a known number, or a number's register; with `truth`, accept booleans as 1 and 0."""
        if not truth and _is_truth(value):
            raise self.error(node, f"`{ast.unparse(node)}` holds a truth, which is no number", "write int(...)")
        if isinstance(value, Num):
            return value.register
        if isinstance(value, KnownValue) and isinstance(value.value, int):
            return int(value.value)
        raise self.error(node, f"`{ast.unparse(node)}` is not a whole number")

    # Names

    def bind(self, name: str, value: Value, node: ast.AST, *, fixed: bool = False) -> None:
        """Assign a value to a variable; `fixed` if the variable never has another value."""
        frame = self.frame
        if name == "_":
            return
        unrolled = any(loop.unrolled for loop in self.loops[frame.loops_around :])
        several = not fixed and (unrolled or frame.assignments.get(name, 1) > 1)
        have = frame.names.get(name)
        frame.defined.add(name)
        if several and not isinstance(value, Num | Txt) and not (isinstance(value, KnownValue) and _is_plain(value)):
            raise self.error(
                node,
                f"{name} stands for a list, a tuple or an object, and is assigned more than once",
                "use a name for each",
            )
        if not several:
            own = (
                OperandTuple([self._of_its_own(item) for item in value.items])
                if isinstance(value, OperandTuple)
                else value
            )
            frame.names[name] = self.own(own if isinstance(own, OperandTuple) else self._of_its_own(own))
            return
        if not isinstance(have, Num | Txt):
            have = self.slot(value, node)
            self.own(have)
            frame.names[name] = have
        self.fill(have, value, node)

    def _of_its_own(self, value: Value) -> Value:
        return self.copied(value) if isinstance(value, Num | Txt) and not value.temporary else value

    def look_up(self, name: str, node: ast.AST) -> Value:
        """Return the operand to which a name refers here."""
        frame = self.frame
        if name in frame.defined:
            return frame.names[name]
        if name in frame.assignments:
            raise self.error(node, f"{name} may have no value here", "give it one before the branch or the loop")
        try:
            return KnownValue(frame.outer(name))
        except LookupError:
            raise self.error(node, f"{name} is not defined") from None
        except ValueError:
            raise self.error(node, f"{name} has no value when the workload is loaded") from None

    # Values known when the workload is loaded

    def decided(self, node: ast.expr) -> bool | None:
        """Return the value of a condition, or None if it is known only at run time. Emit no instructions."""
        try:
            return bool(self.known(node))
        except UnknownValueError:
            return None

    def known(self, node: ast.expr) -> Any:  # noqa: PLR0911 - a case each
        """Return a known value without emitting instructions. Raises UnknownValueError."""
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(name):
                if name not in self.frame.assignments or name in self.frame.defined:
                    found = self.look_up(name, node)
                    if isinstance(found, KnownValue):
                        return found.value
            case ast.Attribute(ast.Name() as of, name):
                return self.attribute_of(self.known(of), name, node)
            case ast.Attribute(ast.Attribute() as of, name):
                return self.attribute_of(self.known(of), name, node)
            case ast.Compare(left, [op], [right]):
                return self.computed(type(op), node, self.known(left), self.known(right))
            case ast.BinOp(left, operation, right):
                return self.computed(type(operation), node, self.known(left), self.known(right))
            case ast.UnaryOp(sign, of):
                return self.computed(type(sign), node, self.known(of))
            case ast.BoolOp(op, values):
                found_values = [self.known(value) for value in values]
                decisive = [value for value in found_values[:-1] if bool(value) is isinstance(op, ast.Or)]
                return decisive[0] if decisive else found_values[-1]
        raise UnknownValueError

    def attribute_of(self, value: Any, name: str, node: ast.AST) -> Any:
        """Return an attribute of a known value."""
        try:
            return getattr(value, name)
        except AttributeError as error:
            raise self.error(node, str(error)) from None

    def computed(self, kind: type[ast.operator | ast.unaryop | ast.cmpop], node: ast.AST, *values: Any) -> Any:
        """Evaluate an operation on known values."""
        if kind not in OPERATORS:
            raise self.error(node, f"`{ast.unparse(node)}`", "use + - * // % | and comparisons")
        return self.evaluated(OPERATORS[kind], node, *values)

    def evaluated(self, function: Callable[..., Any], node: ast.AST, *values: Any, **named: Any) -> Any:
        """Call a function with known values."""
        if reason := impure(function):
            raise self.error(
                node,
                f"`{ast.unparse(node)}` is not the same in each cycle: {reason}",
                "draws and clocks are the user's: my.draw(), my.chance(), my.date(), my.elapsed()",
            )
        try:
            return function(*values, **named)
        except Exception as error:
            raise self.error(node, f"`{ast.unparse(node)}` fails: {type(error).__name__}: {error}") from error


def _is_truth(value: Value) -> bool:
    return value.truth if isinstance(value, Num) else isinstance(value, KnownValue) and isinstance(value.value, bool)


def _is_plain(value: KnownValue) -> bool:
    return value.is_text or isinstance(value.value, int)


def impure(function: Any, depth: int = 4) -> str:  # noqa: PLR0911 - a reason each
    """Return what makes a function impure, so that its result differs between cycles, or "" if nothing is found.

    The check covers the names that it uses and, recursively, the functions among them.
    """
    name, owner = getattr(function, "__name__", ""), getattr(function, "__self__", None)
    if getattr(function, "__module__", None) in IMPURE or _module_of(owner) in IMPURE:
        return f"it uses {name}"
    if function in (print, open, input, exec, eval):
        return f"{name}() acts, and computes nothing"
    if isinstance(owner, list | dict | set) and name in CHANGING:
        return f"{name}() changes a constant"
    if _module_of(owner) == "datetime" and name in CLOCKS:
        return f"it uses {name}"
    if not isinstance(function, FunctionType) or depth == 0:
        return ""
    names = function.__code__.co_names
    for one in names:
        found = function.__globals__.get(one)
        if isinstance(found, ModuleType) and found.__name__ in IMPURE:
            return f"it uses {found.__name__}"
        if found is not function and (reason := impure(found, depth - 1)):
            return reason
        if one in CLOCKS and any(_module_of(function.__globals__.get(other)) == "datetime" for other in names):
            return f"it uses {one}"
    return ""


def _module_of(value: object) -> str:
    if isinstance(value, ModuleType):
        return value.__name__
    owner = value if isinstance(value, type) else type(value)
    return owner.__module__
