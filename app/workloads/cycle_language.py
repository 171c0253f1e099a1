# SPDX-License-Identifier: Apache-2.0
"""The language of a workload's cycle: some names, and the subset of Python that app/workloads/compiler supports.

A cycle is a generator function. Python runs it directly, as the reference and without the native library; compiled to
a tape, it runs natively. docs/add-a-workload.md shows one.
"""

import random
import time
from bisect import bisect_left
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, cached_property
from inspect import get_annotations
from typing import Any, TypeVar

ROLLED_BACK = "rolled back"
"""Result of a cycle whose order was rolled back by rule; it still counts as an order."""


class Numbers(list[int]):
    """List of whole numbers."""

    def bisect(self, number: int) -> int:
        """Return the index of the first number that is not less than `number`, in an ascending list."""
        return bisect_left(self, number)

    def find(self, number: int) -> int:
        """Return the index of the first number equal to `number`, or -1."""
        return self.index(number) if number in self else -1


class Rows(list[tuple[int, ...]]):
    """List of tuples of `width` whole numbers."""

    def __init__(self, width: int, rows: Sequence[tuple[int, ...]] = ()) -> None:
        super().__init__(rows)
        self.width = width

    def bisect(self, number: int) -> int:
        """Return the index of the first row whose first number is not less than `number`, in a list sorted by it."""
        return bisect_left(self, number, key=lambda row: row[0])

    def find(self, number: int) -> int:
        """Return the index of the first row that begins with the number, or -1."""
        return next((place for place, row in enumerate(self) if row[0] == number), -1)


@dataclass(frozen=True, slots=True)
class Many:
    """Parameter that is a list of at most `most` numbers or rows, passed as one string in the engine's ListForm."""

    most: int


@dataclass(frozen=True, eq=False)
class Procedure:
    """Call that a cycle can make: a stored procedure or a statement.

    Attributes:
        name: Name of the procedure, and of the operation unless `operation` is set.
        parameters: int, str or Many for each parameter.
        gives: Types of the first row's leading columns that the cycle reads, int or str; none of them is NULL.
        every: Types of the columns, all int, that the cycle reads of every row.
        counted: Whether the number of rows is returned before the columns of `gives`.
        no_row: Text of the fault if there is no row, with the first argument at {}; "": return zeros and empty strings.
        operation: Key of the operation that it counts as.
    """

    name: str
    parameters: tuple[type[int] | type[str] | Many, ...]
    gives: tuple[type[int] | type[str], ...] = ()
    every: tuple[type[int], ...] = ()
    counted: bool = False
    no_row: str = ""
    operation: str = ""

    @cached_property
    def key(self) -> str:
        """Name of the operation."""
        return self.operation or self.name

    @cached_property
    def has_lists(self) -> bool:
        """Return whether a parameter is a list."""
        return any(isinstance(one, Many) for one in self.parameters)

    @cached_property
    def has_answer(self) -> bool:
        """Return whether the call returns anything to the cycle."""
        return bool(self.gives or self.every or self.counted or self.no_row)

    def __call__(self, *arguments: Any) -> "Request":
        """Return the request for a call, which `yield` executes."""
        return Request(self, arguments)


@dataclass(frozen=True, slots=True)
class Request:
    """Call requested by a cycle, with its arguments."""

    procedure: Procedure
    arguments: tuple[Any, ...]


T = TypeVar("T")
Steps = Generator[Request, Any, T]
"""Part of a cycle that returns a value."""
Cycle = Steps[str | None]
"""Whole cycle; returns None or ROLLED_BACK."""


def procedure(name: str, *parameters: type[int] | type[str] | Many, **options: Any) -> Procedure:
    """Declare a procedure; `options` are fields of Procedure."""
    return Procedure(name, parameters, **options)


def statement(name: str, *parameters: type[int] | type[str] | Many, **options: Any) -> Procedure:
    """Declare a statement of an operation that is a transaction.

    A missing row is a fault unless rows are counted or the engine returns the number of a new row.
    """
    if options.get("gives") and not options.get("counted"):
        options.setdefault("no_row", f"{name}: nothing found for {{}}")
    return Procedure(name, parameters, **options)


begin, begin_writing = Procedure("BEGIN", ()), Procedure("BEGIN IMMEDIATE", ())
commit, rollback = Procedure("COMMIT", ()), Procedure("ROLLBACK", ())
CONTROL = (begin, begin_writing, commit, rollback)
row_number = Procedure("ROW NUMBER", (), gives=(int,))
"""Query for the number of the row that the latest statement added."""


