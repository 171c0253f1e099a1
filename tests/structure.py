# SPDX-License-Identifier: Apache-2.0
"""Count modules, lines and structural faults of a checkout.

    python -m tests.structure [ROOT]     print the counts for the checkout in ROOT (default: this one)

Reads the code without running it, so that older checkouts can be counted too.
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
"""Maximum number of lines of a sliver: a module that is so short and has a single importer belongs in that importer."""

REGISTERED = re.compile(
    r"(collectors|app\.plans|app\.imports)\.\w+$"
    r"|app\.(databases\.\w+|workloads\.\w+\.(common|mysql|postgresql|sqlite|sqlserver))\.\w+$"
    r"|app\.workloads\.\w+\.(dataset|definition)$|app\.\w+\.registry$"
)
"""Modules that are separate by design: plans, collectors, formats, engines, data sets, and their registries."""

READS_FOREIGN_TEXT = ("app.scenario", "app.imports", "app.control", "app.session", "collectors")
"""Packages that parse external JSON or TOML into structs; all other packages receive structs."""

DOCUMENT = re.compile(r"(^|_)(data|details?|documents?|content)$")

IDIOM = frozenset(
    {
        "apart", "asked", "desk", "kept", "kinds", "looks", "made", "occupants",
        "said", "shown", "standing", "stint", "surroundings", "told", "words",
    }
)  # fmt: skip
"""Words that are not terms of databases or storage."""


@dataclass(frozen=True)
class Module:
    """One source file.

    Attributes:
        name: dotted name, such as "app.session.reader".
    """

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Syntax tree of the module."""
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        """Number of lines."""
        return self.text.count("\n")

    @property
    def base(self) -> str:
        """Last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def room(self) -> str:
        """Package folder of the module: "app.ui.editor", "app.session", "widgets"."""
        parts = self.name.split(".")
        depth = 1 if parts[0] != "app" else 3 if parts[1:2] == ["ui"] else 2
        return ".".join(parts[: min(depth, len(parts) - 1)])

    @property
    def imported(self) -> set[str]:
        """Names that the import statements may refer to."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        return found

    @property
    def picks(self) -> int:
        """Number of places that inspect a mapping by hand: isinstance(…, dict), and .get() of a document."""
        return sum(map(_picks, ast.walk(self.tree)))

    @property
    def private_names(self) -> list[str]:
        """Names of the module, its classes, functions and attributes that contain an IDIOM word."""
        names = [self.base, *_defined(self.tree)]
        return sorted({name for name in names if IDIOM & {part.casefold() for part in re.findall(WORD, name)}})


WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


@dataclass(frozen=True)
class Structure:
    """All modules of the program in a checkout."""

    modules: tuple[Module, ...]

    @classmethod
    def of(cls, root: Path) -> "Structure":
        """Read a checkout.

        Raises:
            OSError: a file cannot be read.
            SyntaxError: a file is not Python.
        """
        paths = sorted(path for tree in TREES for path in (root / tree).rglob("*.py") if path.stem != "__init__")
        return cls(
            tuple(
                Module(".".join(path.relative_to(root).with_suffix("").parts), path.read_text(encoding="utf-8"))
                for path in paths
            )
        )

    @property
    def rooms(self) -> Mapping[str, int]:
        """Number of lines, by package folder."""
        counted: Counter[str] = Counter()
        for module in self.modules:
            counted[module.room] += module.lines
        return dict(sorted(counted.items()))

    @property
    def slivers(self) -> list[str]:
        """Short modules with a single importer, except registered modules."""
        importers = Counter(name for module in self.modules for name in module.imported)
        short = (module for module in self.modules if module.lines <= SHORT and not REGISTERED.match(module.name))
        return [module.name for module in short if importers[module.name] == 1]

    @property
    def picks(self) -> Mapping[str, int]:
        """Number of places that inspect a mapping by hand although structs are available, by module."""
        found = ((module.name, module.picks) for module in self.modules if module.room not in READS_FOREIGN_TEXT)
        return {name: number for name, number in found if number}

    @property
    def toml_readers(self) -> list[str]:
        """Modules outside app.scenario that read TOML."""
        return [m.name for m in self.modules if m.room != "app.scenario" and m.imported & {"tomllib", "tomllib.loads"}]

    @property
    def same_bases(self) -> Mapping[str, list[str]]:
        """Modules of one tree that share a base name, except registered modules."""
        found: dict[tuple[str, str], list[str]] = {}
        for module in self.modules:
            if not REGISTERED.match(module.name):
                found.setdefault((module.name.partition(".")[0], module.base), []).append(module.name)
        return {base: names for (_, base), names in found.items() if len(names) > 1}

    @property
    def shared_classes(self) -> Mapping[str, list[str]]:
        """Modules that define a public class of the same name, by that name."""
        found: dict[str, list[str]] = {}
        for module in self.modules:
            for name in {one.name for one in module.tree.body if isinstance(one, ast.ClassDef)}:
                if not name.startswith("_"):
                    found.setdefault(name, []).append(module.name)
        return {name: modules for name, modules in sorted(found.items()) if len(modules) > 1}

    @property
    def private_names(self) -> Mapping[str, list[str]]:
        """Names that contain an IDIOM word, by module."""
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
    """Yield lines with the counts, each followed by the places to correct."""
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
    classes = structure.shared_classes
    yield f"classes with a shared name: {len(classes)}"
    yield from (f"    {name}: {', '.join(modules)}" for name, modules in classes.items())
    private = structure.private_names
    yield f"names of the private idiom: {sum(map(len, private.values()))}"
    yield from (f"    {module}: {', '.join(names)}" for module, names in private.items())


if __name__ == "__main__":
    for line in report(Structure.of(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent)):
        sys.stdout.write(f"{line}\n")
