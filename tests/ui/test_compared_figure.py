# SPDX-License-Identifier: Apache-2.0
"""Name of the compared figure in workbench and booth: for custom SQL, storage, and a figure chosen in the scenario."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.support.booth_looks import booth, texts
from tests.support.recorded import SyntheticRun
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
SYSTEM = """[[systems]]
name = "{name}"
role = "{role}"
[[systems.targets]]
engine = "{engine}"
{place}
"""
WORKLOADS = {
    "sql": 'name = "sql"\n[[workload.transactions]]\nname = "add"\nscript = "SELECT 1;"',
    "storage": 'name = "storage-io"\nthreads = 1\noutstanding = 8',
    "price": 'name = "storage-io"\nthreads = 1\noutstanding = 8',
}
SAID = {"sql": "transactions per second", "storage": "IOPS", "price": "Price of one IOPS"}
IN_BOOTH = {**SAID, "storage": "I/Os per second"}
NOT_SAID = re.compile(r"\bOPM\b|\borders?\b|\busers? (alive|requested)\b", re.IGNORECASE)
FACTS = ({"Price": "$100"}, {"Price": "$400"})


def session_of(kind: str, folder: Path) -> Path:
    engine, place = ("postgresql", 'host = "db"\nuser = "u"\npassword = "env:P"')
    if kind != "sql":
        engine, place = "storage", 'path = "/disk-{role}"'
    systems = [
        SYSTEM.format(name=name, role=role, engine=engine, place=place.format(role=role))
        for name, role in (("Rollback journal", "baseline"), ("Write-ahead log", "challenger"))
    ]
    head = 'headline = "price per IOPS"\n' if kind == "price" else ""
    text = f'{head}title = "Two"\n[workload]\n{WORKLOADS[kind]}\n[plan]\nname = "timed"\n' + "".join(systems)
    run = SyntheticRun(folder / f"{kind}.outpace", scenario_toml=text, title="Two of a kind", facts=FACTS)
    run.seconds(40)
    return run.finish()


@pytest.mark.parametrize("kind", SAID)
def test_window_and_booth_name_the_compared_figure(kind: str, opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    path = session_of(kind, tmp_path)
    controller = opened(path)
    shell = controller.shell
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: "×" in headline.accessibleName(), timeout=60_000)
    said = f"{headline.accessibleName()} {headline.accessibleDescription()}"
    assert SAID[kind] in said
    if kind != "sql":
        assert "8 KiB random reads, 8 outstanding" in said
    labels = " ".join(label.text() for label in shell.findChildren(QLabel) if label.isVisible())
    assert not NOT_SAID.search(f"{said} {labels}")
    with booth(qtbot, path) as window:
        qtbot.waitUntil(lambda: "×" in texts(window), timeout=60_000)
        shown = texts(window)
        assert IN_BOOTH[kind] in shown
        assert not NOT_SAID.search(shown), shown
        assert ("$" in shown) == (kind == "price")
