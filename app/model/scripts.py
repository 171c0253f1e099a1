# SPDX-License-Identifier: Apache-2.0
"""Scripts of transactions in the language of pgbench's script files: SQL statements and backslash commands.

They are parsed into commands here; unsupported commands are reported with their line (PostgreSQL, pgbench, "Custom
Scripts"). A variable in a statement becomes a bound parameter and is rejected where no protocol can bind one.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from app.model.bounds import SCRIPT_COMMANDS, SCRIPT_NESTED, STATEMENT_VARIABLES
from app.model.errors import OutpaceError, phrase
from app.model.expressions import NAME, Apply, Constant, Expression, ExpressionError, Variable, expression, variables_of
from app.model.messages import Sentence

Control = Literal["", "begin", "commit", "rollback"]


class ScriptError(OutpaceError):
    """Script that cannot be used.

    Attributes:
        line: Line number, from 1.
    """

    def __init__(self, line: int, what: Sentence) -> None:
        super().__init__(phrase("line {line}: {what}", line=line, what=what))
        self.line = line
        self.what = what


class ScriptStatement(msgspec.Struct, frozen=True):
    """SQL statement.

    Attributes:
        text: SQL with a question mark for each of `names`, the bound variables.
        control: Set if the statement begins or ends a transaction; engines differ in the syntax.
        gset: Prefix of the variables that store its only row, or the last row if `any_rows`; None if it does not.
        any_rows: Whether any number of rows is right; without a row, the variables keep their values.
    """

    line: int
    text: str
    names: tuple[str, ...] = ()
    control: Control = ""
    gset: str | None = None
    any_rows: bool = False

    @property
    def reads(self) -> bool:
        """True if its first word shows that it changes no data."""
        return self.text.split(None, 1)[0].upper() in {"SELECT", "VALUES", "EXPLAIN", "SHOW", "TABLE"}


class SetCommand(msgspec.Struct, frozen=True):
    r"""\set: assignment of a variable."""

    line: int
    name: str
    value: Expression


class Sleep(msgspec.Struct, frozen=True):
    r"""\sleep.

    Attributes:
        unit_s: Unit of the value, in seconds.
    """

    line: int
    value: Expression
    unit_s: float


class Branches(msgspec.Struct, frozen=True):
    r"""\if, \elif, \else: commands by condition. Those of the first true one are run; that of \else is None."""

    line: int
    choices: "tuple[tuple[Expression | None, tuple[Command, ...]], ...]"


class Repeat(msgspec.Struct, frozen=True):
    r"""\repeat, \endrepeat: commands that are run as often as the count says, if it is at least 1.

    Attributes:
        count: Number of rounds, computed once; at most MOST_ROUNDS.
    """

    line: int
    count: Expression
    commands: "tuple[Command, ...]"


Command = ScriptStatement | SetCommand | Sleep | Branches | Repeat
MOST_ROUNDS = 1000
r"""Largest count of \repeat."""
LEFT_OPEN = phrase("the script ends within a transaction; end it with COMMIT or ROLLBACK")
NO_COPY = phrase(
    "COPY from STDIN or to STDOUT hands rows over the connection, which no user here has or takes: read and write with "
    "SELECT and INSERT, or COPY a file that lies on the server"
)
UNITS_S = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
_NAME = re.compile(NAME)
_SPACES = " \t\r\f\v"
_DOLLARS = re.compile(r"\$(?:[A-Za-z_]\w*)?\$", re.ASCII)
_CONTROLS: tuple[tuple[Control, re.Pattern[str]], ...] = (
    ("begin", re.compile(r"(begin|start)( (work|transaction|tran))?", re.IGNORECASE)),
    ("commit", re.compile(r"(commit|end)( (work|transaction|tran))?", re.IGNORECASE)),
    ("rollback", re.compile(r"(rollback|abort)( (work|transaction|tran))?", re.IGNORECASE)),
)
_BEFORE_NAMES = frozenset((
    "FROM", "JOIN", "INTO", "TABLE", "UPDATE", "INDEX", "VIEW", "DATABASE", "SCHEMA", "SEQUENCE", "PROCEDURE", "CALL",
    "EXEC", "EXECUTE", "BY", "INTERVAL", "AS",
))  # fmt: skip
"""Words followed by a name or something else that is not a value; BY is followed by a column."""
_UNBOUND = frozenset(["ALTER", "ANALYZE", "COPY", "CREATE", "DROP", "GRANT", "LOCK", "REVOKE", "TRUNCATE", "VACUUM"])
"""First words of statements that take no parameters."""
_ASIDE = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|\"[^\"]*\"|[();,]", re.DOTALL)
"""Comments, quotes and punctuation: tokens that are not words of a statement."""
_UNSURE = frozenset((
    "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SET", "PREPARE", "XA", "CALL", "EXEC", "EXECUTE", "DO",
))  # fmt: skip
"""First words of statements that may begin or end a transaction in engine-specific syntax."""


def script(text: str, known: Collection[str] = ()) -> tuple[Command, ...]:
    """Parse a script into commands.

    Args:
        text: Text of the script.
        known: Variables that have a value when the script begins.

    Raises:
        ScriptError: The script is invalid.
    """
    commands = _Reader(text, set(known)).commands()
    if not any(True for _ in statements_of(commands)):
        raise ScriptError(1, phrase("there is no statement"))
    if began := _left_open(commands, 0, straight=True):
        raise ScriptError(began, LEFT_OPEN)
    return commands


def copies_to_client(statement: str) -> bool:
    """Return whether a statement is PostgreSQL's COPY from or to the client, whose data users neither send nor read."""
    plain = _ASIDE.sub(" ", statement).split()
    return plain[:1] != [] and plain[0].upper() == "COPY" and not {"STDIN", "STDOUT"}.isdisjoint(map(str.upper, plain))


