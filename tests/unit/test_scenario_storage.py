# SPDX-License-Identifier: Apache-2.0
"""Storage I/O scenarios: valid ones, and those rejected with the line number."""

from pathlib import Path

import pytest

from app.engine.passwords import Passwords
from app.engine.protocol import passes_of
from app.engine.roster import targets_of
from app.engine.storage_target import StorageTarget, storage_paths
from app.model.plans import length_s
from app.model.targets import Storage
from app.model.workloads import DvdStore, StorageIo
from app.plans.queue_depth_sweep import QueueDepthSweep
from app.plans.timed_run import TimedRun
from app.scenario.overrides import with_folders, with_run_seconds
from app.scenario.reading import ScenarioError, ScenarioFile, parse_scenario

SYSTEMS = """
[[systems]]
name = "One"
role = "baseline"
[[systems.targets]]
engine = "storage"
path = "one"
[[systems]]
name = "Two"
role = "challenger"
[[systems.targets]]
{target}
"""
OTHER = 'engine = "storage"\npath = "two"'


def text(work: str = "", plan: str = "", target: str = OTHER) -> str:
    name = '[workload]\nname = "storage-io"'
    return f'title = "x"\n{name}\n{work}\n[plan]\n{plan}\n{SYSTEMS.format(target=target)}'


def complaint(source: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(source, "mine.toml")
    return str(caught.value)


def file_of(source: str, folder: Path) -> ScenarioFile:
    return ScenarioFile(parse_scenario(source), source, folder)


def test_every_storage_setting_has_a_default() -> None:
    scenario = parse_scenario(text())
    assert scenario.workload == StorageIo()
    assert isinstance(scenario.plan, TimedRun)
    assert scenario.workload.users == 2
    assert scenario.workload.description == "8 KiB random reads on 1GB, 2 threads x 1 outstanding each"


def test_a_workload_without_a_name_is_dvd_store() -> None:
    source = 'title = "x"\n[workload]\nusers = 3\n[[systems]]\nname = "One"\nrole = "baseline"\n'
    scenario = parse_scenario(source + "[[systems.targets]]\n")
    assert isinstance(scenario.workload, DvdStore)
    assert scenario.workload.users == 3


@pytest.mark.parametrize(
    ("written", "size_bytes"), [("512MB", 512 << 20), ("1.5 GB", 3 << 29), ("2tb", 2 << 40), ("0.01MB", 8192)]
)
def test_sizes_are_rounded_to_whole_pages_in_binary_units(written: str, size_bytes: int) -> None:
    assert StorageIo(file_size=written).size_bytes == size_bytes


def test_sweep_covers_every_block_size_and_pass() -> None:
    plan = 'name = "queue-depth-sweep"\ndepths = [1, 4]\nblocks_kb = [8, 64]\nsettle_s = 1\ndwell_s = 10'
    scenario = parse_scenario(text(plan=plan))
    assert isinstance(scenario.plan, QueueDepthSweep)
    found = [(part.number, part.block_kb, part.name, part.read_percent) for part in passes_of(scenario)]
    assert found == [(0, 8, "read", 100), (1, 8, "write", 0), (2, 64, "read", 100), (3, 64, "write", 0)]
    assert length_s(scenario.plan, 2) == 4 * 2 * (1 + 10)
    assert [part.label for part in passes_of(scenario)][3] == "64 KiB random writes"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (text(target='engine = "sqlite"'), "mine.toml:18: systems[2].targets[1].engine: the workload"),
        (text(target='engine = "storage"\nfolder = "x"'), "mine.toml:19: systems[2].targets[1].folder: unknown key"),
        (text().replace("storage-io", "dvdstore"), "a storage target needs the workload"),
        (text(work='file_size = "big"'), 'workload.file_size: expected a size such as "512MB" or "24GB"'),
        (text(work='access = "randm"'), 'did you mean "random"?'),
        (text(work="block_kb = 0"), "from 1 to 16,384"),
        (text(work="threads = 64\noutstanding = 16"), "64 threads x 16 outstanding are more than 1,000"),
        (text(plan='name = "queue-depth-sweep"\ndepths = [1, 501]'), "plan.depths: 2 threads x 501"),
        (text(plan='name = "queue-depth-sweep"\ndepths = []'), "expected 1 to 100 entries"),
        (text(plan='name = "queue-depth-sweep"\ndepths = [2, 2]'), "a depth is named twice"),
        (text(work='file_size = "1MB"\nblock_kb = 1024'), "has no room for a block of 1,024 KiB per thread"),
        (text(target='engine = "storage"\ndevice = true'), "a device needs its path"),
        (text(target='engine = "storage"\nforce_write = true'), "needs device = true"),
        (
            text(work="read_percent = 50", target='engine = "storage"\npath = "/dev/x"\ndevice = true'),
            "this run writes and destroys the device's contents",
        ),
        (
            text(plan='name = "queue-depth-sweep"\n[pacing]\nloop = "open"\nrate = 5'),
            "depths are swept in the closed loop",
        ),
    ],
)
def test_contradictory_settings_are_reported(source: str, expected: str) -> None:
    assert expected in complaint(source)


