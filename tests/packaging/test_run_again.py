# SPDX-License-Identifier: Apache-2.0
"""Retry of a run's failed tests: those that pass are flaky, and more than two flaky tests fail the run."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(("passing", "status"), [(4, 0), (5, 1)])
def test_that_passes_on_the_second_try_is_reported_as_flaky(passing: int, status: int, tmp_path: Path) -> None:
    tests = [f"def test_{number}() -> None: pass\n" for number in range(passing)]
    (tmp_path / "test_some.py").write_text("".join(tests), encoding="utf-8")
    command = [sys.executable, "-P", "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "--again"]
    done = subprocess.run([*command, "."], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    assert done.stdout.count("FLAKY test_some.py::test_") == passing
    assert ("The run fails" in done.stdout) == (status == 1)
