# SPDX-License-Identifier: Apache-2.0
"""Author's text for reports of a session: as recorded with its scenario, and as edited later.

Session files are never modified: edited text is stored in the library's index, by session UUID.
"""

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
    """Return the scenario's text when the session was recorded; None for an empty text."""
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
    """Return the texts edited on this machine, by session UUID; `index` None stands for the default index."""
    path = index or usual_index()
    if not path.exists():
        return {}
    with closing(LibraryIndex(path)) as opened:
        return opened.report_details()


def edit_details(uuid: str, details: ReportDetails, index: Path | None = None) -> None:
    """Save the edited text of a session.

    Raises:
        SessionError: If the index cannot be written.
    """
    with closing(LibraryIndex(index or usual_index())) as opened:
        opened.put_report_details(uuid, details)


def edit_report(uuids: Sequence[str], before: ReportDetails, details: ReportDetails, index: Path | None = None) -> None:
    """Save the texts edited for a report of several sessions under the first session.

    Removed texts are stored as empty for the other sessions too, because theirs would be used otherwise.

    Args:
        uuids: Sessions of the report.
        before: Texts as shown before they were edited.
        details: Edited texts.
        index: Index of the library; None for the default one.

    Raises:
        SessionError: If the index cannot be written.
    """
    edited = edited_details(index)
    names = [name for name in details.__struct_fields__ if getattr(before, name) and not getattr(details, name)]
    emptied = msgspec.structs.replace(ReportDetails(), **{name: getattr(details, name) for name in names})
    for number, uuid in enumerate(uuids):
        new_details = details if number == 0 else emptied
        if new_details != ReportDetails():
            edit_details(uuid, new_details.over(edited.get(uuid, ReportDetails())), index)


def details_of(readers: Sequence[SessionReader], index: Path | None = None) -> ReportDetails:
    """Return the text for a report; edited text takes precedence over recorded text, earlier sessions over later."""
    edited = edited_details(index)
    details = ReportDetails()
    for reader in readers:
        details_of_session = edited.get(reader.info.uuid, ReportDetails()).over(recorded_details(reader))
        details = details.over(details_of_session)
    return details
