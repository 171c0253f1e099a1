# SPDX-License-Identifier: Apache-2.0
"""The writer of tapes: what one user does in a cycle, as a program that the native driver runs (docs/tape.md).

Registers are typed: a Number holds a 64-bit integer, a Text holds UTF-8 up to its own size, or NULL. What the writer
can't see (a jump into nothing can't be written, a text that grows too long can) the native library checks again.
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
    "random_gaussian", "random_exponential", "random_zipfian",
)  # fmt: skip
"""Of expressions, in the order of compute_function in native/computing.h."""
RETRY, LISTED, DIRECT, NAMED = 1, 2, 4, 8
"""Flags of a statement."""
MOST = {
    "constants": 4096, "real numbers": 16384, "strings": 65536, "tables": 256, "statements": 4096,
    "instructions": 65536, "value registers": 1024,
}  # fmt: skip
"""Of what a tape that is written of somebody's scripts could have too many."""
MOST_REGISTERS = {"number registers": 256, "text registers": 64, "lists": 64, "lasting numbers": 64}
MOST_ARGUMENTS, MOST_RESULTS = 64, 16


@dataclass(frozen=True, slots=True)
class Number:
    """A register of a 64-bit integer, 0 at a cycle's beginning."""

    index: int


class Text(msgspec.Struct, frozen=True):
    """A register of a text, empty at a cycle's beginning."""

    index: int


class Value(msgspec.Struct, frozen=True):
    """A register of an integer, a double, a truth, a text or NULL; it has no value when a transaction begins."""

    index: int


class List(msgspec.Struct, frozen=True):
    """Numbers in a row, as many as there are: a user's own, from cycle to cycle, whatever becomes of its connection.
    Places count from 0; one that is none is a fault."""

    index: int


class Lasting(msgspec.Struct, frozen=True):
    """A number that a user keeps from cycle to cycle; 0 at first."""

    index: int


@dataclass(frozen=True, slots=True)
class Table:
    """Texts to pick from by their position, from 0."""

    index: int


class Picked(msgspec.Struct, frozen=True):
    """The text of a table at a position."""

    table: Table
    at: "Number | int"


class Padded(msgspec.Struct, frozen=True):
    """A number with zeros before it, so that it has at least so many characters."""

    number: "Number | int"
    width: int


class Statement(msgspec.Struct, frozen=True):
    """A kind of call."""

    index: int


@dataclass(slots=True, eq=False)
class Label:
    """A place in the tape to jump to; it has one once it is placed."""

    at: int | None = None


class Bound(msgspec.Struct, frozen=True):
    """A place among the real numbers behind those that chances and values are."""

    index: int


Source = Number | int
Part = str | Number | Text | Picked | Padded


class Missing(msgspec.Struct, frozen=True):
    """The fault of a call that returned no row: its kind, and its text, where {} is the call's first argument."""

    kind: str
    text: str


