# SPDX-License-Identifier: Apache-2.0
"""Dependencies between packages, as defined by the import contracts in pyproject.toml."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = "import sys; from importlinter.cli import lint_imports_command as lint; sys.exit(lint())"


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    # Run in the folder and without -P, because the linter imports the packages from there.
    return subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )


def test_import_contracts_are_kept() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    assert re.search(rf"Contracts: {len(contracts)} kept, 0 broken", done.stdout)


def test_other_packages_do_not_name_a_workload() -> None:
    """Differences are properties of the workloads, so that an extension's workload is treated like a built-in one."""
    own = ("model", "scenario", "workloads")
    named = re.compile(r"\b(DvdStore|Brokerage|OrderEntry)")
    sources = [path for path in (ROOT / "app").rglob("*.py") if path.relative_to(ROOT / "app").parts[0] not in own]
    assert len(sources) > 400
    assert [path.name for path in sources if named.search(path.read_text(encoding="utf-8"))] == []


def test_packaging_folder_is_not_a_package() -> None:
    # An __init__.py would hide the library of the same name, which pytest needs.
    assert not (ROOT / "packaging" / "__init__.py").exists()


@pytest.mark.parametrize("module", ["embedded_target", "server_target", "collector_process"])
def test_child_processes_do_not_import_heavy_libraries(module: str) -> None:
    """A run starts a dozen child processes in sequence, and each one pays for the libraries it imports."""
    program = (
        f"import sys, app.__main__, app.engine.child, app.engine.preparation, app.engine.{module}; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert f"app.engine.{module}" in loaded
    assert not loaded & {"argparse", "numpy", "pandas", "PySide6"}
