# SPDX-License-Identifier: Apache-2.0
"""Machines beside the one that Outpace runs on, as a scenario names them: load is driven from there, or they are
watched."""

from typing import Annotated

import msgspec
from msgspec import Meta

HOST_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
"""A Host of ssh's configuration, or a host: no option, no blank, no user (that belongs into the configuration)."""
PYTHON_PATTERN = r"^(~?/|[A-Za-z]:[\\/])?[A-Za-z0-9_.][A-Za-z0-9_.+-]*([\\/][A-Za-z0-9_.+-]+)*$"
"""A program's path as a shell takes it without any quotes."""
DEFAULT_PYTHON = "~/outpace-agent/.venv/bin/python"
"""Where `outpace agents install` puts it."""

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
"""Who drives a target; none: this machine, or as the system says."""


class AgentMachine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine that is reached by ssh. name: how everything else calls it. host: as ssh knows it. python: of its
    Outpace, a path there."""

    name: AgentName
    host: AgentHost
    python: AgentPython = DEFAULT_PYTHON
