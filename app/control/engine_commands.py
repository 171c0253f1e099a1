# SPDX-License-Identifier: Apache-2.0
"""The commands that a running engine takes: one JSON object a line."""

from typing import Annotated

import msgspec
from msgspec import Meta

from app.model.bounds import COMMAND_BYTES, MARKER_LETTERS


class Stop(msgspec.Struct, frozen=True, tag_field="command", tag="stop"):
    """End the run cleanly now; what was recorded is kept."""


class SetUsers(msgspec.Struct, frozen=True, tag_field="command", tag="users"):
    """Change the number of virtual users of each target of one system (its letter), or of every system ("")."""

    users: int
    system: str = ""


class Go(msgspec.Struct, frozen=True, tag_field="command", tag="go"):
    """To a run that holds with its users connected: all systems start together, so many seconds from now."""

    in_s: Annotated[float, Meta(ge=0, le=60)] = 3.0


class Mark(msgspec.Struct, frozen=True, tag_field="command", tag="mark"):
    """Put a person's words into the session, at the moment when they pressed the key: perf_counter_ns of this machine,
    0 is now."""

    text: Annotated[str, Meta(min_length=1, max_length=MARKER_LETTERS)]
    at_ns: int = 0


class Detach(msgspec.Struct, frozen=True, tag_field="command", tag="detach"):
    """Go on without a window."""


class Passwords(msgspec.Struct, frozen=True, tag_field="command", tag="passwords"):
    """The passwords that the user gave, by account: the first line that a window sends where some are needed."""

    secrets: dict[str, str]

    def __repr__(self) -> str:
        return f"Passwords({len(self.secrets)} accounts)"


Command = Stop | SetUsers | Go | Mark | Detach | Passwords


def encode(command: Command) -> bytes:
    """One line."""
    return msgspec.json.encode(command) + b"\n"


def decode(line: bytes) -> Command:
    """Raises ValueError for anything that is not a command."""
    if len(line) > COMMAND_BYTES:
        raise ValueError(f"a command of {len(line)} bytes")
    try:
        command: Command = msgspec.json.decode(line, type=Command)
    except RecursionError:
        raise ValueError("a command that is nested too deep") from None
    return command
