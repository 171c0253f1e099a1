"""What can be set, as data: each entry is a line of the settings dialog and a value in the store."""

from dataclasses import dataclass
from pathlib import Path

from app.session.paths import sessions_folder
from app.ui.languages import KEY as LANGUAGE
from app.ui.languages import LANGUAGES, SYSTEM
from app.ui.state import StateStore
from app.ui.texts import marked
from app.ui.theme import KEY as THEME

FOLDER, SPEED = "sessions folder", "replay speed"
SCREEN, SIZE = "booth screen", "booth size"
"""Of the booth view: its screen's name, "" for another one than the operator's; and how big its texts are."""


@dataclass(frozen=True, slots=True)
class Setting:
    """key: in the store. choices: value and words; empty for a folder. usual: the value until somebody chooses. later:
    it acts from the next start on."""

    key: str
    label: str
    hint: str
    choices: tuple[tuple[str, str], ...] = ()
    usual: str = ""
    later: bool = False


SETTINGS = (
    Setting(
        LANGUAGE,
        marked("Language"),
        marked("Of the window, its figures and its dates. Acts from the next start on; files stay as they are."),
        ((SYSTEM, marked("That of the system")), *LANGUAGES.items()),
        SYSTEM,
        later=True,
    ),
    Setting(
        THEME,
        marked("Colours"),
        marked("Of the workbench and of the booth view."),
        (("system", marked("Those of the system")), ("dark", marked("Dark")), ("light", marked("Light"))),
        "system",
    ),
    Setting(FOLDER, marked("Sessions"), marked("The folder that new sessions are recorded into.")),
    Setting(
        SPEED,
        marked("Replay"),
        marked("The speed that a recording is opened with."),
        (("0.5", "0.5×"), ("1", "1×"), ("2", "2×"), ("4", "4×"), ("8", "8×")),
        "1",
    ),
    Setting(SCREEN, marked("Screen of the stand"), marked("Where the booth view fills the screen.")),
    Setting(
        SIZE,
        marked("Texts of the stand"),
        marked("How large the booth view writes; + and − change it there."),
        (
            ("0.8", marked("Small")),
            ("1", marked("Usual")),
            ("1.2", marked("Large")),
            ("1.4", marked("Larger")),
            ("1.6", marked("Largest")),
        ),
        "1",
    ),
)


def recordings_folder(store: StateStore) -> Path:
    """The folder of recorded sessions: the one that was chosen, else the usual one."""
    chosen = store.text(FOLDER)
    return Path(chosen) if chosen else sessions_folder()


def replay_speed(store: StateStore) -> float:
    """The speed that a recording is opened with."""
    try:
        return float(store.text(SPEED, "1"))
    except ValueError:
        return 1.0
