# SPDX-License-Identifier: Apache-2.0
"""Parallel runs of `packaging/test.py`, and the output during a run and at its end."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.run_report import processor_s

ROOT = Path(__file__).parents[2]
TESTS = """
import pytest

def test_passes(): pass
def test_fails(): assert False
@pytest.mark.skip(reason="no such server")
def test_skipped(): pass
def test_deselected(): pass
"""


@pytest.mark.parametrize("processes", ["0", "2"])
def test_run_prints_progress_failures_and_tests_not_run(processes: str, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += ["--progress", "-rf", "-n", processes, "--dist", "loadfile", "-k", "not deselected", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert "FAILED test_some.py::test_fails" in lines
    (progress,) = [line for line in lines if " files done" in line]
    assert progress.startswith("1 of 1 files done, about 0 s left; test_some.py: 3 tests, ")
    assert "      1  no such server" in lines
    assert "         test_some.py" in lines
    assert "      1  deselected" in lines
    assert any(line.endswith(" s  ., 3 tests") for line in lines), "processor time of the folder"
    assert lines[-1].strip("= ").startswith("1 failed, 1 passed, 1 skipped")


@pytest.mark.parametrize("processes", ["0", "2"])
@pytest.mark.parametrize("missing", ["test_nope.py", "test_some.py::test_nope"])
def test_missing_file_or_test_is_reported_and_fails_the_run(processes: str, missing: str, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += ["--progress", "-n", processes, "--dist", "loadfile", "test_some.py::test_passes", missing]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout + done.stderr
    assert re.search(rf"ERROR: .*not found: .*{missing}", done.stdout + done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no /proc")
def test_processor_time_of_a_child_process_is_counted_once() -> None:
    used = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\ninput()"
    before_s = processor_s()
    with subprocess.Popen([sys.executable, "-c", used], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        server.stdout.readline()
        running_s = processor_s() - before_s
        server.communicate(b"\n")
    ended_s = processor_s() - before_s
    assert running_s >= 0.48
    assert running_s <= ended_s < 2 * running_s


@pytest.fixture
def in_parallel(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], list[str]]:
    """Return the function from packaging/test.py, limited to four processes; packaging/ is put on the import path."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    spec = importlib.util.spec_from_file_location("packaging_test", ROOT / "packaging" / "test.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PROCESSES", 4)
    function: Callable[[list[str]], list[str]] = module.in_parallel
    return function


@pytest.mark.parametrize(
    ("arguments", "processes"),
    [
        ([], "4"),
        (["-m", "not window"], "4"),
        (["tests/imports"], "4"),
        (["-k", "fio", "-x"], "4"),
        (["tests/unit/test_plans.py", "tests/unit/test_limits.py"], "2"),
    ],
)
def test_several_test_files_run_in_parallel(
    in_parallel: Callable[[list[str]], list[str]], arguments: list[str], processes: str
) -> None:
    assert in_parallel(arguments)[:4] == ["-n", processes, "--dist", "loadfile"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["-n", "0"],
        ["-n2", "tests/imports"],
        ["--numprocesses=3"],
        ["-p", "no:xdist"],
        ["--pdb"],
        ["--collect-only", "-q"],
        ["tests/unit/test_plans.py"],
        ["tests/unit/test_plans.py::test_a", "tests/unit/test_plans.py::test_b"],
    ],
)
def test_explicit_or_single_file_arguments_disable_parallel_runs(
    in_parallel: Callable[[list[str]], list[str]], arguments: list[str]
) -> None:
    assert in_parallel(arguments) == []
