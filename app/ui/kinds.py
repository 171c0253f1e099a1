"""Sessions that are no run of this engine: how the window marks them, and what it shows of them."""

from app.session.reader import SessionReader
from app.ui.verdict import label_of


def badge_of(reader: SessionReader) -> str:
    """The mark of what is not live: RECORDED or IMPORTED, the date, and whether its systems ran apart."""
    imported = reader.info.kind == "import"
    word = "IMPORTED" if imported else "RECORDED"
    apart = " · NOT SIMULTANEOUS" if label_of(reader).endswith("not simultaneous") else ""
    return f"{word} {reader.info.started:%Y-%m-%d %H:%M}{apart}"


def charts_elsewhere(reader: SessionReader) -> bool:
    """Whether a session's counters are another program's, so that the usual charts may have nothing to show."""
    return reader.info.kind == "import"
