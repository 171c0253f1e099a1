# SPDX-License-Identifier: Apache-2.0
"""Check that docstrings and comments are plain English.

    python -m tests.prose [ROOT]             counts by room, of this checkout or the one in ROOT
    python -m tests.prose --check [ROOT]     findings in the rooms that are clean; exits with 1 if there are any

Ruff's pydocstyle rules check the docstrings of modules, classes and functions. This module checks what they cannot: the
first word of every docstring, attribute docstrings included, and idioms in docstrings and comments, in Python and C.
Rooms that are not yet clean have an entry "D" in pyproject.toml's per-file-ignores, which switches off both checks.
"""

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]
TREES = ("app", "widgets", "collectors", "resources", "native", "packaging", "tests")

CLAUSE_OPENERS = frozenset(
    {
        "as", "by", "for", "from", "how", "if", "in", "nobody", "of", "on", "somebody", "that", "what", "when",
        "where", "wherever", "whether", "which", "who", "whom", "whose",
    }
)  # fmt: skip
"""First words of a docstring that is a clause or a fragment, not a summary."""

NOUN_OPENERS = frozenset(
    {
        "a", "all", "an", "any", "both", "each", "every", "it", "its", "no", "none", "nothing", "one", "so",
        "such", "the", "these", "this", "those",
    }
)  # fmt: skip
"""First words of a function's docstring that has no imperative verb."""

COMMENT_OPENERS = frozenset({"of", "what", "whether", "who", "whom", "whose"})
"""First words of comments that cannot be understood without the code; "Where", "As" and "How" also open good sentences.
"""

IDIOMS = re.compile(
    r"\b(told|anew|beside|nobody|somebody|be it|goes for|(?<!there )(?-i:is none|are none)|to be had|knows? no"
    r"|knows? nothing|knows? of|nothing but|by (itself|themselves)|(who|what|which) is asked"
    r"|what is to be|so that (it|they|he) may|such as it is|speaks? (for|against)|are of (the|no|one)|is of (the|no)"
    r"|is said|are said|says so|come[s]? of|is made of it|put right|without end|of ours)\b",
    re.IGNORECASE,
)
"""Idioms to avoid; CONTRIBUTING.md lists what to write instead."""

C_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
WORD = re.compile(r"[A-Za-z']+")
SUSPECT_COMMENT = re.compile(rf"#\s*({'|'.join(sorted(COMMENT_OPENERS))})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Finding:
    """One finding."""

    path: str
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.text}"


def docstring_findings(path: str, text: str) -> Iterator[Finding]:
    """Check every docstring of a Python module, attribute docstrings included.

    Raises:
        SyntaxError: the text is not Python.
    """
    for docstring, line, is_function in _docstrings(ast.parse(text)):
        summary = docstring.strip()
        first = _first_word(summary)
        if first in CLAUSE_OPENERS or (is_function and first in NOUN_OPENERS):
            yield Finding(path, line, "opener", _excerpt(summary))
        yield from _idioms(path, line, summary)


def comment_findings(path: str, text: str) -> Iterator[Finding]:
    """Check the comments of a Python or a C file.

    Raises:
        tokenize.TokenError: the text is not Python.
    """
    is_c = path.endswith((".c", ".h"))
    openers = COMMENT_OPENERS | {"where", "as", "how"} if is_c else COMMENT_OPENERS
    for line, comment in _c_comments(text) if is_c else _python_comments(text):
        if _first_word(comment) in openers:
            yield Finding(path, line, "opener", _excerpt(comment))
        yield from _idioms(path, line, comment)


def findings(path: str, text: str) -> Iterator[Finding]:
    """Check a file according to its type."""
    if path.endswith(".py"):
        yield from docstring_findings(path, text)
    yield from comment_findings(path, text)


def ignored_patterns(root: Path = ROOT) -> Sequence[str]:
    """Return the patterns of files that are not yet clean, from pyproject.toml."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    ignores = settings["tool"]["ruff"]["lint"]["per-file-ignores"]
    return [pattern for pattern, rules in ignores.items() if "D" in rules]


def checked_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield the Python and C files of the program, tests and scripts."""
    for tree in TREES:
        for path in sorted((root / tree).rglob("*")):
            if path.suffix in {".py", ".c", ".h"}:
                yield path