class NoRowError(LookupError):
    """A call returned no row, but the cycle needs one."""


@dataclass(frozen=True)
class ListForm:
    """Form in which an engine accepts a list of numbers as one string.

    Attributes:
        between: Separators of the numbers, used in turn.
        widths: Widths to which the numbers are padded with zeros, used in turn.
    """

    begin: str = ""
    between: tuple[str, ...] = ("",)
    end: str = ""
    widths: tuple[int, ...] = (0,)

    def text(self, numbers: Sequence[int]) -> str:
        """Return the list in the engine's form."""
        return _template(self, len(numbers)) % tuple(numbers)


@cache
def _template(form: ListForm, count: int) -> str:
    """Return a template for a list, with %d in place of each number."""
    parts = []
    for place in range(count):
        parts.append(f"%0{form.widths[place % len(form.widths)]}d")
        parts.append(form.between[place % len(form.between)].replace("%", "%%"))
    return form.begin.replace("%", "%%") + "".join(parts[:-1]) + form.end.replace("%", "%%")


ARRAY = ListForm("{", (",",), "}")
"""List form for arrays on PostgreSQL."""
JSON = ListForm("[", (", ",), "]")
JSON_ROWS = ListForm("[[", (", ", "], ["), "]]")
"""List form for pairs of numbers in JSON."""

Operation = Callable[..., Steps[Any]]
"""Replacement of a procedure: a transaction of statements that takes the same arguments."""


@dataclass(frozen=True)
class CallForms:
    """Forms of a workload's calls on an engine.

    Attributes:
        lists: Function that returns the form of lists for a procedure, by its name.
        rows_in_text: Procedures whose rows are returned as numbers in one string.
        operations: Operations with several statements, by name; each is a transaction that ends with `yield commit()`
            or `yield rollback()`. Any other procedure is the single statement of its name. None: each procedure is a
            call of a stored procedure, or the single statement of its name.
        writes: Procedures that write.
        inserts: Statements whose only result is the number of the added row. The embedded engine returns 0 if a trigger
            rejects the row.
        asks_row_number: True if a query after the statement, `row_number`, returns that number.
        names: Names of the arguments of statements with named arguments.
        no_row_kind: Kind of the fault for a missing row.
    """

    lists: Callable[[str], ListForm] = lambda _: ListForm()
    rows_in_text: frozenset[str] = frozenset()
    operations: Mapping[str, Operation] | None = None
    writes: frozenset[str] = frozenset()
    inserts: frozenset[str] = frozenset()
    asks_row_number: bool = False
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    no_row_kind: str = "error LookupError"

    def bound(self, request: Request) -> tuple[int | str | None, ...]:
        """Return the arguments of a call in the form to bind."""
        arguments = request.arguments
        if request.procedure.has_lists:
            form = self.lists(request.procedure.name)
            pairs = zip(request.procedure.parameters, arguments, strict=True)
            arguments = tuple([form.text(_flat(one)) if isinstance(kind, Many) else one for kind, one in pairs])
        return tuple([int(one) if one.__class__ is bool else one for one in arguments])

    def answer(self, request: Request, rows: Sequence[Sequence[Any]]) -> Any:
        """Convert the rows returned by a call to the result that the cycle receives. Raises NoRowError."""
        procedure = request.procedure
        if not procedure.has_answer:
            return None
        if procedure.every:
            width = len(procedure.every)
            if procedure.name in self.rows_in_text:
                numbers = [int(number) for number in str(rows[0][0] or "").split()]
                return Rows(width, list(zip(*(numbers[column::width] for column in range(width)), strict=True)))
            return Rows(width, [tuple(int(value) for value in row[:width]) for row in rows])
        if not rows and procedure.no_row:
            raise NoRowError(procedure.no_row.replace("{}", str(request.arguments[0] if request.arguments else ""), 1))
        kinds = procedure.gives
        row = [kind(one) for kind, one in zip(kinds, rows[0], strict=False)] if rows else [kind() for kind in kinds]
        values = [len(rows), *row] if procedure.counted else row
        return None if not values else values[0] if len(values) == 1 else tuple(values)


def _flat(values: Sequence[Any]) -> Sequence[int]:
    return [number for row in values for number in row] if isinstance(values, Rows) else values


