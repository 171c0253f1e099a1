# SPDX-License-Identifier: Apache-2.0
"""Writer of tapes: one user's cycle as a program that the native driver executes (docs/tape.md).

Registers are typed: a Number contains a 64-bit integer; a Text contains UTF-8 up to its maximum size, or NULL. The
writer rejects undefined jumps; the native library checks what the writer cannot detect (a string that grows too long).
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

MAGIC = 0x45504154
VERSION = 1
END, MOVE, ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, DRAW, UNLESS_CHANCE, JUMP, IF_EQUAL, IF_LESS = range(12)
EMPTY, NULL, APPEND, APPEND_NUMBER, PICK, JOIN, NOW, CALL, IF_SAME, BIT_OR, USER = range(12, 23)
CLEAR, LENGTH, AT, SET, PUSH, INSERT, REMOVE, BISECT, FIND, PUSH_TEXT, KEEP, KEPT, DRAW_LATE, ELAPSED = range(80, 94)
(
    TRANSACTION, TRANSACTION_END, WAIT, REFUSE, VALUE_NULL, VALUE_INTEGER, VALUE_REAL, VALUE_TRUTH, VALUE_TEXT,
    VALUE_PICK, VALUE_COPY, VALUE_COMPUTE, VALUE_IS, UNLESS_HOLDS, IF_DECIDES, COMBINE, IF_SET, CHOOSE,
) = range(40, 58)  # fmt: skip
FUNCTIONS = (
    "negative", "not", "~", "+", "-", "*", "/", "%", "=", "<>", "<", "<=", ">", ">=", "|", "#", "&", "<<", ">>", "abs",
    "double", "exp", "greatest", "least", "hash_murmur2", "hash_fnv1a", "int", "ln", "pi", "power", "sqrt", "random",
    "random_gaussian", "random_exponential", "random_zipfian", "zipf",
)  # fmt: skip
"""Functions of expressions, in the order of compute_function in native/computing.h."""
RETRY, LISTED, DIRECT, NAMED, PREFIXED, LAST = 1, 2, 4, 8, 16, 32
"""Flags of a statement."""
MOST = {
    "constants": 4096, "real numbers": 16384, "strings": 65536, "tables": 256, "statements": 4096,
    "instructions": 65536, "value registers": 1024,
}  # fmt: skip
"""Limits that a tape of custom scripts could exceed."""
MOST_REGISTERS = {"number registers": 256, "text registers": 64, "lists": 64, "lasting numbers": 64}
MOST_ARGUMENTS, MOST_RESULTS = 255, 256


@dataclass(frozen=True, slots=True)
class Number:
    """Integer register (64 bits), 0 at the start of a cycle."""

    index: int


class Text(msgspec.Struct, frozen=True):
    """String register, empty at the start of a cycle."""

    index: int


class ValueRegister(msgspec.Struct, frozen=True):
    """Register of an integer, a double, a boolean, a string or NULL; unset when a transaction starts."""

    index: int


class List(msgspec.Struct, frozen=True):
    """List of any number of integers that persists from cycle to cycle, even if the user's connection is lost.

    Positions start at 0; an invalid one is a fault.
    """

    index: int


class Lasting(msgspec.Struct, frozen=True):
    """Number that persists from cycle to cycle, initially 0."""

    index: int


@dataclass(frozen=True, slots=True)
class TapeTable:
    """Strings to select by position, from 0."""

    index: int


class Picked(msgspec.Struct, frozen=True):
    """String at a position in a table."""

    table: TapeTable
    at: "Number | int"


class Padded(msgspec.Struct, frozen=True):
    """Number padded with zeros to at least `width` characters."""

    number: "Number | int"
    width: int


class TapeStatement(msgspec.Struct, frozen=True):
    """Kind of call."""

    index: int


@dataclass(slots=True, eq=False)
class Label:
    """Jump target in the tape; unset until it is placed."""

    at: int | None = None


class Bound(msgspec.Struct, frozen=True):
    """Position in the table of real numbers, after those of chances and values."""

    index: int


Source = Number | int
Part = str | Number | Text | Picked | Padded


class MissingRowFault(msgspec.Struct, frozen=True):
    """Fault for a call that returns no row; {} in the message stands for the call's first argument."""

    kind: str
    text: str


