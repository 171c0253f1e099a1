# SPDX-License-Identifier: Apache-2.0
"""Reports as users receive them: HTML, PDF and PNG, opened and examined with other programs."""

import re
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QColor, QImage

from app.analysis.format import count_text, label_text
from app.cli.session_commands import report
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.report.outputs import Outputs, write_reports
from app.report.session_export import export_json
from app.report.slide import Ground, slide_of, slide_png
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from tests.support.recorded import PAIR, TRIO, SyntheticSystem
from tests.support.repeated import RepeatedRun
from tests.support.report_rendering import clipped, ink_share, overlapping, pages_of, picture_of, printed, screenshot
from tests.support.session_kinds import limit, race

FACTS = (
    {"Disks": "24 x 15K SAS", "Price": "$8,478", "Power": "483.8 W"},
    {"Disks": "4 x NVMe", "Price": "$13,073", "Power": "326.4 W"},
)
LONG = (
    SyntheticSystem(
        "A baseline whose name is as long as a name of a system is allowed to be, eighty.", "baseline", 90.0
    ),
    SyntheticSystem(
        "Challenger-without-any-place-to-break-a-line-in-its-name-which-is-long-as-well", "challenger", 99.0
    ),
)
EIGHT = tuple(
    SyntheticSystem(f"Array {number}", "challenger" if number else "baseline", 90.0 + 20 * number)
    for number in range(8)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@pytest.fixture(scope="module")
def three(folder: Path) -> Path:
    """Write a session of three repeats."""
    run = RepeatedRun(folder / "three-repeats.outpace", facts=FACTS)
    run.repeats(3, seconds=25)
    return run.finish(warnings=["the session file is written to a tested device"])


def texts_of(session: Path) -> list[str]:
    """Return the figures of `outpace export`, formatted as a report prints them."""
    with SessionReader.open(session) as reader:
        exported = msgspec.json.decode(export_json(reader))
    found = [exported["uuid"]]
    for system in exported["systems"]:
        order = system["operations"]["order"]
        found += [count_text(system["opm"]), count_text(system["worst_10_s_opm"]), count_text(system["orders"])]
        found += [count_text(order["count"]), label_text(order["p95_ms"] / 1e3, "s").split()[0]]
        found.append(system["name"].split()[0])
    return found


@pytest.mark.usefixtures("qapp")
def test_html_of_three_repeats_is_complete_and_matches_the_export(three: Path, folder: Path) -> None:
    html = folder / "three.html"
    write_reports([three], Outputs(html=html))
    text = html.read_text(encoding="utf-8")
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://(?!www\.w3\.org/2000/svg)", text)
    pages = pages_of(printed(html))
    words = " ".join(page.text for page in pages)
    for expected in texts_of(three):
        assert expected in words
    assert clipped(pages) == []
    assert overlapping(pages) == []
    assert "What was tested" in pages[0].text
    assert "Comparison over the runs" not in pages[0].text
    shown = screenshot(html, 1000, 1400)
    assert 0.02 < ink_share(shown.copy(20, 24, 960, 1376)) < 0.6


@pytest.mark.usefixtures("qapp")
def test_pdf_of_three_repeats_is_complete_and_matches_the_export(three: Path, folder: Path) -> None:
    pdf = folder / "three.pdf"
    write_reports([three], Outputs(pdf=pdf))
    pages = pages_of(pdf)
    words = " ".join(page.text for page in pages)
    for expected in texts_of(three):
        assert expected in words
    assert clipped(pages, margin=15.0) == []
    assert overlapping(pages) == []
    assert "What was tested" in pages[0].text
    assert pages[1].text.startswith("Comparison over the runs")
    for number, page in enumerate(pages, 1):
        assert page.words[-1].text == str(number)
        assert ink_share(picture_of(pdf, number)) > 0.002
        # No heading stands alone at the end of a page.
        last = max((word for word in page.words if word.bottom < page.height - 60), key=lambda word: word.bottom)
        assert last.bottom - last.top < 13


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("systems", [PAIR[:1], TRIO, LONG], ids=["one", "three", "long names"])
def test_report_fits_any_number_of_systems_and_long_names(
    systems: tuple[SyntheticSystem, ...], folder: Path, tmp_path: Path
) -> None:
    run = RepeatedRun(tmp_path / "fits.outpace", systems, title="A title that is long enough for two lines " * 2)
    run.repeats(2, seconds=11)
    html, pdf = tmp_path / "fits.html", tmp_path / "fits.pdf"
    write_reports([run.finish()], Outputs(html=html, pdf=pdf))
    for pages in (pages_of(pdf), pages_of(printed(html))):
        assert clipped(pages) == []
        assert overlapping(pages) == []
        assert "What was tested" in pages[0].text
        assert all(f"{letter}" in pages[0].text for letter in "ABC"[: len(systems)])


@pytest.mark.usefixtures("qapp")
def test_png_has_slide_resolution_and_white_margins(three: Path, folder: Path) -> None:
    png = folder / "slide.png"
    write_reports([three], Outputs(png=png))
    image = QImage(str(png))
    assert (image.width(), image.height()) == (3840, 2160)
    assert 0.01 < ink_share(image) < 0.5
    # The margins stay white: nothing is cut off.
    width, height = image.width(), image.height()
    for edge in (
        image.copy(0, 0, 80, height), image.copy(width - 80, 0, 80, height), image.copy(0, 0, width, 60),
        image.copy(0, height - 40, width, 40),
    ):  # fmt: skip
        assert ink_share(edge) == 0


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ground", ["light", "dark"])
def test_slide_contains_the_headline_its_source_and_charts(three: Path, ground: Ground) -> None:
    with SessionReader.open(three) as reader:
        slide = slide_of(study_of([reader]), [reader])
        main = headline_text(session_headline(reader)).main
    assert " · ".join(statement.text for statement in slide.statements) == main
    assert slide.source.startswith("Recorded with Outpace ")
    assert [group.label for group in slide.groups] == [
        "Orders per minute",
        "95 % of orders answered within (shorter is better)",
    ]
    for group, longest in zip(slide.groups, "BA", strict=True):
        assert [bar.letter for bar in group.bars] == ["A", "B"]
        assert [bar.letter for bar in group.bars if bar.share == 1] == [longest]
    assert slide.charts[0].title == "Orders per minute (OPM)"
    image = QImage.fromData(slide_png(slide, ground))
    assert (image.width(), image.height()) == (1920, 1080)
    assert image.pixelColor(5, 5).name() == {"light": "#ffffff", "dark": "#0f141a"}[ground]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("systems", [PAIR[:1], TRIO, LONG, EIGHT], ids=["one", "three", "long names", "eight"])
def test_slide_keeps_its_margins_for_any_systems(systems: tuple[SyntheticSystem, ...], tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "fits.outpace", systems, title="A title that is long enough for two lines " * 3)
    run.repeats(3, seconds=11)
    with SessionReader.open(run.finish(warnings=["a long warning " * 20])) as reader:
        slide = slide_of(study_of([reader]), [reader])
    assert slide.groups[0].label.startswith("Orders per minute")
    image = QImage.fromData(slide_png(slide))
    for edge in (
        image.copy(0, 0, 80, 1080), image.copy(1840, 0, 80, 1080), image.copy(0, 0, 1920, 60),
        image.copy(0, 1050, 1920, 30),
    ):  # fmt: skip
        assert ink_share(edge) == 0


@pytest.mark.usefixtures("qapp")
def test_slide_shows_the_logo_instead_of_the_date(three: Path) -> None:
    with SessionReader.open(three) as reader:
        slide = slide_of(study_of([reader]), [reader])
    picture = QImage(40, 20, QImage.Format.Format_RGB32)
    picture.fill(QColor("#ff00ff"))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    image = QImage.fromData(slide_png(msgspec.structs.replace(slide, logo=bytes(buffer.data().data()))))
    assert image.pixelColor(1920 - 88 - 30, 92).name() == "#ff00ff"


@pytest.mark.usefixtures("qapp")
def test_slide_of_a_search_shows_the_users_within_the_limit(tmp_path: Path) -> None:
    with SessionReader.open(limit(tmp_path / "limit.outpace")) as reader:
        slide = slide_of(study_of([reader]), [reader])
    assert slide.groups[0].label == "Users within the limit"
    assert [bar.text for bar in slide.groups[0].bars] == ["8", "16"]


@pytest.mark.usefixtures("qapp")
def test_slide_of_a_race_shows_times_with_their_unit(tmp_path: Path) -> None:
    with SessionReader.open(race(tmp_path / "race.outpace")) as reader:
        slide = slide_of(study_of([reader]), [reader])
    assert slide.groups[0].label == "Time to finish (shorter is better)"
    assert [bar.text for bar in slide.groups[0].bars] == ["12.0 s", "7.5 s"]


@pytest.mark.usefixtures("qapp")
def test_slide_carries_the_warnings_of_the_window(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "warned.outpace")
    run.repeats(3, seconds=11)
    with SessionReader.open(run.finish(warnings=["the clock was set back", "two late samples"])) as reader:
        slide = slide_of(study_of([reader]), [reader])
    assert slide.warnings == "Read before you quote it: the clock was set back, and 1 more"
    assert slide_png(slide) != slide_png(msgspec.structs.replace(slide, warnings=""))


@pytest.mark.usefixtures("qapp")
def test_load_levels_are_drawn_and_listed(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "sweep.outpace", plan='name = "user-sweep"')
    run.sweep((8, 16, 24), seconds=11)
    pdf = tmp_path / "sweep.pdf"
    write_reports([run.finish()], Outputs(pdf=pdf))
    pages = pages_of(pdf)
    words = " ".join(page.text for page in pages)
    assert "users per target" in words
    assert "Every step" in words
    for title in ("OPM", "IOPS", "I/O latency", "Driver CPU", "Queue length"):
        assert title in words
    assert overlapping(pages) == []


@pytest.mark.usefixtures("qapp")
def test_report_of_an_invalid_run_states_that_first(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "bad.outpace")
    run.repeats(3, seconds=11)
    pdf = tmp_path / "bad.pdf"
    write_reports([run.finish(valid=False, reasons=["7 of 8 users are at work"])], Outputs(pdf=pdf))
    first = pages_of(pdf)[0].text
    assert "Not valid – 7 of 8 users are at work" in first
    assert "as measured Write-ahead log" in first


def test_command_writes_all_formats_and_rejects_existing_files(
    three: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    outputs = Outputs(
        html=tmp_path / "a.html", pdf=tmp_path / "a.pdf", xlsx=tmp_path / "a.xlsx", png=tmp_path / "a.png"
    )
    assert report([three], outputs, anonymous=False) == 0
    assert all(path.stat().st_size > 5_000 for path in outputs.paths)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "[0/6] reading 1 session"
    assert lines[-1] == "[6/6] done"
    before = (tmp_path / "a.html").read_bytes()
    assert report([three], Outputs(xlsx=tmp_path / "b.xlsx", html=tmp_path / "a.html"), anonymous=False) == 2
    assert "a.html already exists" in capsys.readouterr().err
    assert (tmp_path / "a.html").read_bytes() == before
    assert not (tmp_path / "b.xlsx").exists()
    assert report([tmp_path / "none.outpace"], Outputs(html=tmp_path / "c.html"), anonymous=False) == 2
    assert "does not exist" in capsys.readouterr().err
    with pytest.raises(SessionError, match="can't go to the same file"):
        write_reports([three], Outputs(html=tmp_path / "d", pdf=tmp_path / "d"))


@pytest.mark.usefixtures("qapp")
def test_the_raw_figures_of_the_median_runs_are_on_one_page(tmp_path: Path) -> None:
    """All figures fit on the page, even if many counters were imported."""
    lines = ["system,run,metric,value"]
    figures = ["OPM", *(f"Counter {number}" for number in range(1, 56))]
    for name in ("Disks", "Flash"):
        for run in (1, 2, 3):
            lines += [f"{name},{run},{figure},{1000 + 7 * number * run}" for number, figure in enumerate(figures)]
    (tmp_path / "totals.csv").write_text("\n".join(lines), encoding="utf-8")
    import_results(ImportRequest((FileToImport(tmp_path / "totals.csv"),)), tmp_path / "totals.outpace")
    pdf = tmp_path / "totals.pdf"
    write_reports([tmp_path / "totals.outpace"], Outputs(pdf=pdf))
    pages = pages_of(pdf)
    assert clipped(pages, margin=15.0) == []
    (page,) = (page for page in pages if page.text.startswith("Median runs"))
    assert all(f"Counter {number} " in page.text for number in range(1, 56))
