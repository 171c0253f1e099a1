# SPDX-License-Identifier: Apache-2.0
"""Calls in a cycle: inlined functions, methods of lists and of the user, and procedures.

On engines without stored procedures, procedures are transactions.
"""

import ast
import inspect
import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

import msgspec

from app.workloads.compiler.formulas import OWN_METHODS, Formulas
from app.workloads.compiler.operands import (
    InlinedFunction,
    KnownValue,
    Listing,
    Method,
    Myself,
    Num,
    OperandTuple,
    Txt,
    Value,
    items_of,
    source_of,
)
from app.workloads.cycle_language import (
    CONTROL,
    CallForms,
    ListForm,
    Many,
    Numbers,
    Procedure,
    Rows,
    UserState,
    begin,
    begin_writing,
    later,
    rollback,
    row_number,
)
from app.workloads.tape_writer import Label, List, MissingRowFault, Number, Padded, TapeStatement, Text

MOST_NESTED = 40
ROWS_TEXT = 16_384
"""Maximum bytes of all rows returned in one string."""
COLUMN_TEXT = 512
"""Maximum bytes of a string column that a cycle reads."""
LONGEST_ITEM = 10**11
DATE_BYTES = 19
FUNCTIONS = "use + - * // % |, len, min, max, int, str, or a function that is written like a cycle"


class CompiledCall(msgspec.Struct, frozen=True):
    """Call that a compiled tape makes.

    Attributes:
        writes: True if its procedure, or the transaction that it belongs to, writes.
        undoes: True if it rolls back a transaction.
    """

    procedure: Procedure
    writes: bool = False
    undoes: bool = False


class FixedClocks(msgspec.Struct, frozen=True):
    """Fixed readings of a user's clocks, for comparisons; None stands for the actual time."""

    date: str | None = None
    elapsed: int | None = None


