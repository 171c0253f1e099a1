# SPDX-License-Identifier: Apache-2.0
"""What the window is asked to run."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class StartRequest:
    """scenario: a file, or a built-in name.

    seconds: None takes the scenario's own run time. session: the file to record into; None takes a new one in the
    folder of sessions. folders: "SYSTEM=FOLDER", where databases are to lie. hold: once its users are connected the run
    waits for the command to start. file_size: of storage I/O; "" takes the scenario's own.
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
    """What is done to a scenario's databases without a run. scenario, folders: as of a run."""

    kind: JobKind
    scenario: str
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person answered before an engine may begin.

    secrets: by account, for its standard input and for nothing else. command: the scenario's own command that may run,
    "" where there is none. allowed: what else was allowed, as the engine's option --allow takes it.
    """

    secrets: dict[str, str] = field(default_factory=dict, repr=False)
    command: str = ""
    allowed: tuple[str, ...] = ()


def run_arguments(
    request: StartRequest,
    session: Path,
    answers: Answers = Answers(),
) -> list[str]:
    """The engine's command line for a request, with the consents that a person gave."""
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
    """The engine's command line for a job, with the consents that a person gave."""
    arguments = [request.kind, request.scenario, "--session", str(session)]
    for folder in request.folders:
        arguments += ["--folder", folder]
    return [*arguments, *_allow_arguments(answers)]


def _allow_arguments(answers: Answers) -> list[str]:
    return [f"--allow={text}" for text in answers.allowed]


def folder_argument(system: str, folder: str) -> str:
    """A folder for a system's databases, as the command line takes it."""
    return f"{system}={Path(folder).expanduser()}"
