# SPDX-License-Identifier: Apache-2.0
"""What a run tells whoever looks on: where it is, and why it can't go on."""

from collections.abc import Callable
from typing import Literal

import msgspec

from app.model.errors import OutpaceError


class RunError(OutpaceError):
    """A run that could not begin or go on; the message says what happened, to which system, and what to do."""


class RunCancelledError(RunError):
    """Stopped by the user before the load began."""


class Status(msgspec.Struct, frozen=True):
    """For whoever looks on, once a second. orders_per_min: of each system since the last status, by letter.

    share: of the work on all databases that is done, 0 to 1, while they are prepared. pace: rows a second, time left.
    target, activity: which database or file the text is about, and what is being done with it on the whole
    ("restoring its database"); "" where the text is about all.
    """

    stage: Literal["preparing", "connecting", "running"]
    text: str
    elapsed_s: float
    remaining_s: float
    orders_per_min: dict[str, float]
    share: float = 0.0
    pace: str = ""
    target: str = ""
    activity: str = ""


Observer = Callable[[Status], None]
