# SPDX-License-Identifier: Apache-2.0
"""Display of a session whose readings are physically impossible."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.support.extreme_figures import EXTREMES, each, with_extremes
from tests.support.recorded import recorded
from tests.support.ui_window import Opener


@pytest.mark.parametrize("field", [("sample", "raw"), ("latency_second", "packed")], ids="-".join)
@pytest.mark.parametrize("figures", [EXTREMES, (5e-324,), (1e300,), (-1e-320, 0.0)], ids=str)
def test_window_shows_a_session_with_impossible_readings(
    qtbot: QtBot, opened: Opener, tmp_path: Path, field: tuple[str, str], figures: tuple[float, ...]
) -> None:
    whole = recorded(tmp_path / "whole.outpace", seconds=20)
    controller = opened(with_extremes(whole, tmp_path / "x.outpace", field, each(figures)))
    qtbot.wait(50)  # give the window time to paint
    assert not controller.shell.grab().isNull()
