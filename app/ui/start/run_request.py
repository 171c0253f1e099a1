# SPDX-License-Identifier: Apache-2.0
"""Requests for work on a scenario."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class StartRequest:
    """Request for a run.

    Attributes:
        scenario: A file, or a built-in name.
        seconds: None is the scenario's own run time.
        session: File to record into; None is a new one in the folder of sessions.
        folders: "SYSTEM=FOLDER", folders for databases.
        hold: Once its users are connected the run waits for the command to start.
        file_size: File size of storage I/O; "" is the scenario's own.
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
    """Request for work on a scenario's databases without a run.

    Attributes:
        scenario: As of a run; so `folders`.
    """

    kind: JobKind
    scenario: str
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers before an engine may begin.

    Attributes:
        secrets: Passwords by account, for its standard input only.
        command: The scenario's own command that may run, "" without one.
        allowed: Other consents, as values of the engine's option --allow.
    """

    secrets: dict[str, str] = field(default_factory=dict, repr=False)
    command: str = ""
    allowed: tuple[str, ...] = ()


def run_arguments(
    request: StartRequest,
    session: Path,
    answers: Answers = Answers(),
) -> list[str]:
    """Return the engine's command line for a request, with the consents given."""
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
    """Return the command-line argument of a folder for a system's databases."""
    return f"{system}={Path(folder).expanduser()}"
