# SPDX-License-Identifier: Apache-2.0
"""Every number on a report's first page, recomputed from the CSV export of the same session.

The test uses nothing else from the program.
"""

import csv
import html
import math
import re
import statistics
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from app.report.outputs import Outputs, write_reports
from app.report.session_export import export_csv
from app.session.reader import SessionReader
from tests.support.recorded import TRIO
from tests.support.repeated import RepeatedRun

FACTS = (
    {"Disks": "24 x 15K SAS", "Price": "$8,478", "Power": "483.8 W"},
    {"Disks": "4 x NVMe", "Price": "$13,073", "Power": "326.4 W"},
    {"Disks": "2 x SSD", "Price": "$3,000", "Power": "200 W"},
)
DISKS, PRICES, WATTS = (24, 4, 2), (8_478, 13_073, 3_000), (483.8, 326.4, 200)
UNITS = {"ms": 1e-3, "µs": 1e-6, "s": 1.0, "": 1.0}
NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?![\w])")
Runs = dict[tuple[str, int], dict[str, float]]
"""OPM, order p95 and IOPS by system and run."""


@pytest.fixture(scope="module")
def page_and_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Return the first page (HTML), and the folder of the CSV files."""
    folder = tmp_path_factory.mktemp("first page")
    steady = [replace(system, dip_every_s=0) for system in TRIO]
    run = RepeatedRun(folder / "three.outpace", steady, facts=FACTS)
    run.repeats(3, seconds=25)
    session = run.finish()
    write_reports([session], Outputs(html=folder / "three.html"))
    with SessionReader.open(session) as reader:
        export_csv(reader, folder / "csv")
    text = (folder / "three.html").read_text(encoding="utf-8")
    first = re.search(r'<section class="first">(.*?)</section>', text, re.DOTALL)
    assert first is not None
    return first[1].replace("\N{NO-BREAK SPACE}", " "), folder / "csv"


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def runs_of(folder: Path) -> Runs:
    """Return the three figures of each system and run, computed from samples and histograms within the run's window."""
    windows = {
        (row["system"], int(row["run"])): (float(row["from_s"]), float(row["to_s"])) for row in rows(folder, "steps")
    }
    names = {"\\Outpace Driver(_Total)\\Orders/min": "OPM", "\\Engine File(_Total)\\Transfers/sec": "IOPS"}
    seconds: dict[tuple[str, int, str], list[float]] = defaultdict(list)
    for row in rows(folder, "counters"):
        key = (row["system"], int(row["run"] or 0))
        if row["counter"] in names and key in windows and windows[key][0] < float(row["time_s"]) <= windows[key][1]:
            seconds[(*key, names[row["counter"]])].append(float(row["value"]))
    counts: dict[tuple[str, int], list[tuple[float, int]]] = defaultdict(list)
    for row in rows(folder, "histograms"):
        if row["operation"] == "order":
            counts[row["system"], int(row["run"])].append((float(row["latency_s"]), int(row["count"])))
    return {
        key: {
            "OPM": statistics.fmean(seconds[(*key, "OPM")]),
            "IOPS": statistics.fmean(seconds[(*key, "IOPS")]),
            "order p95": percentile(counts[key], 0.95),
        }
        for key in windows
    }


def percentile(counts: list[tuple[float, int]], share: float) -> float:
    """Return the smallest latency that this share of the calls does not exceed."""
    total, seen = sum(count for _, count in counts), 0
    for latency_s, count in sorted(counts):
        seen += count
        if seen >= share * total:
            return latency_s
    raise AssertionError("no calls")


