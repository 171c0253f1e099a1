# SPDX-License-Identifier: Apache-2.0
"""Tests of the interactive page in a browser: zoom, replay, keys, phone, printing, and without JavaScript."""

import base64
import hashlib
import re
import zlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

from app.__main__ import main
from app.model.documents import TargetDetail
from app.model.events import Marker
from app.model.histogram import Histogram
from app.model.language import Language
from app.model.messages import Sentence
from app.report.outputs import Outputs, write_reports
from app.report.page.page_content import PageOptions
from app.report.page.page_file import UPLOT_HASHES, page_script
from app.session.writer import SessionWriter
from collectors.series import Reading, Series
from tests.support import session_kinds
from tests.support.pages import OpenedPage
from tests.support.recorded import SECOND
from tests.support.report_rendering import pages_of

TITLE = ".counters h2"
SCRIPT = "</script><script>window.owned = 1; alert(1)</script>"
ATTRIBUTE = '"><img src=x onerror="window.owned = 2"\'>'
CONTROLS = "a\u202egnp.exe\u2066\u2028\x1b]0;x\x07 <!--<script> &lt;b&gt;"


def test_drag_zooms_and_a_double_click_shows_everything(opened: OpenedPage, recorded_page: Path) -> None:
    page = opened.open(recorded_page)
    whole = page.inner_text(TITLE)
    assert whole == "Counters, 0:00 – 1:30"
    plot = page.locator(".u-over").nth(2).bounding_box()
    assert plot is not None
    page.mouse.move(plot["x"] + plot["width"] * 0.35, plot["y"] + 40)
    opened.wait("document.querySelector('.readout').textContent.includes('0:3')")
    lines = "[...document.querySelectorAll('.u-cursor-x')].filter((one) => !one.classList.contains('u-off')).length"
    charts = opened.run("document.querySelectorAll('.u-wrap').length")
    assert opened.run(lines) == charts >= 10, "one cursor in all charts"
    page.mouse.down()
    page.mouse.move(plot["x"] + plot["width"] * 2 / 3, plot["y"] + 60, steps=5)
    page.mouse.up()
    opened.wait(f"document.querySelector('{TITLE}').textContent !== '{whole}'")
    assert re.fullmatch(r"Counters, 0:(30|31|32) – (0:59|1:00|1:01)", page.inner_text(TITLE))
    page.mouse.dblclick(plot["x"] + 100, plot["y"] + 50)
    opened.wait(f"document.querySelector('{TITLE}').textContent === '{whole}'")
    assert opened.faults == []


def test_keys_change_layout_scale_and_systems(opened: OpenedPage, recorded_page: Path) -> None:
    page = opened.open(recorded_page)
    columns = "getComputedStyle(document.querySelector('.grid')).gridTemplateColumns.split(' ').length"
    charts = "document.querySelectorAll('.u-wrap').length"
    both = opened.run(charts)
    assert opened.run(columns) == 2
    page.keyboard.press("o")
    assert opened.run(columns) == 1
    assert opened.run(charts) == both / 2
    page.keyboard.press("o")
    page.keyboard.press("2")
    assert opened.run(charts) == both / 2, "system B is hidden"
    page.keyboard.press("2")
    for key, name in (("l", "Log scale"), ("s", "Shared scale")):
        button = page.get_by_role("button", name=name)
        before = button.get_attribute("aria-pressed")
        page.keyboard.press(key)
        assert button.get_attribute("aria-pressed") != before
    page.keyboard.press("/")
    page.keyboard.type("bytes total")
    opened.wait("document.querySelectorAll('#page tbody tr').length === 1")
    page.keyboard.press("Escape")
    page.locator("#page tbody input").first.check()
    assert opened.run(charts) == both + 2
    assert opened.faults == []


def test_counters_are_sorted_by_a_click(opened: OpenedPage, recorded_page: Path) -> None:
    page = opened.open(recorded_page)
    page.locator("#page th button", has_text="B / A").click()
    ratios = page.locator("#page tbody tr td:nth-last-child(2)").all_inner_texts()
    known = [float(text.strip("×<> ").replace(",", "")) for text in ratios if text != "–"]
    assert known == sorted(known, reverse=True)
    assert len(known) > 10


def test_replay_shows_the_headline_at_the_playback_position(opened: OpenedPage, recorded_page: Path) -> None:
    page = opened.open(recorded_page)
    over = page.inner_text(".headline")
    page.keyboard.press("Home")
    opened.wait("document.querySelector('.time').textContent.startsWith('0:00')")
    assert page.inner_text(".headline") != over
    page.keyboard.press("Shift+ArrowRight")
    opened.wait("document.querySelector('.time').textContent.startsWith('0:30')")
    assert "so far" in page.inner_text(".hero")
    page.select_option("select", "10")
    page.keyboard.press("Space")
    opened.wait("document.querySelector('.time').textContent >= '0:40'")
    page.keyboard.press("Space")
    paused = page.inner_text(".time")
    page.wait_for_timeout(300)
    assert page.inner_text(".time") == paused
    page.keyboard.press("End")
    opened.wait("document.querySelector('.time').textContent.startsWith('1:30')")
    assert page.inner_text(".headline") == over
    assert opened.faults == []


