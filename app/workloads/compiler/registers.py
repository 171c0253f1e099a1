# SPDX-License-Identifier: Apache-2.0
"""Register allocation for a compiled cycle, and the maximum length of each string register."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.workloads.compiler.operands import CycleError, Listing, Num, Txt
from app.workloads.tape_writer import MOST_REGISTERS, Number, Padded, Part, Picked, TapeTable, TapeWriter, Text

LONGEST_NUMBER = 20
MOST_TEXT = 262_144
"""Maximum bytes in a string register."""
MOST_ROUNDS = 10**6
"""Iteration count above which a loop counts as unbounded."""
GROWS = (
    "a text grows from one round of a loop to the next; append to it with += in a loop over range() of a known number"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """Bytes written to a string: `times` times the sum of `fixed` and the lengths of `others`."""

    fixed: int
    others: Sequence[int]
    times: int = 1


@dataclass(slots=True, eq=False)
class Extent:
    """Length of a string register between two unconditional assignments.

    Attributes:
        written: Lengths from alternative assignments, one of which applies.
        appended: Lengths that are all appended.
        place: Last statement that writes to it, as "file:line".
    """

    register: int
    least: int
    place: str = ""
    room: int = 0
    written: list[Amount] = field(default_factory=list)
    appended: list[Amount] = field(default_factory=list)


@dataclass(slots=True)
class Registers:
    """Allocator of registers that reuses those of temporary values."""

    tape: TapeWriter
    temporaries: list[Num | Txt] = field(default_factory=list)
    _free_numbers: list[Number] = field(default_factory=list)
    _free_texts: list[Text] = field(default_factory=list)
    _extents: list[Extent] = field(default_factory=list)
    _extent_of: dict[int, int] = field(default_factory=dict)
    _depth_of: dict[int, int] = field(default_factory=dict)
    _tables: dict[tuple[str, ...], TapeTable] = field(default_factory=dict)
    _longest: dict[TapeTable, int] = field(default_factory=dict)

    def number(self, *, truth: bool = False) -> Num:
        """Allocate a temporary number."""
        new = Num(self._free_numbers.pop() if self._free_numbers else self.tape.number(), truth=truth)
        self.temporaries.append(new)
        return new

    def text(self, depth: int, room: int = 1) -> Txt:
        """Allocate a temporary string with at least `room` bytes, and enough for everything written to it.

        `depth`: number of loops around this statement.
        """
        new = Txt(self._free_texts.pop() if self._free_texts else self.tape.text(0))
        self._depth_of[new.register.index] = depth
        self._begin(new.register, room)
        self.temporaries.append(new)
        return new

    def listing(self, width: int = 0) -> Listing:
        """Allocate a list of numbers, or of rows."""
        return Listing(tuple(self.tape.new_list() for _ in range(max(width, 1))), width)

    def table(self, texts: Sequence[str]) -> TapeTable:
        """Return the table of these strings."""
        key = tuple(texts)
        if key not in self._tables:
            table = self._tables[key] = self.tape.table(key)
            self._longest[table] = max(len(text.encode()) for text in key)
        return self._tables[key]

    def free(self, value: Num | Txt) -> None:
        """Free a value's register."""
        if isinstance(value, Num):
            self._free_numbers.append(value.register)
        else:
            self._free_texts.append(value.register)

    def release(self, before: int, but: Sequence[object]) -> None:
        """Free the temporaries allocated after the first `before`, except those in `but`."""
        since = self.temporaries[before:]
        self.temporaries[before:] = [value for value in since if any(value is other for other in but)]
        for value in since:
            if value.temporary and not any(value is other for other in but):
                self.free(value)

    def _begin(self, register: Text, room: int) -> None:
        self._extent_of[register.index] = len(self._extents)
        self._extents.append(Extent(register.index, room))

    def written(self, to: Text, parts: Sequence[Part], place: str, depth: int, *, certain: bool) -> None:
        """Record that a string is set to parts, which is `certain` if every path overwrites the previous contents."""
        amount = self._amount(parts)
        if certain:
            self._begin(to, 1)
        self._depth_of[to.index] = depth
        extent = self._extents[self._extent_of[to.index]]
        extent.written.append(amount)
        extent.place = place

    def appended(self, to: Text, parts: Sequence[Part], rounds: Sequence[int], place: str) -> None:
        """Record that parts are appended to a string in loops with `rounds` iterations. Raises CycleError."""
        times = 1
        for count in rounds[self._depth_of[to.index] :]:
            times *= count
        if times > MOST_ROUNDS:
            raise CycleError(f"{place}: {GROWS}")
        amount, extent = self._amount(parts), self._extents[self._extent_of[to.index]]
        extent.appended.append(Amount(amount.fixed, amount.others, times))
        extent.place = place

    def _amount(self, parts: Sequence[Part]) -> Amount:
        fixed, others = 0, []
        for part in parts:
            match part:
                case str():
                    fixed += len(part.encode())
                case Picked(table, _):
                    fixed += self._longest[table]
                case Text(index):
                    others.append(self._extent_of[index])
                case Padded() | Number():
                    fixed += LONGEST_NUMBER
        return Amount(fixed, others)

    def settle(self, place: str) -> None:
        """Set the size of each string register.

        Raises CycleError if a string is unbounded or there are too many registers.

        Args:
            place: Location of the cycle, for the error.
        """
        for _ in range(len(self._extents) + 2):
            if not sum(map(self._grow, self._extents)):
                break
        else:
            grown = next(
                extent_of_text
                for extent_of_text in self._extents
                if any(amount.others for amount in (*extent_of_text.written, *extent_of_text.appended))
            )
            raise CycleError(f"{grown.place}: {GROWS}")
        for extent in self._extents:
            self.tape.widen(Text(extent.register), extent.room)
        for what, count in self.tape.counts().items():
            if count > MOST_REGISTERS[what]:
                raise CycleError(
                    f"{place}: the cycle needs {count} {what}, and {MOST_REGISTERS[what]} are possible; use fewer "
                    "variables at a time, and call a long function at one place"
                )

    def _grow(self, extent: Extent) -> bool:
        room = max([extent.least, *map(self._bytes, extent.written)]) + sum(map(self._bytes, extent.appended))
        if room <= extent.room:
            return False
        extent.room = room
        if room > MOST_TEXT:
            raise CycleError(f"{extent.place}: {GROWS}")
        return True

    def _bytes(self, amount: Amount) -> int:
        return amount.times * (amount.fixed + sum(self._extents[other].room for other in amount.others))