def later(date: str, years: int) -> str:
    """Return a date (YYYY-MM-DD ...) plus a number of years; 29 February becomes 28 February."""
    if not years:
        return date
    return str(int(date[:4]) + years) + (date[4:] if date[5:10] != "02-29" else f"-02-28{date[10:]}")


def utc_now() -> str:
    """Return the current UTC time: YYYY-MM-DD HH:MM:SS."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")


class UserState:
    """State of one virtual user: draws, clock, and fields that persist between cycles, even if the connection is lost.

    A workload's subclass declares the persistent fields: `cards: Numbers`, `owed: int`, `pending = Rows(3)`.
    """

    def __init__(
        self,
        draws: random.Random,
        *,
        number: int | None = None,
        date: Callable[[], str] | None = None,
        elapsed: Callable[[], int] | None = None,
    ) -> None:
        """Create the state of a user.

        Args:
            draws: Generator of the user's random numbers.
            number: Number of the user; None for the number of `draws`.
            date: Replacement for the machine's date.
            elapsed: Replacement for the machine's elapsed time.
        """
        began_s = time.monotonic()
        self.draws = draws
        self.number: int = getattr(draws, "user", 0) if number is None else number
        self._random = draws.random
        self._date = date or utc_now
        self._elapsed = elapsed or (lambda: int(time.monotonic() - began_s))
        for name, kind in lasting_fields(type(self)).items():
            setattr(self, name, Rows(kind.width) if isinstance(kind, Rows) else kind())

    def draw(self, below: int) -> int:
        """Draw a number from 0 to below - 1."""
        return int(self._random() * below)

    def draw_late(self, below: int) -> int:
        """Draw a number from 0 to below - 1, with higher numbers more likely."""
        if below < 1:
            raise ValueError(f"a draw below {below}")
        chance = self._random()
        return min(below - 1, int(below * (1.0 - chance * chance)))

    def chance(self, percent: float) -> bool:
        """Return True with a probability of `percent`."""
        return self._random() * 100 < percent

    def date(self, years: int = 0) -> str:
        """Return the current UTC time plus a number of years: YYYY-MM-DD HH:MM:SS."""
        return later(self._date(), years)

    def elapsed(self) -> int:
        """Return the whole seconds since the workload was opened, which are the same for all users of a process."""
        return self._elapsed()


def lasting_fields(user: type[UserState]) -> dict[str, type[int] | type[Numbers] | Rows]:
    """Return the persistent fields of a user: int, Numbers or Rows of some width. Raises TypeError for other types."""
    found: dict[str, Any] = {}
    for base in reversed(user.__mro__):
        if base is not UserState and issubclass(base, UserState):
            found |= get_annotations(base, eval_str=True)
            found |= {name: value for name, value in vars(base).items() if isinstance(value, Rows)}
    for name, kind in found.items():
        if kind not in (int, Numbers) and not isinstance(kind, Rows):
            raise TypeError(f"{user.__name__}.{name}: a user keeps int, Numbers and Rows(width), not {kind}")
    return found


@dataclass(frozen=True)
class UserCycle:
    """Cycle of one user of a workload.

    Attributes:
        function: The cycle, called with the user's state and the parameters.
        state: Class of the user's state.
        operations: Keys of the workload's operations, in order.
        parameters: Arguments known when the workload is loaded; the compiler evaluates expressions that depend only on
            them.
    """

    function: Callable[..., Cycle]
    state: type[UserState]
    operations: Sequence[str]
    parameters: tuple[Any, ...] = ()

    def begin(self, user: UserState) -> Cycle:
        """Begin one cycle in Python."""
        return self.function(user, *self.parameters)


Perform = Callable[[Request], Sequence[Sequence[Any]]]
"""Function that executes a call and returns its rows. Raises the engine's exceptions."""


def run(cycle: Steps[T], perform: Perform, forms: CallForms) -> T:
    """Run a cycle, or a part of one, and return its result."""
    answer = None
    while True:
        try:
            request = cycle.send(answer)
        except StopIteration as ended:
            value: T = ended.value
            return value
        answer = performed(request, perform, forms)


def performed(request: Request, perform: Perform, forms: CallForms) -> Any:
    """Execute a call, or the transaction that replaces it, and return the result for the cycle."""
    name = request.procedure.name
    if forms.operations is None or name not in forms.operations:
        if forms.asks_row_number and name in forms.inserts:
            perform(request)
            request = row_number()
        return forms.answer(request, perform(request))
    perform((begin_writing if name in forms.writes else begin)())
    return run(forms.operations[name](*request.arguments), perform, replace(forms, operations=None))
