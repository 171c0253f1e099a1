"""A report's content: the first page, then everything else, from a study and the sessions that it was made of."""

from collections.abc import Sequence

from app.report.appendix import disclosure_part, events_part, findings_part, left_out_part, method_part, sessions_part
from app.report.content import Block, Content, Heading, NewPage, Paragraph
from app.report.first_page import first_page
from app.report.ranking_part import ranking_part
from app.report.review import (
    comparison_part,
    counters_part,
    latency_part,
    load_part,
    normalised_part,
    runs_part,
    targets_part,
)
from app.report.storage_part import storage_part
from app.report.study_records import Study
from app.report.timelines import driver_chart, time_charts
from app.report.words import ANONYMOUS, LICENCES
from app.session.reader import SessionReader


def content_of(study: Study, readers: Sequence[SessionReader], *, anonymous: bool = False) -> Content:
    """All blocks. readers: of the study's sessions, in its order."""
    first = list(first_page(study))
    blocks: list[Block] = [*first, NewPage()]
    blocks += comparison_part(study)
    blocks += runs_part(study)
    blocks += targets_part(study)
    storage = list(storage_part(study, readers))
    blocks += storage or load_part(study)
    blocks += normalised_part(study)
    blocks += latency_part(study)
    for index, reader in enumerate(readers):
        charts = time_charts(reader, study, index)
        driver = driver_chart(reader)
        if charts or driver:
            blocks.append(Heading("Over time" if len(readers) == 1 else f"Over time: {study.sessions[index].file}"))
            blocks.append(
                Paragraph("Shaded: the windows that results are made of. Dotted: where a phase begins.", "dim")
            )
            blocks += charts
            blocks += [driver] if driver else []
    blocks += ranking_part(study, readers)
    blocks += left_out_part(study)
    if not anonymous:  # their texts name hosts in ways that nobody can list
        blocks += findings_part(readers)
        blocks += events_part(readers)
    blocks += disclosure_part(study)
    blocks += method_part(study, ANONYMOUS + " " + LICENCES if anonymous else LICENCES)
    blocks += sessions_part(study)
    blocks += counters_part(study)
    hashes = " ".join(session.hash[:12] for session in study.sessions if session.hash)
    footer = f"{study.title} · session {hashes}" if hashes else study.title
    return Content(study.title, tuple(blocks), len(first), footer)
