"""Writes the report of sessions to files: HTML, PDF, a workbook, a picture of its first page."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from app.report.anonymous import anonymised
from app.report.composing import content_of
from app.report.html import html_of
from app.report.new_file import write_new_file
from app.report.study import study_of
from app.session.errors import SessionError
from app.session.reader import SessionReader
from app.session.seal import settle

Progress = Callable[[str, int, int], None]
"""Told what is being done, and how many parts of how many are done."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where each form of the report goes; None is not wanted."""

    html: Path | None = None
    pdf: Path | None = None
    xlsx: Path | None = None
    png: Path | None = None

    @property
    def paths(self) -> list[Path]:
        """Of all that are wanted."""
        return [path for path in (self.html, self.pdf, self.xlsx, self.png) if path is not None]


def write_reports(
    sessions: Sequence[Path], outputs: Outputs, *, anonymous: bool = False, progress: Progress | None = None
) -> None:
    """The report of these sessions, in their order. Raises SessionError; files that exist are refused before anything
    is done.

    May be called from any thread. PDF and PNG take an application of Qt (QGuiApplication) in the process.
    """
    _refuse_existing(outputs)
    total = 2 + len(outputs.paths)
    done = 0

    def tell(text: str) -> None:
        nonlocal done
        if progress is not None:
            progress(text, done, total)
        done += 1

    with ExitStack() as stack:
        tell(f"reading {len(sessions)} session{'s' if len(sessions) != 1 else ''}")
        readers = []
        for path in sessions:
            # What a killed engine left in the -wal file belongs into the session, if nobody records it any more.
            settle(path)
            readers.append(stack.enter_context(SessionReader.open(path)))
        tell("comparing the runs")
        study = study_of(readers)
        unnamed: Callable[[str], str] = str
        if anonymous:
            study, unnamed = anonymised(study, readers)
        content = content_of(study, readers, anonymous=anonymous)
        if outputs.html is not None:
            tell(f"writing {outputs.html}")
            write_new_file(outputs.html, html_of(content).encode())
        if outputs.pdf is not None:
            from app.report.pdf import pdf_of  # noqa: PLC0415 - Qt only where it is needed

            tell(f"writing {outputs.pdf}")
            write_new_file(outputs.pdf, pdf_of(content))
        if outputs.png is not None:
            from app.report.pdf import first_page_png  # noqa: PLC0415

            tell(f"writing {outputs.png}")
            write_new_file(outputs.png, first_page_png(content))
        if outputs.xlsx is not None:
            from app.report.workbook import workbook_of  # noqa: PLC0415

            tell(f"writing {outputs.xlsx}")
            write_new_file(outputs.xlsx, workbook_of(study, readers, unnamed))
    if progress is not None:
        progress("done", total, total)


def _refuse_existing(outputs: Outputs) -> None:
    paths = outputs.paths
    if not paths:
        raise SessionError("Nothing is to be written. Name a file for HTML, PDF, XLSX or PNG.")
    if len({os.path.normcase(path.absolute()) for path in paths}) < len(paths):
        raise SessionError("Two forms of the report can't go to one file. Choose another name for one of them.")
    for path in paths:
        if os.path.lexists(path):
            raise SessionError(f"{path} already exists. Choose another name, or delete it first.")
