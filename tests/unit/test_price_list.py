# SPDX-License-Identifier: Apache-2.0
"""Price lists: figures are divided by the total, in a single currency."""

from pathlib import Path

import pytest

from app.scenario.price import recorded_facts
from app.scenario.reading import ScenarioError, parse_scenario
from tests.support.engine_runs import SCENARIO

ITEMS = """
[[systems.price]]
item = "Server"
unit_price = 4321.5
currency = "$"
[[systems.price]]
item = "Disk, 960 GB"
quantity = 8
unit_price = 312.05
currency = "$"
"""
TEXT = SCENARIO.format(size="1MB", users=2, think_s=0, warmup_s=1, run_s=2)


def refused(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, "s.toml")
    return str(caught.value)


def test_total_of_the_items_is_recorded_as_the_price() -> None:
    scenario = parse_scenario(TEXT + ITEMS)
    assert recorded_facts(scenario.systems[1]) == {"Price": "6817.90 $"}
    assert recorded_facts(scenario.systems[0]) == {"Disks": 1, "Price": 100}


def test_stated_price_must_match_the_total_of_the_items() -> None:
    stated = TEXT + '[systems.facts]\n"Price (list)" = "$6,817.90"\n' + ITEMS
    assert recorded_facts(parse_scenario(stated).systems[1])["Price (list)"] == "$6,817.90"
    wrong = stated.replace("6,817.90", "6,800")
    line = wrong.splitlines().index('"Price (list)" = "$6,800"') + 1
    message = refused(wrong)
    assert f"s.toml:{line}:" in message
    assert "6817.90 $" in message
    assert "$6,800" in message
    assert "6817.90 $" in refused(stated.replace("$6,817.90", "€6,817.90"))


def test_mixed_currencies_are_rejected() -> None:
    text = TEXT + ITEMS.replace('"$"\n[[', '"€"\n[[')
    line = text.splitlines().index('currency = "$"') + 1
    message = refused(text)
    assert f"s.toml:{line}:" in message
    assert "one currency" in message


def test_invalid_item_is_reported_with_its_line() -> None:
    text = TEXT + ITEMS.replace("quantity = 8", 'quantity = "eight"')
    line = text.splitlines().index('quantity = "eight"') + 1
    assert f"s.toml:{line}:" in refused(text)
    missing = refused(TEXT + '\n[[systems.price]]\nitem = "Server"\n')
    assert '"unit_price" is missing' in missing


def test_stated_hardware_is_validated_and_errors_have_their_line(tmp_path: Path) -> None:
    stated = """
[systems.hardware.processor]
model = "2 x Xeon 6230"
cores = 40
[[systems.hardware.disks]]
model = "ST600"
count = 24
size_gb = 600
"""
    scenario = parse_scenario(TEXT + stated)
    hardware = scenario.systems[1].hardware
    assert (hardware.processor.cores, hardware.disks[0].count, hardware.disks[0].size_gb) == (40, 24, 600)
    text = TEXT + stated.replace("count = 24", 'count = "many"')
    line = text.splitlines().index('count = "many"') + 1
    assert f"s.toml:{line}:" in refused(text)
    assert "cores" in refused(TEXT + stated.replace("cores = 40", "corse = 40"))
