# SPDX-License-Identifier: Apache-2.0
"""Requests for runs, checks and builds of a scenario."""

import dataclasses
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class StartRequest:
    """Request for a run.

    Attributes:
        scenario: Path of a scenario, or the name of a built-in one.
        seconds: Run time; None for the scenario's run time.
        session: Path to record to; None for a new file in the sessions folder.
        folders: Database folders, as "SYSTEM=FOLDER".
        hold: Whether to wait for the start command after all users are connected.
        file_size: File size for storage I/O; "" for the scenario's file size.
    """

    scenario: str
    seconds: float | None = None
    session: Path | None = None
    folders: tuple[str, ...] = ()
    hold: bool = False
    file_size: str = ""


JobKind = Literal["check", "build"]


@dataclass(frozen=True, slots=True)
class JobRequest:
    """Request for a check or a build.

    Attributes:
        scenario: See StartRequest, which also describes `folders`.
    """

    kind: JobKind
    scenario: str
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers needed to start an engine.

    Attributes:
        secrets: Passwords by account; passed to the engine only through standard input.
        command: The scenario's command, if the user has consented to it; "" otherwise.
        allowed: Other consents, as values of the engine's --allow option.
    """

    secrets: dict[str, str] = field(default_factory=dict, repr=False)
    command: str = ""
    allowed: tuple[str, ...] = ()


def run_arguments(
    request: StartRequest,
    session: Path,
    answers: Answers = Answers(),
) -> list[str]:
    """Return the engine's command line for a run, with the consents given."""
    arguments = ["run", request.scenario, "--session", str(session)]
    if request.seconds is not None:
        arguments += ["--seconds", f"{request.seconds:g}"]
    for folder in request.folders:
        arguments += ["--folder", folder]
    if request.file_size:
        arguments += ["--file-size", request.file_size]
    if request.hold:
        arguments.append("--hold")
    if answers.command:
        arguments.append("--allow-command")
    return [*arguments, *_allow_arguments(answers)]


def job_arguments(
    request: JobRequest,
    session: Path,
    answers: Answers = Answers(),
) -> list[str]:
    """Return the engine's command line for a job, with the consents given."""
    arguments = [request.kind, request.scenario, "--session", str(session)]
    for folder in request.folders:
        arguments += ["--folder", folder]
    return [*arguments, *_allow_arguments(answers)]


def _allow_arguments(answers: Answers) -> list[str]:
    return [f"--allow={text}" for text in answers.allowed]


def folder_argument(system: str, folder: str) -> str:
    """Return the --folder argument for a system's databases."""
    return f"{system}={Path(folder).expanduser()}"


def can_save_in(folder: Path) -> bool:
    """Return whether files can be created in a folder, which is created if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def in_usual_folder(request: StartRequest) -> StartRequest:
    """Return the request without its own file, so that it is recorded in the folder for recordings."""
    return dataclasses.replace(request, session=None)
