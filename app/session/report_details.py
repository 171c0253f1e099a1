# SPDX-License-Identifier: Apache-2.0
"""What reports of a session say in their author's own words: recorded with its scenario, and as a person has edited it
since. No session file is ever altered: what was edited lies in the library's own index, by the session's uuid."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from app.model.documents import ReportLogo
from app.model.report_text import ReportDetails
from app.session.library import usual_index
from app.session.library_index import LibraryIndex
from app.session.reader import SessionReader


def recorded_details(reader: SessionReader) -> ReportDetails:
    """As the scenario had it when the session was recorded; a text that is empty was not given."""
    text = reader.scenario.report
    logo = next((document.data.image for document in reader.documents_of(ReportLogo)), None)
    return ReportDetails(
        author=text.author or None,
        company=text.company or None,
        date=text.date or None,
        summary=text.summary or None,
        conclusion=text.conclusion or None,
        logo=logo,
    )


def edited_details(index: Path | None = None) -> Mapping[str, ReportDetails]:
    """As they were edited on this machine, by the session's uuid. index: None is the usual one."""
    path = index or usual_index()
    if not path.exists():
        return {}
    with closing(LibraryIndex(path)) as opened:
        return opened.report_details()


def edit_details(uuid: str, details: ReportDetails, index: Path | None = None) -> None:
    """Saves what a person has edited for a session. Raises SessionError where that fails."""
    with closing(LibraryIndex(index or usual_index())) as opened:
        opened.put_report_details(uuid, details)


def edit_report(uuids: Sequence[str], before: ReportDetails, details: ReportDetails, index: Path | None = None) -> None:
    """Saves what a person has edited for a report of these sessions: with the first of them. What was emptied is empty
    in the others too, or their own text would take its place. before: as it was shown. Raises SessionError."""
    edited = edited_details(index)
    names = [name for name in details.__struct_fields__ if getattr(before, name) and not getattr(details, name)]
    emptied = msgspec.structs.replace(ReportDetails(), **{name: getattr(details, name) for name in names})
    for number, uuid in enumerate(uuids):
        own = details if number == 0 else emptied
        if own != ReportDetails():
            edit_details(uuid, own.over(edited.get(uuid, ReportDetails())), index)


def details_of(readers: Sequence[SessionReader], index: Path | None = None) -> ReportDetails:
    """Of a report of these sessions: of each what was edited, else what was recorded; the first session's before the
    others'."""
    edited = edited_details(index)
    found = ReportDetails()
    for reader in readers:
        own = edited.get(reader.info.uuid, ReportDetails()).over(recorded_details(reader))
        found = found.over(own)
    return found
