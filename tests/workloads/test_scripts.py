# SPDX-License-Identifier: Apache-2.0
"""pgbench's script language: expressions compared with pgbench, statement splitting, and errors with line numbers."""

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from app.model.expressions import ExpressionError, expression
from app.model.scripts import Branches, ScriptError, ScriptStatement, script, statements_of
from app.model.sql_workload import Sql, SqlTransaction, SqlVariable
from app.workloads.sql.computing import ComputingError, computed, drawn
from tests.support.pgbench import pgbench
from tests.support.script_examples import COMBINED, EDGES, EXPRESSIONS, NO_EXPRESSIONS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.private_server import PrivateServer


DEBUG = re.compile(r"debug\(script=\d+,command=(\d+)\): (.*)")
CLIENTS = 50


def as_pgbench(value: object) -> str:
    """Return a value as pgbench prints it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"boolean {str(value).lower()}"
    return f"int {value}" if isinstance(value, int) else f"double {value!r}"


def ours(text: str) -> str | None:
    """Return our result of an expression as pgbench prints it; None if it is rejected."""
    try:
        return as_pgbench(computed(expression(text))({"default_seed": 0}, random.Random(1).random))
    except (ExpressionError, ComputingError):
        return None


def same(text: str, own: str, theirs: str) -> bool:
    """Return whether two results are equal; random numbers need only have the same type."""
    kind, _, number = own.partition(" ")
    if "random" in text:
        return theirs.startswith(kind)
    if kind == "double" and theirs.startswith(kind):
        return float(theirs.split()[1]) == pytest.approx(float(number), rel=1e-14, nan_ok=True)
    return own == theirs


def test_expressions_give_the_same_results_as_pgbench(postgresql: "PrivateServer", tmp_path: "Path") -> None:
    results = {text: own for text in (*EXPRESSIONS, *COMBINED, *EDGES) if (own := ours(text)) is not None}
    file = tmp_path / "expressions.sql"
    file.write_text("".join(f"\\set x debug({text})\n" for text in results) + "SELECT 1;\n", encoding="ascii")
    said = pgbench(postgresql, "-n", "-t", "1", "-D", "default_seed=0", "-f", str(file), "postgres", check=False)
    theirs = {int(found[1]): found[2].strip() for found in DEBUG.finditer(said)}
    differing = {
        text: (own, theirs.get(number))
        for number, (text, own) in enumerate(results.items(), start=1)
        if not same(text, own, theirs.get(number, ""))
    }
    assert differing == {}, said[-500:]


def test_rejected_computations_are_rejected_by_pgbench(postgresql: "PrivateServer", tmp_path: "Path") -> None:
    rejected = [text for text in (*COMBINED, *EDGES) if ours(text) is None and text not in GARBAGE]
    assert len(rejected) > 300
    file, computed_there = tmp_path / "rejected.sql", []
    for first in range(0, len(rejected), CLIENTS):
        each = rejected[first : first + CLIENTS]
        lines = (f"\\if :client_id = {number}\n\\set x debug({text})\n\\endif\n" for number, text in enumerate(each))
        file.write_text("".join(lines) + "SELECT 1;\n", encoding="ascii")
        said = pgbench(postgresql, "-n", "-c", str(len(each)), "-t", "1", "-f", str(file), "postgres", check=False)
        assert said.count("evaluation of meta-command failed") == len(each), said
        computed_there += [found[2] for found in DEBUG.finditer(said)]
    assert computed_there == []


@pytest.mark.parametrize("text", NO_EXPRESSIONS)
def test_invalid_expression_is_rejected_as_in_pgbench(text: str, postgresql: "PrivateServer", tmp_path: "Path") -> None:
    with pytest.raises(ExpressionError):
        expression(text)
    file = tmp_path / "expression.sql"
    file.write_text(f"\\set x debug({text})\nSELECT 1;\n", encoding="ascii")
    said = pgbench(postgresql, "-n", "-t", "1", "-f", str(file), "postgres", check=False)
    assert "tps = " not in said


def test_statements_are_split_where_pgbench_splits_them() -> None:
    text = """-- a comment; with a semicolon
SELECT 'a;b', "c;d" /* ; */ FROM t; \\set n 5
SELECT $x$ ; :n $x$, n::text, 'o''hara' FROM t
  WHERE n = :n AND (SELECT 1; SELECT 2);
SELECT 1 \\gset one_
\\if :one_x > 0
BEGIN; COMMIT;
\\else
  ROLLBACK
