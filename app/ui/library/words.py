"""How the library words a session: its kind, its state and what to do about it, its date, its length."""

from app.session.library import Entry
from app.ui.figures import duration_text, moment_text
from app.ui.texts import tr


def kind_words(entry: Entry) -> str:
    """What it is, where it is not simply a run."""
    return {
        "snapshot": tr("snapshot"),
        "import": tr("imported"),
        "join": tr("joined"),
        "compare": tr("comparison"),
        "job": tr("build or check"),
    }.get(entry.kind, "")


def state_words(entry: Entry) -> str:
    """The mark of a file that is not simply whole and valid; "" of one that is."""
    words = {
        "growing": tr("being recorded"),
        "cut off": tr("cut off"),
        "changed": tr("changed"),
        "damaged": tr("damaged"),
    }.get(entry.state, "")
    return words or (tr("not valid") if entry.valid is False else "")


def explanation(entry: Entry) -> str:
    """What the state means, and what to do."""
    if entry.state == "growing":
        return tr("An engine is recording this session. Open it to watch it; it can't be deleted now.")
    if entry.state == "cut off":
        return tr(
            "The recording broke off: it has no end, so nothing tells whether the run was valid. What was recorded up "
            "to then can be opened. Repeat the run before you rely on it."
        )
    if entry.state == "changed":
        return tr(
            "This file was changed after its recording: its figures are no longer those that were sealed at the end. "
            "Don't rely on it. Take another copy of the file, or repeat the run."
        )
    if entry.state == "damaged":
        return entry.problem
    if entry.valid is False:
        return tr("The run ended, but its figures don't count. Open it to read why.")
    return ""


def date_text(entry: Entry) -> str:
    """When it was started, where it was recorded."""
    return moment_text(entry.started)


def length_text(entry: Entry) -> str:
    """How long it is; "" where it has no length."""
    return duration_text(entry.length_s) if entry.length_s > 0 else ""


def systems_text(entry: Entry) -> str:
    """The systems in one line."""
    return " · ".join(f"{letter} {name}" for letter, name, _ in entry.systems)


def told(entry: Entry) -> str:
    """All of a line, for a screen reader."""
    parts = [
        entry.title,
        kind_words(entry),
        state_words(entry),
        systems_text(entry),
        entry.result,
        date_text(entry),
        length_text(entry),
        ", ".join(entry.tags),
    ]
    return ". ".join(part for part in parts if part)
