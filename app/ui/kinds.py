"""Sessions that are no run of this engine: how the window marks them, and what it shows of them."""

from app.session.reader import SessionReader
from app.ui.figures import moment_text
from app.ui.texts import tr


def badge_of(reader: SessionReader) -> str:
    """The mark of what is not live: where it comes from, and its date."""
    word = {"import": tr("IMPORTED"), "join": tr("JOINED"), "compare": tr("COMPARED")}.get(
        reader.info.kind, tr("RECORDED")
    )
    return f"{word} {moment_text(reader.info.started)}"


def nothing_charted(reader: SessionReader) -> str:
    """What stands in the charts' place where a session holds nothing that could be charted; "" where it does."""
    if reader.info.kind != "import" or reader.counters:
        return ""
    return tr("These results came as totals: there is nothing to draw over time.\nCtrl+R writes a report of them.")


def charts_elsewhere(reader: SessionReader) -> bool:
    """Whether a session's counters are another program's, so that the usual charts may have nothing to show."""
    return reader.info.kind == "import"