def medians(runs: Runs, systems: list[str]) -> dict[str, dict[str, float]]:
    """Return the run with the median OPM of each system, with its figures per disk, watt and price."""
    found = {}
    for number, system in enumerate(systems):
        own = sorted((figures for (name, _), figures in runs.items() if name == system), key=lambda one: one["OPM"])
        middle = own[len(own) // 2]
        found[system] = middle | {
            "OPM per disk": middle["OPM"] / DISKS[number],
            "OPM per watt under load": middle["OPM"] / WATTS[number],
            "Price of one OPM": PRICES[number] / middle["OPM"],
        }
    return found


def paired(runs: Runs, base: str, other: str) -> tuple[float, float, float]:
    """Return the ratio of geometric means and its 95 % interval: Student's t on three paired log ratios.

    The quantile for 2 degrees of freedom has a closed form.
    """
    numbers = sorted(run for name, run in runs if name == base)
    logs = [math.log(runs[other, run]["OPM"] / runs[base, run]["OPM"]) for run in numbers]
    assert len(logs) == 3
    quantile = 0.95 * math.sqrt(2 / (1 - 0.95**2))
    half = quantile * statistics.stdev(logs) / math.sqrt(3)
    mean = statistics.fmean(logs)
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def agrees(printed: str, value: float) -> bool:
    """Return whether a printed figure is the value, rounded to the last printed digit."""
    found = re.fullmatch(r"\$?([-+]?[\d,]+(?:\.(\d+))?) ?(\S*)", printed)
    assert found is not None, printed
    unit = 1.0 if found[3] in ("%", "×") else UNITS[found[3]]
    digits = len(found[2] or "")
    return abs(float(found[1].replace(",", "")) * unit - value) <= 0.5000001 * 10.0**-digits * unit


def plain(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", text)).strip()


def tables(page: str) -> list[list[list[str]]]:
    return [
        [
            [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
            for row in re.findall("<tr.*?</tr>", one)
        ]
        for one in re.findall(r"<table.*?</table>", page, re.DOTALL)
    ]


def test_verdicts_match_those_recomputed_from_samples(page_and_folder: tuple[str, Path]) -> None:
    page, folder = page_and_folder
    runs = runs_of(folder)
    systems = [system.name for system in TRIO]
    statements = re.findall(r'<p class="statement">(.*?)</p><p>(.*?)</p>', page)
    assert len(statements) == 2
    for (statement, detail), other in zip(statements, systems[1:], strict=True):
        ratio, low, high = paired(runs, systems[0], other)
        told = re.fullmatch(rf"{re.escape(other)} (\S+×) {re.escape(systems[0])}", plain(statement))
        assert told is not None
        assert agrees(told[1], ratio)
        found = re.fullmatch(
            r"orders per minute · (\S+ %) · 95 % interval (\S+) – (\S+) · 3 paired repeats", plain(detail)
        )
        assert found is not None, detail
        for printed, value in zip(found.groups(), (100 * (ratio - 1), low, high), strict=True):
            assert agrees(printed, value), (printed, value)


def test_key_figures_and_changes_come_from_the_median_runs(page_and_folder: tuple[str, Path]) -> None:
    page, folder = page_and_folder
    systems = [system.name for system in TRIO]
    known = medians(runs_of(folder), systems)
    key, _ = tables(page)
    labels = {"Orders per minute (OPM)": "OPM", "IOPS (file calls of the engine)": "IOPS"}
    assert len(key) == 7
    for label, *cells in key[1:]:
        name = labels.get(label, label)
        values = [known[system][name] for system in systems]
        changes = [100 * (value / values[0] - 1) for value in values[1:]]
        for printed, value in zip(cells[:-1], [*values, *changes], strict=True):
            assert agrees(printed, value), (label, printed, value)
        less = name in ("order p95", "Price of one OPM")
        assert cells[-1] == ("" if name == "IOPS" else "lower is better" if less else "higher is better")


def test_bar_values_come_from_the_median_runs(page_and_folder: tuple[str, Path]) -> None:
    """The lengths of the bars are proportional to their values."""
    page, folder = page_and_folder
    systems = [system.name for system in TRIO]
    known = medians(runs_of(folder), systems)
    charts = re.findall(r"<svg.*?</svg>", page)
    drawn = []
    for svg in charts:
        label = re.search(r'aria-label="([^".]*)', svg)
        assert label is not None
        name = {"Orders per minute (OPM)": "OPM"}.get(label[1], label[1])
        drawn.append(name)
        values = [known[system][name] for system in systems]
        bold = [plain(text) for text in re.findall(r'<text[^>]*font-weight="bold">([^<]*)<', svg)]
        printed = [text for text in bold if re.match(r"\$?\d", text)]
        assert len(printed) == 3
        for text, value in zip(printed, values, strict=True):
            assert agrees(text, value), (name, text, value)
        lengths = [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)"', svg)]
        for length, value in zip(lengths, values, strict=True):
            assert length / lengths[0] == pytest.approx(value / values[0], rel=0.05, abs=0.02)
    assert drawn == ["OPM", "order p95", "OPM per watt under load", "Price of one OPM"]


def test_description_matches_the_export_without_other_numbers(
    page_and_folder: tuple[str, Path],
) -> None:
    page, folder = page_and_folder
    _, about = tables(page)
    told = dict(about)
    for number, (system, facts) in enumerate(zip(TRIO, FACTS, strict=True)):
        line = told[f"{'ABC'[number]}  {system.name}"]
        assert line.endswith("; ".join(f"{name}: {text}" for name, text in facts.items()))
    steps = rows(folder, "steps")
    (length,) = {round(float(row["to_s"]) - float(row["from_s"])) for row in steps}
    count = len({row["run"] for row in steps})
    assert told["Protocol"] == f"timed run, {count} runs, {length} s measured in each"
    seconds = round(max(float(row["time_s"]) for row in rows(folder, "counters")))
    assert told["Recorded"].startswith(f"{seconds // 60} min {seconds % 60} s in 1 session, ")
    # Every other number on the page is a date, on a scale, or in the text above.
    rest = re.sub(r"<svg.*?</svg>|<table.*?</table>|<div class=\"verdict.*?</div>", "", page, flags=re.DOTALL)
    numbers = NUMBER.findall(re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", plain(rest)))
    assert numbers == ["3"], "runs, beside the date"
