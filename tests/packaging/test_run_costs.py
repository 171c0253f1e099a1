# SPDX-License-Identifier: Apache-2.0
"""Costs of the tests: recorded by file and compared by folder, and the remaining time of a run."""

from pathlib import Path

import pytest

from tests.support.run_costs import COSTS, Costs, FileCost, by_folder, measure_yardstick_s, time_left_s

RECORDED = Costs(
    {
        "ui/test_a.py": FileCost(10, 20.0, 30.0),
        "ui/test_b.py": FileCost(2, 10.0, 12.0),
        "unit/test_c.py": FileCost(5, 1.0, 1.0),
    },
    yardstick_s=0.1,
)


def test_costs_are_read_back_as_written(tmp_path: Path) -> None:
    RECORDED.write(tmp_path / "costs.json")
    assert Costs.read(tmp_path / "costs.json") == RECORDED
    assert Costs.read(tmp_path / "missing.json") == Costs()


def test_recorded_test_files_exist() -> None:
    recorded = Costs.read()
    assert [name for name in recorded.files if not (COSTS.parent / name).is_file()] == []


def test_complete_files_are_updated_and_deleted_ones_removed() -> None:
    measured = {"ui/test_a.py": FileCost(11, 40.0, 50.0), "ui/test_b.py": FileCost(1, 2.0, 2.0)}
    renewed = RECORDED.renewed(measured, 0.2, ["ui/test_a.py", "ui/test_b.py"])
    assert renewed.yardstick_s == 0.2
    assert renewed.files == {
        "ui/test_a.py": FileCost(11, 40.0, 50.0),
        "ui/test_b.py": FileCost(2, 20.0, 24.0),  # one test did not run: its cost stays, at half the speed
    }


def test_partial_file_costs_its_share_and_unknown_file_the_default() -> None:
    assert RECORDED.elapsed_s("ui/test_a.py", 5) == 15.0
    assert RECORDED.elapsed_s("ui/test_a.py", 20) == 30.0
    assert RECORDED.elapsed_s("ui/test_new.py", 3, 7.0) == 7.0


@pytest.mark.parametrize(
    ("processor_s", "yardstick_s", "budget_s", "grew"),
    [(32.9, 0.1, 30.0, False), (33.1, 0.1, 30.0, True), (65.9, 0.2, 60.0, False), (66.1, 0.2, 60.0, True)],
)
def test_growth_above_ten_percent_is_detected_at_any_machine_speed(
    processor_s: float, yardstick_s: float, budget_s: float, grew: bool
) -> None:
    measured = {"ui/test_a.py": FileCost(10, 20.0, 30.0), "ui/test_b.py": FileCost(2, processor_s - 20.0, 12.0)}
    (ui,) = by_folder(RECORDED, measured, yardstick_s)
    assert (ui.name, ui.tests) == ("ui", 12)
    assert ui.processor_s == pytest.approx(processor_s)
    assert ui.budget_s == budget_s
    assert ui.grew == grew


def test_new_file_counts_as_growth_and_partial_folder_is_not_compared() -> None:
    whole = {name: cost for name, cost in RECORDED.files.items() if name.startswith("ui/")}
    (ui,) = by_folder(RECORDED, whole | {"ui/test_new.py": FileCost(1, 9.0, 9.0)}, 0.1)
    assert ui.grew
    (ui,) = by_folder(RECORDED, {"ui/test_a.py": FileCost(10, 90.0, 30.0)}, 0.1)
    assert ui.budget_s is None
    assert not ui.grew
    (unit,) = by_folder(RECORDED, {"unit/test_c.py": FileCost(5, 2.5, 1.0)}, 0.1)
    assert not unit.grew, "a second is noise"


def test_time_left_follows_the_pace_of_the_run() -> None:
    assert time_left_s(done_s=0, left_s=100, elapsed_s=3, processes=4) == 25
    assert time_left_s(done_s=50, left_s=50, elapsed_s=30, processes=4) == 30
    assert time_left_s(done_s=90, left_s=10, elapsed_s=45, processes=4) == 5


def test_yardstick_takes_between_zero_and_ten_seconds() -> None:
    assert 0 < measure_yardstick_s() < 10


def test_costs_without_a_yardstick_give_no_budget() -> None:
    (ui,) = by_folder(Costs(RECORDED.files), {"ui/test_a.py": RECORDED.files["ui/test_a.py"]}, 0.1)
    assert ui.budget_s is None
    assert not ui.grew
