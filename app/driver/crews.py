"""Who works in a worker, and what counts it: in C where the library is there and the workload's users can be driven so,
else in Python."""

import random

from app.driver.depth_crew import DepthCrew, in_depth
from app.driver.load import Load
from app.driver.native_arrivals import NativeArrivals
from app.driver.native_depth_crew import NativeDepthCrew
from app.driver.native_tally import NativeTally
from app.driver.pacing import Arrivals
from app.driver.tally import Codes, Tally
from app.driver.users import Crew, UserContext
from app.native.native_library import NativeLibrary
from app.workloads.storage_io.opening import mechanism_name
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from app.workloads.workload import NativeIoWorkload, Workload


def library_for(workload: Workload) -> NativeLibrary | None:
    """What drives the workload in C; None where Python does."""
    if not (isinstance(workload, NativeIoWorkload) and workload.native):
        return None
    found = NativeLibrary.load()
    return found if isinstance(found, NativeLibrary) else None


def io_driver(workload: StorageIoOnFile) -> str:
    """What does its I/O on this machine, as sessions record it: "native 1 (libaio)", "Python (threads)"."""
    library = library_for(workload)
    return f"{'Python' if library is None else library.name} ({mechanism_name(workload.parameters)})"


def tally_of(workload: Workload, load: Load, codes: Codes, library: NativeLibrary | None) -> Tally:
    """What counts the users of a worker."""
    wholes = [operation.part_of for operation in workload.operations]
    closed = load.loop == "closed"
    if library is not None:
        return NativeTally(library, codes, wholes, ios=closed)
    return Tally(codes, wholes, ios=in_depth(workload) and closed)


def arrivals_of(load: Load, rng: random.Random, tally: Tally) -> Arrivals | NativeArrivals | None:
    """Those of the open loop; None in a closed one."""
    if load.loop == "closed":
        return None
    if isinstance(tally, NativeTally):
        return NativeArrivals(tally.library, rng, load.max_lag_s, tally)
    return Arrivals(rng, load.max_lag_s, tally.codes)


def crew_of(
    around: UserContext, tally: Tally, arrivals: Arrivals | NativeArrivals | None
) -> Crew | DepthCrew | NativeDepthCrew:
    """The users of a worker: one thread for all where the workload can be driven so, else a thread each."""
    workload = around.workload
    if isinstance(tally, NativeTally) and isinstance(workload, NativeIoWorkload):
        assert not isinstance(arrivals, Arrivals)
        return NativeDepthCrew(around, workload, tally, arrivals)
    return DepthCrew(around, workload) if in_depth(workload) else Crew(around)
