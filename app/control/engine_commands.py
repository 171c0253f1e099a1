# SPDX-License-Identifier: Apache-2.0
"""Commands to a running engine: one JSON object per line."""

from typing import Annotated

import msgspec
from msgspec import Meta

from app.model.bounds import COMMAND_BYTES, MARKER_LETTERS


class StopCommand(msgspec.Struct, frozen=True, tag_field="command", tag="stop"):
    """Stop the run cleanly and immediately; everything recorded is kept."""


class SetUsers(msgspec.Struct, frozen=True, tag_field="command", tag="users"):
    """Change the number of virtual users per target of one system (its letter), or of all systems ("")."""

    users: int
    system: str = ""


class Go(msgspec.Struct, frozen=True, tag_field="command", tag="go"):
    """Start all systems of a held run together, after `in_s` seconds."""

    in_s: Annotated[float, Meta(ge=0, le=60)] = 3.0


class MarkCommand(msgspec.Struct, frozen=True, tag_field="command", tag="mark"):
    """Record a user's note in the session.

    Attributes:
        text: Text of the note.
        at_ns: Time of the key press in this machine's perf_counter_ns; 0 stands for the current time.
    """

    text: Annotated[str, Meta(min_length=1, max_length=MARKER_LETTERS)]
    at_ns: int = 0


class BroadcastCommand(msgspec.Struct, frozen=True, tag_field="command", tag="shown"):
    """Record that the session is shown on the network, and to how many viewers at most so far."""

    viewers: Annotated[int, Meta(ge=0, le=100_000)]


class Detach(msgspec.Struct, frozen=True, tag_field="command", tag="detach"):
    """Continue without a window."""


class PasswordsCommand(msgspec.Struct, frozen=True, tag_field="command", tag="passwords"):
    """Passwords entered by the user, by account; sent as the first line by a window if passwords are needed."""

    secrets: dict[str, str]

    def __repr__(self) -> str:
        return f"Passwords({len(self.secrets)} accounts)"


Command = StopCommand | SetUsers | Go | MarkCommand | BroadcastCommand | Detach | PasswordsCommand


def encode(command: Command) -> bytes:
    """Encode a command as one line."""
    return msgspec.json.encode(command) + b"\n"


def decode(line: bytes) -> Command:
    """Decode a line.

    Raises:
        ValueError: If the line is not a command.
    """
    if len(line) > COMMAND_BYTES:
        raise ValueError(f"a command of {len(line)} bytes")
    try:
        command: Command = msgspec.json.decode(line, type=Command)
    except RecursionError:
        raise ValueError("a command that is nested too deep") from None
    return command
