# SPDX-License-Identifier: Apache-2.0
"""Author's text and logos in a report: from a scenario, the command line, or edited after the run."""

import os
import struct
import zlib
from pathlib import Path

import pytest

from app.cli.session_commands import AuthorOptions, report
from app.model.bounds import SCENARIO_LOGO_BYTES
from app.model.documents import ReportLogo
from app.model.logo import LogoError, logo_of
from app.model.report_text import LONGEST_TEXT, ReportDetails
from app.report.author_text import text_blocks
from app.report.content import Items, Paragraph
from app.report.outputs import Outputs, write_reports
from app.scenario.logo_file import logo_beside, logo_from
from app.scenario.reading import ScenarioError, parse_scenario, read_scenario
from app.scenario.recorded import recorded_scenario
from app.session.library_index import LibraryIndex
from app.session.reader import SessionReader
from app.session.report_details import details_of, edit_details, edit_report
from tests.support.engine_runs import outpace, scenario_file
from tests.support.logos import picture
from tests.support.repeated import RepeatedRun
from tests.support.report_rendering import clipped, overlapping, pages_of, picture_of, printed

REPORT = """
[report]
author = "E. Example"
company = "Example Laboratories"
date = "12 March 2008"
summary = \"\"\"
Flash doubles the orders.

- half the power
- <b>a seventh</b> of the latency
\"\"\"
conclusion = "Buy it."
"""


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Write three repeats of a scenario without an author's text."""
    run = RepeatedRun(tmp_path / "run.outpace")
    run.repeats(3, seconds=11)
    return run.finish()


@pytest.fixture
def authored(tmp_path: Path) -> Path:
    """Write a session with the author's text in its scenario, and a recorded logo."""
    run = RepeatedRun(tmp_path / "authored.outpace", plan='name = "timed"\n' + REPORT)
    run.writer.document(0, ReportLogo(image=picture("PNG")))
    run.repeats(3, seconds=11)
    return run.finish()


