"""What the window is asked to run."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class StartRequest:
    """scenario: a file, or a built-in name. seconds: None takes the scenario's own run time. session: the file to
    record into; None takes a new one in the folder of sessions. folders: "SYSTEM=FOLDER", where databases are to lie.
    """

    scenario: str
    seconds: float | None = None
    session: Path | None = None
    folders: tuple[str, ...] = ()


def run_arguments(request: StartRequest, session: Path) -> list[str]:
    """The engine's command line for a request."""
    arguments = ["run", request.scenario, "--session", str(session)]
    if request.seconds is not None:
        arguments += ["--seconds", f"{request.seconds:g}"]
    for folder in request.folders:
        arguments += ["--folder", folder]
    return arguments


def folder_argument(system: str, folder: str) -> str:
    """A folder for a system's databases, as the command line takes it."""
    return f"{system}={Path(folder).expanduser()}"