def statements_of(commands: Sequence[Command]) -> Iterator[ScriptStatement]:
    """Yield all statements, including those of branches."""
    for command in commands:
        if isinstance(command, ScriptStatement):
            yield command
        elif isinstance(command, Branches):
            for _, inner in command.choices:
                yield from statements_of(inner)
        elif isinstance(command, Repeat):
            yield from statements_of(command.commands)


def _left_open(commands: Sequence[Command], began: int | None, *, straight: bool) -> int | None:
    """Return the line of the transaction that is certainly open after the commands.

    Args:
        commands: Commands in order.
        began: Line of the transaction that is open before the commands, in the form of the result.
        straight: Whether they run regardless of the variables, so that ending a transaction that was not begun is an
            error.

    Returns:
        The line, 0 if certainly none is open, or None if it depends on the executed commands.

    Raises:
        ScriptError: A command ends a transaction that was not begun.
    """
    for command in commands:
        if isinstance(command, Branches):
            ends = {_left_open(inner, began, straight=False) for _, inner in command.choices}
            if command.choices[-1][0] is not None:
                ends.add(began)
            began = ends.pop() if len(ends) == 1 else None
        elif isinstance(command, Repeat):
            began = began if _left_open(command.commands, began, straight=False) == began else None
        elif not isinstance(command, ScriptStatement):
            continue
        elif command.control == "begin":
            began = command.line
        elif command.control:
            if began == 0 and straight:
                raise ScriptError(
                    command.line,
                    phrase("{statement} ends a transaction that was not begun; write BEGIN before it",
                           statement=" ".join(command.text.upper().split())),
                )  # fmt: skip
            began = 0
        elif command.text.split(None, 1)[0].upper() in _UNSURE:
            began = None
    return began


@dataclass(slots=True)
class _Frame:
    r"""An open \if or \repeat.

    Attributes:
        choices: Complete branches.
        condition: Condition of the current branch, or count of a \repeat; same for `commands`.
    """

    line: int
    condition: Expression | None
    choices: list[tuple[Expression | None, tuple[Command, ...]]] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    has_else: bool = False
    repeats: bool = False

    @property
    def command_names(self) -> dict[str, str]:
        """Commands that begin and end it, for messages."""
        name = "repeat" if self.repeats else "if"
        return {"command": f"\\{name}", "end": f"\\end{name}"}


