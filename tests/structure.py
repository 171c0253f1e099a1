# SPDX-License-Identifier: Apache-2.0
"""How the house is built, in figures: what a stranger meets in the tree.

    python -m tests.structure [ROOT]     counts of the checkout in ROOT, of this one without ROOT

It reads the code and runs none of it, so that an older checkout can be counted too, and printed beside this one.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TREES = ("app", "widgets", "collectors")
SHORT = 60
"""Lines of a sliver at most: with a single importer, such a module is a part of that one."""

REGISTERED = re.compile(
    r"(collectors|app\.plans|app\.imports)\.\w+$"
    r"|app\.(databases\.\w+|workloads\.\w+\.(common|mysql|postgresql|sqlite|sqlserver))\.\w+$"
    r"|app\.workloads\.\w+\.dataset$|app\.\w+\.registry$"
)
"""One module a plan, a source of counters, a format, one folder an engine, the data of a
workload, and the registry of each: they stand alone,
and each engine has the same modules."""

READS_FOREIGN_TEXT = ("app.scenario", "app.imports", "app.control", "app.session", "collectors")
"""Rooms that are given JSON or TOML by somebody else and make structs of it, or of structs: who comes after them is
given structs."""

DOCUMENT = re.compile(r"(^|_)(data|details?|documents?|content)$")

IDIOM = frozenset(
    {
        "apart", "asked", "desk", "kept", "kinds", "looks", "made", "occupants",
        "said", "shown", "standing", "stint", "surroundings", "told", "words",
    }
)  # fmt: skip
"""Words that say nothing to who knows databases and storage."""


@dataclass(frozen=True)
class Module:
    """One file. name: as it is imported, "app.session.reader"."""

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Parsed."""
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        """Of the file."""
        return self.text.count("\n")

    @property
    def base(self) -> str:
        """The last part of its name."""
        return self.name.rpartition(".")[2]

    @property
    def room(self) -> str:
        """The folder that it is in: "app.ui.editor", "app.session", "widgets"."""
        parts = self.name.split(".")
        depth = 1 if parts[0] != "app" else 3 if parts[1:2] == ["ui"] else 2
        return ".".join(parts[: min(depth, len(parts) - 1)])

    @property
    def imported(self) -> set[str]:
        """The names of everything that it may mean by its imports."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        return found

    @property
    def picks(self) -> int:
        """How often it picks a mapping apart: isinstance(…, dict), and .get() of a document."""
        return sum(map(_picks, ast.walk(self.tree)))

    @property
    def private_names(self) -> list[str]:
        """Its name and those of its classes, functions and attributes that are of the private idiom."""
        names = [self.base, *_defined(self.tree)]
        return sorted({name for name in names if IDIOM & {part.casefold() for part in re.findall(WORD, name)}})


WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


@dataclass(frozen=True)
class Structure:
    """All modules of a checkout that belong to the program."""

    modules: tuple[Module, ...]

    @classmethod
    def of(cls, root: Path) -> "Structure":
        """Reads a checkout. Raises OSError, SyntaxError."""
        paths = sorted(path for tree in TREES for path in (root / tree).rglob("*.py") if path.stem != "__init__")
        return cls(
            tuple(
                Module(".".join(path.relative_to(root).with_suffix("").parts), path.read_text(encoding="utf-8"))
                for path in paths
            )
        )

    @property
    def rooms(self) -> Mapping[str, int]:
        """Lines of each."""
        counted: Counter[str] = Counter()
        for module in self.modules:
            counted[module.room] += module.lines
        return dict(sorted(counted.items()))

    @property
    def slivers(self) -> list[str]:
        """Short modules that a single other one imports, registered ones apart."""
        importers = Counter(name for module in self.modules for name in module.imported)
        short = (module for module in self.modules if module.lines <= SHORT and not REGISTERED.match(module.name))
        return [module.name for module in short if importers[module.name] == 1]

    @property
    def picks(self) -> Mapping[str, int]:
        """Mappings picked apart, by module, where structs are to be had."""
        found = ((module.name, module.picks) for module in self.modules if module.room not in READS_FOREIGN_TEXT)
        return {name: number for name, number in found if number}

    @property
    def toml_readers(self) -> list[str]:
        """Modules outside of app.scenario that read TOML by themselves."""
        return [m.name for m in self.modules if m.room != "app.scenario" and m.imported & {"tomllib", "tomllib.loads"}]

    @property
    def same_bases(self) -> Mapping[str, list[str]]:
        """Modules of one tree whose names end alike, registered ones apart."""
        found: dict[tuple[str, str], list[str]] = {}
        for module in self.modules:
            if not REGISTERED.match(module.name):
                found.setdefault((module.name.partition(".")[0], module.base), []).append(module.name)
        return {base: names for (_, base), names in found.items() if len(names) > 1}

    @property
    def private_names(self) -> Mapping[str, list[str]]:
        """Names of the private idiom, by module."""
        found = {module.name: module.private_names for module in self.modules}
        return {name: names for name, names in found.items() if names}


def _picks(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Name) and called.id == "isinstance" and len(node.args) == 2:
        return bool({"dict", "Mapping"} & {one.id for one in ast.walk(node.args[1]) if isinstance(one, ast.Name)})
    if isinstance(called, ast.Attribute) and called.attr == "get":
        owner = called.value
        name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
        return bool(DOCUMENT.search(name))
    return False


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def report(structure: Structure) -> Iterator[str]:
    """The counts as lines; the places that are still to be put right below each."""
    lines = sum(module.lines for module in structure.modules)
    yield f"modules {len(structure.modules)}, lines {lines}"
    yield from (f"    {room:24} {number:6}" for room, number in structure.rooms.items())
    slivers, toml, picks = structure.slivers, structure.toml_readers, structure.picks
    yield f"modules of {SHORT} lines or fewer with one importer: {len(slivers)}"
    yield from (f"    {name}" for name in slivers)
    yield f"mappings picked apart outside of what reads foreign text: {sum(picks.values())}"
    yield from (f"    {name:48} {number:3}" for name, number in picks.items())
    yield f"modules outside of app.scenario that read TOML: {len(toml)}"
    yield from (f"    {name}" for name in toml)
    same = structure.same_bases
    yield f"base names used more than once in a tree: {len(same)}"
    yield from (f"    {base}: {', '.join(names)}" for base, names in same.items())
    private = structure.private_names
    yield f"names of the private idiom: {sum(map(len, private.values()))}"
    yield from (f"    {module}: {', '.join(names)}" for module, names in private.items())


if __name__ == "__main__":
    for line in report(Structure.of(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent)):
        sys.stdout.write(f"{line}\n")