def test_queue_depth_sweep_is_rejected_for_databases() -> None:
    source = 'title = "x"\n[plan]\nname = "queue-depth-sweep"\n[[systems]]\nname = "One"\nrole = "baseline"\n'
    assert 'mine.toml:3: plan.name: a queue-depth sweep needs the workload "storage-io"' in complaint(
        source + "[[systems.targets]]\n"
    )


def test_read_only_workload_may_use_a_device() -> None:
    target = 'engine = "storage"\npath = "/dev/x"\ndevice = true'
    assert parse_scenario(text(target=target)).systems[1].targets == (Storage(path="/dev/x", device=True),)
    sweep = 'name = "queue-depth-sweep"\npasses = ["read"]'
    assert parse_scenario(text(plan=sweep, target=target))


def test_files_are_named_after_their_system(tmp_path: Path) -> None:
    more = f'{OTHER}\n[[systems.targets]]\n{OTHER}\n[[systems.targets]]\nengine = "storage"\npath = "big/test.dat"'
    paths = storage_paths(parse_scenario(text(target=more)), tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in paths if path] == [
        "one/outpace-one.dat", "two/outpace-two.dat", "two/outpace-two-2.dat", "big/test.dat",
    ]  # fmt: skip


def test_targets_that_share_a_file_are_rejected(tmp_path: Path) -> None:
    same = 'engine = "storage"\npath = "test.dat"'
    source = text(target=f"{same}\n[[systems.targets]]\n{same}")
    with pytest.raises(Exception, match="another target's already"):
        storage_paths(parse_scenario(source), tmp_path)


def test_systems_with_similar_names_use_different_files(tmp_path: Path) -> None:
    source = text(target='engine = "storage"\npath = "one"').replace('"Two"', '"One!"')
    paths = storage_paths(parse_scenario(source), tmp_path)
    assert len(set(paths)) == 2


def test_folders_can_be_chosen_for_files_but_not_for_devices(tmp_path: Path) -> None:
    chosen = with_folders(parse_scenario(text()), {"A": tmp_path / "x", "Two": tmp_path / "y"})
    assert [path.parent.name for path in storage_paths(chosen, tmp_path) if path] == ["x", "y"]
    device = 'engine = "storage"\npath = "/dev/x"\ndevice = true'
    with pytest.raises(ScenarioError, match="a device, not a folder"):
        with_folders(parse_scenario(text(target=device)), {"B": tmp_path})


def test_run_seconds_set_the_dwell_time(tmp_path: Path) -> None:
    plan = with_run_seconds(parse_scenario(text(plan='name = "queue-depth-sweep"')), 4).plan
    assert isinstance(plan, QueueDepthSweep)
    assert (plan.dwell_s, plan.settle_s) == (4, 1)


def test_target_uses_the_parameters_of_each_sweep_pass(tmp_path: Path) -> None:
    source = text(work="write_through = true\nblock_kb = 16", plan='name = "queue-depth-sweep"\nblocks_kb = [4]')
    file = file_of(source, tmp_path)
    target = targets_of(file, Passwords())[1]
    assert isinstance(target, StorageTarget)
    parts = passes_of(file.scenario)
    told = [target.turned_to(part).parameters for part in parts]
    assert [(one.block_bytes, one.read_percent, one.write_through) for one in told] == [
        (4096, 100.0, True),
        (4096, 0.0, True),
    ]
