# SPDX-License-Identifier: Apache-2.0
"""Writing reports of sessions: HTML, PDF or a workbook, an interactive page, and the image for a slide."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.report_text import ReportDetails
from app.model.thresholds import Threshold
from app.report.anonymous import anonymised, unnamed_headline
from app.report.appendix import disclosure_part, events_part, findings_part, left_out_part, method_part, sessions_part
from app.report.author_text import NO_AUTHOR, AuthorText, author_text_of, text_blocks, unnamed_author_text
from app.report.content import Block, Heading, NewPage, OnePage, Paragraph, ReportContent, tidied
from app.report.figure_charts import figure_charts_part, normalised_charts
from app.report.first_page import first_page
from app.report.html import html_of
from app.report.load_profile_section import load_profile_part
from app.report.page.page_content import PageOptions
from app.report.page.page_file import page_of
from app.report.power_section import power_part
from app.report.ranking_section import ranking_part, work_part
from app.report.review import (
    comparison_part,
    counters_part,
    latency_part,
    load_part,
    median_part,
    normalised_part,
    runs_part,
    targets_part,
)
from app.report.session_export import write_new_file
from app.report.storage_section import storage_part
from app.report.study_sheets import sheets_of
from app.report.systems_appendix import (
    agents_part,
    changed_part,
    hardware_part,
    layout_part,
    price_part,
    procedure_part,
)
from app.report.threshold_section import threshold_part
from app.report.timelines import driver_chart, time_charts
from app.results.crossings import own_thresholds
from app.results.description import ANONYMOUS, LICENCES
from app.results.session_headline import SessionHeadline, study_headline
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from app.session.report_details import details_of
from app.session.seal import settle
from app.session.session_error import SessionError, contents_named


def content_of(
    study: Study,
    readers: Sequence[SessionReader],
    headline: SessionHeadline,
    author: AuthorText = NO_AUTHOR,
    *,
    anonymous: bool = False,
    thresholds: Sequence[Threshold] = (),
) -> ReportContent:
    """Return the content of a report.

    Args:
        study: Study of the report.
        readers: Sessions of the study, in the study's order.
        headline: Headline of the study.
        author: Text of the author.
        anonymous: Whether names were replaced.
        thresholds: Thresholds in addition to the scenarios'.
    """
    first = list(first_page(study, headline, author))
    # The first page is enough for readers who stop there; with a summary, it can continue on the next page.
    blocks: list[Block] = [] if author.summary else [NewPage()]
    blocks += comparison_part(study)
    blocks += figure_charts_part(study)
    blocks += normalised_part(study)
    blocks += normalised_charts(study)
    blocks += power_part(study)
    medians = list(median_part(study))
    blocks += [OnePage(medians)] if medians else []
    blocks += runs_part(study)
    blocks += targets_part(study)
    storage = list(storage_part(study, readers))
    blocks += load_profile_part(study, readers)
    blocks += storage or load_part(study)
    blocks += latency_part(study)
    for index, reader in enumerate(readers):
        charts = time_charts(reader, study, index, () if anonymous else (*own_thresholds(reader), *thresholds))
        driver = driver_chart(reader)
        if charts or driver:
            blocks.append(Heading("Over time" if len(readers) == 1 else f"Over time: {study.sessions[index].file}"))
            blocks.append(
                Paragraph(
                    "Shaded: what does not count. Line above: the measured windows. Dotted: start of a phase.", "dim"
                )
            )
            blocks += charts
            blocks += [driver] if driver else []
    blocks += ranking_part(study, readers)
    blocks += work_part(study, readers)
    blocks += left_out_part(study)
    if not anonymous:  # this text contains host names in forms that cannot be predicted
        blocks += threshold_part(study, readers, thresholds)
        blocks += findings_part(readers)
        blocks += events_part(readers)
    if author.conclusion:
        blocks += [Heading("Conclusion"), *text_blocks(author.conclusion)]
    blocks.append(NewPage())  # appendices
    blocks += disclosure_part(study)
    blocks += hardware_part(study)
    blocks += agents_part(study)
    blocks += layout_part(study)
    blocks += price_part(study)
    blocks += changed_part(study)
    blocks += procedure_part(study)
    blocks += method_part(study, ANONYMOUS + " " + LICENCES if anonymous else LICENCES)
    blocks += sessions_part(study)
    blocks += counters_part(study)
    hashes = " ".join(session.hash[:12] for session in study.sessions if session.hash)
    footer = f"{study.title} · session {hashes}" if hashes else study.title
    first = tidied(first)
    return ReportContent(study.title, (*first, *tidied(blocks)), len(first), footer)


SLIDE_FACTOR = 2.0
"""Scale of the slide's image; 1 is 1920 x 1080 pixels."""

