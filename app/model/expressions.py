# SPDX-License-Identifier: Apache-2.0
"""Expressions of scripts, as pgbench's manual has them (PostgreSQL, pgbench, "Meta Commands", "Built-In Operators",
"Built-In Functions"): read into trees here, computed in app.workloads.sql."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from app.model.bounds import EXPRESSION_DEPTH, EXPRESSION_LETTERS
from app.model.errors import OutpaceError

Value = int | float | bool | str | None
"""What a variable holds: a text only comes from a list, a file or an earlier result."""


class ExpressionError(OutpaceError):
    """An expression that can't be read."""


class Constant(msgspec.Struct, frozen=True):
    """A value that is written down."""

    value: Value


class Variable(msgspec.Struct, frozen=True):
    """The value of a variable."""

    name: str


class Apply(msgspec.Struct, frozen=True):
    """An operator or a function with its arguments. name: of OPERATORS, "negative", "not", "~", "is", or of
    FUNCTIONS."""

    name: str
    arguments: "tuple[Expression, ...]"


class Case(msgspec.Struct, frozen=True):
    """CASE WHEN: the first branch whose condition holds, else the last value."""

    branches: "tuple[tuple[Expression, Expression], ...]"
    otherwise: "Expression"


Expression = Constant | Variable | Apply | Case
MANY = 64
FUNCTIONS: Mapping[str, tuple[int, int]] = {
    "abs": (1, 1), "debug": (1, 1), "double": (1, 1), "exp": (1, 1), "greatest": (1, MANY), "hash": (1, 2),
    "hash_fnv1a": (1, 2), "hash_murmur2": (1, 2), "int": (1, 1), "least": (1, MANY), "ln": (1, 1), "mod": (2, 2),
    "pi": (0, 0), "pow": (2, 2), "power": (2, 2), "random": (2, 2), "random_exponential": (3, 3),
    "random_gaussian": (3, 3), "random_zipfian": (3, 3), "sqrt": (1, 1),
}  # fmt: skip
"""The least and the most arguments of each."""
OPERATORS: Mapping[str, int] = {
    "or": 1, "and": 2,
    "<": 5, ">": 5, "=": 5, "<=": 5, ">=": 5, "<>": 5, "!=": 5,
    "|": 6, "#": 6, "&": 6, "<<": 6, ">>": 6,
    "+": 7, "-": 7, "*": 8, "/": 8, "%": 8,
}  # fmt: skip
"""How tightly each binds."""
NOT_LEVEL, IS_LEVEL, BITS_LEVEL, SIGN_LEVEL = 3, 4, 6, 9
_WORDS = {"true": True, "false": False, "null": None}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|:(?P<variable>[A-Za-z_]\w*)|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<sign><<|>>|<=|>=|<>|!=|[-+*/%=<>|#&~(),]))",
    re.ASCII,
)


def expression(text: str) -> Expression:
    """The tree of an expression. Raises ExpressionError."""
    if len(text) > EXPRESSION_LETTERS:
        raise ExpressionError("an expression has at most {most:,} characters", most=EXPRESSION_LETTERS)
    reader = _Reader(text)
    tree = reader.level(0)
    if reader.token:
        raise ExpressionError("{token} is not expected there", token=reader.token[:40])
    return tree


def variables_of(tree: Expression) -> Iterator[str]:
    """The names of the variables in it."""
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
    """Reads a text token by token, one ahead. kind: of the token, "" at the end."""

    text: str
    at: int = 0
    kind: str = ""
    token: str = ""
    depth: int = field(default=0)

    def __post_init__(self) -> None:
        self.next()

    def next(self) -> str:
        """Goes on to the next token; the one before."""
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

    def taken(self, token: str) -> bool:
        """Whether this comes next; it is then passed."""
        if self.token != token or self.kind not in {"word", "sign"}:
            return False
        self.next()
        return True

    def wanted(self, token: str) -> None:
        """Passes what must come next."""
        if not self.taken(token):
            found = self.token[:40] or "…"
            raise ExpressionError("{wanted} is expected before {found}", wanted=token.upper(), found=found)

    def level(self, least: int) -> Expression:
        """An expression of operators that bind at least so tightly."""
        self.depth += 1
        if self.depth > EXPRESSION_DEPTH:
            raise ExpressionError("more than {depth} brackets and operators within each other", depth=EXPRESSION_DEPTH)
        tree = self.operand()
        while True:
            if self.kind == "word" and self.token in {"is", "isnull", "notnull"} and least <= IS_LEVEL:
                tree = self.compared(tree)
                continue
            binding = OPERATORS.get(self.token, -1) if self.kind in {"word", "sign"} else -1
            if binding < max(least, 1):
                self.depth -= 1
                return tree
            operator = self.next()
            tree = Apply("<>" if operator == "!=" else operator, (tree, self.level(binding + 1)))

    def compared(self, tree: Expression) -> Expression:
        """IS [NOT] NULL, TRUE, FALSE."""
        word = self.next()
        if word in {"isnull", "notnull"}:
            same: Expression = Apply("is", (tree, Constant(None)))
            return same if word == "isnull" else Apply("not", (same,))
        turned = self.taken("not")
        if self.kind != "word" or self.token not in _WORDS:
            raise ExpressionError("{wanted} is expected before {found}", wanted="NULL, TRUE, FALSE", found=self.token)
        same = Apply("is", (tree, Constant(_WORDS[self.next()])))
        return Apply("not", (same,)) if turned else same

    def operand(self) -> Expression:  # noqa: PLR0911 - one for each kind of token
        """What stands between two operators."""
        match self.kind, self.token:
            case "number", _:
                return Constant(_number(self.next()))
            case "variable", _:
                return Variable(self.next())
            case "sign", "(":
                self.next()
                tree = self.level(0)
                self.wanted(")")
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
        """What follows a minus."""
        if self.kind == "number":
            return Constant(_number("-" + self.next()))
        return Apply("negative", (self.level(SIGN_LEVEL),))

    def case(self) -> Expression:
        """What follows CASE."""
        branches: list[tuple[Expression, Expression]] = []
        otherwise: Expression = Constant(None)
        while self.taken("when"):
            condition = self.level(0)
            self.wanted("then")
            branches.append((condition, self.level(0)))
        if not branches:
            self.wanted("when")
        if self.taken("else"):
            otherwise = self.level(0)
        self.wanted("end")
        return Case(tuple(branches), otherwise)

    def function(self, name: str) -> Expression:
        """What follows a function's name."""
        if name not in FUNCTIONS:
            raise ExpressionError("the function {name} is not covered", name=name[:40])
        self.wanted("(")
        arguments: list[Expression] = []
        if not self.taken(")"):
            arguments.append(self.level(0))
            while self.taken(","):
                arguments.append(self.level(0))
            self.wanted(")")
        least, most = FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            raise ExpressionError(
                "{name} takes {least} to {most} arguments, found {count}",
                name=name,
                least=least,
                most=most,
                count=len(arguments),
            )
        return Apply(name, tuple(arguments))


def _number(text: str) -> int | float:
    if not text.lstrip("-").isdecimal():
        return float(text)
    if not -(2**63) <= (value := int(text) if len(text) < 21 else 2**63) < 2**63:
        raise ExpressionError("{token} has more than 64 bits", token=text[:40])
    return value