def test_page_shows_the_words_of_the_report_without_a_script(opened: OpenedPage, recorded_page: Path) -> None:
    page = opened.open(recorded_page, scripted=False)
    text = page.inner_text("body")
    for words in ("Write-ahead log", "Rollback journal", "Figures of this run.", "Disclosure", "need JavaScript"):
        assert words in text
    assert opened.faults == []


@pytest.mark.parametrize("dark", [False, True])
def test_phone_needs_no_sideways_scrolling(opened: OpenedPage, recorded_page: Path, dark: bool) -> None:
    opened.open(recorded_page, width=360, height=780, phone=True, dark=dark)
    assert opened.sideways() <= 0
    assert opened.run("document.querySelectorAll('.u-wrap').length") > 3
    ink, ground = opened.run(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        ".map((one) => Number(/\\d+/.exec(one)[0]))"
    )
    assert (ink > ground) == dark
    assert opened.faults == []


def test_page_prints_charts_figures_and_words(opened: OpenedPage, recorded_page: Path, tmp_path: Path) -> None:
    page = opened.open(recorded_page, dark=True)
    pdf = tmp_path / "page.pdf"
    page.pdf(path=pdf, prefer_css_page_size=True)
    text = " ".join(one.text for one in pages_of(pdf))
    for words in ("Write-ahead log", "Counters,", "Disclosure", "99 % within"):
        assert words in text
    assert "Find a counter" not in text
    assert opened.faults == []


def hostile_session(path: Path) -> Path:
    """Write a session in which every string tries to inject markup or script into the page."""
    with SessionWriter.create(path, title=SCRIPT + ATTRIBUTE + CONTROLS, scenario_toml="", clock_origin_ns=0) as writer:
        color = "red;}*{background:url(http://127.0.0.1:9/c)}"
        systems = [
            writer.add_system(SCRIPT + " A", "baseline", color, {SCRIPT: ATTRIBUTE, "Note": CONTROLS}),
            writer.add_system(ATTRIBUTE + CONTROLS, "challenger", '#123456"onload="alert(1)', {SCRIPT: CONTROLS}),
        ]
        series = [
            Series(f"\\{SCRIPT}({ATTRIBUTE})\\{CONTROLS}/sec", ATTRIBUTE[:12], "rate", "device", 0),
            Series("\\__proto__(constructor)\\toString", "__proto__", "gauge", "device", 1),
        ]
        targets = [writer.add_target(system, SCRIPT + ATTRIBUTE, TargetDetail()) for system in systems]
        sources = [
            writer.add_source("s" + SCRIPT, series, 2, system=system, target=target)
            for system, target in zip(systems, targets, strict=True)
        ]
        operations = [writer.add_operation(key, True) for key in (SCRIPT, "__proto__", CONTROLS)]
        writer.start(0)
        writer.phase(0, "measure" + SCRIPT)
        writer.phase(5 * SECOND, "measure")
        random = np.random.default_rng(1)
        for tick in range(20):
            end_ns = (tick + 1) * SECOND
            for source in sources:
                writer.sample(source, end_ns, Reading(tick + 1.0, (tick * 100.0, float(random.random()))))
            for target in targets:
                for operation in operations:
                    histogram = Histogram()
                    histogram.record(random.lognormal(14, 0.6, 50).astype(np.int64))
                    writer.latencies(target, operation, tick, tick * SECOND, end_ns, histogram)
            if tick % 10 == 5:
                writer.event(end_ns, Marker(text=SCRIPT + ATTRIBUTE + CONTROLS))
                writer.event(end_ns, Sentence(text=SCRIPT), kind="x", system=systems[0])
            writer.commit()
        reasons, warnings = [Sentence(text=SCRIPT + ATTRIBUTE)], [Sentence(text=CONTROLS + SCRIPT)]
        writer.finish(20 * SECOND, valid=False, reasons=reasons, warnings=warnings)
    return path


