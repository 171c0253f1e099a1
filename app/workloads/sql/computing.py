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
MOST_SKEWED = 1000.0
WRONG_TYPE, TOO_LARGE = "a value of the wrong type", "a result has more than 64 bits"
HASH_SEED = 0
"""Default seed of hash functions, the same on all systems and in all runs."""


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
    """Return whether a condition is true: its value is a number other than 0."""
    if isinstance(value, str):
        raise ComputingError("a text is no condition")
    return bool(value)


def _applied(name: str, parts: Sequence[Computed]) -> Computed:
    function, takes_texts = _FUNCTIONS[name], name in _ACCEPT_TEXTS

    def apply(variables: Variables, random: Random) -> Any:
        values = [part(variables, random) for part in parts]
        if any(value is None for value in values):
            return None
        if not takes_texts and any(isinstance(value, str) for value in values):
            raise ComputingError(WRONG_TYPE)
        try:
            result = function(*values)
        except TypeError as error:
            raise ComputingError(WRONG_TYPE) from error
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise ComputingError(f"{error}") from error
        if type(result) is int and not -(2**63) <= result < 2**63:
            raise ComputingError(TOO_LARGE)
        return result

    return apply


def _applied_to_draws(draw: Callable[..., int], parts: Sequence[Computed]) -> Computed:
    def apply(variables: Variables, random: Random) -> int:
        values = [part(variables, random) for part in parts]
        try:
            return draw(random, *values)
        except TypeError as error:
            raise ComputingError(WRONG_TYPE) from error
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
    """Combine conditions by AND (`decisive` False) or OR (True), evaluating the second only if necessary."""

    def combine(variables: Variables, random: Random) -> Any:
        first = left(variables, random)
        if first is not None and holds(first) is decisive:
            return decisive
        second = right(variables, random)
        if second is not None and holds(second) is decisive:
            return decisive
        return None if first is None or second is None else not decisive

    return combine


def _divided(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        if not b:
            raise ComputingError("a division by zero")
        quotient = abs(a) // abs(b)
        return quotient if (a < 0) == (b < 0) else -quotient
    return float(a) / float(b)


def _remainder(a: Any, b: Any) -> int:
    first, second = _whole(a), _whole(b)
    if not second:
        raise ComputingError("a division by zero")
    rest = abs(first) % abs(second)
    return -rest if first < 0 else rest


def _shifted(value: int, count: int) -> int:
    return _signed(value << (count & 63))


def _signed(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def _whole(value: Any) -> int:
    """Round to the nearest integer, ties to even."""
    nearest: int = round(value)
    if not -(2**63) <= nearest < 2**63:
        raise ComputingError(TOO_LARGE)
    return nearest


def _power(a: Any, b: Any) -> float:
    return math.pow(a, b)


def fnv1a(value: Any, seed: Any = HASH_SEED) -> int:
    """Return the FNV-1a hash of a number's eight bytes (little-endian); the seed is added to the offset basis."""
    result = FNV_OFFSET ^ (_whole(seed) & MASK)
    for byte in struct.pack("<q", _signed(_whole(value))):
        result = ((result ^ byte) * FNV_PRIME) & MASK
    return _signed(result)


def murmur2(value: Any, seed: Any = HASH_SEED) -> int:
    """Return the 64-bit MurmurHash2 (Appleby) of a number."""
    result = (_whole(seed) ^ (8 * MURMUR)) & MASK
    part = (_whole(value) & MASK) * MURMUR & MASK
    part = ((part ^ (part >> 47)) * MURMUR) & MASK
    result = ((result ^ part) * MURMUR) & MASK
    result = ((result ^ (result >> 47)) * MURMUR) & MASK
    return _signed(result ^ (result >> 47))


def uniform(random: Random, low: Any, high: Any) -> int:
    """Draw a uniformly distributed integer from low to high, both included."""
    first, last = _bounds(low, high)
    return first + int(random() * (last - first + 1))


def gaussian(random: Random, low: Any, high: Any, shape: Any) -> int:
    """Draw from a normal distribution, truncated at ±shape and scaled to the range (pgbench, random_gaussian)."""
    first, last = _bounds(low, high)
    if not shape >= 2.0:
        raise ComputingError("random_gaussian needs a parameter of at least 2")
    while True:
        normal = math.sqrt(-2.0 * math.log(1.0 - random())) * math.sin(2.0 * math.pi * random())
        if -shape <= normal < shape:
            return first + int((last - first + 1) * (normal + shape) / (2.0 * shape))


def exponential(random: Random, low: Any, high: Any, shape: Any) -> int:
    """Draw from an exponential distribution, in which `low` is most frequent (pgbench, random_exponential)."""
    first, last = _bounds(low, high)
    if not shape > 0.0:
        raise ComputingError("random_exponential needs a parameter above 0")
    cut = math.exp(-shape)
    drawn = -math.log(cut + (1.0 - cut) * (1.0 - random())) / shape
    return first + min(int((last - first + 1) * drawn), last - first)


def zipfian(random: Random, low: Any, high: Any, theta: Any) -> int:
    """Draw the k-th number with a probability proportional to k^-theta."""
    first, last = _bounds(low, high)
    if not 0.001 <= theta <= MOST_SKEWED:
        raise ComputingError("random_zipfian needs a parameter from 0.001 to 1000")
    return first + _zipf(last - first + 1, float(theta)).rank(random) - 1


def _bounds(low: Any, high: Any) -> tuple[int, int]:
    try:
        first, last = _whole(low), _whole(high)
    except (TypeError, ValueError, OverflowError):
        raise ComputingError("the bounds of a random number are no numbers") from None
    if last < first:
        raise ComputingError(f"there is no number from {first} to {last}")
    return first, last


class _Zipf:
    """Zipf distribution by rejection-inversion, as in app.workloads.storage_io.skew, for single ranks."""

    def __init__(self, ranks: int, theta: float) -> None:
        self._ranks = ranks
        self._theta = theta
        self._first = self._integral(1.5) - 1.0
        self._last = self._integral(ranks + 0.5)
        self._squeeze = 2.0 - self._inverse(self._integral(2.5) - 2.0**-theta)

    def rank(self, random: Random) -> int:
        """Draw a rank, from 1."""
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
    "negative": operator.neg, "not": lambda a: not holds(a), "~": lambda value: value ^ -1,
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": _divided, "%": _remainder,
    "=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
    "|": operator.or_, "#": operator.xor, "&": operator.and_, "<<": _shifted,
    ">>": lambda value, count: value >> (count & 63),
    "abs": abs, "debug": lambda value: value, "double": float, "exp": math.exp,
    "greatest": lambda *values: max(values), "least": lambda *values: min(values),
    "hash": murmur2, "hash_murmur2": murmur2, "hash_fnv1a": fnv1a, "int": _whole,
    "ln": math.log, "mod": _remainder, "pi": lambda: math.pi, "pow": _power, "power": _power,
    "sqrt": math.sqrt,
}  # fmt: skip
_ACCEPT_TEXTS = frozenset(("=", "<>", "<", "<=", ">", ">=", "greatest", "least", "debug", "not"))
"""Functions that also accept texts; "not" rejects a text itself, because it is not a condition."""


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
                return zipfian(random, low, high, shape)
            case "gaussian":
                return gaussian(random, low, high, shape)
            case "exponential":
                return exponential(random, low, high, shape)

    return (lambda random: values[number(random)]) if values else number