\\endif
"""
    commands = script(text)
    found = list(statements_of(commands))
    assert [one.text for one in found] == [
        "SELECT 'a;b', \"c;d\"   FROM t",
        "SELECT $x$ ; :n $x$, n::text, 'o''hara' FROM t\n  WHERE n = ? AND (SELECT 1; SELECT 2)",
        "SELECT 1",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
    ]
    assert (found[1].names, found[2].gset) == (("n",), "one_")
    assert [one.control for one in found[3:]] == ["begin", "commit", "rollback"]
    assert isinstance(commands[-1], Branches)
    assert isinstance(commands[0], ScriptStatement)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SELECT 1;\n\\shell ls", "line 2: the command \\shell is not covered"),
        ("SELECT 1\\;\n", "line 1: the command \\; is not covered"),
        ("\n\nSELECT ':n';", "line 3: :n stands in quotes"),
        ("SELECT * FROM :n;", "line 1: :n stands for a name here"),
        ("CREATE TABLE x (n INTEGER DEFAULT :n);", "line 1: :n can't be bound in CREATE"),
        ("SELECT ?;", "line 1: a question mark outside quotes"),
        (
            "SELECT :m;",
            "line 1: the variable m has no value; give it one by \\set before, as one that is drawn, or "
            'as a constant ("define" in [workload], "Constants" in the window)',
        ),
        ("SELECT 1;\nBEGIN;\nSELECT 2;", "line 2: the script ends within a transaction"),
        (
            "BEGIN;\n\\if :n\nCOMMIT;\nBEGIN;\n\\else\nSELECT 1;\n\\endif\nCOMMIT;\nCOMMIT;",
            "line 9: COMMIT ends a transaction",
        ),
        ("SELECT 1;\n rollback  work;", "line 2: ROLLBACK WORK ends a transaction that was not begun"),
        ("SELECT 1;\nCOPY (SELECT 1)\nTO STDOUT;", "line 2: COPY from STDIN or to STDOUT hands rows over"),
        ("copy t(a) from stdin;", "line 1: COPY from STDIN"),
        ("\\if 1\nSELECT 1;", "line 1: \\if without \\endif"),
        ("SELECT 1;\n\\endif", "line 2: \\endif without \\if"),
        ("\\repeat 3\nSELECT 1;", "line 1: \\repeat without \\endrepeat"),
        ("\\if 1\nSELECT 1;\n\\endrepeat", "line 3: \\endrepeat without \\repeat"),
        ("\\repeat 3\nSELECT 1;\n\\endif", "line 3: \\endif without \\if"),
        ("\\repeat 3\nSELECT 1;\n\\endrepeat x", "line 3: \\endrepeat takes no argument; found x"),
        ("\\repeat\nSELECT 1;\n\\endrepeat", "line 1: \\repeat needs a count"),
        ("\\repeat :missing\nSELECT 1;\n\\endrepeat", "line 1: the variable missing has no value"),
        ("SELECT 'a;", "line 1: ' is not closed"),
        ("SELECT 1 /* x", "line 1: /* is not closed"),
        ("\\set x permute(1, 2)\nSELECT :x;", "line 1: the function permute is not covered"),
        ("\\set x 1 +\nSELECT :x;", "line 1: a value is expected before …"),
        ("\\sleep soon\nSELECT 1;", "line 1: \\sleep needs a whole number"),
        ("\\gset\nSELECT 1;", "line 1: \\gset needs a statement before it"),
        ("\\set x 1", "line 1: there is no statement"),
        (f"SELECT {', '.join([':n'] * 256)};", "line 1: a statement has at most 255 variables"),
        ("SELECT 1 \\gset p-", "line 1: \\gset takes a prefix of letters, digits and underscores"),
    ],
)
def test_unsupported_command_is_reported_with_its_line(text: str, told: str) -> None:
    with pytest.raises(ScriptError) as refused:
        script(text, {"n"})
    assert str(refused.value).startswith(told)


GARBAGE = ("abs(TRUE)",)
"""Computed by pgbench, with a meaningless result."""
META_COMMANDS = (
    "\\if 1\n{S}\\endif", "\\if 1\n{S}\\else\n{S}\\endif", "\\if 1\n{S}\\elif 2\n{S}\\endif", "\\IF 1\n{S}\\ENDIF",
    "\\if 1\n{S}\\else if 2\n{S}\\endif", "\\if 1\n{S}\\else 2\n{S}\\endif", "\\if 1\n{S}\\else -- x\n{S}\\endif",
    "\\if 1\n{S}\\endif X", "\\if 1\n{S}\\endif -- x", "\\if 1\n{S}\\endif;", "\\if 1\n{S}\\endif \t\n{S}",
    "\\if 1\n{S}\\else\\\n if 2\n{S}\\endif", "\\if 1 then\n{S}\\endif", "\\if\n{S}\\endif", "\\if 1 2\n{S}\\endif",
    "\\if 1\n{S}\\elif\n{S}\\endif", "\\if 1\n{S}\\elif 1 then\n{S}\\endif", "\\if 1\n{S}\\elseif 2\n{S}\\endif",
    "\\if 1\n{S}\\else\n{S}\\else\n{S}\\endif", "\\if 1\n{S}\\else\n{S}\\elif 1\n{S}\\endif", "\\endif\n{S}",
    "\\if(1)\n{S}\\endif", "\\set x 1\n{S}", "\\set\tx\t1 + 2\n{S}", "\\set x 1;\n{S}", "\\set x 1 2\n{S}",
    "\\set x\n{S}", "\\set\n{S}", "\\set x 1 -- one\n{S}", "\\set x \\\n 1\n{S}", "\\sleep 1 us\n{S}",
    "\\sleep 1us\n{S}", "\\sleep 1 US\n{S}",
    "\\sleep 1 us x\n{S}", "\\sleep 1 minute\n{S}", "\\sleep\n{S}", "\\sleep 1us;\n{S}", "\\sleep 1 us -- x\n{S}",
    "SELECT 1 AS a \\gset\n{S}", "SELECT 1 AS a \\gset p_\n{S}", "SELECT 1 AS a \\gset p_ q_\n{S}",
    "SELECT 1 AS a \\gset p_;\n{S}", "SELECT 1 AS a \\gset -- x\n{S}", "\\sleep -1 ms\n{S}",
    "\\set größe 2\n\\set x :größe\n{S}", "\\set 1x 5\n{S}",
    "\\set x :client_id + (hash(1) & 7) + (:default_seed & 7)\n{S}",
    "\\setrandom x 1 2\n{S}",
)  # fmt: skip


def taken(text: str) -> bool:
    """Return whether our parser accepts a script."""
    try:
        return bool(script(text, Sql((SqlTransaction("x", script=text),)).known))
    except ScriptError:
        return False


def test_meta_commands_are_accepted_and_rejected_as_in_pgbench(postgresql: "PrivateServer", tmp_path: "Path") -> None:
    file = tmp_path / "script.sql"
    differing = {}
    for one in META_COMMANDS:
        text = one.format(S="SELECT 1;\n")
        file.write_text(text + "\n", encoding="utf-8")
        said = pgbench(postgresql, "-n", "-t", "1", "-f", str(file), "postgres", check=False)
        if ("tps = " in said and "aborted" not in said) != taken(text + "\n"):
            differing[text] = said
    assert not differing


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("\\else if :n = 2", "line 3: \\else if is no command; write \\elif"),
        ("\\else x", "line 3: \\else takes no argument; found x"),
        ("\\endif X", "line 3: \\endif takes no argument; found X"),
        ("\\elif", "line 3: \\elif needs a condition"),
        ("\\elif 1 then", "line 3: then is not expected there"),
    ],
)
def test_extra_text_after_a_command_is_an_error_with_its_line(line: str, told: str) -> None:
    with pytest.raises(ScriptError) as refused:
        script(f"\\if :n = 1\nSELECT 1;\n{line}\nSELECT 2;\n\\endif\n", {"n"})
    assert str(refused.value) == told


@pytest.mark.parametrize(
    "text",
    [
        "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT 1; COMMIT;",
        "SET autocommit = 0; SELECT 1; COMMIT;",
        "\\if :n\nBEGIN;\n\\endif\nSELECT 1;\nCOMMIT;",
        "BEGIN; SAVEPOINT a; ROLLBACK TO SAVEPOINT a; COMMIT;",
        "COPY t TO 'stdout';",
        "SELECT stdin FROM copy;",
    ],
)
def test_valid_transaction_control_is_accepted(text: str) -> None:
    assert script(text, {"n"})


def test_variables_follow_their_distributions() -> None:
    rng = random.Random(5)
    draws = {
        one.draw: Counter(drawn(one)(rng.random) for _ in range(20_000))
        for one in (
            SqlVariable("v", "uniform", 1, 10),
            SqlVariable("v", "zipf", 1, 10, 1.0),
            SqlVariable("v", "gaussian", 1, 10, 2.5),
            SqlVariable("v", "exponential", 1, 10, 4.0),
        )
    }
    assert all(set(found) == set(range(1, 11)) for found in draws.values())
    assert max(draws["uniform"].values()) < 1.2 * min(draws["uniform"].values())
    assert draws["zipf"][1] / draws["zipf"][10] == pytest.approx(10, rel=0.25), "k^-theta"
    assert draws["gaussian"][5] > 5 * draws["gaussian"][1]
    first = draws["exponential"][1] / 20_000
    assert first == pytest.approx((1 - 2.718281828**-0.4) / (1 - 2.718281828**-4), rel=0.06)
    listed = Counter(drawn(SqlVariable("v", values=("a", "b")))(rng.random) for _ in range(1000))
    assert set(listed) == {"a", "b"}