def _first_word(text: str) -> tuple[str, str]:
    """Split a command line into its first word and the rest, stripped of spaces."""
    word, *rest = text.strip(_SPACES).split(None, 1) or [""]
    return word, "".join(rest)


class _Reader:
    """Single-pass parser of a script."""

    def __init__(self, text: str, known: set[str]) -> None:
        self._text = text.replace("\r\n", "\n")
        self._known = known
        self._prefixes: list[str] = []
        self._at = 0
        self._line = 1
        self._count = 0
        self._done: list[Command] = []
        self._frames: list[_Frame] = []
        self._clear()

    def _clear(self) -> None:
        """Start a statement."""
        self._parts: list[str] = []
        self._names: list[str] = []
        self._began = 0
        self._depth = 0
        self._word = self._first = ""

    def commands(self) -> tuple[Command, ...]:
        text = self._text
        while self._at < len(text):
            character = text[self._at]
            if character == "\\":
                self._statement()
                self._command()
            elif character == ";" and self._depth <= 0:
                self._statement()
                self._pass(1)
            else:
                self._scan(character)
        self._statement()
        if self._frames:
            frame = self._frames[-1]
            raise ScriptError(frame.line, phrase("{command} without {end}", **frame.command_names))
        return tuple(self._done)

    def _pass(self, count: int) -> str:
        """Advance by this many characters and return them."""
        passed = self._text[self._at : self._at + count]
        self._at += len(passed)
        self._line += passed.count("\n")
        return passed

    def _keep(self, count: int) -> None:
        """Append this many characters to the statement."""
        if not self._began:
            self._began = self._line
        self._parts.append(self._pass(count))

    def _scan(self, character: str) -> None:  # noqa: PLR0912 - one for each kind of character
        """Consume one piece of a statement."""
        text, at = self._text, self._at
        if text.startswith("--", at):
            end = text.find("\n", at)
            self._pass((len(text) if end < 0 else end) - at)
        elif text.startswith("/*", at):
            self._comment()
        elif character in "'\"`":
            self._quoted(character)
        elif character == "$" and (found := _DOLLARS.match(text, at)) and not self._glued():
            end = text.find(found[0], found.end())
            if end < 0:
                raise ScriptError(self._line, phrase("{quote} is not closed", quote=found[0]))
            self._keep(end + len(found[0]) - at)
        elif (
            character == ":"
            and (found := _NAME.match(text, at + 1))
            and not text.startswith(":", at - 1 if at else 0, at)
        ):
            self._bind(found[0])
        elif text.startswith("::", at):
            self._keep(2)
        elif character == "?":
            raise ScriptError(
                self._line,
                phrase(
                    "a question mark outside quotes stands for a parameter; write :name, or a function instead of "
                    "the operator, for example jsonb_exists(document, 'key')"
                ),
            )
        elif found := _NAME.match(text, at):
            self._word = found[0].upper()
            self._first = self._first or self._word
            self._keep(len(found[0]))
        else:
            self._depth += {"(": 1, ")": -1}.get(character, 0)
            if not character.isspace():
                self._word = ""
                self._keep(1)
            elif self._parts:
                self._keep(1)
            else:
                self._pass(1)

    def _glued(self) -> bool:
        """Return whether a name or a number ends just before the position."""
        before = self._text[self._at - 1 : self._at]
        return before.isalnum() or before == "_"

    def _comment(self) -> None:
        """Skip a comment, including nested ones; hints (/*+, /*!) are kept."""
        text, at, began = self._text, self._at, self._line
        kept = text[at + 2 : at + 3] in {"+", "!"}
        depth, end = 0, at
        for found in re.compile(r"/\*|\*/").finditer(text, at):
            depth += 1 if found[0] == "/*" else -1
            end = found.end()
            if not depth:
                break
        if depth:
            raise ScriptError(began, phrase("{quote} is not closed", quote="/*"))
        if kept:
            self._keep(end - at)
        else:
            self._pass(end - at)
            if self._parts:
                self._parts.append(" ")

    def _quoted(self, quote: str) -> None:
        """Consume a quoted text or name; a variable inside it cannot be bound."""
        text, at, began = self._text, self._at, self._line
        escapes = quote == "'" and text[at - 1 : at] in {"e", "E"} and not text[at - 2 : at - 1].isalnum()
        inside = r"(?:[^'\\]|''|\\.)*" if escapes else f"(?:[^{quote}]|{quote}{quote})*"
        found = re.compile(quote + inside + quote, re.DOTALL).match(text, at)
        if found is None:
            raise ScriptError(began, phrase("{quote} is not closed", quote=quote))
        for pasted in re.finditer(rf"(?<!:):({NAME})", found[0]):
            if pasted[1] in self._known:
                raise ScriptError(
                    began,
                    phrase(":{name} stands in quotes, where it can't be bound; write it without them", name=pasted[1]),
                )
        self._word = ""
        self._keep(len(found[0]))

    def _bind(self, name: str) -> None:
        """Consume a variable in a statement."""
        after = self._text[self._at + 1 + len(name) : self._at + 2 + len(name)]
        if (
            not self._first
            or self._glued()
            or self._text[self._at - 1] in '."`'
            or after in tuple('."`')
            or (self._word in _BEFORE_NAMES)
        ):
            raise ScriptError(
                self._line,
                phrase(":{name} stands for a name here, and only values can be bound; write the name", name=name),
            )
        if self._first in _UNBOUND:
            raise ScriptError(
                self._line, phrase(":{name} can't be bound in {statement}", name=name, statement=self._first)
            )
        self._need(name, self._line)
        self._names.append(name)
        self._word = ""
        self._pass(1 + len(name))
        self._parts.append("?")

    def _need(self, name: str, line: int) -> None:
        """Raise ScriptError unless the variable has a value by now."""
        if name not in self._known and not any(name.startswith(prefix) for prefix in self._prefixes):
            raise ScriptError(
                line,
                phrase(
                    "the variable {name} has no value; give it one by {command} before, as one that is drawn, or "
                    'as a constant ("define" in [workload], "Constants" in the window)',
                    name=name,
                    command="\\set",
                ),
            )

    def _add(self, command: Command) -> None:
        self._count += 1
        if self._count > SCRIPT_COMMANDS:
            raise ScriptError(command.line, phrase("more than {most} commands", most=SCRIPT_COMMANDS))
        (self._frames[-1].commands if self._frames else self._done).append(command)

    def _statement(self) -> None:
        """End the current statement, if there is one."""
        text = "".join(self._parts).strip()
        if text:
            if copies_to_client(text):
                raise ScriptError(self._began, NO_COPY)
            if len(self._names) > STATEMENT_VARIABLES:
                raise ScriptError(
                    self._began, phrase("a statement has at most {most} variables", most=STATEMENT_VARIABLES)
                )
            plain = " ".join(text.split())
            control: Control = next((name for name, words in _CONTROLS if words.fullmatch(plain)), "")
            self._add(ScriptStatement(self._began, text, tuple(self._names), control))
        self._clear()

    def _command(self) -> None:
        """Consume a backslash command; a backslash at the end of its line continues it."""
        line, text = self._line, self._text
        end = self._at
        while True:
            end = text.find("\n", end)
            end = len(text) if end < 0 else end
            if text[end - 1] != "\\" or end == len(text):
                break
            end += 1
        whole = self._pass(end - self._at)[1:].replace("\\\n", " ")
        word, rest = _first_word(whole)
        match word.lower():
            case "set":
                name, value = _first_word(rest)
                if not (_NAME.fullmatch(name) and value):
                    raise ScriptError(line, phrase("{command} needs a name and a value", command="\\set"))
                self._add(SetCommand(line, name, self._expression(value, line)))
                self._known.add(name)
            case "sleep":
                self._sleep(rest, line)
            case "gset" | "aset":
                self._gset(word.lower(), rest, line)
            case "if" | "repeat":
                if len(self._frames) >= SCRIPT_NESTED:
                    raise ScriptError(line, phrase("more than {most} {command} within each other", most=SCRIPT_NESTED,
                                      command=f"\\{word.lower()}"))  # fmt: skip
                repeats = word.lower() == "repeat"
                if repeats and not rest:
                    raise ScriptError(line, phrase("{command} needs a count", command="\\repeat"))
                self._frames.append(_Frame(line, self._condition(word, rest, line), repeats=repeats))
            case "endrepeat":
                self._end_repeat(rest, line)
            case "elif" | "else" | "endif":
                self._turn(word.lower(), rest, line)
            case other:
                raise ScriptError(line, phrase("the command {command} is not covered", command=f"\\{other[:40]}"))

    def _turn(self, word: str, rest: str, line: int) -> None:
        r"""Begin the next branch of the innermost \if, or end it."""
        if not self._frames or self._frames[-1].repeats:
            raise ScriptError(line, phrase("{command} without {end}", command=f"\\{word}", end="\\if"))
        if rest and word != "elif":
            raise ScriptError(line, self._junk(word, rest))
        frame = self._frames[-1]
        if frame.has_else and word != "endif":
            raise ScriptError(line, phrase("{command} after {end}", command=f"\\{word}", end="\\else"))
        frame.choices.append((frame.condition, tuple(frame.commands)))
        frame.commands = []
        if word == "endif":
            self._frames.pop()
            self._add(Branches(frame.line, tuple(frame.choices)))
        else:
            frame.has_else = word == "else"
            frame.condition = None if frame.has_else else self._condition(word, rest, line)

    def _end_repeat(self, rest: str, line: int) -> None:
        r"""End the innermost \repeat."""
        if not self._frames or not self._frames[-1].repeats:
            raise ScriptError(line, phrase("{command} without {end}", command="\\endrepeat", end="\\repeat"))
        if rest:
            raise ScriptError(line, self._junk("endrepeat", rest))
        frame = self._frames.pop()
        assert frame.condition is not None
        self._add(Repeat(frame.line, Apply("int", (frame.condition,)), tuple(frame.commands)))

    @staticmethod
    def _junk(word: str, rest: str) -> Sentence:
        r"""Return the error for arguments after \else or \endif."""
        if word == "else" and _first_word(rest)[0].lower() == "if":
            return phrase("{command} is no command; write {right}", command="\\else if", right="\\elif")
        return phrase("{command} takes no argument; found {found}", command=f"\\{word}", found=rest[:40])

    def _condition(self, word: str, rest: str, line: int) -> Expression:
        if not rest:
            raise ScriptError(line, phrase("{command} needs a condition", command=f"\\{word.lower()}"))
        return self._expression(rest, line)

    def _expression(self, text: str, line: int) -> Expression:
        try:
            tree = expression(text)
        except ExpressionError as error:
            raise ScriptError(line, error.message) from None
        for name in variables_of(tree):
            self._need(name, line)
        return tree

    def _sleep(self, rest: str, line: int) -> None:
        found = re.fullmatch(rf"(?:(-?[0-9]{{1,9}})|:({NAME})\b)\s*(us|ms|s)?", rest, re.IGNORECASE)
        if found is None:
            raise ScriptError(
                line, phrase("{command} needs a whole number or :name, then us, ms or s", command="\\sleep")
            )
        if found[2]:
            self._need(found[2], line)
        value: Expression = Variable(found[2]) if found[2] else Constant(int(found[1]))
        self._add(Sleep(line, value, UNITS_S[(found[3] or "s").lower()]))

    def _gset(self, word: str, prefix: str, line: int) -> None:
        commands = self._frames[-1].commands if self._frames else self._done
        if not commands or not isinstance(last := commands[-1], ScriptStatement) or last.gset is not None:
            raise ScriptError(line, phrase("{command} needs a statement before it", command=f"\\{word}"))
        if prefix and not _NAME.fullmatch(prefix):
            raise ScriptError(
                line, phrase("{command} takes a prefix of letters, digits and underscores", command=f"\\{word}")
            )
        commands[-1] = ScriptStatement(last.line, last.text, last.names, last.control, prefix, word == "aset")
        self._prefixes.append(prefix)
