"""The state that every run starts from, after its databases were restored."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """state: warm is what the plan's warm-up makes; cold puts changed pages on the disk and empties the caches that can
    be emptied from here.

    command: the user's own, in the shell of the machine that Outpace runs on, after restoring and before the load (a
    server's restart, a reboot, dropped caches). It runs only once this user has confirmed exactly this text.
    answer_s: how long the databases may take to answer after it.
    """

    state: Literal["warm", "cold"] = "warm"
    command: Annotated[str, Meta(max_length=2000, pattern=r"^[^\x00]*$", description="a command in one text")] = ""
    answer_s: Annotated[float, Meta(ge=1, le=3600)] = 300.0
