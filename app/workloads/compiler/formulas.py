# SPDX-License-Identifier: Apache-2.0
"""Compilation of a cycle's expressions to instructions: numbers, strings, conditions, list elements."""

import ast
import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from app.workloads.compiler.operands import (
    KnownValue,
    Lasts,
    Listing,
    Method,
    Myself,
    Num,
    OperandTuple,
    Txt,
    Value,
    items_of,
)
from app.workloads.compiler.scope import Scope, UnknownValueError
from app.workloads.cycle_language import CallForms, Numbers, UserState, lasting_fields
from app.workloads.tape_writer import Label, List, Number, Padded, Part, Picked, Text

OWN_METHODS = frozenset({"draw", "draw_late", "chance", "date", "elapsed"})
"""Methods of UserState that have their own instructions; other methods are inlined like functions."""
WIDTH = re.compile(r"0(\d+)d?|d?")
MOST_WIDTH = 20
MOST_PICKED = 4096
"""Maximum length of a constant list of numbers from which a cycle selects."""
FORMULAS = "use + - * // % | of whole numbers, and + of texts"


class Formulas(Scope, ABC):
    """Compiler of expressions."""

    def __init__(self, user: type[UserState], forms: CallForms) -> None:
        super().__init__(user, forms)
        self.lasting: dict[str, Lasts | Listing] = {}
        self._scratch: Text | None = None
        for name, kind in lasting_fields(user).items():
            if kind is int:
                self.lasting[name] = Lasts(self.tape.lasting())
            else:
                self.lasting[name] = self.registers.listing(0 if kind is Numbers else kind.width)  # type: ignore[union-attr]

    @abstractmethod
    def call(self, node: ast.Call, *, stepwise: bool = False) -> Value:
        """Compile a call; `stepwise` if it follows `yield from`."""

    @abstractmethod
    def request(self, node: ast.expr | None, at: ast.expr) -> Value:
        """Compile the operand of `yield`."""

    def value(self, node: ast.expr) -> Value:
        """Compile an expression."""
        found = self._simple(node)
        return found if found is not None else self._compound(node)

    def _simple(self, node: ast.expr) -> Value | None:  # noqa: PLR0911 - a case each
        match node:
            case ast.Constant(value):
                return KnownValue(value)
            case ast.Name(name):
                return self.look_up(name, node)
            case ast.Tuple(elements):
                values = [self.value(element) for element in elements]
                if all(isinstance(value, KnownValue) for value in values):
                    return KnownValue(tuple(value.value for value in values if isinstance(value, KnownValue)))
                return OperandTuple(values)
            case ast.Attribute(of, name):
                return self._attribute(self.value(of), name, node)
            case ast.Subscript(of, index):
                return self._element(of, index, node)
            case ast.Call():
                return self.call(node)
            case ast.Yield(call):
                return self.request(call, node)
            case ast.YieldFrom(ast.Call() as call):
                return self.call(call, stepwise=True)
        return None

    def _compound(self, node: ast.expr) -> Value:
        match node:
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(ast.USub(), of):
                return self._negative(of, node)
            case ast.JoinedStr():
                return self._text_of(self.parts(node))
            case ast.IfExp():
                return self._either(node)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()):
                decided = self.decided(node)
                return KnownValue(decided) if decided is not None else self.truth(node)
            case (
                ast.List()
                | ast.Set()
                | ast.Dict()
                | ast.ListComp()
                | ast.SetComp()
                | ast.GeneratorExp()
                | ast.DictComp()
            ):
                raise self.error(
                    node,
                    f"`{ast.unparse(node)}` would be made while the cycle runs",
                    "write Numbers() or Rows(width) and append to it, or make it a constant of the module",
                )
            case ast.Lambda():
                raise self.error(node, "a cycle has no lambda", "write a function at the module's top level")
            case _:
                raise self.error(node, f"`{ast.unparse(node)}` is not possible in a cycle", FORMULAS)

    def _attribute(self, of: Value, name: str, node: ast.expr) -> Value:
        if isinstance(of, KnownValue):
            return KnownValue(self.attribute_of(of.value, name, node))
        if isinstance(of, Listing):
            return Method(of, name)
        if isinstance(of, Myself):
            return self._of_user(name, node)
        what = "text" if isinstance(of, Txt) else "tuple" if isinstance(of, OperandTuple) else "number"
        raise self.error(node, f"`{ast.unparse(node)}`: a {what} that the cycle computes has no attributes or methods")

    def _of_user(self, name: str, node: ast.expr) -> Value:
        found = self.lasting.get(name)
        if isinstance(found, Listing):
            return found
        if found is not None:
            number = self.number()
            self.tape.recall(number.register, found.register)
            return number
        if name == "number":
            number = self.number()
            self.tape.user(number.register)
            return number
        if name in OWN_METHODS or callable(getattr(self.user, name, None)):
            return Method(Myself(), name)
        raise self.error(node, f"{self.user.__name__} has no {name}", f"declare it there, such as `{name}: int`")

    # Numbers

    def _binary(self, node: ast.BinOp) -> Value:
        first = self.value(node.left)
        if isinstance(node.op, ast.Add) and (
            isinstance(first, Txt) or (isinstance(first, KnownValue) and first.is_text)
        ):
            return self._text_of(_merged([self._piece(first, node.left), *self.parts(node.right)]))
        second = self.value(node.right)
        if isinstance(first, KnownValue) and isinstance(second, KnownValue):
            return KnownValue(self.computed(type(node.op), node, first.value, second.value))
        a, b = self.source(first, node.left), self.source(second, node.right)
        result = self.number()
        match node.op:
            case ast.Add():
                self.tape.add(result.register, a, b)
            case ast.Sub():
                self.tape.subtract(result.register, a, b)
            case ast.Mult():
                self.tape.multiply(result.register, a, b)
            case ast.FloorDiv():
                self.tape.divide(result.register, a, b)
            case ast.Mod():
                self.tape.modulo(result.register, a, b)
            case ast.BitOr():
                self.tape.bit_or(result.register, a, b)
            case ast.Div():
                raise self.error(node, f"`{ast.unparse(node)}` is not a whole number", "divide by //")
            case _:
                raise self.error(node, f"`{ast.unparse(node)}` is not possible in a cycle", FORMULAS)
        return result

    def _negative(self, of: ast.expr, node: ast.expr) -> Value:
        found = self.value(of)
        if isinstance(found, KnownValue):
            return KnownValue(self.computed(ast.USub, node, found.value))
        result = self.number()
        self.tape.subtract(result.register, 0, self.source(found, of))
        return result

    def _either(self, node: ast.IfExp) -> Value:
        decided = self.decided(node.test)
        if decided is not None:
            return self.value(node.body if decided else node.orelse)
        other, done = Label(), Label()
        self.unless(node.test, other)
        self.branches += 1
        first = self._parts_of(self.value(node.body))
        slots = [self.slot(item, node.body) for item in first]
        for slot, item in zip(slots, first, strict=True):
            self.fill(slot, item, node.body)
        self.tape.jump(done)
        self.tape.place(other)
        second = self._parts_of(self.value(node.orelse))
        if len(first) != len(second):
            raise self.error(node, f"{len(first)} values in one case and {len(second)} in the other")
        for slot, item in zip(slots, second, strict=True):
            self.fill(slot, item, node.orelse)
        self.branches -= 1
        self.tape.place(done)
        return slots[0] if len(slots) == 1 else OperandTuple(list(slots))

    @staticmethod
    def _parts_of(value: Value) -> list[Value]:
        if isinstance(value, KnownValue) and isinstance(value.value, tuple):
            return [KnownValue(item) for item in value.value]
        return items_of(value)

    # Text

    def _text_of(self, parts: Sequence[Part]) -> Value:
        if all(isinstance(part, str) for part in parts):
            return KnownValue("".join(str(part) for part in parts))
        text = self.text()
        self.write(text, parts)
        return text

    def parts(self, node: ast.expr) -> list[Part]:
        """Compile an expression to the parts of a string."""
        match node:
            case ast.BinOp(left, ast.Add(), right):
                return _merged([*self.parts(left), *self.parts(right)])
            case ast.JoinedStr(values):
                return _merged([part for value in values for part in self.parts(value)])
            case ast.FormattedValue(value, -1, spec):
                return [self._formatted(self._picked(value), spec, node)]
        return [self._piece(self._picked(node), node)]

    def _picked(self, node: ast.expr) -> Value | Picked:
        """Compile an expression; an item of a constant list of strings needs no register in a string."""
        match node:
            case ast.Subscript(of, index) if not isinstance(index, ast.Slice):
                listed = self.value(of)
                if not isinstance(listed, KnownValue):
                    return self._at(listed, self.value(index), node)
                place = self.value(index)
                if isinstance(place, Num) and (texts := _texts(listed.value)):
                    return Picked(self.registers.table(texts), self.source(place, index))
                return self._at(listed, place, node)
        return self.value(node)

    def _formatted(self, found: Value | Picked, spec: ast.expr | None, node: ast.expr) -> Part:
        form = self.known(spec) if isinstance(spec, ast.Constant) else self._known_text(spec, node)
        if isinstance(found, KnownValue):
            return str(self.evaluated(format, node, found.value, form))
        matched = WIDTH.fullmatch(form)
        width = int(matched[1] or 0) if matched else MOST_WIDTH + 1
        if form and (width > MOST_WIDTH or not isinstance(found, Num)):
            raise self.error(
                node, f"the format {form!r} is not possible", f"write {{number:0WIDTH}}, up to {MOST_WIDTH}"
            )
        if isinstance(found, Num):
            number = self.source(found, node)
            assert isinstance(number, Number)
            return Padded(number, width) if width else number
        return self._piece(found, node)

    def _known_text(self, spec: ast.expr | None, node: ast.expr) -> str:
        found = KnownValue("") if spec is None else self.value(spec)
        if not isinstance(found, KnownValue):
            raise self.error(node, "a format that the cycle computes", "write {number:0WIDTH} with a known WIDTH")
        return str(found.value)

    def _piece(self, found: Value | Picked, node: ast.expr) -> Part:
        if isinstance(found, Picked):
            return found
        if isinstance(found, KnownValue) and isinstance(found.value, str):
            return found.value
        if isinstance(found, Txt):
            if found.nullable:
                raise self.error(node, f"`{ast.unparse(node)}` may be None here", "pass a None to a call as it is")
            return found.register
        raise self.error(node, f"`{ast.unparse(node)}` is not a text", "write str(...) or an f-string")

    # Conditions

    def truth(self, node: ast.expr) -> Num:
        """Compile a condition to 1 or 0."""
        result, no, done = self.registers.number(truth=True), Label(), Label()
        self.branches += 1
        if isinstance(node, ast.BoolOp):
            self._combine(result, node, done)
        else:
            self.unless(node, no)
            self.tape.move(result.register, 1)
            self.tape.jump(done)
            self.tape.place(no)
            self.tape.move(result.register, 0)
        self.branches -= 1
        self.tape.place(done)
        return result

    def _combine(self, result: Num, node: ast.BoolOp, done: Label) -> None:
        """Compile the terms of `and` or `or`, which must be booleans because Python returns one of the terms."""
        for value in node.values:
            term = self.value(value)
            if not (isinstance(term, Num) and term.truth) and not (
                isinstance(term, KnownValue) and term.value in (0, 1)
            ):
                raise self.error(value, f"`{ast.unparse(value)}` is not a truth", "compare it, as in x != 0")
            self.tape.move(result.register, self.source(term, value, truth=True))
            self.tape.if_equal(done, result.register, int(isinstance(node.op, ast.Or)))

    def unless(self, node: ast.expr, no: Label) -> None:
        """Compile a condition: jump to `no` unless it is true."""
        decided = self.decided(node)
        if decided is not None:
            if not decided:
                self.tape.jump(no)
            return
        match node:
            case ast.BoolOp(ast.And(), values):
                for value in values:
                    self.unless(value, no)
            case ast.BoolOp(ast.Or(), values):
                yes = Label()
                for value in values[:-1]:
                    following = Label()
                    self.unless(value, following)
                    self.tape.jump(yes)
                    self.tape.place(following)
                self.unless(values[-1], no)
                self.tape.place(yes)
            case ast.UnaryOp(ast.Not(), of):
                yes = Label()
                self.unless(of, yes)
                self.tape.jump(no)
                self.tape.place(yes)
            case ast.Compare(left, operations, rights):
                first = self.value(left)
                for operation, right in zip(operations, rights, strict=True):
                    second = self.value(right)
                    self._compare(operation, first, second, node, no)
                    first = second
            case _:
                self._unless_value(node, no)

    def _unless_value(self, node: ast.expr, no: Label) -> None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "chance":
            self._unless_chance(node, no)
            return
        found = self.value(node)
        if isinstance(found, Listing):
            length = self.number()
            self.tape.length(length.register, found.columns[0])
            found = length
        if isinstance(found, KnownValue):
            if not found.value:
                self.tape.jump(no)
        elif isinstance(found, Num):
            self.tape.if_equal(no, found.register, 0)
        else:
            raise self.error(node, f"`{ast.unparse(node)}` is no condition", 'compare it, as in text != ""')

    def _unless_chance(self, node: ast.Call, no: Label) -> None:
        function = self.value(node.func)
        if not isinstance(function, Method) or not isinstance(function.of, Myself):
            raise self.error(node, f"`{ast.unparse(node)}` is no condition", "chance() is the user's")
        percent = self.value(node.args[0]) if len(node.args) == 1 else None
        if not isinstance(percent, KnownValue) or not isinstance(percent.value, int | float):
            raise self.error(node, "chance() takes one percentage that is known when the workload is loaded")
        self.tape.unless_chance(no, percent.value)

    def _compare(self, operation: ast.cmpop, a: Value, b: Value, node: ast.expr, no: Label) -> None:
        if isinstance(operation, ast.In | ast.NotIn):
            self._compare_in(a, b, node, no, found=isinstance(operation, ast.In))
            return
        if isinstance(a, KnownValue) and isinstance(b, KnownValue):
            if not self.computed(type(operation), node, a.value, b.value):
                self.tape.jump(no)
            return
        if any(isinstance(one, Txt) or (isinstance(one, KnownValue) and one.is_text) for one in (a, b)):
            self._compare_texts(operation, a, b, node, no)
            return
        x, y, yes = self.source(a, node, truth=True), self.source(b, node, truth=True), Label()
        match operation:
            case ast.Eq():
                self.tape.if_equal(yes, x, y)
                self.tape.jump(no)
            case ast.NotEq():
                self.tape.if_equal(no, x, y)
            case ast.Lt():
                self.tape.if_less(yes, x, y)
                self.tape.jump(no)
            case ast.Gt():
                self.tape.if_less(yes, y, x)
                self.tape.jump(no)
            case ast.LtE():
                self.tape.if_less(no, y, x)
            case ast.GtE():
                self.tape.if_less(no, x, y)
            case _:
                raise self.error(node, f"`{ast.unparse(node)}` is not possible", "use == != < <= > >= in")
        self.tape.place(yes)

    def _compare_texts(self, operation: ast.cmpop, a: Value, b: Value, node: ast.expr, no: Label) -> None:
        sides: list[Text] = []
        for one in (a, b):
            if isinstance(one, Num) or (isinstance(one, KnownValue) and not one.is_text):
                raise self.error(node, f"`{ast.unparse(node)}` compares a text with a number")
            text = one if isinstance(one, Txt) else self.text()
            if text is not one:
                self.assign_text(text, one, node)
            sides.append(text.register)
        none = any(isinstance(one, KnownValue) and one.value is None for one in (a, b))
        if isinstance(operation, ast.Eq) or (none and isinstance(operation, ast.Is)):
            yes = Label()
            self.tape.if_same(yes, *sides)
            self.tape.jump(no)
            self.tape.place(yes)
        elif isinstance(operation, ast.NotEq) or (none and isinstance(operation, ast.IsNot)):
            self.tape.if_same(no, *sides)
        else:
            raise self.error(node, f"`{ast.unparse(node)}` is not possible", "texts are compared by == and != alone")

    def _compare_in(self, a: Value, b: Value, node: ast.expr, no: Label, *, found: bool) -> None:
        """Compile a membership test in a list of numbers or in known values."""
        yes = Label()
        if isinstance(b, Listing) and not b.width:
            place = self.number()
            self.tape.find(place.register, b.columns[0], self.source(a, node))
            if found:
                self.tape.if_equal(no, place.register, -1)
            else:
                self.tape.if_less(no, -1, place.register)
            return
        if not isinstance(b, KnownValue) or not isinstance(b.value, tuple | list | range | set | frozenset | dict):
            raise self.error(node, f"`{ast.unparse(node)}` is not possible", "look in Numbers or in a constant")
        for one in b.value:
            other = Label()
            self._compare(ast.Eq(), a, KnownValue(one), node, other)
            self.tape.jump(yes if found else no)
            self.tape.place(other)
        if found:
            self.tape.jump(no)
        self.tape.place(yes)

    # Elements of lists

    def _element(self, of: ast.expr, index: ast.expr, node: ast.Subscript) -> Value:
        if isinstance(index, ast.Slice):
            bounds = (index.lower, index.upper, index.step)
            try:
                parts = slice(*(None if bound is None else self.known(bound) for bound in bounds))
                return KnownValue(self.evaluated(operator.getitem, node, self.known(of), parts))
            except UnknownValueError:
                raise self.error(
                    node, f"`{ast.unparse(node)}` is cut while the cycle runs", "cut constants alone"
                ) from None
        listed = self.value(of)
        return self._at(listed, self.value(index), node)

    def _at(self, listed: Value, place: Value, node: ast.Subscript) -> Value:
        """Compile listed[place]."""
        if isinstance(listed, KnownValue) and isinstance(place, KnownValue):
            return KnownValue(self.evaluated(operator.getitem, node, listed.value, place.value))
        if isinstance(listed, OperandTuple) and isinstance(place, KnownValue):
            item: Value = self.evaluated(operator.getitem, node, listed.items, place.value)
            return item
        if isinstance(listed, Listing):
            return self.row(listed, self.tape.at, self.index(listed, place, node))
        if isinstance(listed, KnownValue) and isinstance(listed.value, tuple | list | str | range):
            return self._constant_at(list(listed.value), self.source(place, node.slice), node)
        raise self.error(node, f"`{ast.unparse(node)}` is not possible", "pick from a list, a tuple or a text")

    def _constant_at(self, listed: Sequence[object], place: Number | int, node: ast.expr) -> Value:
        if texts := _texts(listed):
            text = self.text()
            self.write(text, [Picked(self.registers.table(texts), place)])
            return text
        if listed and all(type(one) is int for one in listed):
            if len(listed) > MOST_PICKED:
                raise self.error(node, f"a list of {len(listed)} numbers, and {MOST_PICKED} are possible")
            return self._number_at([one for one in listed if isinstance(one, int)], place)
        rows = [tuple(one) for one in listed if isinstance(one, tuple | list)]
        if listed and len(rows) == len(listed) and len({len(row) for row in rows}) == 1:
            return OperandTuple([self._constant_at(column, place, node) for column in zip(*rows, strict=True)])
        raise self.error(node, f"`{ast.unparse(node)}` picks from what is neither texts nor numbers nor rows of these")

    def _number_at(self, listed: Sequence[int], place: Number | int) -> Num:
        """Select one of the numbers by binary search. An index out of range is a fault, as for strings."""
        result, done = self.number(), Label()
        if self._scratch is None:
            self._scratch = self.tape.text(1)
        self.tape.write(self._scratch, Picked(self.registers.table([""] * len(listed)), place))

        def half(low: int, high: int) -> None:
            if len(set(listed[low:high])) == 1:
                self.tape.move(result.register, listed[low])
                self.tape.jump(done)
                return
            middle, left = (low + high) // 2, Label()
            self.tape.if_less(left, place, middle)
            half(middle, high)
            self.tape.place(left)
            half(low, middle)

        half(0, len(listed))
        self.tape.place(done)
        return result

    def index(self, of: Listing, place: Value, node: ast.AST) -> Number | int:
        """Compile a list index; a negative constant counts from the end."""
        found = self.source(place, node)
        if not isinstance(found, int) or found >= 0:
            return found
        number = self.number()
        self.tape.length(number.register, of.columns[0])
        if of.flat:
            self.tape.divide(number.register, number.register, of.width)
        self.tape.add(number.register, number.register, found)
        return number.register

    def row(self, of: Listing, take: Callable[[Number, List, Number | int], None], place: Number | int) -> Value:
        """Compile reading or removing a row or a number. `take` is the TapeWriter method called for each column."""
        items: list[Value] = []
        if of.flat:
            at = self.number()
            self.tape.multiply(at.register, place, of.width)
            for _ in range(of.width):
                number = self.number()
                take(number.register, of.columns[0], at.register)
                self.tape.add(at.register, at.register, 1)
                items.append(number)
            return OperandTuple(items)
        for column in of.columns:
            number = self.number()
            take(number.register, column, place)
            items.append(number)
        return OperandTuple(items) if of.width else items[0]


def _texts(listed: object) -> list[str]:
    """Return the items if all of them are strings, or else an empty list."""
    if isinstance(listed, str):
        return list(listed)
    if isinstance(listed, tuple | list):
        return (
            [item for item in listed if isinstance(item, str)] if all(isinstance(item, str) for item in listed) else []
        )
    return []


def _merged(parts: Sequence[Part]) -> list[Part]:
    """Merge consecutive known strings."""
    merged: list[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] = str(merged[-1]) + part
        elif part != "":
            merged.append(part)
    return merged or [""]
