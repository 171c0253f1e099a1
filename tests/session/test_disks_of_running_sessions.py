# SPDX-License-Identifier: Apache-2.0
"""A real run whose session is on a disk that fills up or becomes read-only."""

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from app.session.reader import SessionReader
from app.session.seal import settle
from tests.support.engine_runs import PATIENCE_S, measured_s, outpace, phase_of, running, scenario_file, until
from tests.support.storage_folders import loop_device, mounted

MIB = 1 << 20


@contextlib.contextmanager
def small_disk(folder: Path, name: str, block_bytes: int) -> Iterator[Path]:
    """Mount a file system of a few MiB for a session."""
    place = folder / name
    place.mkdir()
    with loop_device(12 * MIB) as device, mounted(device, place, block_bytes=block_bytes):
        yield place / "session.outpace"


def fill(session: Path) -> None:
    with contextlib.suppress(OSError), (session.parent / "ballast").open("wb", buffering=0) as file:
        while file.write(bytes(1024)):
            continue


def make_read_only(session: Path) -> None:
    """Remount the file system read-only, as the kernel does after a disk error."""
    subprocess.run(["mount", "-o", "remount,abort", str(session.parent)], check=True)


def test_failing_disk_ends_the_run_and_keeps_recorded_data(tmp_path: Path) -> None:
    """Run on three disks at once: full ones with 1 KiB and 4 KiB blocks, and one that becomes read-only."""
    with ExitStack() as stack:
        sessions = {
            stack.enter_context(small_disk(tmp_path, "small blocks", 1024)): fill,
            stack.enter_context(small_disk(tmp_path, "usual blocks", 4096)): fill,
            stack.enter_context(small_disk(tmp_path, "read-only", 4096)): make_read_only,
        }
        runs = {}
        for number, session in enumerate(sessions):
            folder = tmp_path / f"run {number}"
            folder.mkdir()
            scenario = scenario_file(folder, users=1, think_s=0.05)
            runs[session] = stack.enter_context(running("run", scenario, "--session", session))
        for session in runs:
            until(lambda session=session: phase_of(session) == "measure" and measured_s(session) > 1.5)  # type: ignore[misc]
        recorded_s = {session: measured_s(session) for session in runs}
        for session, spoil in sessions.items():
            spoil(session)
        for session, run in runs.items():
            _, err = run.communicate(timeout=PATIENCE_S)
            assert run.returncode == 2, err
            words = "can't be written any more" if sessions[session] is make_read_only else "is full"
            assert words in err
            assert str(session) in err
            assert "What was recorded before stays" in err
            assert "Traceback" not in err
            assert recorded_s[session] - measured_s(session) <= 2, "seconds that are lost"
            exported = outpace("export", session, "--json", "-")
            assert exported.returncode == 0, exported.stderr
            assert json.loads(exported.stdout)["title"]


def test_cut_off_session_on_a_full_disk_with_small_blocks_is_read(tmp_path: Path) -> None:
    """SQLite's shared-memory file gets no block on the full disk, and writing to it would kill the process."""
    run_folder = tmp_path / "run"
    run_folder.mkdir()
    with small_disk(tmp_path, "disk", 1024) as session:
        with running("run", scenario_file(run_folder, users=1, think_s=0.05), "--session", session) as run:
            until(lambda: phase_of(session) == "measure" and measured_s(session) > 1.5)
            run.kill()
        fill(session)
        log = session.with_name("session.outpace-wal")
        before = session.read_bytes(), log.read_bytes()
        exported = outpace("export", session, "--json", "-")
        assert exported.returncode == 0, exported.stderr
        assert not json.loads(exported.stdout)["valid"]
        assert not settle(session), "there is no room for it"
        assert (session.read_bytes(), log.read_bytes()) == before
        kept = tmp_path / "kept.outpace"
        for ending in ("", "-wal"):
            shutil.copyfile(f"{session}{ending}", f"{kept}{ending}")
        with SessionReader.open(kept) as whole, SessionReader.open(session) as reader:
            assert reader.length_s == whole.length_s