@pytest.mark.usefixtures("qapp")
def test_author_text_appears_in_order_and_is_escaped(authored: Path, tmp_path: Path) -> None:
    html, pdf = tmp_path / "a.html", tmp_path / "a.pdf"
    write_reports([authored], Outputs(html=html, pdf=pdf))
    text = html.read_text(encoding="utf-8")
    assert "<li>&lt;b&gt;a seventh&lt;/b&gt; of the latency</li>" in text
    assert text.count("<img") == 1
    assert 'src="data:image/png;base64,' in text
    assert "img-src data:" in text
    for pages in (pages_of(pdf), pages_of(printed(html))):
        words = " ".join(page.text for page in pages)
        order = [
            "Example Laboratories · E. Example", "tested 12 March 2008", "Executive summary", "Flash doubles",
            "Write-ahead log 1.", "What was tested", "Comparison over the runs", "Conclusion Buy it.", "Disclosure",
        ]  # fmt: skip
        places = [words.index(part) for part in order]
        assert places == sorted(places)
        assert "Executive summary" in pages[0].text
        assert clipped(pages) == []
        assert overlapping(pages) == []
    first = picture_of(pdf, 1)
    logo = [
        (x, y)
        for x in range(0, first.width(), 4)
        for y in range(0, first.height() // 6, 4)
        if (color := first.pixelColor(x, y)).red() > 180 and color.green() < 80
    ]
    assert len(logo) > 20
    assert min(x for x, _ in logo) > first.width() / 2


@pytest.mark.usefixtures("qapp")
def test_report_without_author_text_omits_its_sections(session: Path, tmp_path: Path) -> None:
    html = tmp_path / "a.html"
    write_reports([session], Outputs(html=html))
    text = html.read_text(encoding="utf-8")
    for part in ("Executive summary", "Conclusion", "<img", "img-src"):
        assert part not in text


@pytest.mark.usefixtures("qapp")
def test_command_line_overrides_edits_and_edits_override_the_scenario(
    authored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with SessionReader.open(authored) as reader:
        uuid = reader.info.uuid
        assert details_of([reader]).author == "E. Example"
    edit_details(uuid, ReportDetails(author="", conclusion="Buy two.", logo=b""))
    (tmp_path / "conclusion.txt").write_text("\ufeffBuy three.\r\n", encoding="utf-8")
    (tmp_path / "logo.bin").write_bytes(picture("JPG"))
    for number, (options, found, absent) in enumerate(
        (
            (AuthorOptions(), ["Buy two.", "Flash doubles", "Example Laboratories"], ["E. Example<", "<img"]),
            (
                AuthorOptions(
                    author="A. Other", company="", conclusion=tmp_path / "conclusion.txt", logo=tmp_path / "logo.bin"
                ),
                ["Buy three.", "<p>A. Other</p>", "image/jpeg"],
                ["Buy two.", "<p>Example Laboratories"],
            ),
        )
    ):
        html = tmp_path / f"{number}.html"
        assert report([authored], Outputs(html=html), options, anonymous=False) == 0
        text = html.read_text(encoding="utf-8").partition(">Scenario<")[0]
        assert all(part in text for part in found), found
        assert not any(part in text for part in absent), absent
    (tmp_path / "long.txt").write_text("x" * (LONGEST_TEXT + 1), encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes(b"\xe9")
    (tmp_path / "no.png").write_text("not a picture", encoding="utf-8")
    for options, reason in (
        (AuthorOptions(summary=tmp_path / "long.txt"), "more than 4,000 characters"),
        (AuthorOptions(summary=tmp_path / "latin.txt"), "not UTF-8"),
        (AuthorOptions(logo=tmp_path / "no.png"), "neither a whole PNG nor a JPEG"),
        (AuthorOptions(logo=tmp_path), "is not a file" if os.name != "posix" else ""),
        (AuthorOptions(conclusion=tmp_path / "none.txt"), "none.txt"),
    ):
        assert report([authored], Outputs(html=tmp_path / "z.html"), options, anonymous=False) == 2
        assert reason in capsys.readouterr().err
    assert not (tmp_path / "z.html").exists()


@pytest.mark.usefixtures("qapp")
def test_anonymous_report_omits_the_author(authored: Path, tmp_path: Path) -> None:
    html = tmp_path / "a.html"
    details = ReportDetails(summary="E. Example measured the Write-ahead log at Example Laboratories.")
    write_reports([authored], Outputs(html=html), details=details, anonymous=True)
    text = html.read_text(encoding="utf-8")
    for name in ("E. Example", "Example Laboratories", "Write-ahead log", "<img"):
        assert name not in text, name
    assert "measured the System B" in text


def test_invalid_report_section_is_rejected_with_its_line() -> None:
    text = read_scenario("embedded-demo").text
    scenario = parse_scenario(text + REPORT)
    assert scenario.report.author == "E. Example"
    for line, mistake in (
        ('logo = "../logo.png"', "report.logo: expected the name of a PNG or JPEG file beside the scenario"),
        ('logo = "/etc/passwd"', "report.logo"),
        ('logo = "C:logo.png"', "report.logo"),
        ('logo = ".logo.png"', "report.logo"),
        ('author = "two\\nlines"', "report.author: expected one line"),
        ('sumary = "x"', 'did you mean "summary"?'),
        (f'summary = "{"x" * (LONGEST_TEXT + 1)}"', "report.summary"),
    ):
        broken = f"{text}\n[report]\n{line}\n"
        with pytest.raises(ScenarioError) as error:
            parse_scenario(broken, "mine.toml")
        place = broken.splitlines().index(line) + 1
        assert f"mine.toml:{place}: " in str(error.value)
        assert mistake in str(error.value)


def test_scenario_of_another_version_yields_its_readable_parts() -> None:
    """The scenario was written by another version and is invalid in this one."""
    text = 'title = "t"\nunknown = 1\n[report]\nauthor = "E."\nsummary = 5\nlogo = "../x.png"\n'
    found = recorded_scenario(text)
    assert found.whole is None
    assert (found.report.author, found.report.summary) == ("E.", "")


def test_text_is_split_into_paragraphs_and_lists() -> None:
    blocks = list(text_blocks("One\nline.\r\n\r\n- first\n- second\nThen\x00 <i>more</i>\n\n\n-none"))
    assert blocks == [
        Paragraph("One\nline."),
        Items(("first", "second")),
        Paragraph("Then\\x00 <i>more</i>"),
        Paragraph("-none"),
    ]
    assert list(text_blocks(" \n\n")) == []


def png(width: int, height: int, *, end: bool = True) -> bytes:
    """Return the header of a PNG with this size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + header
        + chunk(b"IDAT", zlib.compress(b"\0" * 100))
        + (chunk(b"IEND", b"") if end else b"")
    )


def test_logo_format_is_detected_from_its_content(tmp_path: Path) -> None:
    for kind, media_type in (("PNG", "image/png"), ("JPG", "image/jpeg")):
        logo = logo_of(picture(kind))
        assert (logo.media_type, logo.width, logo.height) == (media_type, 240, 80)
    whole = picture("PNG")
    damaged = bytearray(whole)
    damaged[30] ^= 1
    for data in (
        b"", b"GIF89a", b"<svg/>", whole[:-1], whole[:50], bytes(damaged), png(5, 5, end=False), b"\xff\xd8\xff",
        picture("JPG")[:-2], b"\xff\xd8" + b"\xff" * 50, b"\x89PNG\r\n\x1a\n" + b"\xff" * 40,
    ):  # fmt: skip
        with pytest.raises(LogoError, match="neither a whole PNG nor a JPEG"):
            logo_of(data)
    for width, height in ((0, 5), (5, 2**31), (5000, 5)):
        with pytest.raises(LogoError, match="pixels"):
            logo_of(png(width, height))
    with pytest.raises(LogoError, match="512 KiB"):
        logo_of(whole + b"\0" * SCENARIO_LOGO_BYTES)
    (tmp_path / "logo.png").write_bytes(whole)
    assert logo_beside(tmp_path, "logo.png").width == 240
    below = tmp_path / "below"
    below.mkdir()
    for name in ("../logo.png", "none.png", "/etc/hostname", "a:b.png"):
        with pytest.raises(LogoError):
            logo_beside(below, name)
    if hasattr(os, "symlink") and os.name == "posix":
        (below / "link.png").symlink_to(tmp_path / "logo.png")
        with pytest.raises(LogoError, match="is a link"):
            logo_beside(below, "link.png")
        os.mkfifo(below / "pipe.png")
        with pytest.raises(LogoError, match="no regular file"):
            logo_from(below / "pipe.png")


@pytest.mark.usefixtures("qapp")
def test_recorded_logo_that_is_not_an_image_is_omitted(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "run.outpace")
    run.writer.document(0, ReportLogo(image=b"<svg onload='alert(1)'/>"))
    run.repeats(1, seconds=11)
    html, pdf = tmp_path / "a.html", tmp_path / "a.pdf"
    write_reports([run.finish()], Outputs(html=html, pdf=pdf))
    assert "<img" not in html.read_text(encoding="utf-8")
    assert pages_of(pdf)


def test_edited_details_are_stored_even_in_an_older_index(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    index = LibraryIndex(path)
    index._connection.execute("DROP TABLE report")  # as earlier versions leave it
    index.close()
    edited = ReportDetails(author="E.", summary="", logo=picture("PNG"))
    edit_details("some-uuid", edited, path)
    index = LibraryIndex(path)
    assert index.report_details() == {"some-uuid": edited}
    index.close()


def test_part_cleared_for_several_sessions_stays_cleared(session: Path, authored: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite"
    LibraryIndex(index).close()
    with SessionReader.open(session) as first, SessionReader.open(authored) as second:
        uuids = [first.info.uuid, second.info.uuid]
        shown = details_of([first, second], index)
        assert (shown.author, shown.conclusion) == ("E. Example", "Buy it.")
        edit_report(uuids, shown, ReportDetails(author="", conclusion="Buy two.", logo=b""), index)
        for order in ([first, second], [second, first], [second]):
            assert details_of(order, index).author == ""
            assert details_of(order, index).logo == b""
        assert details_of([second], index).conclusion == "Buy it."  # only the cleared part applies to all sessions


def test_run_records_the_logo_and_check_warns_if_it_is_missing(tmp_path: Path) -> None:
    scenario = scenario_file(tmp_path, warmup_s=0, run_s=2)
    text = scenario.read_text(encoding="utf-8")
    session = tmp_path / "run.outpace"
    scenario.write_text(f'{text}\n[report]\nauthor = "E. Example"\nlogo = "logo.png"\n', encoding="utf-8")
    (tmp_path / "logo.png").write_bytes(picture("PNG"))
    done = outpace("run", scenario, "--session", session, cwd=tmp_path)
    assert session.exists(), done.stderr
    (tmp_path / "logo.png").unlink()
    with SessionReader.open(session) as reader:
        details = details_of([reader])
    assert (details.author, details.logo) == ("E. Example", picture("PNG"))
    checked = outpace("check", scenario, cwd=tmp_path)
    assert "logo.png can't be read" in checked.stdout + checked.stderr
    assert checked.returncode == 0
