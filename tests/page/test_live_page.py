# SPDX-License-Identifier: Apache-2.0
"""Tests of a live page in a real browser: rows arrive, the headline changes, and the end loads the whole session."""

import re
import subprocess
from pathlib import Path

from app.control.link import own_program
from tests.support.pages import OpenedPage
from tests.support.recorded import SyntheticRun


def test_live_page_follows_the_session_to_its_end(opened: OpenedPage, tmp_path: Path) -> None:
    growing = SyntheticRun(tmp_path / "s.outpace")
    growing.seconds(12)
    command = [*own_program(), "show", str(growing.path), "--on", "127.0.0.1", "--control"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        link = re.search(r'"link":"([^"]+)"', process.stdout.readline())
        assert link is not None
        page = opened.open(link[1])
        assert page.inner_text(".pill") == "LIVE"
        assert page.inner_text(".time").endswith("/ 0:12")
        for seconds in range(13, 16):
            growing.seconds(1)
            opened.wait(f"document.querySelector('.time').textContent.endsWith('/ 0:{seconds}')")
        ends = "outpacePage.counters().map((_, index) => outpacePage.statistics(index, 12, 15).average)"
        assert len([value for value in opened.run(ends) if value]) > 10, "figures of the new seconds"
        assert page.inner_text(".headline")
        assert opened.sideways() <= 0
        growing.finish()
        opened.wait("document.querySelector('.pill').textContent === 'ended'")
        opened.wait("document.querySelectorAll('.rung').length === 3")
        assert opened.faults == []
        process.stdin.close()
        assert process.wait(60) == 0
