# SPDX-License-Identifier: Apache-2.0
"""The notebook in docs/ runs completely on sessions of several plans and draws what it describes."""

import json
import warnings
from pathlib import Path

import matplotlib as mpl
import pytest

from tests.support.recorded import TRIO
from tests.support.repeated import RepeatedRun

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "session.ipynb"


@pytest.fixture
def cells() -> list[str]:
    """Return the sources of the code cells."""
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def run(cells: list[str], session: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[list[str]], dict[str, object]]:
    """Return the curve labels of each figure, and the names defined by the cells."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    monkeypatch.setenv("OUTPACE_SESSION", str(session))
    pictures: list[list[str]] = []

    def shown() -> None:
        figure = plt.gcf()
        figure.canvas.draw()
        pictures.append(sorted({text for axes in figure.axes for text in axes.get_legend_handles_labels()[1]}))
        plt.close(figure)

    monkeypatch.setattr(plt, "show", shown)
    names: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        for number, cell in enumerate(cells):
            exec(compile(cell, f"cell {number}", "exec"), names)
    return pictures, names


def test_the_notebook_runs_on_repeats_of_three_systems(
    cells: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = RepeatedRun(tmp_path / "repeats.outpace", TRIO)
    recording.repeats(3, seconds=15)
    pictures, names = run(cells, recording.finish(), monkeypatch)
    systems = [system.name for system in TRIO]
    assert [len(labels) for labels in pictures] == [3, 9, 3, 0]
    assert pictures[0] == sorted(systems)
    assert names["names"] == systems
    assert names["repeats"]["repeats"].tolist() == [3, 3, 3]


def test_the_notebook_draws_the_load_levels_of_a_sweep(
    cells: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = RepeatedRun(tmp_path / "sweep.outpace", plan='name = "user-sweep"\nlevels = [8, 16, 32]')
    recording.sweep((8, 16, 32), seconds=11)
    pictures, names = run(cells, recording.finish(), monkeypatch)
    assert len(pictures) == 5
    assert sorted(set(names["levels"]["Users requested"])) == [8, 16, 32]


def test_notebook_contains_no_outputs() -> None:
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in document["cells"])
