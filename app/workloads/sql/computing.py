# SPDX-License-Identifier: Apache-2.0
"""Evaluation of script expressions, and random draws, with 64-bit integers and doubles.

The rules are those of pgbench's manual: integer division truncates, NULL yields NULL, a result beyond 64 bits is an
error.
"""

import math
import operator
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.model.expressions import Apply, Case, Constant, Expression, Value, Variable
from app.model.sql_workload import SqlVariable

Variables = dict[str, Value]
Random = Callable[[], float]
"""Function that returns a random number in [0, 1)."""
Computed = Callable[[Variables, Random], Any]
MASK = (1 << 64) - 1
FNV_OFFSET, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3
MURMUR = 0xC6A4A7935BD1E995
LEAST_SKEWED, MOST_SKEWED = 1.001, 1000.0
"""Bounds of random_zipfian's parameter in scripts; a scenario's variables may be less skewed."""
NO_NUMBER, NO_BOOLEAN = "a number is expected", "a boolean is expected"
TOO_LARGE = "a result has more than 64 bits"


class ComputingError(ArithmeticError):
    """A value cannot be computed, which is a fault of the transaction."""


def computed(tree: Expression) -> Computed:  # noqa: PLR0911 - one per kind of node
    """Compile an expression to a function."""
    match tree:
        case Constant(value):
            return lambda _variables, _random: value
        case Variable(name):
            return lambda variables, _random: variables[name]
        case Case(branches, otherwise):
            return _case([(computed(condition), computed(value)) for condition, value in branches], computed(otherwise))
        case Apply(("and" | "or") as name, (left, right)):
            return _either(computed(left), computed(right), decisive=name == "or")
        case Apply("is", (value, Constant(wanted))):
            compute_value = computed(value)
            if wanted is None:
                return lambda variables, random: compute_value(variables, random) is None
            return lambda variables, random: compute_value(variables, random) is wanted
        case Apply(name, arguments) if name in _DRAWS:
            draw = _DRAWS[name]
            parts = [computed(argument) for argument in arguments]
            return _applied_to_draws(draw, parts)
        case Apply(name, arguments):
            return _applied(name, [computed(argument) for argument in arguments])


def holds(value: object) -> bool:
    """Return whether the condition of an IF or a CASE is true: a boolean, or a number other than 0; NULL is not."""
    if isinstance(value, str):
        raise ComputingError("a text is not a condition")
    return bool(value)


def _applied(name: str, parts: Sequence[Computed]) -> Computed:
    function = _FUNCTIONS[name]

    def apply(variables: Variables, random: Random) -> Any:
        values = [part(variables, random) for part in parts]
        if any(value is None for value in values):
            return None
        result = function(*values)
        if type(result) is int and not -(2**63) <= result < 2**63:
            raise ComputingError(TOO_LARGE)
        return result

    return apply


def _applied_to_draws(draw: Callable[..., int], parts: Sequence[Computed]) -> Computed:
    def apply(variables: Variables, random: Random) -> int | None:
        values = [part(variables, random) for part in parts]
        if any(value is None for value in values):
            return None
        try:
            return draw(random, *values)
        except (ValueError, OverflowError) as error:
            raise ComputingError(f"no number can be drawn: {error}") from error

    return apply


def _case(branches: Sequence[tuple[Computed, Computed]], otherwise: Computed) -> Computed:
    def choose(variables: Variables, random: Random) -> Any:
        for condition, value in branches:
            if holds(condition(variables, random)):
                return value(variables, random)
        return otherwise(variables, random)

    return choose


def _either(left: Computed, right: Computed, *, decisive: bool) -> Computed:
    """Combine booleans by AND (`decisive` False) or OR (True), evaluating the second only if necessary.

    NULL on either side gives NULL unless the first decides; as in pgbench, NULL as the first decides.
    """

    def combine(variables: Variables, random: Random) -> Any:
        first = left(variables, random)
        if first is None or _boolean(first) is decisive:
            return first
        second = right(variables, random)
        return None if second is None else _boolean(second)

    return combine


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ComputingError(NO_BOOLEAN)
    return value


