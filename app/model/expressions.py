# SPDX-License-Identifier: Apache-2.0
"""Expressions of scripts, as in pgbench's manual: parsed into trees here, evaluated in app.workloads.sql.

Sources: PostgreSQL manual, pgbench, "Meta Commands", "Built-In Operators", "Built-In Functions".
"""

import math
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from app.model.bounds import EXPRESSION_DEPTH, EXPRESSION_LETTERS
from app.model.errors import OutpaceError

NAME = r"[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*"
"""Pattern of a variable's name, in which every character beyond ASCII is a letter."""
Value = int | float | bool | str | None
"""Value of a variable; strings come only from lists, files and earlier results."""


class ExpressionError(OutpaceError):
    """Expression that cannot be parsed."""


class Constant(msgspec.Struct, frozen=True):
    """Literal value."""

    value: Value


class Variable(msgspec.Struct, frozen=True):
    """Reference to a variable."""

    name: str


class Apply(msgspec.Struct, frozen=True):
    """Operator or function with its arguments.

    Attributes:
        name: One of OPERATORS or FUNCTIONS, or "negative", "not", "~", "is".
    """

    name: str
    arguments: "tuple[Expression, ...]"


class Case(msgspec.Struct, frozen=True):
    """CASE WHEN: the first branch whose condition is true, or else the default."""

    branches: "tuple[tuple[Expression, Expression], ...]"
    otherwise: "Expression"


Expression = Constant | Variable | Apply | Case
MANY = 16
DEFAULT_SEED = "default_seed"
"""Variable with the seed of hash functions that name none."""
FUNCTIONS: Mapping[str, tuple[int, int]] = {
    "abs": (1, 1), "debug": (1, 1), "double": (1, 1), "exp": (1, 1), "greatest": (1, MANY), "hash": (1, 2),
    "hash_fnv1a": (1, 2), "hash_murmur2": (1, 2), "int": (1, 1), "least": (1, MANY), "ln": (1, 1), "mod": (2, 2),
    "pi": (0, 0), "pow": (2, 2), "power": (2, 2), "random": (2, 2), "random_exponential": (3, 3),
    "random_gaussian": (3, 3), "random_zipfian": (3, 3), "sqrt": (1, 1),
}  # fmt: skip
"""Minimum and maximum number of arguments of each function."""
OPERATORS: Mapping[str, int] = {
    "or": 1, "and": 2,
    "<": 5, ">": 5, "=": 5, "<=": 5, ">=": 5, "<>": 5, "!=": 5,
    "|": 6, "#": 6, "&": 6, "<<": 6, ">>": 6,
    "+": 7, "-": 7, "*": 8, "/": 8, "%": 8,
}  # fmt: skip
"""Precedence of each binary operator."""
NOT_LEVEL, IS_LEVEL, COMPARISON_LEVEL, BITS_LEVEL, SIGN_LEVEL = 3, 4, 5, 6, 9
_WORDS = {"true": True, "false": False, "null": None}
_TOKEN = re.compile(
    rf"[ \t\r\n\f\v]*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|:(?P<variable>{NAME})"
    r"|(?P<word>[A-Za-z_][A-Za-z_0-9]*)|(?P<sign><<|>>|<=|>=|<>|!=|[-+*/%=<>|#&~(),]))"
)


def expression(text: str) -> Expression:
    """Parse an expression.

    Raises:
        ExpressionError: The text is not an expression.
    """
    if len(text) > EXPRESSION_LETTERS:
        raise ExpressionError("an expression has at most {most:,} characters", most=EXPRESSION_LETTERS)
    reader = _Reader(text)
    tree = reader.level(0)
    if reader.token:
        raise ExpressionError("{token} is not expected there", token=reader.token[:40])
    return tree


def variables_of(tree: Expression) -> Iterator[str]:
    """Yield the names of the variables in an expression."""
    match tree:
        case Variable(name):
            yield name
        case Apply(_, arguments):
            for argument in arguments:
                yield from variables_of(argument)
        case Case(branches, otherwise):
            for condition, value in branches:
                yield from variables_of(condition)
                yield from variables_of(value)
            yield from variables_of(otherwise)


