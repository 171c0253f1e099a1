"""How the window tells the end of a run: whether it started at all, whether it is valid, and what to know of it."""

from collections.abc import Sequence

from app.session.reader import SessionReader
from app.ui.notice import Severity
from app.ui.texts import tr

MOST_LINES = 4


def did_not_start(reader: SessionReader) -> bool:
    """Whether a run ended before its common start."""
    return reader.end is not None and not reader.started


def ending_told(reader: SessionReader) -> tuple[str, str, Severity] | None:
    """The end of a run in a few lines, all of it (where that is more), and how bad it is; None where all is well."""
    end = reader.end
    if end is None or (end.valid and not end.warnings):
        return None
    if did_not_start(reader):
        head, found, severity = tr("This run did not start"), end.reasons, "error"
    elif not end.valid:
        head, found, severity = tr("This run is not valid"), end.reasons, "warning"
    else:
        head, found, severity = tr("{count} warnings").format(count=len(end.warnings)), end.warnings, "warning"
    lines = [sentence(text) for text in found]
    level: Severity = "error" if severity == "error" else "warning"
    if len(lines) < 2:
        return (lines[0] if end.valid else " ".join([f"{head}.", *lines])), "", level
    rest = len(lines) - MOST_LINES
    shown = [*lines[:MOST_LINES], tr("… and {rest} more").format(rest=rest)] if rest > 1 else lines
    return "\n".join([f"{head}:", *shown]), "\n".join(lines) if rest > 1 else "", level


def reasons_told(reasons: Sequence[str]) -> str:
    """Reasons in one run of text."""
    return " ".join(sentence(reason) for reason in reasons)


def sentence(text: str) -> str:
    """A text as a sentence: it begins with a capital and ends with a full stop. Names of files stay as they are."""
    text = text.strip()
    first = text.split(maxsplit=1)[0] if text else ""
    if first.rstrip(":,;").isalpha() and first.islower():
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
