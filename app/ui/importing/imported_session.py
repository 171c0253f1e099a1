# SPDX-License-Identifier: Apache-2.0
"""Creation of imported sessions in the sessions folder, with warnings for the user."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.imports.import_request import ImportRequest
from app.imports.imported_session import import_results
from app.imports.joining.combined_session import ShareDone
from app.imports.joining.join import join_sessions
from app.imports.joining.meters import MeterFile, join_meters
from app.model.messages import Message, Sentence
from app.model.visible_text import shortened
from app.session.paths import default_session_path

LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """An imported session, and warnings to show to the user."""

    session: Path
    warnings: tuple[Message, ...]


def imported(request: ImportRequest, progress: Callable[[Sentence], None]) -> ImportedSession:
    """Import files into a session. Raises ImportedFileError, SessionError, OSError, and exceptions of `progress`."""
    session = _new_path(request.title or request.files[0].path.stem)
    return ImportedSession(session, import_results(request, session, progress))


def joined(sessions: Sequence[Path], title: str, progress: ShareDone) -> ImportedSession:
    """Join several sessions into one. Raises the same exceptions as `imported`."""
    title = shortened(title, LONGEST_TITLE, "")
    session = _new_path(title or "joined")
    return ImportedSession(session, join_sessions(sessions, session, title=title, progress=progress))


def metered(run: Path, meters: Sequence[MeterFile], title: str, progress: ShareDone) -> ImportedSession:
    """Combine a run with its power meters' logs into a new session. Raises the same exceptions as `imported`."""
    title = shortened(title, LONGEST_TITLE, "")
    session = _new_path(title or f"{run.stem} power")
    return ImportedSession(session, join_meters(run, meters, session, title=title, progress=progress))


def _new_path(title: str) -> Path:
    return default_session_path(title, datetime.now().astimezone())
