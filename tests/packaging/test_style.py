# SPDX-License-Identifier: Apache-2.0
"""Style: the linter's rules and the formatter's layout."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["rules", "layout"])
def test_ruff_reports_no_findings(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
