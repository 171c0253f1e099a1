"""A session's result as JSON."""

import msgspec

from app.report.result import result_of
from app.session.reader import SessionReader


def export_json(reader: SessionReader) -> str:
    """The result object, indented. See app.report.result for what it means."""
    return msgspec.json.format(msgspec.json.encode(result_of(reader)), indent=2).decode()
