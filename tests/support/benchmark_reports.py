# SPDX-License-Identifier: Apache-2.0
"""Database benchmark reports for the tests in tests/imports."""

from pathlib import Path

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport
from app.imports.source import Log
from app.model.messages import sentence


def report_log(folder: Path, text: str) -> tuple[str, Log]:
    path = folder / "h.json"
    path.write_text(text, encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    log = form.open(FileToImport(path))
    list(log.rows())
    return form.kind, log


def figures_of(log: Log) -> dict[str, float]:
    return {metric: value for metric, (value, _) in log.totals.items()}


def report_notes(log: Log) -> str:
    return " ".join(map(sentence, log.warnings))