def _number(value: Any) -> int | float:
    """Return a value that is a number; booleans are not.

    Raises:
        ComputingError: It is not a number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ComputingError(NO_NUMBER)
    return value


def _real(value: object) -> float:
    return float(_number(value))


def _numbers(a: object, b: object) -> tuple[Any, Any]:
    """Return two numbers of the same type: doubles if one is a double."""
    first, second = _number(a), _number(b)
    if isinstance(first, float) or isinstance(second, float):
        return float(first), float(second)
    return first, second


def _arithmetic(function: Callable[[Any, Any], Any]) -> Callable[[object, object], Any]:
    return lambda a, b: function(*_numbers(a, b))


def _comparison(function: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
    def compare(a: object, b: object) -> bool:
        return function(a, b) if isinstance(a, str) and isinstance(b, str) else function(*_numbers(a, b))

    return compare


def _equal(a: object, b: object) -> bool:
    """Return whether two values are equal; a text never equals a number."""
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    first, second = _numbers(a, b)
    return bool(first == second)


def _on_integers(function: Callable[[int, int], int]) -> Callable[[object, object], int]:
    """Return a function on values that rounds doubles first."""
    return lambda a, b: function(_whole(a), _whole(b))


def _extreme(further: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """Return the function that folds values to the one `further` than all others; one double makes all doubles."""

    def fold(first: Any, *others: Any) -> Any:
        found = first if isinstance(first, str) else _number(first)
        for other in others:
            if isinstance(found, str) and isinstance(other, str):
                found = other if further(other, found) else found
            else:
                before, after = _numbers(found, other)
                found = after if further(after, before) else before
        return found

    return fold


def _divided(a: object, b: object) -> Any:
    first, second = _numbers(a, b)
    if isinstance(first, float):
        if second:
            return first / second
        return math.nan if not first or math.isnan(first) else math.copysign(math.inf, first) * math.copysign(1, second)
    if not second:
        raise ComputingError("a division by zero")
    quotient = abs(first) // abs(second)
    return quotient if (first < 0) == (second < 0) else -quotient


def _remainder(a: int, b: int) -> int:
    if not b:
        raise ComputingError("a division by zero")
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


def _exponential(value: object) -> float:
    try:
        return math.exp(_real(value))
    except OverflowError:
        return math.inf


def _logarithm(value: object) -> float:
    number = _real(value)
    if number <= 0:
        return -math.inf if number == 0 else math.nan
    return math.log(number)


def _root(value: object) -> float:
    number = _real(value)
    return math.nan if number < 0 else math.sqrt(number)


def _power(a: object, b: object) -> float:
    """Return a power by the rules of C: NaN and infinity instead of errors."""
    base, exponent = _real(a), _real(b)
    try:
        return math.pow(base, exponent)
    except (OverflowError, ValueError):
        if base < 0 and not exponent.is_integer():
            return math.nan
        odd = exponent.is_integer() and exponent % 2 == 1
        return math.copysign(math.inf, base) if odd else math.inf


def _shifted(value: int, count: int) -> int:
    return _signed(value << (count & 63))


def _signed(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def _whole(value: object) -> int:
    """Return a number as an integer, a double rounded to the nearest, ties to even.

    Raises:
        ComputingError: It is not a number, or has more than 64 bits.
    """
    number = _number(value)
    if isinstance(number, float) and not math.isfinite(number):
        raise ComputingError(TOO_LARGE)
    nearest = round(number)
    if not -(2**63) <= nearest < 2**63:
        raise ComputingError(TOO_LARGE)
    return nearest


def fnv1a(value: Any, seed: Any) -> int:
    """Return the FNV-1a hash of a number's eight bytes (little-endian); the seed is added to the offset basis."""
    result = FNV_OFFSET ^ (_whole(seed) & MASK)
    for byte in struct.pack("<q", _signed(_whole(value))):
        result = ((result ^ byte) * FNV_PRIME) & MASK
    return _signed(result)


def murmur2(value: Any, seed: Any) -> int:
    """Return the 64-bit MurmurHash2 (Appleby) of a number."""
    result = (_whole(seed) ^ (8 * MURMUR)) & MASK
    part = (_whole(value) & MASK) * MURMUR & MASK
    part = ((part ^ (part >> 47)) * MURMUR) & MASK
    result = ((result ^ part) * MURMUR) & MASK
    result = ((result ^ (result >> 47)) * MURMUR) & MASK
    return _signed(result ^ (result >> 47))


def uniform(random: Random, low: Any, high: Any) -> int:
    """Draw a uniformly distributed integer from low to high, both inclusive."""
    first, last = _bounds(low, high)
    return first + int(random() * (last - first + 1))


def gaussian(random: Random, low: Any, high: Any, shape: Any) -> int:
    """Draw from a normal distribution, truncated at ±shape and scaled to the range (pgbench, random_gaussian)."""
    first, last = _bounds(low, high)
    width = _real(shape)
    if not width >= 2.0:
        raise ComputingError("random_gaussian needs a parameter of at least 2")
    while True:
        normal = math.sqrt(-2.0 * math.log(1.0 - random())) * math.sin(2.0 * math.pi * random())
        if -width <= normal < width:
            return first + int((last - first + 1) * (normal + width) / (2.0 * width))


