# SPDX-License-Identifier: Apache-2.0
"""Creation of comparison sessions, either temporary in the cache or saved in the sessions folder. Free of Qt."""

import contextlib
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.imports.joining.combined_session import Alignment, ShareDone
from app.imports.joining.session_comparison import Remarks, compare_sessions
from app.model.visible_text import shortened
from app.session.paths import SUFFIX, default_session_path, slug, unkept_folder
from app.session.session_error import SessionError
from app.ui.compare.compared_systems import Chosen, compared_sessions
from app.ui.compare.differences import Differences, remarks_of

LEFT_BEHIND_S = 86_400.0
"""Age in seconds above which a cached comparison is assumed not to belong to an open window."""
LONGEST_TITLE = 80
ENDINGS = ("", "-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class CompareRequest:
    """Parameters of a comparison.

    Attributes:
        baseline: Letter of the baseline column.
        kept_in: Folder to save the comparison in; None: temporary, deleted when it is no longer shown.
    """

    columns: tuple[Chosen, ...]
    baseline: str
    alignment: Alignment
    title: str
    overlay: bool
    differences: Differences
    keep_in: Path | None = None


@dataclass(frozen=True, slots=True)
class FinishedComparison:
    """A finished comparison and the path of its session."""

    path: Path
    request: CompareRequest


def make_comparison(request: CompareRequest, progress: ShareDone) -> FinishedComparison:
    """Create the comparison. Raises ImportedFileError, SessionError, OSError, and exceptions of `progress`."""
    now = datetime.now().astimezone()
    if request.keep_in is not None:
        path = default_session_path(request.title, now, request.keep_in)
    else:
        folder = unkept_folder()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{now:%Y-%m-%d_%H%M%S}_{slug(request.title)}-{uuid.uuid4().hex[:6]}{SUFFIX}"
    found = request.differences
    compare_sessions(
        compared_sessions(request.columns, request.baseline),
        path,
        Remarks(found.impossible, found.warnings, remarks_of(request.columns, found)),
        title=shortened(request.title, LONGEST_TITLE, ""),
        alignment=request.alignment,
        progress=progress,
    )
    return FinishedComparison(path, request)


def save_copy(comparison: Path, title: str, folder: Path) -> Path:
    """Copy a comparison to the folder of saved sessions. Raises SessionError."""
    try:
        path = default_session_path(title, datetime.now().astimezone(), folder)
        with path.open("xb") as new:
            new.write(comparison.read_bytes())
    except OSError as error:
        raise SessionError(
            "The comparison can't be kept ({reason}). Make room, or choose another folder.", reason=error
        ) from error
    return path


def forget(path: Path) -> None:
    """Delete an unsaved comparison."""
    for ending in ENDINGS:
        with contextlib.suppress(OSError):  # open in another program: deleted at the next start
            path.with_name(path.name + ending).unlink(missing_ok=True)


def forget_old(but: Sequence[Path] = ()) -> None:
    """Delete comparisons left behind by crashed windows, except those in `but`."""
    with contextlib.suppress(OSError):
        for path in unkept_folder().glob(f"*{SUFFIX}"):
            if path not in but and time.time() - path.stat().st_mtime > LEFT_BEHIND_S:
                forget(path)
