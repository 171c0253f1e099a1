# SPDX-License-Identifier: Apache-2.0
"""A real run of the embedded pair, whose figures must agree with the workload's definition."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.analysis.little import little_check
from app.session.reader import SessionReader
from tests.support.engine_runs import ended_whole, outpace, scenario_file

OPERATIONS = ["login", "new_customer", "browse_category", "browse_actor", "browse_title", "price", "purchase"]

DRIVER = "\\Outpace Driver(_Total)\\"
COUNTER_KEYS = {"unit", "layer", "samples", "last", "average", "minimum", "maximum", "p95_of_samples"}


@dataclass(frozen=True)
class Recorded:
    """A run with its output, the files next to its session when it ended, and its export."""

    session: Path
    files: list[str]
    printed: str
    exported: dict[str, Any]
    reader: SessionReader


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """Run the pair for twelve seconds with 6 users each."""
    folder = tmp_path_factory.mktemp("run")
    session = folder / "run.outpace"
    answer = outpace("run", scenario_file(folder, size="10MB", users=6, think_s=0.04, run_s=12), "--session", session)
    ended_whole(answer, session)
    files = [path.name for path in folder.glob("run.outpace*")]
    exported = json.loads(outpace("export", session, "--json", "-").stdout)
    with SessionReader.open(session) as reader:
        yield Recorded(session, files, answer.stdout, exported, reader)


def test_run_prints_a_result_table_and_the_session_path(run: Recorded) -> None:
    for row in ("Orders", "OPM", "purchase p50 / p95 / p99", "Rolled back", "IOPS", "Queue length"):
        assert row.casefold() in run.printed.casefold()
    assert str(run.session) in run.printed
    assert ("Valid run" in run.printed) is run.exported["valid"]


def test_finished_session_is_a_single_file(run: Recorded) -> None:
    assert run.files == ["run.outpace"]


def test_export_has_the_documented_fields(run: Recorded) -> None:
    result = run.exported
    assert {"format", "title", "started", "seconds", "systems", "runs", "valid", "reasons"} <= set(result)
    assert result["valid"] is (result["reasons"] == [])
    assert "measure" in [phase["name"] for phase in result["phases"]]
    for system in result["systems"]:
        assert {
            "name", "role", "orders", "opm", "rollback_percent", "rollback_expected_percent", "errors",
            "users_requested", "users_alive", "operations", "counters", "figures", "from_s", "to_s", "basis",
        } <= set(system)  # fmt: skip
        assert set(OPERATIONS) <= set(system["operations"])
        for operation in system["operations"].values():
            assert {"count", "mean_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms"} == set(operation)
            assert operation["p50_ms"] <= operation["p95_ms"] <= operation["p99_ms"] <= operation["max_ms"]
        for path, counter in system["counters"].items():
            assert path.startswith("\\")
            assert {"unit", "layer", "samples", "last", "average", "minimum", "maximum", "p95_of_samples"} <= set(
                counter
            )
        assert (system["users_requested"], system["users_alive"], system["errors"]) == (6, 6, 0)


def test_operation_mix_agrees_with_its_probabilities(run: Recorded) -> None:
    for system in run.exported["systems"]:
        counts = {key: system["operations"][key]["count"] for key in OPERATIONS}
        beginnings = counts["login"] + counts["new_customer"]
        assert abs(counts["purchase"] - beginnings) <= 12  # cycles in flight at the window's edges
        _agrees(counts["new_customer"], beginnings, 0.2)
        browses = counts["browse_category"] + counts["browse_actor"] + counts["browse_title"]
        for key in ("browse_category", "browse_actor", "browse_title"):
            _agrees(counts[key], browses, 1 / 3)
        # Browses per order are uniform on 1 ... 5: mean 3, variance 2.
        assert abs(browses / beginnings - 3) < 4.5 * math.sqrt(2 / beginnings) + 0.02


def _agrees(count: int, of: int, probability: float) -> None:
    """Assert agreement within 4.5 standard errors, which fails by chance once in 150,000 times."""
    assert abs(count - of * probability) < 4.5 * math.sqrt(of * probability * (1 - probability))


def test_rollback_rate_agrees_with_the_stock_in_the_database(run: Recorded) -> None:
    for system in run.exported["systems"]:
        expected = system["rollback_expected_percent"] / 100
        assert 0.012 < expected < 0.028
        _agrees(round(system["rollback_percent"] / 100 * system["orders"]), system["orders"], expected)


def test_orders_added_equal_purchases_minus_rollbacks(run: Recorded) -> None:
    told = [run.reader.sentence(event.message) for event in run.reader.events if event.kind == "rows"]
    assert len(told) == 2
    for text in told:
        added, rest = text.partition(": ")[2].split(" orders added = ")
        purchases, rollbacks = (part.split()[0] for part in rest.split(" - "))
        number = [int(part.replace(",", "")) for part in (added, purchases, rollbacks)]
        assert number[0] == number[1] - number[2] > 0


def test_users_equal_throughput_times_response_and_think_time(run: Recorded) -> None:
    for system in run.exported["systems"]:
        counters = system["counters"]
        driver = "\\Outpace Driver(_Total)\\"
        orders = counters[driver + "Orders/sec"]["average"]
        response = counters[driver + "Response Time/sec"]["average"] + counters[driver + "Untimed Time/sec"]["average"]
        think = counters[driver + "Think Time/sec"]["average"]
        check = little_check(counters[driver + "Users Alive"]["average"], orders, response / orders, think / orders)
        assert check.holds, check
        assert system["implied_users"] == pytest.approx(check.implied_users)


def test_worst_ten_seconds_have_the_fewest_orders(run: Recorded) -> None:
    """The ten seconds are consecutive, and no other ten consecutive seconds had fewer orders."""
    for system, exported in zip(run.reader.systems, run.exported["systems"], strict=True):
        counter = next(
            one for one in run.reader.counters if (one.system, one.path) == (system.id, f"{DRIVER}Orders/min")
        )
        # The first twelve are the measured seconds; a partial second may follow.
        _, opm = run.reader.samples(counter, exported["from_s"] + 0.5, exported["to_s"] + 0.5)
        means = [sum(opm[first : first + 10]) / 10 for first in range(3)]
        assert exported["worst_10_s_opm"] == pytest.approx(min(means))
        assert min(means) <= exported["opm"] * 12 / 10, "the seconds that they leave out have no orders at worst"


def test_each_system_has_separate_io_counters_by_role(run: Recorded) -> None:
    baseline, challenger = (system["counters"] for system in run.exported["systems"])
    for counters in (baseline, challenger):
        assert counters["\\Engine File(log)\\Syncs/sec"]["average"] > 0
        total = counters["\\Engine File(_Total)\\Writes/sec"]["average"]
        parts = sum(counters[f"\\Engine File({role})\\Writes/sec"]["average"] for role in ("database", "log"))
        assert total == pytest.approx(parts, rel=1e-6)
        assert counters["\\Engine File(_Total)\\Writes/sec"]["layer"] == "engine file"
    # A rollback journal writes and syncs the database at every commit; a write-ahead log only at checkpoints.
    orders = "\\Outpace Driver(_Total)\\Orders/sec"
    syncs = "\\Engine File(database)\\Syncs/sec"
    per_order = [c[syncs]["average"] / c[orders]["average"] for c in (baseline, challenger)]
    assert per_order[0] > 0.9 > 0.5 > per_order[1]


def test_both_systems_have_the_same_data_checksum(run: Recorded) -> None:
    checksums = {system.targets[0].detail.checksum for system in run.reader.systems}
    assert len(checksums) == 1


def test_table_export_and_reader_show_the_same_figures(run: Recorded) -> None:
    for system, exported in zip(run.reader.systems, run.exported["systems"], strict=True):
        window = (exported["from_s"], exported["to_s"])
        histogram = run.reader.histogram(system.id, "purchase", *window)
        assert exported["operations"]["purchase"]["count"] == histogram.count
        assert exported["operations"]["purchase"]["p99_ms"] == pytest.approx(histogram.percentile_ns(99) / 1e6)
        for counter in run.reader.counters:
            if counter.system == system.id and counter.path in exported["counters"]:
                statistics = run.reader.window(counter, *window)
                shown = exported["counters"][counter.path]["average"]
                assert shown is None or shown == pytest.approx(statistics.average)
        assert f"{exported['orders']:,}" in run.printed


def test_driver_machine_counters_are_recorded(run: Recorded) -> None:
    machine = run.exported["runs"][0]["driver_machine"]
    assert 0 < machine["\\Processor(_Total)\\% Processor Time"]["average"] <= 100
    assert machine["\\Memory\\Available MBytes"]["average"] > 0