@dataclass(slots=True)
class TapeWriter:
    """Writer that writes a tape from start to end. Registers and tables can be allocated at any time.

    Arithmetic is that of Python: division and remainder round down; draw is int(random() * below).
    """

    _numbers: int = 0
    _values: int = 0
    _capacities: list[int] = field(default_factory=list)
    _constants: dict[int, int] = field(default_factory=dict)
    _reals: dict[float, int] = field(default_factory=dict)
    _bounds: list[float] = field(default_factory=list)
    _strings: list[bytes] = field(default_factory=list)
    _string_numbers: dict[str, int] = field(default_factory=dict)
    _tables: list[tuple[int, int]] = field(default_factory=list)
    _lists: int = 0
    _lasting: int = 0
    _statements: list[bytes] = field(default_factory=list)
    _code: list[tuple[int, object, object, object]] = field(default_factory=list)

    def number(self) -> Number:
        """Allocate an integer register."""
        self._numbers += 1
        return Number(self._numbers - 1)

    def text(self, room: int) -> Text:
        """Allocate a register for at most `room` bytes of UTF-8; a longer string is a fault that ends the user."""
        self._capacities.append(room)
        return Text(len(self._capacities) - 1)

    def widen(self, text: Text, room: int) -> None:
        """Enlarge a register to at least `room` bytes."""
        self._capacities[text.index] = max(self._capacities[text.index], room)

    def new_list(self) -> List:
        """Allocate a list that is empty in a user's first cycle."""
        self._lists += 1
        return List(self._lists - 1)

    def lasting(self) -> Lasting:
        """Allocate a number that persists between cycles."""
        self._lasting += 1
        return Lasting(self._lasting - 1)

    def value(self, index: int) -> ValueRegister:
        """Return the register with a number chosen by the caller, as some functions need consecutive registers."""
        self._values = max(self._values, index + 1)
        return ValueRegister(index)

    def table(self, texts: Sequence[str]) -> TapeTable:
        """Add a table of strings."""
        self._tables.append((len(self._strings), len(texts)))
        self._strings += [text.encode() for text in texts]
        return TapeTable(len(self._tables) - 1)

    def values(self, listed: Sequence[str | int | float]) -> TapeTable:
        """Add a table of values."""
        return self.table([
            f"s{one}" if isinstance(one, str) else f"r{self._real(one)}" if isinstance(one, float) else f"i{int(one)}"
            for one in listed
        ])  # fmt: skip

    def label(self) -> Label:
        """Create a label to be placed later."""
        return Label()

    def place(self, label: Label) -> None:
        """Place a label at the current position."""
        label.at = len(self._code)

    def here(self) -> Label:
        """Return a label placed at the current position."""
        return Label(len(self._code))

    def statement(
        self,
        operation: int,
        arguments: Sequence[Number | Text | ValueRegister],
        results: Mapping[int, Number | Text],
        *,
        rows: Number | None = None,
        retry: bool = True,
        missing: MissingRowFault | None = None,
        into: List | None = None,
        direct: bool = False,
        named: Mapping[str, ValueRegister] | None = None,
        prefixed: bool = False,
        last: bool = False,
    ) -> TapeStatement:
        """Add a call.

        Args:
            operation: Index of the workload's operation.
            arguments: Registers of the arguments.
            results: Registers for the first row's columns, numbered from 1.
            rows: Register for the number of rows.
            retry: Whether to retry on a deadlock or a busy database.
            missing: Fault of a call that returns no row; None if that is no fault and the registers of `results` keep
                their values.
            into: List that receives the results of all rows, row by row; they must be numbers.
            direct: Whether to execute the statement directly, without preparing it.
            named: Registers by the names of columns, instead of `results`; a missing column leaves its register
                unchanged. The number of rows is -1 if the name of a column cannot be that of a variable.
            prefixed: Whether a prefix comes before these names, so that one may begin with a digit.
            last: Whether `named` takes the columns of the last row instead of the first.
        """
        known = [] if missing is None else [self._string(missing.kind) + 1, self._string(missing.text) + 1]
        flags = RETRY * retry | LISTED * (into is not None) | DIRECT * direct | NAMED * (named is not None)
        flags |= PREFIXED * prefixed | LAST * last
        count = len(results) if named is None else len(named)
        words = [operation, flags, len(arguments), count, 0 if rows is None else rows.index + 1]
        words += known or [0, 0]
        words += [] if into is None else [into.index]
        for argument in arguments:
            words += _register(argument)
        for column, to in sorted(results.items()):
            words += [column, *_register(to)]
        for name, value in (named or {}).items():
            words += [self._string(name), *_register(value)]
        self._statements.append(struct.pack(f"<{len(words)}I", *words))
        return TapeStatement(len(self._statements) - 1)

    def move(self, to: Number, value: Source) -> None:
        """Execute to = value."""
        self._code.append((MOVE, to.index, value, 0))

    def add(self, to: Number, a: Source, b: Source) -> None:
        """Execute to = a + b; a sum beyond 64 bits is a fault, as for all arithmetic."""
        self._code.append((ADD, to.index, a, b))

    def subtract(self, to: Number, a: Source, b: Source) -> None:
        """Execute to = a - b."""
        self._code.append((SUBTRACT, to.index, a, b))

    def multiply(self, to: Number, a: Source, b: Source) -> None:
        """Execute to = a * b."""
        self._code.append((MULTIPLY, to.index, a, b))

    def divide(self, to: Number, a: Source, b: Source) -> None:
        """Execute to = a // b."""
        self._code.append((DIVIDE, to.index, a, b))

    def modulo(self, to: Number, a: Source, b: Source) -> None:
        """Execute to = a % b."""
        self._code.append((MODULO, to.index, a, b))

    def bit_or(self, to: Number, a: Source, b: Source) -> None:
        """Execute to = a | b."""
        self._code.append((BIT_OR, to.index, a, b))

    def user(self, to: Number) -> None:
        """Set `to` to the user's number on its target, from 0."""
        self._code.append((USER, to.index, 0, 0))

    def draw(self, to: Number, below: Source) -> None:
        """Execute to = int(random() * below), a single draw of the user's own generator."""
        self._code.append((DRAW, to.index, below, 0))

    def unless_chance(self, label: Label, percent: float) -> None:
        """Jump unless random() * 100 < percent, a single draw."""
        self._code.append((UNLESS_CHANCE, label, self._real(100.0), self._real(percent)))

    def jump(self, label: Label) -> None:
        """Jump to the label."""
        self._code.append((JUMP, label, 0, 0))

    def if_equal(self, label: Label, a: Source, b: Source) -> None:
        """Jump if a == b."""
        self._code.append((IF_EQUAL, label, a, b))

    def if_less(self, label: Label, a: Source, b: Source) -> None:
        """Jump if a < b."""
        self._code.append((IF_LESS, label, a, b))

    def if_same(self, label: Label, a: Text, b: Text) -> None:
        """Jump if two strings are equal; NULL equals only NULL."""
        self._code.append((IF_SAME, label, a.index, b.index))

    def write(self, to: Text, *parts: Part) -> None:
        """Set the string to the concatenation of the parts."""
        self._code.append((EMPTY, to.index, 0, 0))
        self.append(to, *parts)

    def append(self, to: Text, *parts: Part) -> None:
        """Append the parts to the string; NULL appends nothing."""
        for part in parts:
            match part:
                case str():
                    self._code.append((APPEND, to.index, self._string(part), 0))
                case Number():
                    self._code.append((APPEND_NUMBER, to.index, part, 0))
                case Padded(number, width):
                    self._code.append((APPEND_NUMBER, to.index, number, width))
                case Picked(table, at):
                    self._code.append((PICK, to.index, table.index, at))
                case Text():
                    self._code.append((JOIN, to.index, part.index, 0))

    def null(self, to: Text) -> None:
        """Set the string to NULL."""
        self._code.append((NULL, to.index, 0, 0))

    def append_now(self, to: Text, years: int = 0) -> None:
        """Append the current time plus a number of years (100 at most): YYYY-MM-DD HH:MM:SS, UTC."""
        self._code.append((NOW, to.index, years, 0))

    def clear(self, of: List) -> None:
        """Empty the list."""
        self._code.append((CLEAR, of.index, 0, 0))

    def length(self, to: Number, of: List) -> None:
        """Execute to = len(of)."""
        self._code.append((LENGTH, to.index, of.index, 0))

    def at(self, to: Number, of: List, place: Source) -> None:
        """Execute to = of[place]."""
        self._code.append((AT, to.index, of.index, place))

    def put(self, of: List, place: Source, value: Source) -> None:
        """Execute of[place] = value."""
        self._code.append((SET, of.index, place, value))

    def push(self, of: List, value: Source) -> None:
        """Execute of.append(value)."""
        self._code.append((PUSH, of.index, value, 0))

    def insert(self, of: List, place: Source, value: Source) -> None:
        """Execute of.insert(place, value)."""
        self._code.append((INSERT, of.index, place, value))

    def remove(self, to: Number, of: List, place: Source) -> None:
        """Execute to = of.pop(place)."""
        self._code.append((REMOVE, to.index, of.index, place))

    def bisect(self, to: Number, of: List, value: Source) -> None:
        """Execute to = bisect_left(of, value)."""
        self._code.append((BISECT, to.index, of.index, value))

    def find(self, to: Number, of: List, value: Source) -> None:
        """Execute to = of.index(value), or -1 if it is missing."""
        self._code.append((FIND, to.index, of.index, value))

    def push_text(self, of: List, text: Text) -> None:
        """Append each number found in a string, in which all other characters are separators."""
        self._code.append((PUSH_TEXT, of.index, text.index, 0))

    def keep(self, to: Lasting, value: Source) -> None:
        """Execute to = value, which persists for later cycles."""
        self._code.append((KEEP, to.index, value, 0))

    def recall(self, to: Number, of: Lasting) -> None:
        """Set `to` to a persistent number."""
        self._code.append((KEPT, to.index, of.index, 0))

    def draw_late(self, to: Number, below: Source) -> None:
        """Execute to = min(below - 1, int(below * (1.0 - u * u))) with u = random(): later values are more frequent."""
        self._code.append((DRAW_LATE, to.index, below, 0))

    def elapsed(self, to: Number) -> None:
        """Set `to` to the whole seconds since the tape was loaded, common to all users of a process."""
        self._code.append((ELAPSED, to.index, 0, 0))

    def call(self, statement: TapeStatement) -> None:
        """Execute a call with the current values of its registers."""
        self._code.append((CALL, statement.index, 0, 0))

    def end(self, *, rolled_back: bool = False) -> None:
        """End the cycle; `rolled_back` if its order was rolled back by rule."""
        self._code.append((END, int(rolled_back), 0, 0))

    def transaction(self, operation: int, undo: TapeStatement | None = None) -> None:
        """Start a transaction: the calls up to its end are one operation, retried as a whole with the same draws.

        Value registers hold what they held at the end of the latest transaction that succeeded. `undo` is the
        call that rolls the transaction back.
        """
        self._code.append((TRANSACTION, operation, 0 if undo is None else undo.index + 1, 0))

    def end_transaction(self) -> None:
        """End the transaction successfully."""
        self._code.append((TRANSACTION_END, 0, 0, 0))

    def wait(self, value: ValueRegister, unit_s: float) -> None:
        """Wait for a number of units, at most one hour."""
        self._code.append((WAIT, value.index, self._real(unit_s), 0))

    def refuse(self, kind: str, text: str, number: Source = 0) -> None:
        """Abort the transaction with a fault of the given kind; {} in the message stands for the number."""
        self._code.append((REFUSE, self._string(kind), self._string(text), number))

    def set(self, to: ValueRegister, value: str | float | bool | None) -> None:
        """Execute to = value."""
        match value:
            case None:
                self._code.append((VALUE_NULL, to.index, 0, 0))
            case bool():
                self._code.append((VALUE_TRUTH, to.index, int(value), 0))
            case int():
                self._code.append((VALUE_INTEGER, to.index, value, 0))
            case float():
                self._code.append((VALUE_REAL, to.index, self._real(value), 0))
            case str():
                self._code.append((VALUE_TEXT, to.index, self._string(value), 0))

    def set_number(self, to: ValueRegister, number: Number) -> None:
        """Set `to` to an integer in a number register."""
        self._code.append((VALUE_INTEGER, to.index, number, 0))

    def pick(self, to: ValueRegister, listed: TapeTable, at: ValueRegister) -> None:
        """Set `to` to the value of a table created by `values`, at a position."""
        self._code.append((VALUE_PICK, to.index, listed.index, at.index))

    def copy(self, to: ValueRegister, value: ValueRegister) -> None:
        """Execute to = value."""
        self._code.append((VALUE_COPY, to.index, value.index, 0))

    def compute(self, to: ValueRegister, function: str, first: ValueRegister) -> None:
        """Execute to = function(first, ...) on consecutive registers; `function` is one of `FUNCTIONS`."""
        self._code.append((VALUE_COMPUTE, to.index, FUNCTIONS.index(function), first.index))

    def is_(self, to: ValueRegister, wanted: bool | None) -> None:
        """Execute to = to IS wanted."""
        self._code.append((VALUE_IS, to.index, 0 if wanted is None else 1 if wanted else 2, 0))

    def unless_holds(self, label: Label, condition: ValueRegister) -> None:
        """Jump unless the condition is true."""
        self._code.append((UNLESS_HOLDS, label, condition.index, 0))

    def if_decides(self, label: Label, condition: ValueRegister, *, decisive: bool) -> None:
        """Jump if AND (`decisive` False) or OR (True) is decided by its first operand, which becomes the result."""
        self._code.append((IF_DECIDES, label, condition.index, int(decisive)))

    def combine(self, to: ValueRegister) -> None:
        """Combine `to` with the next register by AND or OR, which `to` did not decide: the result is the next one."""
        self._code.append((COMBINE, to.index, 0, 0))

    def if_set(self, label: Label, value: ValueRegister) -> None:
        """Jump if the register has a value, including NULL."""
        self._code.append((IF_SET, label, value.index, 0))

    def choose(self, to: Number, bounds: Sequence[float]) -> None:
        """Execute to = bisect(bounds, random() * bounds[-1], hi=len(bounds) - 1), a single draw."""
        first = len(self._bounds)
        self._bounds += map(float, bounds)
        self._code.append((CHOOSE, to.index, Bound(first), len(bounds)))

    def counts(self) -> Mapping[str, int]:
        """Return the number of registers of each kind, by the keys of MOST_REGISTERS."""
        return dict(
            zip(MOST_REGISTERS, (self._numbers, len(self._capacities), self._lists, self._lasting), strict=True)
        )

    @property
    def instructions(self) -> int:
        """Number of instructions written so far."""
        return len(self._code)

    def excess(self) -> str:
        """Return the name of a limit that the tape exceeds, or "" if it exceeds none."""
        for op, *values in self._code:
            for position in SOURCES.get(op, ()):
                if isinstance(value := values[position], int):
                    self._constants.setdefault(value, len(self._constants))
        counts = {
            "constants": len(self._constants), "real numbers": len(self._reals) + len(self._bounds),
            "strings": len(self._strings), "tables": len(self._tables), "statements": len(self._statements),
            "instructions": len(self._code), "value registers": self._values,
        }  # fmt: skip
        return next((what for what, count in counts.items() if count > MOST[what]), "")

    def to_bytes(self) -> bytes:
        """Return the tape.

        Raises:
            ValueError: The target of a jump was never placed.
        """
        for op, *values in self._code:
            for position in SOURCES.get(op, ()):
                if isinstance(value := values[position], int):
                    self._constants.setdefault(value, len(self._constants))
        code = [
            struct.pack("<4I", op, *(self._resolved(op, position, value) for position, value in enumerate(values)))
            for op, *values in self._code
        ]
        header = (
            MAGIC, VERSION, self._numbers, len(self._constants), len(self._reals) + len(self._bounds),
            len(self._capacities), len(self._strings), len(self._tables), len(self._statements), len(code),
        )  # fmt: skip
        pairs = [number for table in self._tables for number in table]
        return b"".join(
            (
                struct.pack(f"<{len(header)}I", *header),
                struct.pack(f"<{len(self._capacities)}I", *self._capacities),
                struct.pack(f"<{len(self._constants)}q", *self._constants),
                struct.pack(f"<{len(self._reals) + len(self._bounds)}d", *self._reals, *self._bounds),
                struct.pack(f"<{len(self._strings)}I", *map(len, self._strings)),
                struct.pack(f"<{len(pairs)}I", *pairs),
                *self._statements,
                *code,
                *self._strings,
            )
        )

    def _resolved(self, op: int, position: int, value: object) -> int:
        """Return the number of an operand; constants are numbered after the registers, whose count is now known."""
        match value:
            case Label(at):
                if at is None:
                    raise ValueError("a label that is jumped to was never placed")
                return at
            case Number(index):
                return index
            case Bound(index):
                return len(self._reals) + index
            case int() if position in SOURCES.get(op, ()):
                return self._numbers + self._constants[value]
        assert isinstance(value, int)
        return value

    def _string(self, text: str) -> int:
        if text not in self._string_numbers:
            self._string_numbers[text] = len(self._strings)
            self._strings.append(text.encode())
        return self._string_numbers[text]

    def _real(self, value: float) -> int:
        return self._reals.setdefault(float(value), len(self._reals))


SOURCES: Mapping[int, tuple[int, ...]] = {
    MOVE: (1,), ADD: (1, 2), SUBTRACT: (1, 2), MULTIPLY: (1, 2), DIVIDE: (1, 2), MODULO: (1, 2), BIT_OR: (1, 2),
    DRAW: (1,),
    IF_EQUAL: (1, 2), IF_LESS: (1, 2), APPEND_NUMBER: (1,), PICK: (2,), AT: (2,), SET: (1, 2), PUSH: (1,),
    INSERT: (1, 2), REMOVE: (2,), BISECT: (2,), FIND: (2,), KEEP: (1,), DRAW_LATE: (1,),
    REFUSE: (2,), VALUE_INTEGER: (1,),
}  # fmt: skip
"""Positions of the operands that can be a register or a constant, by instruction."""


def _register(register: Number | Text | ValueRegister) -> list[int]:
    kind = 2 if isinstance(register, ValueRegister) else int(isinstance(register, Text))
    return [kind, register.index]