def exponential(random: Random, low: Any, high: Any, shape: Any) -> int:
    """Draw from an exponential distribution, in which `low` is most frequent (pgbench, random_exponential)."""
    first, last = _bounds(low, high)
    decay = _real(shape)
    if not decay > 0.0:
        raise ComputingError("random_exponential needs a parameter above 0")
    cut = math.exp(-decay)
    drawn = -math.log(cut + (1.0 - cut) * (1.0 - random())) / decay
    return first + min(int((last - first + 1) * drawn), last - first)


def zipfian(random: Random, low: Any, high: Any, theta: Any) -> int:
    """Draw the k-th number with a probability proportional to k^-theta (pgbench, random_zipfian)."""
    first, last = _bounds(low, high)
    skew = _real(theta)
    if not LEAST_SKEWED <= skew <= MOST_SKEWED:
        raise ComputingError("random_zipfian needs a parameter from 1.001 to 1000")
    return first + _zipf(last - first + 1, skew).rank(random) - 1


def _bounds(low: Any, high: Any) -> tuple[int, int]:
    first, last = _whole(low), _whole(high)
    if last < first:
        raise ComputingError(f"there is no number from {first} to {last}")
    if last - first >= 2**63 - 1:
        raise ComputingError("the range of a random number has more than 64 bits")
    return first, last


class _Zipf:
    """Zipf distribution by rejection-inversion, as in app.workloads.storage_io.skew, but for single ranks."""

    def __init__(self, ranks: int, theta: float) -> None:
        self._ranks = ranks
        self._theta = theta
        self._first = self._integral(1.5) - 1.0
        self._last = self._integral(ranks + 0.5)
        self._squeeze = 2.0 - self._inverse(self._integral(2.5) - 2.0**-theta)

    def rank(self, random: Random) -> int:
        """Draw a rank, starting at 1."""
        while True:
            height = self._last + random() * (self._first - self._last)
            position = self._inverse(height)
            rank = min(max(int(position + 0.5), 1), self._ranks)
            if rank - position <= self._squeeze or height >= self._integral(rank + 0.5) - rank**-self._theta:
                return rank

    def _integral(self, at: float) -> float:
        logarithm = math.log(at)
        power = (1.0 - self._theta) * logarithm
        return logarithm * (math.expm1(power) / power if abs(power) > 1e-12 else 1.0)

    def _inverse(self, value: float) -> float:
        power = max((1.0 - self._theta) * value, -1.0 + 1e-16)
        return math.exp(value * (math.log1p(power) / power if abs(power) > 1e-12 else 1.0))


@lru_cache(maxsize=256)
def _zipf(ranks: int, theta: float) -> _Zipf:
    return _Zipf(ranks, theta)


_DRAWS: Mapping[str, Callable[..., int]] = {
    "random": uniform,
    "random_gaussian": gaussian,
    "random_exponential": exponential,
    "random_zipfian": zipfian,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "negative": lambda value: 0 - _number(value), "not": lambda value: not _boolean(value),
    "~": lambda value: _whole(value) ^ -1,
    "+": _arithmetic(operator.add), "-": _arithmetic(operator.sub), "*": _arithmetic(operator.mul), "/": _divided,
    "%": _on_integers(_remainder), "mod": _on_integers(_remainder),
    "=": _equal, "<>": lambda a, b: not _equal(a, b), "<": _comparison(operator.lt), "<=": _comparison(operator.le),
    ">": _comparison(operator.gt), ">=": _comparison(operator.ge),
    "|": _on_integers(operator.or_), "#": _on_integers(operator.xor), "&": _on_integers(operator.and_),
    "<<": _on_integers(_shifted), ">>": _on_integers(lambda value, count: value >> (count & 63)),
    "abs": lambda value: abs(_number(value)), "debug": lambda value: value, "double": _real, "exp": _exponential,
    "greatest": _extreme(operator.gt), "least": _extreme(operator.lt),
    "hash": murmur2, "hash_murmur2": murmur2, "hash_fnv1a": fnv1a, "int": _whole,
    "ln": _logarithm, "pi": lambda: math.pi, "pow": _power, "power": _power, "sqrt": _root,
}  # fmt: skip


def drawn(variable: SqlVariable) -> Callable[[Random], Value]:
    """Return the function that draws a variable of the scenario."""
    values = variable.values
    low, high = (0, len(values) - 1) if values else (variable.low, variable.high)
    shape = variable.shape

    def number(random: Random) -> int:
        match variable.draw:
            case "uniform":
                return uniform(random, low, high)
            case "zipf":
                return low + _zipf(high - low + 1, shape).rank(random) - 1
            case "gaussian":
                return gaussian(random, low, high, shape)
            case "exponential":
                return exponential(random, low, high, shape)

    return (lambda random: values[number(random)]) if values else number
