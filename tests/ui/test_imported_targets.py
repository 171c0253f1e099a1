# SPDX-License-Identifier: Apache-2.0
"""Logs of two servers per system over three runs: report, JSON and window show each system's sum and one ratio."""

import json
import re
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.__main__ import main
from tests.support.perfmon_logs import perfmon_of
from tests.support.ui_window import Opener
from widgets.presentation.cards import InfoCard


def imported(folder: Path) -> Path:
    """Import the logs of two servers of an old and a new system, three runs each."""
    options = []
    for system, per_server in (("old", 9000.0), ("new", 12500.0)):
        for run, factor in ((1, 0.97), (2, 1.0), (3, 1.03)):
            for server in (1, 2):
                name = f"{system}-{run}-{server}.csv"
                perfmon_of(folder / name, f"SERVER{server}", per_server * factor, hour=9 + run, seconds=60)
                file = str(folder / name)
                options += [file, "--system", f"{system}={file}", "--run", f"{run}={file}"]
    session = folder / "lab.outpace"
    figure = ["--figure", "OPM = [\\Test\\OPM]"]
    assert main(["import", *options, *figure, "--window", "10-50", "--session", str(session)]) == 0
    return session


def test_report_json_and_window_show_sums_over_the_servers_of_a_system(
    qtbot: QtBot, opened: Opener, tmp_path: Path
) -> None:
    session = imported(tmp_path)
    assert main(["export", str(session), "--json", str(tmp_path / "x.json")]) == 0
    result = json.loads((tmp_path / "x.json").read_text("utf-8"))
    assert [round(system["opm"]) for system in result["systems"]] == [18_000, 25_000]
    assert [round(target["figures"]["OPM"]) for target in result["systems"][0]["targets"]] == [9000, 9000]
    assert result["headline"]["text"] == "new 1.39× old"
    assert main(["report", str(session), "--html", str(tmp_path / "x.html")]) == 0
    page = re.sub(r"<[^>]+>", " ", (tmp_path / "x.html").read_text("utf-8"))
    assert all(text in page for text in ("18,000", "25,000", "1.39×"))
    controller = opened(session)
    cards = controller.shell.findChildren(InfoCard)
    qtbot.waitUntil(lambda: any("18,000" in card.text and "25,000" in card.text for card in cards), timeout=30_000)
