# SPDX-License-Identifier: Apache-2.0
"""Choice of a run's driver, which is the same for all targets and is made before their workers start."""

import os
from collections.abc import Mapping, Sequence

import msgspec

from app.model.errors import phrase
from app.model.messages import Sentence
from app.native.absence import absence
from app.native.native_library import CHOICE, Absent, NativeLibrary
from app.workloads.workload import NativeWorkload, Workload


class DriverChoice(msgspec.Struct, frozen=True, array_like=True):
    """Choice of the driver.

    Attributes:
        reason: Why the Python driver was chosen; None for the native driver.
    """

    reason: Sentence | None = None

    @property
    def native(self) -> bool:
        return self.reason is None


def native_lack(workload: Workload, environment: Mapping[str, str] = os.environ) -> Sentence | None:
    """Return why the native driver cannot run an unopened workload on this machine, or None if it can."""
    library = NativeLibrary.load(environment)
    if isinstance(library, Absent):
        return absence(library)
    if not isinstance(workload, NativeWorkload):
        return phrase("its users are in Python alone")
    return workload.native_lack(library)


def choice_for(lacks: Sequence[tuple[str, Sentence | None]]) -> DriverChoice:
    """Return the driver for targets given as (name, `native_lack`): if one target needs Python, all use Python."""
    found = [(name, lack) for name, lack in lacks if lack is not None]
    if not found:
        return DriverChoice()
    name, lack = found[0]
    alike = all(other == lack for _, other in lacks)
    return DriverChoice(lack if alike else phrase("{target}: {reason}", target=name, reason=lack))


def insists(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the environment requires the native driver."""
    return environment.get(CHOICE) == "native"
