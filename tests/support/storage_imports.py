# SPDX-License-Identifier: Apache-2.0
"""Imported outputs of storage benchmarks, for the tests in tests/imports."""

from pathlib import Path
from typing import Any

from app.cli.session_commands import ImportOptions, import_files
from app.model.documents import ImportedStorageRun, ImportedTotals
from app.session.reader import SessionReader


def imported(folder: Path, text: str | bytes, name: str, **typed: Any) -> tuple[int, list[str], Path]:
    path, session = folder / name, folder / "s.outpace"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    said: list[str] = []
    return import_files(ImportOptions([path], **typed), session, said.append), said, session


def imported_figures(
    folder: Path, text: str | bytes, name: str, **typed: Any
) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Import the output of one run; return the figures of each target ("": the whole system), and the messages."""
    status, said, session = imported(folder, text, name, **typed)
    assert status == 0, said
    with SessionReader.open(session) as reader:
        found: Any = reader.documents_of(ImportedTotals)
        assert {document.run for document in found} == {1}
        return {one.name: {name: held.value for name, held in one.data.figures.items()} for one in found}, said


def done_in(session: Path) -> list[ImportedStorageRun]:
    with SessionReader.open(session) as reader:
        return [document.data for document in reader.documents_of(ImportedStorageRun)]
