# SPDX-License-Identifier: Apache-2.0
"""Sweeps that peak at the highest load: the result notes that a higher load may yield more."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.session_kinds import depths, sweep

NOTE = ": the peak is at the highest load that was tried, so more load may give more"


@pytest.mark.parametrize("made", [sweep, depths])
def test_peak_at_the_highest_load_is_noted_for_users_and_depths(tmp_path: Path, made: Callable[[Path], Path]) -> None:
    path = made(tmp_path / "sweep.outpace")
    with SessionReader.open(path) as reader:
        table, points = session_text(reader), study_of([reader]).points
    rates = {letter: [point.systems[letter].figures["OPM"] for point in points] for letter in "AB"}
    rising = [letter for letter, own in rates.items() if own[-1] == max(own)]
    write_reports([path], Outputs(html=tmp_path / "r.html"))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert rising
    noted = next(line for line in table.splitlines() if NOTE in line)
    assert [letter for letter in "AB" if letter in noted.partition(NOTE)[0].removeprefix("Warning: ")] == rising
    assert NOTE in page
