# SPDX-License-Identifier: Apache-2.0
"""Hostile frames make the engine drop only the agent that sent them, and use little memory."""

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest

from tests.support.frame_bombs import DROPPED, FLOODS, ROOT, TAKEN

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process's peak of memory be reset")
MOST_MIB = 64
MOST_CORES = 0.25
"""Highest share of a core. SECURITY.md promises about a tenth; a busy machine makes the same work more expensive."""
AT_ONCE = 10
PATIENCE_S = 300


def thrown(*groups: Iterable[str]) -> list[Any]:
    """Return a separate engine's report on each group of hostile frames."""
    command = [sys.executable, "-m", "tests.support.frame_bombs", *map(",".join, groups)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_invalid_frame_ends_its_agent_before_it_is_decoded() -> None:
    names = list(DROPPED)
    lines = thrown(*(names[first : first + AT_ONCE] for first in range(0, len(names), AT_ONCE)))
    lost = {name: reason for line in lines for name, reason in line["lost"].items()}
    assert [name for name in names if not lost[name]] == []
    assert "(a message that is more than bytes)" in lost["newlist"]
    assert "(a message that is too long)" in lost["long"]
    assert "(a message of an unknown kind)" in lost["status"]
    # A whole group stays below the limit for a single frame.
    assert max(line["mib"] for line in lines) < MOST_MIB
    assert all(line["good"] for line in lines)


def test_flooding_agent_is_bounded_and_does_not_harm_others() -> None:
    for line in thrown(FLOODS, *([name] for name in TAKEN)):
        assert line["mib"] < MOST_MIB
        assert line["cores"] / len(line["lost"]) < MOST_CORES
        assert line["good"]
