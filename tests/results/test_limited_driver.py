# SPDX-License-Identifier: Apache-2.0
"""Valid runs limited by the driver machine: every result with a ratio reports the limit in its first line."""

import json
import re
from pathlib import Path

import pytest

from app.model.events import BusyWorker, DriverLimits, SharedClient
from app.model.messages import Message
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline, study_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.library.library_results import came_of
from app.ui.presentation.closing_card import closing_card
from tests.support.recorded import SyntheticRun
from tests.support.ui_window import Opener

BUSY = BusyWorker(target=1, worker=1, share=0.9, limit=0.8, invalid_above=0.95)
OF_ONE = [DriverLimits(system="B", reasons=(BUSY,), invalid=False, measured=True)]
OF_BOTH = [*OF_ONE, DriverLimits(system="A", reasons=(BUSY,), invalid=False, measured=True)]
ONE, BOTH = ", Write-ahead log limited by the driver machine", ", limited by the driver machine"


def recorded(path: Path, warnings: list[Message]) -> Path:
    run = SyntheticRun(path)
    run.seconds(40)
    return run.finish(warnings=warnings)


@pytest.mark.parametrize(
    ("warnings", "said"), [([], ""), (OF_ONE, ONE), (OF_BOTH, BOTH), ([SharedClient(systems=("A", "B"))], BOTH)]
)
def test_every_surface_reports_the_driver_limit_next_to_the_ratio(
    tmp_path: Path, warnings: list[Message], said: str
) -> None:
    path = recorded(tmp_path / "run.outpace", warnings)
    with SessionReader.open(path) as reader:
        main = headline_text(session_headline(reader)).main
        table, exported = session_text(reader), json.loads(export_json(reader))
        assert came_of(reader).statement == main
        early = headline_text(session_headline(reader, 20)).main
    assert re.fullmatch(r"Write-ahead log \d\.\d+× Rollback journal" + re.escape(said), main), main
    assert "driver machine" not in early, "nobody knew it then"
    assert main in table.splitlines()[:6]
    assert exported["headline"]["text"] == main
    write_reports([path], Outputs(html=tmp_path / "r.html"))
    assert main in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_study_of_several_sessions_reports_the_driver_limit(tmp_path: Path) -> None:
    paths = [recorded(tmp_path / f"{number}.outpace", OF_ONE if number else []) for number in range(2)]
    with SessionReader.open(paths[0]) as first, SessionReader.open(paths[1]) as second:
        found = study_headline(study_of([first, second]), [first, second])
        assert headline_text(found).main.endswith(BOTH)


@pytest.mark.usefixtures("german")
def test_booth_reports_the_driver_limit_in_its_language(opened: Opener, tmp_path: Path) -> None:
    path = recorded(tmp_path / "run.outpace", OF_ONE)
    opened()
    card = closing_card(path)
    assert "vom Treiberrechner begrenzt" in str(card)
