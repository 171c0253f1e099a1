# SPDX-License-Identifier: Apache-2.0
"""Every reader processes hostile inputs from fixed seeds; `python -m tests.fuzz` tries more of them for hours."""

from pathlib import Path

import pytest

from tests.fuzz.run import fuzzed
from tests.fuzz.targets import targets

SEED = 1
INPUTS = 40
MORE = {
    "scenario": 100,
    "session": 40,
    "exporter": 300,
    "control": 1000,
    "limit": 1000,
    "formula": 1000,
    "playlist": 200,
    "tape": 300,
}


@pytest.mark.parametrize("name", targets())
def test_hostile_inputs_are_accepted_or_rejected_cleanly(name: str, tmp_path: Path) -> None:
    found = fuzzed(targets()[name], tmp_path / "f", SEED, 0, MORE.get(name, INPUTS))
    failures = [
        f"input {number}:\n{wrong}" for number, wrong, _ in found.failures if "s of processor time" not in wrong
    ]
    assert not failures, "\n\n".join(failures)