class RoundTrips(Formulas):
    """Compiler of calls."""

    def __init__(
        self, user: type[UserState], forms: CallForms, operations: Mapping[str, int], clocks: FixedClocks
    ) -> None:
        super().__init__(user, forms)
        self.operations, self.clocks = operations, clocks
        self.calls: list[CompiledCall] = []
        self._statements: dict[object, TapeStatement] = {}
        self._transaction: Procedure | None = None
        self._undoing: TapeStatement | None = None
        self.tail_call: ast.Call | None = None

    @abstractmethod
    def body(self, statements: Sequence[ast.stmt]) -> bool:
        """Compile statements; return True if the code after them is unreachable."""

    # Functions

    def call(self, node: ast.Call, *, stepwise: bool = False) -> Value:
        function = self.value(node.func)
        values = self._arguments(node)
        named = {one.arg: self.value(one.value) for one in node.keywords if one.arg is not None}
        if isinstance(function, Method) and isinstance(function.of, Listing):
            return self._list_method(function.of, function.name, values, node)
        if isinstance(function, Method) and function.name in OWN_METHODS:
            return self._own_method(function.name, values, named, node)
        if isinstance(function, Method):
            return self.written_out(
                getattr(self.user, function.name), [Myself(), *values], named, node, stepwise=stepwise
            )
        if not isinstance(function, KnownValue):
            raise self.error(node, f"`{ast.unparse(node.func)}` cannot be called")
        return self._function(function.value, values, named, node, stepwise=stepwise)

    def _arguments(self, node: ast.Call) -> list[Value]:
        values: list[Value] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                values += self.unpacked(self.value(argument.value), argument)
            else:
                values.append(self.value(argument))
        return values

    def unpacked(self, value: Value, node: ast.AST) -> list[Value]:
        """Return the parts of a tuple. Raises CycleError for anything else."""
        if isinstance(value, OperandTuple):
            return value.items
        if isinstance(value, KnownValue) and isinstance(value.value, tuple | list):
            return [KnownValue(item) for item in value.value]
        raise self.error(node, "only a tuple can be taken apart")

    def _function(
        self, function: Any, values: list[Value], named: Mapping[str, Value], node: ast.Call, *, stepwise: bool
    ) -> Value:
        every = [*values, *named.values()]
        if isinstance(function, Procedure):
            raise self.error(node, f"{function.name} is prepared and not called", f"write `yield {function.name}(...)`")
        if function in (Numbers, Rows):
            return self._new_list(function, every, node)
        if function in (len, int, bool, str, min, max) and not all(isinstance(one, KnownValue) for one in every):
            return self._builtin(function, every, node)
        generator = inspect.isgeneratorfunction(function)
        if generator is not stepwise:
            word = "with" if generator else "without"
            raise self.error(node, f"`{ast.unparse(node)}` must be called {word} `yield from`")
        if not generator and all(isinstance(one, KnownValue) for one in every):
            known = {name: one.value for name, one in named.items() if isinstance(one, KnownValue)}
            return KnownValue(
                self.evaluated(function, node, *[one.value for one in values if isinstance(one, KnownValue)], **known)
            )
        if not isinstance(function, FunctionType):
            raise self.error(node, f"`{ast.unparse(node)}` is computed while the cycle runs", FUNCTIONS)
        return self.written_out(function, values, named, node, stepwise=stepwise)

    def written_out(
        self,
        function: FunctionType,
        values: Sequence[Value],
        named: Mapping[str, Value],
        node: ast.AST,
        *,
        stepwise: bool = False,
        outermost: bool = False,
    ) -> Value:
        """Compile a function's body in place of its call, and return what it returns."""
        if self.frames and inspect.isgeneratorfunction(function) is not stepwise:
            raise self.error(
                node, f"{function.__name__} must be called {'without' if stepwise else 'with'} `yield from`"
            )
        if len(self.frames) > MOST_NESTED:
            raise self.error(node, f"{function.__name__} calls itself, or too many call each other", "write a loop")
        outermost = outermost or node is self.tail_call
        source = source_of(function)
        frame = InlinedFunction(
            function,
            {},
            set(),
            dict(source.assignments),
            outermost,
            source.several_returns and not outermost,
            Label(),
            len(self.loops),
        )
        arguments = self._bound(function, values, named, node)
        line = self.line
        self.frames.append(frame)
        for name, value in arguments.items():
            if name in frame.assignments:
                frame.assignments[name] += 1
                self.bind(name, value, source.tree)
            else:
                frame.names[name] = value
                frame.defined.add(name)
        ended = self.body(source.tree.body)
        if frame.several_returns:
            if not ended and isinstance(frame.result, Txt):
                self.write(frame.result, [None])
            elif not ended and frame.result not in (None, KnownValue(None)):
                what = f"{function.__name__} ends without a value in some cases"
                raise self.error(source.tree, what, "return a number in all of them")
            self.tape.place(frame.end)
        self.frames.pop()
        self.line = line
        return self._result(frame)

    def _bound(
        self, function: FunctionType, values: Sequence[Value], named: Mapping[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        try:
            bound = inspect.signature(function).bind(*values, **named)
        except TypeError as error:
            raise self.error(node, f"{function.__name__}: {error}") from None
        if any(one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in bound.signature.parameters.values()):
            raise self.error(node, f"{function.__name__} takes any number of arguments", "name each of them")
        given = dict(bound.arguments)
        bound.apply_defaults()
        return {name: given.get(name, KnownValue(value)) for name, value in bound.arguments.items()}

    def _result(self, frame: InlinedFunction) -> Value:
        """Make a function's result temporary for its caller, and free the registers of its other variables."""
        result = frame.result if frame.result is not None else KnownValue(None)
        items = items_of(result)
        for own in frame.owned:
            if any(own is item for item in items):
                own.temporary = True
                self.registers.temporaries.append(own)
            else:
                self.registers.free(own)
        return result

    def _builtin(self, function: Any, values: Sequence[Value], node: ast.Call) -> Value:
        first = values[0]
        if function is len and isinstance(first, Listing):
            length = self.number()
            self.tape.length(length.register, first.columns[0])
            if first.flat:
                self.tape.divide(length.register, length.register, first.width)
            return length
        if function is int and isinstance(first, Num):
            return self._as_number(first)
        if function is str and isinstance(first, Num):
            number = self.source(first, node)
            assert isinstance(number, Number)
            text = self.text()
            self.write(text, [number])
            return text
        if function is str and isinstance(first, Txt) and not first.nullable:
            return first
        if function in (min, max) and len(values) > 1:
            return self._extreme(values, node, least=function is min)
        instead = "write len(...) > 0" if isinstance(first, Listing) else FUNCTIONS
        raise self.error(node, f"`{ast.unparse(node)}` is computed while the cycle runs", instead)

    def _as_number(self, value: Num) -> Num:
        if not value.truth:
            return value
        number = self.number()
        self.tape.move(number.register, value.register)
        return number

    def _extreme(self, values: Sequence[Value], node: ast.Call, *, least: bool) -> Num:
        result = self.number()
        self.tape.move(result.register, self.source(values[0], node))
        for value in values[1:]:
            other, stays = self.source(value, node), Label()
            smaller, larger = (result.register, other) if least else (other, result.register)
            self.tape.if_less(stays, smaller, larger)
            self.tape.move(result.register, other)
            self.tape.place(stays)
        return result

    # Lists and the user

    def _new_list(self, kind: Any, values: Sequence[Value], node: ast.Call) -> Listing:
        width = 0
        if kind is Rows:
            first = values[0] if len(values) == 1 else None
            if not isinstance(first, KnownValue) or not isinstance(first.value, int) or first.value < 1:
                raise self.error(node, "Rows takes the number of its columns", "write Rows(2) and append to it")
            width = first.value
        elif values:
            raise self.error(node, "Numbers takes nothing in a cycle", "write Numbers() and append to it")
        new = self.registers.listing(width)
        for column in new.columns:
            self.tape.clear(column)
        return new

    def _list_method(self, of: Listing, name: str, values: Sequence[Value], node: ast.Call) -> Value:
        if of.flat and (of.width > 1 or name not in ("find", "bisect")):
            raise self.error(node, "the rows of a call can only be read", "append them to a list of your own")
        if name in ("find", "bisect") and len(values) == 1:
            place, number = self.number(), self.source(values[0], node)
            (self.tape.find if name == "find" else self.tape.bisect)(place.register, of.columns[0], number)
            return place
        if name == "pop" and len(values) < 2:
            return self.row(of, self.tape.remove, self.index(of, values[0] if values else KnownValue(-1), node))
        if name == "append" and len(values) == 1:
            for column, item in zip(of.columns, self._columns(of, values[0], node), strict=True):
                self.tape.push(column, self.source(item, node))
        elif name == "insert" and len(values) == 2:
            place_of = self.source(values[0], node)
            for column, item in zip(of.columns, self._columns(of, values[1], node), strict=True):
                self.tape.insert(column, place_of, self.source(item, node))
        elif name == "clear" and not values:
            for column in of.columns:
                self.tape.clear(column)
        else:
            what = f"a list has no {name} with {len(values)} arguments in a cycle"
            raise self.error(node, what, "use append, insert, pop, clear, find and bisect")
        return KnownValue(None)

    def _columns(self, of: Listing, value: Value, node: ast.AST) -> list[Value]:
        """Return the values that a list receives, one for each column."""
        items = self.unpacked(value, node) if of.width else [value]
        if len(items) != max(of.width, 1):
            raise self.error(node, f"{len(items)} numbers for a list of rows of {of.width}")
        return items

    def put(self, of: Value, place: Value, value: Value, node: ast.AST) -> None:
        """Compile of[place] = value."""
        if not isinstance(of, Listing) or of.flat:
            raise self.error(node, "only a list of the cycle's own can be changed")
        at = self.index(of, place, node)
        for column, item in zip(of.columns, self._columns(of, value, node), strict=True):
            self.tape.put(column, at, self.source(item, node))

    def _own_method(self, name: str, values: Sequence[Value], named: Mapping[str, Value], node: ast.Call) -> Value:
        if name in ("draw", "draw_late") and len(values) == 1:
            drawn, below = self.number(), self.source(values[0], node)
            (self.tape.draw if name == "draw" else self.tape.draw_late)(drawn.register, below)
            return drawn
        if name == "chance":
            return self.truth(node)
        if name == "elapsed" and not values:
            if self.clocks.elapsed is not None:
                return KnownValue(self.clocks.elapsed)
            seconds = self.number()
            self.tape.elapsed(seconds.register)
            return seconds
        if name == "date":
            return self._date([*values, *named.values()], node)
        raise self.error(node, f"`{ast.unparse(node)}` has not the arguments of {name}()")

    def _date(self, values: Sequence[Value], node: ast.Call) -> Value:
        years = values[0] if values else KnownValue(0)
        if len(values) > 1 or not isinstance(years, KnownValue) or years.value not in range(101):
            raise self.error(node, "date() takes a known number of years, up to 100")
        if self.clocks.date is not None:
            return KnownValue(later(self.clocks.date, years.value))
        text = self.text(DATE_BYTES)
        self.write(text, [""])
        self.tape.append_now(text.register, years.value)
        return text

    # Procedures

    def request(self, node: ast.expr | None, at: ast.expr) -> Value:
        if not isinstance(node, ast.Call):
            raise self.error(at, "yield takes a call", "write yield, a declared procedure and its arguments")
        found = self.value(node.func)
        if not isinstance(found, KnownValue) or not isinstance(found.value, Procedure):
            raise self.error(at, f"`{ast.unparse(node.func)}` is no declared procedure", "declare it with procedure()")
        procedure, values = found.value, self._arguments(node)
        if node.keywords:
            raise self.error(at, f"{procedure.name} takes its arguments in their order, without names")
        if len(values) != len(procedure.parameters):
            raise self.error(at, f"{procedure.name} takes {len(procedure.parameters)} arguments, not {len(values)}")
        if self._transaction is not None:
            return self._round_trip(procedure, values, at)
        if self._asks_row_number(procedure):
            what = f"{procedure.name} returns the number of its row, which takes a second statement"
            raise self.error(at, what, "make it an operation that ends with `yield commit()`")
        if procedure.key not in self.operations:
            raise self.error(at, f"{procedure.key} is no operation of the workload", "add it to its operations")
        operation = (self.forms.operations or {}).get(procedure.name)
        if operation is None:
            return self._round_trip(procedure, values, at)
        return self._transacted(procedure, values, at, operation)

    def _transacted(self, procedure: Procedure, values: list[Value], at: ast.expr, operation: Any) -> Value:
        """Compile a transaction that replaces a procedure."""
        if self._undoing is None:
            self._undoing = self.tape.statement(0, (), {}, direct=True)
            self.calls.append(CompiledCall(rollback, undoes=True))
        self.tape.transaction(self.operations[procedure.key], self._undoing)
        self._transaction = procedure
        self._round_trip(begin_writing if procedure.name in self.forms.writes else begin, [], at)
        result = self.written_out(operation, values, {}, at, stepwise=True)
        self._transaction = None
        self.tape.end_transaction()
        return result

    def _round_trip(self, procedure: Procedure, values: Sequence[Value], at: ast.expr) -> Value:
        arguments = [
            self._argument(kind, value, procedure, at) for kind, value in zip(procedure.parameters, values, strict=True)
        ]
        if procedure.every and procedure.name in self.forms.rows_in_text:
            rows = self.text(ROWS_TEXT)
            listed = self.registers.listing()
            self._make(procedure, arguments, [rows])
            self.tape.clear(listed.columns[0])
            self.tape.push_text(listed.columns[0], rows.register)
            return Listing(listed.columns, len(procedure.every), flat=True)
        results = [
            self.text(COLUMN_TEXT) if kind is str else self.number() for kind in procedure.every or procedure.gives
        ]
        if procedure.every:
            into = self.registers.listing().columns
            self._make(procedure, arguments, results, into=into[0])
            return Listing(into, len(procedure.every), flat=True)
        if self._asks_row_number(procedure):
            self._make(procedure, arguments, [])
            return self._round_trip(row_number, [], at)
        if not procedure.no_row:
            for result in results:
                if isinstance(result, Num):
                    self.tape.move(result.register, 0)
                else:
                    self.tape.write(result.register)
        count = self.number() if procedure.counted else None
        self._make(procedure, arguments, results, count=count)
        found: list[Value] = [*([count] if count is not None else []), *results]
        return KnownValue(None) if not found else found[0] if len(found) == 1 else OperandTuple(found)

    def _asks_row_number(self, procedure: Procedure) -> bool:
        return self.forms.asks_row_number and procedure.name in self.forms.inserts

    def _make(
        self,
        procedure: Procedure,
        arguments: Sequence[Number | Text],
        results: Sequence[Num | Txt],
        *,
        into: List | None = None,
        count: Num | None = None,
    ) -> None:
        """Call a statement of the tape; calls with the same registers share one statement."""
        transaction = self._transaction
        writes = (transaction or procedure).name in self.forms.writes
        registers = tuple(result.register for result in results)
        key = procedure, tuple(arguments), registers, into, count and count.register, writes
        if key not in self._statements:
            self._statements[key] = self.tape.statement(
                0 if transaction is not None else self.operations[procedure.key],
                arguments,
                dict(enumerate(registers, 1)),
                missing=self._missing(procedure),
                into=into,
                rows=None if count is None else count.register,
                direct=procedure in CONTROL,
            )
            self.calls.append(CompiledCall(procedure, writes))
        self.tape.call(self._statements[key])

    def _missing(self, procedure: Procedure) -> MissingRowFault | None:
        if not procedure.no_row or self._asks_row_number(procedure):
            return None
        return MissingRowFault(self.forms.no_row_kind, procedure.no_row)

    def _argument(self, kind: Any, value: Value, procedure: Procedure, node: ast.AST) -> Number | Text:
        if isinstance(kind, Many):
            if not isinstance(value, Listing) or value.flat:
                raise self.error(node, f"{procedure.name} takes a list of the cycle's own here")
            return self._in_form(value, kind, self.forms.lists(procedure.name))
        text = isinstance(value, Txt) or (isinstance(value, KnownValue) and value.is_text)
        if kind is str and not text:
            raise self.error(node, f"{procedure.name} takes a text where this is a number")
        if kind is int and text:
            raise self.error(node, f"{procedure.name} takes a number where this is a text")
        if isinstance(value, Num | Txt):
            return value.register
        if text:
            register = self.text()
            self.assign_text(register, value, node)
            return register.register
        number = self.number()
        self.tape.move(number.register, self.source(value, node, truth=True))
        return number.register

    def _in_form(self, value: Listing, kind: Many, form: ListForm) -> Text:
        """Compile a list to a string in the engine's form."""
        tape, columns = self.tape, value.columns
        turns = math.lcm(len(form.widths), len(form.between), len(columns))
        text = self.text(len(form.text([LONGEST_ITEM] * (kind.most * len(columns)))) + 32)
        at, length, number = self.number(), self.number(), self.number()
        tape.write(text.register, *([form.begin] if form.begin else []))
        tape.length(length.register, columns[0])
        tape.move(at.register, 0)
        following, done = Label(), Label()
        again = tape.here()
        tape.if_less(following, at.register, length.register)
        tape.jump(done)
        tape.place(following)
        for turn in range(turns):
            column = turn % len(columns)
            tape.at(number.register, columns[column], at.register)
            tape.append(text.register, Padded(number.register, form.widths[turn % len(form.widths)]))
            if column == len(columns) - 1:
                tape.add(at.register, at.register, 1)
                tape.if_equal(done, at.register, length.register)
            if between := form.between[turn % len(form.between)]:
                tape.append(text.register, between)
        tape.jump(again)
        tape.place(done)
        if form.end:
            tape.append(text.register, form.end)
        return text.register
