# SPDX-License-Identifier: Apache-2.0
"""Sessions recorded before format 2: each still opens with the same figures and text."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.report.session_export import export_json
from app.session.reader import SessionReader
from app.session.seal import verify

RECORDED = Path(__file__).parents[1] / "sessions_format_1"
"""Sessions recorded by version 0.1.0, each with that version's JSON export in format 1."""
Json = dict[str, Any]
SYSTEM = ("name", "role", "letter", "orders", "opm", "rollback_percent", "rollback_expected_percent", "errors",
          "users_requested", "users_alive", "implied_users", "worst_10_s_opm", "busiest_worker_percent", "operations",
          "counters", "targets", "imbalance_percent")  # fmt: skip
MEASURED = ("from_s", "to_s", "users", "orders", "opm", "worst_10_s_opm", "operations")


LATER_WARNING = ": the peak is at the highest load that was tried, so more load may give more"


def in_format_1(result: Json) -> Json:
    """Convert a result to format 1.

    The top level contained the last run or step; the measurement windows are the steps, or the runs of a plan
    without steps.
    """
    measured = [
        one
        for one in result["steps"] or result["runs"]
        if any(own["from_s"] is not None for own in one["systems"].values())
    ]
    last = {letter: one["systems"][letter] for one in measured for letter in one["systems"]}
    systems = [last.get(system["letter"], system) for system in result["systems"]]
    spans = [(one["from_s"], one["to_s"]) for one in systems if one["from_s"] is not None]
    from_s, to_s = min((low for low, _ in spans), default=0.0), max((high for _, high in spans), default=0.0)
    phases = [one for one in result["phases"] if one["to_s"] > from_s and one["from_s"] < to_s]
    names = (
        "title",
        "kind",
        "uuid",
        "outpace_version",
        "started",
        "seconds",
        "valid",
        "reasons",
    )
    return {
        **{name: result[name] for name in names},
        "warnings": [one for one in result["warnings"] if not one.endswith(LATER_WARNING)],
        "storage": [_step_of_storage(one) for one in result["storage"]],
        "format": 1,
        "systems": [_system(one) for one in systems],
        "driver_machine": measured[-1]["driver_machine"] if measured else {},
        "window": {"from_s": from_s, "to_s": to_s, "phases": phases},
        "measurings": [
            {
                "run": one["run"],
                "number": one.get("number", 0) if result["steps"] else 0,
                "rate": one.get("rate"),
                "systems": {
                    letter: {name: own[name] for name in MEASURED} for letter, own in one["systems"].items()
                },
            }
            for one in (measured if len(measured) > 1 else ())
        ],
    }  # fmt: skip


def _system(own: Json) -> Json:
    targets = [{name: value for name, value in target.items() if name != "figures"} for target in own["targets"]]
    return {**{name: own[name] for name in SYSTEM}, "targets": targets}


def _step_of_storage(step: Json) -> Json:
    """Remove fields added later that do not apply to a step of one block size: mixes, skew, verified writes, trims."""
    later = {"mix": "", "skew": "", "verified": False, "trim_percent": 0, "blocks": [], "trims_per_s": None}
    later["rate"] = None
    systems = {letter: dict(own) for letter, own in step["systems"].items()}
    before = {**step, "systems": systems}
    for part in (before, *systems.values()):
        for name, nothing in later.items():
            assert part.pop(name, nothing) == nothing
    return before


def with_race_counted(expected: Json, result: Json) -> Json:
    """Count 200 for a race of 200 orders: format 1 included orders that ended later in the finish second."""
    (outcome,) = result["outcomes"]
    for system in expected["systems"]:
        found = outcome["systems"][system["letter"]]
        assert system["orders"] > found["orders"]
        opm = found["orders"] * 60 / found["finished_s"]
        for one in (system, *system["targets"]):
            one |= {"orders": found["orders"], "opm": opm}
    return expected


def with_totals(expected: Json, found: Json) -> Json:
    """Add imported totals, which no figure of format 1 included."""
    for before, after in zip(expected["systems"], found["systems"], strict=True):
        for one, other in zip((before, *before["targets"]), (after, *after["targets"]), strict=True):
            assert one["opm"] is None
            assert other["opm"] > 0
            one["opm"] = other["opm"]
    return expected


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.outpace")), ids=lambda path: path.stem)
def test_format_1_session_keeps_its_figures(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert verify(path)
    with SessionReader.open(path) as reader:
        result = json.loads(export_json(reader))
    found = in_format_1(result)
    if path.stem == "race":
        expected = with_race_counted(expected, result)
    if path.stem == "imported":
        expected = with_totals(expected, found)
    assert found == expected