def tree_findings(root: Path = ROOT, *, ignored: Sequence[str] = ()) -> Iterator[Finding]:
    """Check a checkout, without the files that match a pattern of `ignored`."""
    for path in checked_files(root):
        name = path.relative_to(root).as_posix()
        if not any(fnmatch(name, pattern) for pattern in ignored):
            yield from findings(name, path.read_text(encoding="utf-8"))


def pydocstyle_counts(root: Path = ROOT) -> Counter[str]:
    """Count the findings of ruff's pydocstyle rules by room, as if no room were ignored."""
    ruff = [sys.executable, "-P", "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero"]
    rules = ["--output-format=json", "--select=D,D401,D404"]
    settings = ["--ignore=D1", "--config=lint.pydocstyle.convention='google'", "--line-length=120"]
    done = subprocess.run([*ruff, *rules, *settings, *TREES], cwd=root, check=True, capture_output=True, text=True)
    paths = (Path(found["filename"]).relative_to(root).as_posix() for found in json.loads(done.stdout))
    return Counter(map(room_of, paths))


def room_of(path: str) -> str:
    """Return the folder whose style is one step of work: "app/engine", "tests/ui", "widgets"."""
    parts = path.split("/")
    return "/".join(parts[: min(2 if parts[0] in {"app", "tests"} else 1, len(parts) - 1)])


def _docstrings(tree: ast.Module) -> Iterator[tuple[str, int, bool]]:
    """Yield each docstring, its line, and whether it must start with a verb."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        is_function = _is_ordinary_function(node)
        for position, statement in enumerate(node.body):
            is_attribute = position > 0 and isinstance(node.body[position - 1], ast.Assign | ast.AnnAssign)
            if position and not is_attribute:
                continue
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value, value.lineno, is_function and not position


def _is_ordinary_function(node: ast.AST) -> bool:
    """Return whether a docstring here must start with a verb, unlike those of properties and tests, which describe."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("test_"):
        return False
    names = (one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in node.decorator_list)
    return not any(name.endswith("property") for name in names)


def _python_comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield each block of comment lines with its first line's number, or nothing if the text can have no finding."""
    if not IDIOMS.search(text) and not SUSPECT_COMMENT.search(text):  # tokenizing is slow
        return
    block: list[str] = []
    start = end = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, alone = token.start[0], not token.line[: token.start[1]].strip()
        if block and alone and line == end + 1:
            block.append(token.string.lstrip("# "))
        else:
            if block:
                yield start, " ".join(block)
            block, start = [token.string.lstrip("# ")], line
        end = line if alone else 0
    if block:
        yield start, " ".join(block)


def _c_comments(text: str) -> Iterator[tuple[int, str]]:
    for token in C_TOKEN.finditer(text):
        if token[0].startswith("/"):
            yield text.count("\n", 0, token.start()) + 1, " ".join(token[0].strip("/*- ").split())


def _first_word(text: str) -> str:
    found = WORD.match(text)
    return found[0].casefold() if found else ""


def _idioms(path: str, line: int, text: str) -> Iterator[Finding]:
    for found in IDIOMS.finditer(" ".join(text.split())):
        yield Finding(path, line, f"idiom {found[0]!r}", _excerpt(text))


def _excerpt(text: str) -> str:
    return " ".join(text.split())[:80]


def report(root: Path) -> Iterator[str]:
    """Yield a line of counts for each room."""
    found = list(tree_findings(root))
    openers = Counter(room_of(one.path) for one in found if one.rule == "opener")
    idioms = Counter(room_of(one.path) for one in found if one.rule != "opener")
    pydocstyle = pydocstyle_counts(root)
    yield f"{'room':24} {'openers':>8} {'idioms':>8} {'pydocstyle':>11}"
    for room in sorted({*openers, *idioms, *pydocstyle}):
        yield f"{room:24} {openers[room]:8} {idioms[room]:8} {pydocstyle[room]:11}"
    yield f"{'all':24} {openers.total():8} {idioms.total():8} {pydocstyle.total():11}"


def main(arguments: Sequence[str]) -> int:
    """Print the counts of a checkout, or with --check the findings of its clean rooms."""
    root = next((Path(argument).resolve() for argument in arguments if argument != "--check"), ROOT)
    if "--check" not in arguments:
        sys.stdout.writelines(f"{line}\n" for line in report(root))
        return 0
    found = list(tree_findings(root, ignored=ignored_patterns(root)))
    sys.stdout.writelines(f"{one}\n" for one in found)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
