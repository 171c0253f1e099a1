# SPDX-License-Identifier: Apache-2.0
"""Result text has no trailing separators, false zeros or meaningless digits."""

import html
import re
from pathlib import Path

import pytest

from app.model.visible_text import shortened
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.results.headline_text import LONGEST_REASON, headline_text, in_one_line
from app.results.session_headline import session_headline
from app.session.reader import SessionReader
from tests.support.recorded import SyntheticRun

SESSIONS = sorted((Path(__file__).parents[1] / "sessions_format_1").glob("*.outpace"))
TRAILING = re.compile(r"(,|;| ·|\()\s*$")
NO_ZERO = re.compile(r"(?<![\d.,])0\.0+ ?(s|ms|µs|ns)\b")
DIGITS = re.compile(r"\d\.\d{4,} ?%")
LONG = (
    "A (Old array) is limited by the CPU of the driver machine, not by its own speed (worker 1: 95% of a core, warning "
    "above 70%, not valid above 90%; worker 2: up to 52% of the latency is its own waiting for a core). Latencies "
    "include the driver's own delay: end other programs, use more cores or fewer users"
)


def texts_of(path: Path, folder: Path) -> list[str]:
    """Return every text on a session's page, pictures included, and every line of its table."""
    page = folder / "page.html"
    write_reports([path], Outputs(html=page))
    text = re.sub(r"<(style|script).*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = [html.unescape(one).strip() for one in re.findall(r">([^<>]+)<", text)]
    found += [html.unescape(one) for one in re.findall(r'aria-label="([^"]*)"', text)]
    with SessionReader.open(path) as reader:
        table = session_text(reader)
        said = headline_text(session_headline(reader))
    return [*filter(None, found), *table.splitlines(), said.main, said.small]


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_texts_have_no_trailing_separator_and_no_false_zero(path: Path, tmp_path: Path) -> None:
    texts = texts_of(path, tmp_path)
    assert len(texts) > 40
    for text in texts:
        assert not TRAILING.search(text), text
        assert not NO_ZERO.search(text), text
        assert not DIGITS.search(text), text


def test_long_reason_is_shortened_to_one_line_and_kept_in_details(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace")
    run.seconds(30)
    path = run.finish(valid=False, reasons=[LONG, "B: 5 users were lost"])
    with SessionReader.open(path) as reader:
        said = headline_text(session_headline(reader))
        table = session_text(reader)
    assert said.main == "Not valid – A (Old array) is limited by the CPU of the driver machine, not by its own speed"
    assert said.details.splitlines() == [LONG, "B: 5 users were lost"]
    assert "1 more reason" in said.basis
    assert f"  - {LONG}" in table
    assert LONG in " ".join(texts_of(path, tmp_path))


def test_parenthesized_details_are_dropped_before_a_reason_is_cut() -> None:
    message = "FATAL: terminating connection. This (probably) means: the server terminated abnormally"
    reason = f"A (Quick) closed all its connections at 6 s ({message}), as a server does that restarts: its caches are"
    assert in_one_line(f"{reason} empty then. See why in its log.") == (
        "A (Quick) closed all its connections at 6 s, as a server does that restarts"
    )


def test_shortened_name_never_ends_with_a_separator() -> None:
    title = "Rollback journal against write-ahead log, on disks, and what a larger cache does for both"
    for most in range(10, len(title) + 2):
        for mark in ("…", ""):
            short = shortened(title, most, mark)
            assert len(short) <= most
            assert not TRAILING.search(short.removesuffix("…")), short
    assert shortened(title, len(title)) == title


@pytest.mark.parametrize("text", [LONG, "x" * 300, "a\nb\nc", "word " * 60, f"{'word ' * 30}: why", "short"])
def test_reason_in_a_headline_fits_on_one_line(text: str) -> None:
    line = in_one_line(text)
    assert 0 < len(line) <= LONGEST_REASON
    assert "\n" not in line
    assert not TRAILING.search(line)
