# SPDX-License-Identifier: Apache-2.0
"""Types, checked for one of the three platforms."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".mypy_cache"
PLATFORM = os.environ.get("OUTPACE_TEST_TYPES", sys.platform)
"""Platform to check: CI sets each of the three; the default is the current platform."""


def checked() -> list[str]:
    """Return the packages in pyproject.toml and the scripts in packaging/, which are checked in one call."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["packages"]
    return [*packages, *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "packaging").glob("*.py"))]


@pytest.mark.program
def test_mypy_reports_no_errors() -> None:
    # Use mypy's default cache only for this platform: another platform's types would replace it.
    cache = CACHE if sys.platform == PLATFORM else os.devnull
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", "--platform", PLATFORM, "--cache-dir", str(cache), *checked()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
