# SPDX-License-Identifier: Apache-2.0
"""Status of a run for its observers, and the errors that end it."""

from collections.abc import Callable
from typing import Literal

import msgspec

from app.model.errors import OutpaceError


class RunError(OutpaceError):
    """A run could not start or continue; the message names the cause, the system and the remedy."""


class RunCancelledError(RunError):
    """The user stopped the run before the load began."""


class Status(msgspec.Struct, frozen=True):
    """Status for observers, reported once per second.

    Attributes:
        orders_per_min: orders of each system since the last status, by letter.
        share: completed share of the work on all databases, 0 to 1, during the preparation.
        pace: rows per second and remaining time.
        target: database or file that the text describes; "" for all.
        activity: overall activity on that target ("restoring its database"); "" if the text describes all targets.
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