Progress = Callable[[Sentence, int, int], None]
"""Function that receives the current step, the number of completed steps, and their total."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Output file of each format; None if the format was not requested."""

    html: Path | None = None
    pdf: Path | None = None
    xlsx: Path | None = None
    png: Path | None = None
    page: Path | None = None

    @property
    def paths(self) -> list[Path]:
        """Paths of all requested formats."""
        return [path for path in (self.html, self.pdf, self.xlsx, self.png, self.page) if path is not None]


def write_reports(
    sessions: Sequence[Path],
    outputs: Outputs,
    *,
    details: ReportDetails = ReportDetails(),  # noqa: B008 - it is frozen
    anonymous: bool = False,
    progress: Progress | None = None,
    thresholds: Sequence[Threshold] = (),
    page_options: PageOptions = PageOptions(),  # noqa: B008 - it is frozen
) -> None:
    """Write the report of sessions, in the given order.

    It can be called from any thread. PDF and PNG require a Qt application (QGuiApplication) in the process.

    Args:
        sessions: Session files.
        outputs: Output files, which must not exist.
        details: Author's text; missing parts are taken from the text stored for the sessions, or recorded in them.
        anonymous: Whether to replace names.
        progress: Receives the progress.
        thresholds: Thresholds in addition to the scenarios'.
        page_options: Language of the page.

    Raises:
        SessionError: If a session cannot be read, or an output exists or cannot be written.
    """
    _check_outputs(outputs, len(sessions))
    total = 2 + len(outputs.paths)
    done = 0

    def report_step(what: Sentence) -> None:
        nonlocal done
        if progress is not None:
            progress(what, done, total)
        done += 1

    with ExitStack() as stack:
        stack.enter_context(contents_named(sessions[0] if len(sessions) == 1 else Path(", ".join(map(str, sessions)))))
        session_count = len(sessions)
        report_step(
            phrase("reading 1 session")
            if session_count == 1
            else phrase("reading {count} sessions", count=session_count)
        )
        readers = []
        for path in sessions:
            # Merge the -wal file of a killed engine into the session, unless it is still being recorded.
            settle(path)
            readers.append(stack.enter_context(SessionReader.open(path)))
        report_step(phrase("comparing the runs"))
        study = study_of(readers)
        unnamed: Callable[[str], str] = str
        author = author_text_of(details.over(details_of(readers)))
        headline = study_headline(study, readers)
        if anonymous:
            study, unnamed = anonymised(study, readers, (author.author, author.company))
            author = unnamed_author_text(author, unnamed)
            headline = unnamed_headline(headline, study, unnamed)
        if outputs.page is not None:
            report_step(phrase("writing {path}", path=outputs.page))
            options = replace(page_options, unnamed=unnamed if anonymous else None, thresholds=thresholds)
            write_new_file(outputs.page, page_of(readers[0], study, headline, options).encode())
        if outputs.html is not None or outputs.pdf is not None:
            content = content_of(study, readers, headline, author, anonymous=anonymous, thresholds=thresholds)
        if outputs.html is not None:
            report_step(phrase("writing {path}", path=outputs.html))
            write_new_file(outputs.html, html_of(content).encode())
        if outputs.pdf is not None:
            from app.report.pdf import pdf_of  # noqa: PLC0415 - Qt only where it is needed

            report_step(phrase("writing {path}", path=outputs.pdf))
            write_new_file(outputs.pdf, pdf_of(content))
        if outputs.png is not None:
            from app.report.slide import slide_of, slide_png  # noqa: PLC0415

            report_step(phrase("writing {path}", path=outputs.png))
            logo = author.logo.data if author.logo is not None else b""
            write_new_file(outputs.png, slide_png(slide_of(study, readers, logo=logo), factor=SLIDE_FACTOR))
        if outputs.xlsx is not None:
            from app.report.workbook import workbook_of  # noqa: PLC0415

            report_step(phrase("writing {path}", path=outputs.xlsx))
            write_new_file(outputs.xlsx, workbook_of(sheets_of(study, readers, headline, unnamed, author)))
    if progress is not None:
        progress(phrase("done"), total, total)


def _check_outputs(outputs: Outputs, sessions: int) -> None:
    paths = outputs.paths
    if outputs.page is not None and sessions != 1:
        raise SessionError(
            "A page shows one session. Name a single one, such as a comparison that the window made of several."
        )
    if not paths:
        raise SessionError("No output file. Name one for HTML, PDF, XLSX, PNG or a page.")
    if len({os.path.normcase(path.absolute()) for path in paths}) < len(paths):
        raise SessionError("Two report formats can't go to the same file. Choose another name for one of them.")
    for path in paths:
        if os.path.lexists(path):
            raise SessionError("{path} already exists. Choose another name, or delete it first.", path=path)
