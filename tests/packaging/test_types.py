# SPDX-License-Identifier: Apache-2.0
"""The types, checked as one of the three platforms sees them."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".mypy_cache"
PLATFORM = os.environ.get("OUTPACE_TEST_TYPES", sys.platform)
"""The workflow of every change names each of the three platforms; by hand it is this one."""


def checked() -> list[str]:
    """The packages that pyproject.toml lists and the programs of packaging/, which are none: one call for all."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["packages"]
    return [*packages, *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "packaging").glob("*.py"))]


@pytest.mark.program
def test_the_types_hold() -> None:
    # In a fresh checkout a cache costs a third more; who has run mypy by hand has one already.
    cache = CACHE if CACHE.exists() and sys.platform == PLATFORM else os.devnull
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", "--platform", PLATFORM, "--cache-dir", str(cache), *checked()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
