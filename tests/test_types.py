# SPDX-License-Identifier: Apache-2.0
"""The types, checked as each of the three platforms sees them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.program
@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_the_types_hold(platform: str) -> None:
    cache = ROOT / ".mypy_cache" / platform  # one cache for all platforms would be thrown away at each change
    scripts = sorted(str(path) for path in (ROOT / "packaging").glob("*.py"))
    for targets in ([], scripts):  # [] is what pyproject.toml lists
        done = subprocess.run(
            [sys.executable, "-P", "-m", "mypy", "--platform", platform, "--cache-dir", str(cache), *targets],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
