# SPDX-License-Identifier: Apache-2.0
"""New session of an import: in the folder of sessions, with the warnings for its reader."""

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
    """A new session, and the warnings for its reader."""

    session: Path
    warnings: tuple[Message, ...]


def imported(request: ImportRequest, progress: Callable[[Sentence], None]) -> ImportedSession:
    """Import files into a session. Raises ImportedFileError, SessionError, OSError, and exceptions of `progress`."""
    session = _new_path(request.title or request.files[0].path.stem)
    return ImportedSession(session, import_results(request, session, progress))


def joined(sessions: Sequence[Path], title: str, progress: ShareDone) -> ImportedSession:
    """Join several sessions into one. Raises as `imported`."""
    title = shortened(title, LONGEST_TITLE, "")
    session = _new_path(title or "joined")
    return ImportedSession(session, join_sessions(sessions, session, title=title, progress=progress))


def metered(run: Path, meters: Sequence[MeterFile], title: str, progress: ShareDone) -> ImportedSession:
    """Combine a run and its power meters' logs into a session. Raises as `imported`."""
    title = shortened(title, LONGEST_TITLE, "")
    session = _new_path(title or f"{run.stem} power")
    return ImportedSession(session, join_meters(run, meters, session, title=title, progress=progress))


def _new_path(title: str) -> Path:
    return default_session_path(title, datetime.now().astimezone())
