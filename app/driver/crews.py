# SPDX-License-Identifier: Apache-2.0
"""Factories for a worker's crew and tally: native if the library and the workload allow it, otherwise in Python."""

import random

from app.driver.depth_crew import DepthCrew, in_depth
from app.driver.driver_choice import DriverChoice
from app.driver.load import Load
from app.driver.native_arrivals import NativeArrivals
from app.driver.native_crew import NativeCrew
from app.driver.native_depth_crew import NativeDepthCrew
from app.driver.native_tally import NativeTally
from app.driver.pacing import Arrivals
from app.driver.tally import Codes, Tally
from app.driver.users import Crew, UserContext
from app.model.errors import OutpaceError
from app.native.absence import absence
from app.native.native_library import Absent, NativeLibrary
from app.workloads.workload import NativeIoWorkload, TapedWorkload, Workload


def library_of(choice: DriverChoice) -> NativeLibrary | None:
    """Return the library that drives the load in C, or None for the Python driver.

    Raises:
        OutpaceError: If the native driver was chosen and is missing.
    """
    if not choice.native:
        return None
    # The engine made the choice, so the environment of this machine is ignored.
    found = NativeLibrary.load({})
    if isinstance(found, Absent):
        raise OutpaceError("The native driver was chosen for the run, and here {reason}", reason=absence(found))
    return found


def tally_of(workload: Workload, load: Load, codes: Codes, library: NativeLibrary | None) -> Tally:
    """Return the tally for the users of a worker."""
    wholes = [operation.part_of for operation in workload.operations]
    closed = load.loop == "closed"
    if library is not None and isinstance(workload, NativeIoWorkload):
        return NativeTally(library, codes, wholes, ios=closed)
    return Tally(codes, wholes, ios=in_depth(workload) and closed)


def arrivals_of(load: Load, rng: random.Random, tally: Tally) -> Arrivals | NativeArrivals | None:
    """Return the arrivals of an open loop, or None for a closed loop."""
    if load.loop == "closed":
        return None
    if isinstance(tally, NativeTally):
        return NativeArrivals(tally.library, rng, load.max_lag_s, tally)
    return Arrivals(rng, load.max_lag_s, tally.codes)


def crew_of(
    around: UserContext, tally: Tally, arrivals: Arrivals | NativeArrivals | None, library: NativeLibrary | None
) -> Crew | DepthCrew | NativeDepthCrew | NativeCrew:
    """Return the users of a worker whose workload is open: one thread for all if supported, otherwise one thread each.

    It raises the exceptions of NativeCrew.
    """
    workload = around.workload
    if library is not None and isinstance(workload, TapedWorkload):
        return NativeCrew(around, workload, workload.tape(), library)
    if isinstance(tally, NativeTally) and isinstance(workload, NativeIoWorkload):
        assert not isinstance(arrivals, Arrivals)
        return NativeDepthCrew(around, workload, tally, arrivals)
    return DepthCrew(around, workload) if in_depth(workload) else Crew(around)
