# SPDX-License-Identifier: Apache-2.0
"""Workload descriptions for workers: plain data, from which a worker builds the same workload."""

from pathlib import Path

import msgspec
import pytest

from app.databases.address import Address
from app.databases.registry import ENGINES
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.driver.driver_choice import DriverChoice
from app.driver.load import Load
from app.driver.worker_messages import Setup
from app.model.registry import part
from app.model.targets import Placement, Server
from app.model.workloads import DvdStore
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.described import EncodedDescription
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from app.workloads.workload import Workload

STORE = DvdStore(db_size="1GB", users=8, think_time_s=0.02, data_seed=4)
PASSWORD = "Sesam, öffne dich"
SERVERS = [
    engine.target(host="db1", port=4711, database="shop", settings={"lock_timeout": 3, "jit": False},
                  placement=Placement(data="D:\\fast", indexes={"PK": "x"}))
    for engine in ENGINES.all.values() if issubclass(engine.target, Server)
]  # fmt: skip
WORKLOADS = [
    EmbeddedWorkload(Path("/data/über uns"), STORE, SqliteSettings("rollback", "normal", 8.5)),
    StorageIoOnFile(
        Path("/dev/sdz"),
        StorageIoParameters(read_mix=((4096, 90.0), (65536, 10.0)), skew="zipf", trim_percent=1.5, file_bytes=0),
        device=True,
    ),
    *(WorkloadOnServer(Address(server, "shop", plain_login=False), PASSWORD, STORE) for server in SERVERS),
]


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: type(workload).__name__)
def test_worker_builds_the_described_workload(workload: Workload) -> None:
    told = msgspec.msgpack.encode(Setup(3, 1, Load(users=8, seed=7), EncodedDescription.of(workload), DriverChoice()))
    setup = msgspec.msgpack.decode(told, type=Setup)
    built = setup.workload.workload()
    assert type(built) is type(workload)
    assert built.description == workload.description
    assert vars(built).keys() == vars(workload).keys()
    assert [operation.key for operation in built.operations] == [operation.key for operation in workload.operations]


def test_described_workloads_cover_every_server_engine() -> None:
    assert {Address(server).engine for server in SERVERS} == {
        name for name, engine in ENGINES.all.items() if engine.server is not None
    }


def test_password_is_absent_from_representations() -> None:
    workload = WORKLOADS[-1]
    told = Setup(0, 0, Load(users=1, seed=1), EncodedDescription.of(workload), DriverChoice())
    assert PASSWORD in workload.description.password  # type: ignore[attr-defined]
    assert PASSWORD not in repr(workload.description) + repr(told) + repr(part(told.workload.type))


def test_invalid_description_data_is_rejected() -> None:
    kind = EncodedDescription.of(WORKLOADS[0]).type
    with pytest.raises(msgspec.ValidationError):
        EncodedDescription(kind, msgspec.msgpack.encode({"folder": 7})).workload()
    with pytest.raises(ImportError):
        EncodedDescription("app.workloads.of_another_version:Nothing", b"\x80").workload()


def test_workload_without_its_own_description_is_rejected() -> None:
    class Derived(StorageIoOnFile):
        pass

    with pytest.raises(TypeError, match="Derived has no description of its own"):
        EncodedDescription.of(Derived(Path("/data"), StorageIoParameters()))
