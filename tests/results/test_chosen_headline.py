# SPDX-License-Identifier: Apache-2.0
"""The headline figure: chosen by the scenario, checked for availability, and the same in every output."""

import html
import json
import math
import re
from pathlib import Path

import pytest

from app.analysis.format import money_text, ratio_text
from app.model.headline_figure import offered
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.headline_text import headline_text, value_of, values_of
from app.results.run_figures import DEVICE_IOPS, DEVICES
from app.results.session_headline import SessionHeadline, session_headline
from app.results.study import study_of
from app.scenario.reading import ScenarioError, parse_scenario
from app.session.reader import SessionReader
from app.ui.presentation.closing_card import closing_card
from collectors.series import Reading, Series
from tests.support.recorded import PAIR, SECOND, SyntheticRun
from tests.support.repeated import RepeatedRun, scenario_text

FACTS = ({"Price": "$8,478", "Disks": "24"}, {"Price": "$13,073", "Disks": "8"})
SQL = """title = "Own transactions"
[workload]
name = "sql"
users = 8
[[workload.transactions]]
name = "add"
script = "INSERT INTO entry (text) VALUES ('x');"
[plan]
name = "timed"
"""
STORAGE = """title = "Two drives"
[workload]
name = "storage-io"
threads = 1
outstanding = 8
[plan]
name = "timed"
"""
ORDERS = re.compile(r"\bOPM\b|\borders?\b(?! of )", re.IGNORECASE)


def with_headline(text: str, headline: str) -> str:
    return f'headline = "{headline}"\n{text}'


def of_shop(path: Path, headline: str, *, repeats: int = 1) -> Path:
    run = RepeatedRun(path, facts=FACTS)
    text = with_headline(scenario_text("Shop", 'name = "timed"', PAIR), headline)
    run = SyntheticRun(path.with_suffix(".one"), scenario_toml=text, facts=FACTS) if repeats == 1 else run
    if repeats == 1:
        run.seconds(40)
        return run.finish().rename(path)
    run.repeats(repeats, seconds=12)
    return run.finish()


def said(path: Path, at_s: float = float("inf")) -> tuple[SessionHeadline, str, str]:
    with SessionReader.open(path) as reader:
        found = session_headline(reader, at_s)
        text = headline_text(found)
    return found, text.main, text.small


def page_of(path: Path, folder: Path) -> str:
    write_reports([path], Outputs(html=folder / "page.html"))
    text = re.sub(r"<style>.*?</style>", "", (folder / "page.html").read_text(encoding="utf-8"), flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [("IOPs", "IOPS"), ("prise per IOPS", "price per IOPS"), ("order p05", "order p95"), ("Trades/s", None),
     ("OPM per wat", "OPM per watt"), ("Users within the limit", None)],
)  # fmt: skip
def test_misspelled_figure_is_rejected_with_a_suggestion(asked: str, nearest: str | None) -> None:
    text = with_headline(scenario_text("Shop", 'name = "timed"', PAIR), asked)
    with pytest.raises(ScenarioError) as refused:
        parse_scenario(text)
    assert f'this workload and plan have no figure "{asked}"' in str(refused.value)
    assert nearest is None or f'did you mean "{nearest}"?' in str(refused.value)


def test_every_offered_figure_is_accepted_including_those_of_plans() -> None:
    text = whole(scenario_text("Shop", 'name = "timed"', PAIR))
    shop = parse_scenario(text)
    for name in offered(shop.workload, shop.plan):
        assert parse_scenario(with_headline(text, name)).headline == name
    search = parse_scenario(whole(scenario_text("Shop", 'name = "latency-limit"', PAIR)))
    assert {"Users within the limit", "price per user within the limit"} <= offered(search.workload, search.plan).keys()
    assert "OPM" not in offered(parse_scenario(whole(SQL + systems("postgresql"))).workload, None)


def whole(text: str) -> str:
    return text.replace("host =", 'user = "u"\nhost =')


def systems(engine: str) -> str:
    place = 'path = "/{0}"' if engine == "storage" else 'host = "db{0}"\npassword = "env:P"'
    head = '[[systems]]\nname = "{0}"\nrole = "{1}"\n[[systems.targets]]\nengine = "{2}"\n'
    return "".join(
        f"{head.format(name, role, engine)}{place.format(number)}\n"
        for number, (name, role) in enumerate((("One", "baseline"), ("Two", "challenger")))
    )


