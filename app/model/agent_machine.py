# SPDX-License-Identifier: Apache-2.0
"""Agents of a scenario: other machines that drive load, or that are monitored."""

from typing import Annotated

import msgspec
from msgspec import Meta

HOST_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
"""Pattern of an ssh host name or configured Host; options, blanks and users are not allowed."""
PYTHON_PATTERN = r"^(~?/|[A-Za-z]:[\\/])?[A-Za-z0-9_.][A-Za-z0-9_.+-]*([\\/][A-Za-z0-9_.+-]+)*$"
"""Pattern of a program's path that needs no quoting in a shell."""
DEFAULT_PYTHON = "~/outpace-agent/.venv/bin/python"
"""Path at which `outpace agents install` installs Python."""

AgentName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$",
        description="a name of up to 40 letters, digits, dots, dashes and underscores that begins with a letter or "
        "digit",
    ),
]
AgentHost = Annotated[
    str,
    Meta(
        max_length=253,
        pattern=HOST_PATTERN,
        description="a host of ssh's configuration, or a host's name or address: letters, digits, dots and dashes; "
        "user, port and key belong into ssh's configuration",
    ),
]
AgentPython = Annotated[
    str,
    Meta(
        max_length=400,
        pattern=PYTHON_PATTERN,
        description="the path of Outpace's Python on that machine: letters, digits, dots, dashes and slashes",
    ),
]
AgentNames = Annotated[tuple[AgentName, ...], Meta(max_length=64)]
"""Agents that drive a target; if empty, those of its system, or this machine."""


class AgentMachine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Machine that is accessed over ssh.

    Attributes:
        name: Name by which the rest of the scenario refers to it.
        host: Host name, or a Host of ssh's configuration.
        python: Path on that machine of the Python that runs Outpace.
    """

    name: AgentName
    host: AgentHost
    python: AgentPython = DEFAULT_PYTHON