@dataclass(slots=True)
class _Reader:
    """Recursive-descent parser with one token of look-ahead.

    Attributes:
        kind: Kind of the token; "" at the end.
    """

    text: str
    at: int = 0
    kind: str = ""
    token: str = ""
    depth: int = field(default=0)

    def __post_init__(self) -> None:
        self.next()

    def next(self) -> str:
        """Advance to the next token and return the previous one."""
        before = self.token
        found = _TOKEN.match(self.text, self.at)
        if found is None or found.lastgroup is None:
            if rest := self.text[self.at :].strip():
                raise ExpressionError("{token} is not expected there", token=rest[:40])
            self.kind = self.token = ""
            return before
        self.kind, self.token, self.at = found.lastgroup, found[found.lastgroup], found.end()
        if self.kind == "word":
            self.token = self.token.lower()
        return before

    def accept(self, token: str) -> bool:
        """Consume the next token if it is this one; return whether it was."""
        if self.token != token or self.kind not in {"word", "sign"}:
            return False
        self.next()
        return True

    def expect(self, token: str) -> None:
        """Consume a required token."""
        if not self.accept(token):
            found = self.token[:40] or "…"
            raise ExpressionError("{wanted} is expected before {found}", wanted=token.upper(), found=found)

    def level(self, least: int) -> Expression:
        """Parse an expression of operators with a precedence of at least `least`."""
        self.depth += 1
        if self.depth > EXPRESSION_DEPTH:
            raise ExpressionError("more than {depth} brackets and operators within each other", depth=EXPRESSION_DEPTH)
        tree = self.operand()
        compared = False  # 1 < 2 < 3 has no meaning
        while True:
            if self.kind == "word" and self.token in {"is", "isnull", "notnull"} and least <= IS_LEVEL:
                tree = self.compared(tree)
                continue
            binding = OPERATORS.get(self.token, -1) if self.kind in {"word", "sign"} else -1
            if binding < max(least, 1):
                self.depth -= 1
                return tree
            if binding == COMPARISON_LEVEL and compared:
                raise ExpressionError("{token} is not expected there", token=self.token)
            compared = binding == COMPARISON_LEVEL
            operator = self.next()
            tree = Apply("<>" if operator == "!=" else operator, (tree, self.level(binding + 1)))

    def compared(self, tree: Expression) -> Expression:
        """Parse the rest of IS [NOT] NULL, TRUE, FALSE."""
        word = self.next()
        if word in {"isnull", "notnull"}:
            same: Expression = Apply("is", (tree, Constant(None)))
            return same if word == "isnull" else Apply("not", (same,))
        turned = self.accept("not")
        if self.kind != "word" or self.token not in _WORDS:
            raise ExpressionError("{wanted} is expected before {found}", wanted="NULL, TRUE, FALSE", found=self.token)
        same = Apply("is", (tree, Constant(_WORDS[self.next()])))
        return Apply("not", (same,)) if turned else same

    def operand(self) -> Expression:  # noqa: PLR0911 - one for each kind of token
        match self.kind, self.token:
            case "number", _:
                return Constant(_number(self.next()))
            case "variable", _:
                return Variable(self.next())
            case "sign", "(":
                self.next()
                tree = self.level(0)
                self.expect(")")
                return tree
            case "sign", "-":
                self.next()
                return self.negative()
            case "sign", "+":
                self.next()
                return self.level(SIGN_LEVEL)
            case "sign", "~":
                self.next()
                return Apply("~", (self.level(BITS_LEVEL + 1),))
            case "word", "not":
                self.next()
                return Apply("not", (self.level(NOT_LEVEL),))
            case "word", "case":
                self.next()
                return self.case()
            case "word", word if word in _WORDS:
                self.next()
                return Constant(_WORDS[word])
            case "word", _:
                return self.function(self.next())
        raise ExpressionError("a value is expected before {found}", found=self.token[:40] or "…")

    def negative(self) -> Expression:
        """Parse the operand of a unary minus; the smallest integer has no positive counterpart."""
        if self.kind == "number" and self.token.isdecimal():
            return Constant(_number("-" + self.next()))
        return Apply("negative", (self.level(SIGN_LEVEL),))

    def case(self) -> Expression:
        """Parse the rest of a CASE expression."""
        branches: list[tuple[Expression, Expression]] = []
        otherwise: Expression = Constant(None)
        while self.accept("when"):
            condition = self.level(0)
            self.expect("then")
            branches.append((condition, self.level(0)))
        if not branches:
            self.expect("when")
        if self.accept("else"):
            otherwise = self.level(0)
        self.expect("end")
        return Case(tuple(branches), otherwise)

    def function(self, name: str) -> Expression:
        """Parse a function's arguments."""
        if name not in FUNCTIONS:
            raise ExpressionError("the function {name} is not covered", name=name[:40])
        self.expect("(")
        arguments: list[Expression] = []
        if not self.accept(")"):
            arguments.append(self.level(0))
            while self.accept(","):
                arguments.append(self.level(0))
            self.expect(")")
        least, most = FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            raise ExpressionError(
                "{name} takes {least} to {most} arguments, found {count}",
                name=name,
                least=least,
                most=most,
                count=len(arguments),
            )
        if name.startswith("hash") and len(arguments) == 1:
            arguments.append(Variable(DEFAULT_SEED))
        return Apply(name, tuple(arguments))


def _number(text: str) -> int | float:
    if not text.lstrip("-").isdecimal():
        value = float(text)
        if math.isinf(value) or (abs(value) < sys.float_info.min and text.lower().split("e")[0].strip("0.")):
            raise ExpressionError("{token} is beyond the range of a double", token=text[:40])
        return value
    if not -(2**63) <= (whole := int(text) if len(text) < 21 else 2**63) < 2**63:
        raise ExpressionError("{token} has more than 64 bits", token=text[:40])
    return whole