def test_chosen_price_leads_every_surface_during_and_after_the_run(tmp_path: Path) -> None:
    path = of_shop(tmp_path / "price.outpace", "price per OPM")
    for at_s in (30.0, float("inf")):
        found, main, small = said(path, at_s)
        assert "Price of one OPM" in small
        assert "less is better" in small
        values = values_of(found)
        assert {letter: value_of(found, value)[0] for letter, value in values.items()} == {"A": "$", "B": "$"}
        assert found.lines[0].ratio == pytest.approx(values["B"] / values["A"])
        assert main.startswith(f"Write-ahead log {ratio_text(values['A'], values['B'])} Rollback journal")
    with SessionReader.open(path) as reader:
        study, table = study_of([reader]), session_text(reader)
        assert study.headline.name == "Price of one OPM"
        figures = {letter: study.runs[0].systems[letter].figures for letter in "AB"}
        assert figures["A"]["Price of one OPM"] == pytest.approx(8_478 / figures["A"]["OPM"])
        result = json.loads(export_json(reader))
    card = closing_card(path)
    assert card is not None
    assert main in table
    assert result["headline"]["text"] == main
    assert result["headline"]["compared"] == "Price of one OPM"
    assert result["figures"][0] == {"name": "Price of one OPM", "unit": "$", "better": "less"}
    page = page_of(path, tmp_path)
    assert main in page
    assert money_text(values["B"], "$") in page
    assert [bar.number for bar in card.groups[0].bars] == [money_text(values[letter], "$") for letter in "AB"]


@pytest.mark.parametrize(
    ("asked", "label", "unit"),
    [("IOPS", "IOPS", ""), ("order p95", "order p95", "s"), ("OPM per disk", "OPM per disk", "")],
)
def test_chosen_figure_becomes_the_headline(asked: str, label: str, unit: str, tmp_path: Path) -> None:
    path = of_shop(tmp_path / "other.outpace", asked)
    found, _, small = said(path)
    assert label in small
    with SessionReader.open(path) as reader:
        study = study_of([reader])
        assert study.headline.name == label
        own = {letter: study.runs[0].systems[letter].figures[label] for letter in "AB"}
    assert values_of(found) == pytest.approx(own, rel=1e-9)
    assert found.lines[0].ratio == pytest.approx(own["B"] / own["A"])
    assert ("ms" in value_of(found, own["A"]) or " s" in value_of(found, own["A"])) == (unit == "s")


def test_file_calls_are_not_divided_by_disks(tmp_path: Path) -> None:
    """The operating system's cache may have served them: only device I/Os are divided, and those were not recorded."""
    found, _, _ = said(of_shop(tmp_path / "calls.outpace", "IOPS per disk"))
    assert found.compared == f"{DEVICE_IOPS.name} per disk"
    assert math.isnan(found.lines[0].ratio)


def test_device_ios_are_divided_by_disks(tmp_path: Path) -> None:
    """480 I/Os per second on 24 disks are 20 per disk; 80 on 8 disks are 10."""
    text = with_headline(scenario_text("Shop", 'name = "timed"', PAIR), "IOPS per disk")
    run = SyntheticRun(tmp_path / "devices.outpace", scenario_toml=text, facts=FACTS)
    series = Series(DEVICES[0], "/s", "rate", "device", 0)
    sources = [run.writer.add_source("disks", [series], 1, system=system) for system in (1, 2)]
    for second in range(1, 31):
        for source, rate in zip(sources, (480.0, 80.0), strict=True):
            run.writer.sample(source, run.start_ns + second * SECOND, Reading(float(second), (rate * second,)))
    run.seconds(30)
    live, _, _ = said(run.path)
    ended, _, _ = said(run.finish())
    for found in (live, ended):
        assert values_of(found) == pytest.approx({"A": 20, "B": 10})
        assert found.lines[0].ratio == pytest.approx(0.5)


def test_own_sql_reports_transactions_and_never_orders(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "sql.outpace", scenario_toml=SQL + systems("postgresql"), title="Own transactions")
    run.seconds(40)
    found, main, small = said(run.path)
    assert found.compared == "TPS"
    assert "transactions per second" in small
    assert values_of(found)["A"] == pytest.approx(95, rel=0.2)
    path = run.finish()
    with SessionReader.open(path) as reader:
        table, study = session_text(reader), study_of([reader])
        result = json.loads(export_json(reader))
    assert study.headline.name == "TPS"
    assert study.metric("OPM") is None
    page = page_of(path, tmp_path)
    for surface in (main, small, table, page, str(closing_card(path))):
        kept = [line for line in re.split(r"\n|  +", surface) if ORDERS.search(line) and not NOT_OURS.search(line)]
        assert not kept, kept
    assert result["unit"] == "transaction"
    assert result["figures"][0]["name"] == "TPS"
    assert {system["opm"] for system in result["systems"]} == {None}
    assert all(system["worst_10_s_tps"] > 0 for system in result["systems"])


NOT_OURS = re.compile(r"synthetic|alternating|in which|in order|DVD Store|order of|Order\b", re.IGNORECASE)


def test_storage_headline_describes_its_ios(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "storage.outpace", scenario_toml=STORAGE + systems("storage"), title="Two drives")
    run.seconds(40)
    _, _, small = said(run.path)
    assert small.startswith("IOPS, 8 KiB random reads, 8 outstanding")
    path = run.finish()
    assert said(path)[2].startswith("IOPS, 8 KiB random reads, 8 outstanding")
    with SessionReader.open(path) as reader:
        table = session_text(reader)
    assert "IOPS, 8 KiB random reads, 8 outstanding" in table
    assert "IOPS, 8 KiB random reads, 8 outstanding" in page_of(path, tmp_path)
