# SPDX-License-Identifier: Apache-2.0
"""Examples from the guides in docs/, extracted from the text and installed as extensions."""

import ast
import json
import os
import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.engine_runs import ended_whole, outpace

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+) ([\w.-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """Files of a guide; `added` are the files that extend Outpace, as opposed to the scenario that uses them."""

    folder: Path
    files: dict[str, str]

    @property
    def scenario(self) -> Path:
        return self.folder / "scenario.toml"

    @property
    def added(self) -> set[str]:
        return set(self.files) - {"scenario.toml"}

    @property
    def rooms(self) -> set[str]:
        """Outpace packages from which the example imports without changing them."""
        trees = [ast.parse(text) for name, text in self.files.items() if name.endswith(".py")]
        modules = {node.module or "" for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        return {module for module in modules if module.split(".")[0] in {"app", "collectors", "widgets", "resources"}}

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run an Outpace command with the package installed."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", os.pathsep.join([str(self.folder), str(DOCS.parent)]))
            return outpace(*arguments)

    def uninstall(self) -> None:
        """Uninstall the package from Outpace."""
        for path in self.folder.glob("*.dist-info/*"):
            path.unlink()

    def recorded(self) -> Path:
        """Record a run of the scenario; return the session."""
        session = self.folder / "run.outpace"
        ended_whole(self.run("run", self.scenario, "--session", session), session)
        return session

    def result(self, session: Path) -> dict[str, Any]:
        """Return the result without the settings, which only the installed extension can read."""
        result: dict[str, Any] = json.loads(self.run("export", session, "--json", "-").stdout)
        del result["changed_settings"]
        return result


def example(guide: str, folder: Path) -> Example:
    """Write the guide's files to a folder, with the entry points of its pyproject.toml."""
    files = {name: text for _, name, text in BLOCK.findall((DOCS / guide).read_text(encoding="utf-8"))}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    information = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    points = project["entry-points"]
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in entries.items()) for group, entries in points.items()]
    (information / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return Example(folder, files)