@dataclass(slots=True)
class TapeWriter:
    """Writes a tape from its beginning to its end: registers and tables where they are needed, then instructions.

    Its figures are as in Python: division and remainder round down; draw is int(random() * below).
    """

    _numbers: int = 0
    _values: int = 0
    _capacities: list[int] = field(default_factory=list)
    _constants: dict[int, int] = field(default_factory=dict)
    _reals: dict[float, int] = field(default_factory=dict)
    _bounds: list[float] = field(default_factory=list)
    _strings: list[bytes] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)
    _tables: list[tuple[int, int]] = field(default_factory=list)
    _lists: int = 0
    _lasting: int = 0
    _statements: list[bytes] = field(default_factory=list)
    _code: list[tuple[int, object, object, object]] = field(default_factory=list)

    def number(self) -> Number:
        """A register of its own."""
        self._numbers += 1
        return Number(self._numbers - 1)

    def text(self, room: int) -> Text:
        """A register of its own for at most `room` bytes of UTF-8; a longer text is a fault that replaces the user."""
        self._capacities.append(room)
        return Text(len(self._capacities) - 1)

    def widen(self, text: Text, room: int) -> None:
        """Give a register room for at least so many bytes."""
        self._capacities[text.index] = max(self._capacities[text.index], room)

    def new_list(self) -> List:
        """A list of its own, empty in a user's first cycle."""
        self._lists += 1
        return List(self._lists - 1)

    def lasting(self) -> Lasting:
        """A number of its own that is kept."""
        self._lasting += 1
        return Lasting(self._lasting - 1)

    def value(self, index: int) -> Value:
        """The register of that number, which is the writer's user to choose: some functions want several in a row."""
        self._values = max(self._values, index + 1)
        return Value(index)

    def table(self, texts: Sequence[str]) -> Table:
        """Texts to pick from."""
        self._tables.append((len(self._strings), len(texts)))
        self._strings += [text.encode() for text in texts]
        return Table(len(self._tables) - 1)

    def values(self, listed: Sequence[str | int | float]) -> Table:
        """Values to pick from."""
        return self.table([
            f"s{one}" if isinstance(one, str) else f"r{self._real(one)}" if isinstance(one, float) else f"i{int(one)}"
            for one in listed
        ])  # fmt: skip

    def label(self) -> Label:
        """A place that is not there yet."""
        return Label()

    def place(self, label: Label) -> None:
        """The label is here."""
        label.at = len(self._code)

    def here(self) -> Label:
        """A label of this place."""
        return Label(len(self._code))

    def statement(
        self,
        operation: int,
        arguments: Sequence[Number | Text | Value],
        results: Mapping[int, Number | Text],
        *,
        rows: Number | None = None,
        retry: bool = True,
        missing: Missing | None = None,
        into: List | None = None,
        direct: bool = False,
        named: Mapping[str, Value] | None = None,
    ) -> Statement:
        """A call. operation: of the workload. results: columns of the first row, from 1. rows: gets their number.

        retry: a deadlock or a busy database is tried again. missing: no row is this fault; None: no row is no fault,
        and the registers of `results` stay as they are. into: becomes the results of all rows, one row behind the
        other; they are numbers then. direct: it goes as it is and is not prepared. named: columns by their names, in
        place of `results`; one that is not there leaves its register as it is.
        """
        known = [] if missing is None else [self._string(missing.kind) + 1, self._string(missing.text) + 1]
        flags = RETRY * retry | LISTED * (into is not None) | DIRECT * direct | NAMED * (named is not None)
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
        return Statement(len(self._statements) - 1)

    def move(self, to: Number, value: Source) -> None:
        """to = value"""
        self._code.append((MOVE, to.index, value, 0))

    def add(self, to: Number, a: Source, b: Source) -> None:
        """to = a + b. A sum beyond 64 bits is a fault, as is any other such result."""
        self._code.append((ADD, to.index, a, b))

    def subtract(self, to: Number, a: Source, b: Source) -> None:
        """to = a - b"""
        self._code.append((SUBTRACT, to.index, a, b))

    def multiply(self, to: Number, a: Source, b: Source) -> None:
        """to = a * b"""
        self._code.append((MULTIPLY, to.index, a, b))

    def divide(self, to: Number, a: Source, b: Source) -> None:
        """to = a // b"""
        self._code.append((DIVIDE, to.index, a, b))

    def modulo(self, to: Number, a: Source, b: Source) -> None:
        """to = a % b"""
        self._code.append((MODULO, to.index, a, b))

    def bit_or(self, to: Number, a: Source, b: Source) -> None:
        """to = a | b"""
        self._code.append((BIT_OR, to.index, a, b))

    def user(self, to: Number) -> None:
        """to = the user's number on its target, from 0"""
        self._code.append((USER, to.index, 0, 0))

    def draw(self, to: Number, below: Source) -> None:
        """to = int(random() * below): one draw of the user's own generator."""
        self._code.append((DRAW, to.index, below, 0))

    def unless_chance(self, label: Label, percent: float) -> None:
        """Jumps unless random() * 100 < percent: one draw."""
        self._code.append((UNLESS_CHANCE, label, self._real(100.0), self._real(percent)))

    def jump(self, label: Label) -> None:
        """Goes on at the label."""
        self._code.append((JUMP, label, 0, 0))

    def if_equal(self, label: Label, a: Source, b: Source) -> None:
        """Jumps if a == b."""
        self._code.append((IF_EQUAL, label, a, b))

    def if_less(self, label: Label, a: Source, b: Source) -> None:
        """Jumps if a < b."""
        self._code.append((IF_LESS, label, a, b))

    def if_same(self, label: Label, a: Text, b: Text) -> None:
        """Jumps if two texts are equal; NULL equals NULL alone."""
        self._code.append((IF_SAME, label, a.index, b.index))

    def write(self, to: Text, *parts: Part) -> None:
        """The text becomes its parts, one behind the other."""
        self._code.append((EMPTY, to.index, 0, 0))
        self.append(to, *parts)

    def append(self, to: Text, *parts: Part) -> None:
        """The parts go behind what the text holds; a text that is NULL adds nothing."""
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
        """The text becomes NULL."""
        self._code.append((NULL, to.index, 0, 0))

    def append_now(self, to: Text, years: int = 0) -> None:
        """Append the present, or so many years later (100 at most): YYYY-MM-DD HH:MM:SS, UTC."""
        self._code.append((NOW, to.index, years, 0))

    def clear(self, of: List) -> None:
        """Nothing is in the list any more."""
        self._code.append((CLEAR, of.index, 0, 0))

    def length(self, to: Number, of: List) -> None:
        """to = len(of)"""
        self._code.append((LENGTH, to.index, of.index, 0))

    def at(self, to: Number, of: List, place: Source) -> None:
        """to = of[place]"""
        self._code.append((AT, to.index, of.index, place))

    def put(self, of: List, place: Source, value: Source) -> None:
        """of[place] = value"""
        self._code.append((SET, of.index, place, value))

    def push(self, of: List, value: Source) -> None:
        """of.append(value)"""
        self._code.append((PUSH, of.index, value, 0))

    def insert(self, of: List, place: Source, value: Source) -> None:
        """of.insert(place, value)"""
        self._code.append((INSERT, of.index, place, value))

    def remove(self, to: Number, of: List, place: Source) -> None:
        """to = of.pop(place)"""
        self._code.append((REMOVE, to.index, of.index, place))

    def bisect(self, to: Number, of: List, value: Source) -> None:
        """to = bisect_left(of, value)"""
        self._code.append((BISECT, to.index, of.index, value))

    def find(self, to: Number, of: List, value: Source) -> None:
        """to = of.index(value), or -1 where it is not in it"""
        self._code.append((FIND, to.index, of.index, value))

    def push_text(self, of: List, text: Text) -> None:
        """Appends each number of a text, whatever stands between their digits."""
        self._code.append((PUSH_TEXT, of.index, text.index, 0))

    def keep(self, to: Lasting, value: Source) -> None:
        """to = value, also for the cycles that follow."""
        self._code.append((KEEP, to.index, value, 0))

    def recall(self, to: Number, of: Lasting) -> None:
        """to = what was kept"""
        self._code.append((KEPT, to.index, of.index, 0))

    def draw_late(self, to: Number, below: Source) -> None:
        """to = min(below - 1, int(below * (1.0 - u * u))), u = random(): later ones more often."""
        self._code.append((DRAW_LATE, to.index, below, 0))

    def elapsed(self, to: Number) -> None:
        """to = whole seconds since the tape was read, which the users of a process have together."""
        self._code.append((ELAPSED, to.index, 0, 0))

    def call(self, statement: Statement) -> None:
        """Makes the call with what its registers hold now."""
        self._code.append((CALL, statement.index, 0, 0))

    def end(self, *, rolled_back: bool = False) -> None:
        """The cycle's end. rolled_back: its purchase was rolled back by rule."""
        self._code.append((END, int(rolled_back), 0, 0))

    def transaction(self, operation: int, undo: Statement | None = None) -> None:
        """A transaction begins: the calls to its end are one operation, which is tried again as a whole, with the same
        draws. undo: makes undone what it has done by then. All value registers are without a value."""
        self._code.append((TRANSACTION, operation, 0 if undo is None else undo.index + 1, 0))

    def end_transaction(self) -> None:
        """It has ended well."""
        self._code.append((TRANSACTION_END, 0, 0, 0))

    def wait(self, value: Value, unit_s: float) -> None:
        """Waits for as many units, for an hour at most."""
        self._code.append((WAIT, value.index, self._real(unit_s), 0))

    def refuse(self, kind: str, text: str, number: Source = 0) -> None:
        """The transaction can't go on: a fault of this kind. {} in the text is the number."""
        self._code.append((REFUSE, self._string(kind), self._string(text), number))

    def set(self, to: Value, value: str | float | bool | None) -> None:
        """to = value"""
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

    def pick(self, to: Value, listed: Table, at: Value) -> None:
        """to = the value of a list at a position. listed: made by `values`."""
        self._code.append((VALUE_PICK, to.index, listed.index, at.index))

    def copy(self, to: Value, value: Value) -> None:
        """to = value"""
        self._code.append((VALUE_COPY, to.index, value.index, 0))

    def compute(self, to: Value, function: str, first: Value) -> None:
        """to = function(first, ...): its arguments are in a row. function: one of FUNCTIONS."""
        self._code.append((VALUE_COMPUTE, to.index, FUNCTIONS.index(function), first.index))

    def is_(self, to: Value, wanted: bool | None) -> None:
        """to = to IS wanted"""
        self._code.append((VALUE_IS, to.index, 0 if wanted is None else 1 if wanted else 2, 0))

    def unless_holds(self, label: Label, condition: Value) -> None:
        """Jumps unless the condition holds."""
        self._code.append((UNLESS_HOLDS, label, condition.index, 0))

    def if_decides(self, label: Label, condition: Value, *, decisive: bool) -> None:
        """Jumps if AND (decisive False) or OR (True) is decided by its first side, which becomes the result."""
        self._code.append((IF_DECIDES, label, condition.index, int(decisive)))

    def combine(self, to: Value, *, decisive: bool) -> None:
        """to = to AND (decisive False) or OR (True) the register behind it."""
        self._code.append((COMBINE, to.index, int(decisive), 0))

    def if_set(self, label: Label, value: Value) -> None:
        """Jumps if the register has a value, NULL too."""
        self._code.append((IF_SET, label, value.index, 0))

    def choose(self, to: Number, bounds: Sequence[float]) -> None:
        """to = bisect(bounds, random() * bounds[-1], hi=len(bounds) - 1): one draw."""
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
        """Written so far."""
        return len(self._code)

    def excess(self) -> str:
        """What there is too much of for a tape; "" where it is one."""
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
        """The tape. Raises ValueError where a label that is jumped to was never placed."""
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
        """Constants stand behind the registers, whose number is known only now."""
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
        if text not in self._known:
            self._known[text] = len(self._strings)
            self._strings.append(text.encode())
        return self._known[text]

    def _real(self, value: float) -> int:
        return self._reals.setdefault(float(value), len(self._reals))


SOURCES: Mapping[int, tuple[int, ...]] = {
    MOVE: (1,), ADD: (1, 2), SUBTRACT: (1, 2), MULTIPLY: (1, 2), DIVIDE: (1, 2), MODULO: (1, 2), BIT_OR: (1, 2),
    DRAW: (1,),
    IF_EQUAL: (1, 2), IF_LESS: (1, 2), APPEND_NUMBER: (1,), PICK: (2,), AT: (2,), SET: (1, 2), PUSH: (1,),
    INSERT: (1, 2), REMOVE: (2,), BISECT: (2,), FIND: (2,), KEEP: (1,), DRAW_LATE: (1,),
    REFUSE: (2,), VALUE_INTEGER: (1,),
}  # fmt: skip
"""Which operands of an instruction may be a register or a constant."""


def _register(register: Number | Text | Value) -> list[int]:
    kind = 2 if isinstance(register, Value) else int(isinstance(register, Text))
    return [kind, register.index]