def test_hostile_text_is_shown_without_effect(opened: OpenedPage, tmp_path: Path) -> None:
    write_reports([hostile_session(tmp_path / "hostile.outpace")], Outputs(page=tmp_path / "hostile.html"))
    page = opened.open(tmp_path / "hostile.html", width=500)
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert opened.run("[window.owned ?? 0, document.images.length, document.scripts.length]") == [0, 0, 2]
    assert opened.run("/[\\u202a-\\u202e\\u2066-\\u2069\\u2028]/.test(document.body.innerText)") is False
    assert opened.sideways() <= 0
    assert opened.run("document.querySelectorAll('.u-wrap').length") > 0
    assert "alert(1)" in page.inner_text("header .title")
    assert opened.faults == []


def test_injected_script_is_blocked_by_the_policy(chromium: Browser, recorded_page: Path, tmp_path: Path) -> None:
    """A second line of defense: even a script that reached the file would not run."""
    path = tmp_path / "injected.html"
    text = recorded_page.read_text(encoding="utf-8")
    path.write_text(text.replace("<main", "<script>window.owned = 1</script><main", 1), encoding="utf-8")
    opened = OpenedPage(chromium)
    opened.open(path)
    assert opened.run("window.owned ?? 0") == 0
    assert [fault for fault in opened.faults if "Content Security Policy" in fault]
    opened.close()


SWEEP = Path(__file__).parents[1] / "sessions_format_1" / "sweep.outpace"


@pytest.mark.parametrize("make", [session_kinds.sweep, session_kinds.imported, session_kinds.three, session_kinds.race])
def test_sessions_of_each_kind_are_shown_without_faults(
    opened: OpenedPage, make: Callable[[Path], Path], tmp_path: Path
) -> None:
    write_reports([make(tmp_path / "s.outpace")], Outputs(page=tmp_path / "s.html"))
    page = opened.open(tmp_path / "s.html")
    assert page.inner_text(".headline")
    assert opened.run("document.querySelectorAll('.block').length") >= 2
    assert opened.faults == []


def test_sweep_has_curves_over_the_load(opened: OpenedPage, tmp_path: Path) -> None:
    write_reports([SWEEP], Outputs(page=tmp_path / "s.html"))
    opened.open(tmp_path / "s.html")
    assert opened.run("document.querySelectorAll('.level-grid .u-wrap').length") > 2
    assert opened.run("document.querySelector('.level-grid .readout').textContent") == "users per target"
    assert opened.faults == []


def test_anonymous_page_contains_no_names(tmp_path: Path) -> None:
    session = session_kinds.ended(tmp_path / "secret-lab.outpace")
    write_reports([session], Outputs(page=tmp_path / "page.html"), anonymous=True)
    with_names = tmp_path / "named.html"
    write_reports([session], Outputs(page=with_names))
    assert "Write-ahead log" in texts_of(with_names)
    for name in ("write-ahead log", "rollback journal", "secret-lab", str(tmp_path).lower()):
        assert name not in texts_of(tmp_path / "page.html").lower()
    assert "System B" in texts_of(tmp_path / "page.html")


def texts_of(path: Path) -> str:
    """Return the file's static part and the content of its data."""
    text = path.read_text(encoding="utf-8")
    data = re.search(r'id="data">([^<]*)<', text)
    assert data is not None
    head, _, _ = text.partition('<script type="text/plain"')
    return head + zlib.decompress(base64.b64decode(data[1])).decode("utf-8", "replace")


def test_page_speaks_another_language(opened: OpenedPage, tmp_path: Path) -> None:
    session = session_kinds.ended(tmp_path / "s.outpace")
    swap = str.maketrans(".,", ",.")
    german = Language(lambda text: {"Overlay": "Überlagert"}.get(text, text), lambda text: text.translate(swap))
    options = PageOptions(language=german, language_code="de")
    write_reports([session], Outputs(page=tmp_path / "page.html"), page_options=options)
    page = opened.open(tmp_path / "page.html")
    assert page.get_by_role("button", name="Überlagert").count() == 1
    assert opened.run("document.documentElement.lang") == "de"
    assert re.search(r"\d\.\d{3}\b", page.inner_text(".blocks")), "thousands are separated by a point"
    assert re.search(r"\d,\d", page.inner_text(".grid"))


def test_page_of_several_sessions_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (session_kinds.ended(tmp_path / f"{name}.outpace") for name in "ab")
    assert main(["report", str(first), str(second), "--page", str(tmp_path / "page.html")]) != 0
    assert "A page shows one session" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_vendored_script_is_the_published_one() -> None:
    for name, expected in UPLOT_HASHES.items():
        data = resources.files("resources").joinpath("uplot", name).read_bytes()
        assert hashlib.sha256(data).hexdigest() == expected
    assert "MIT" in resources.files("resources").joinpath("uplot", "LICENSE").read_text(encoding="utf-8")
    assert "</script" not in page_script()


def test_page_of_a_short_run_is_small(recorded_page: Path) -> None:
    assert recorded_page.stat().st_size < 300_000
