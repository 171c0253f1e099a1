# SPDX-License-Identifier: Apache-2.0
"""The types, checked as each of the three platforms sees them."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def checked() -> list[str]:
    """The packages that pyproject.toml lists and the programs of packaging/, which are none: one call for all."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["packages"]
    return [*packages, *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "packaging").glob("*.py"))]


@pytest.mark.program
@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_the_types_hold(platform: str) -> None:
    # From nothing: in a fresh checkout a cache costs a third more, and mypy's own is of another platform.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", "--platform", platform, "--cache-dir", os.devnull, *checked()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
