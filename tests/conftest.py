# SPDX-License-Identifier: Apache-2.0
"""Fixtures and hooks for every test, including a temporary home folder."""

import contextlib
import gc
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from app.driver.place import fork_children
from app.native.native_library import LIBRARIES, is_of, library_name, source_hash
from tests.support.drivers import each_driver, native_library  # noqa: F401 - fixtures for every test
from tests.support.kinds import kinds_of, longest_s
from tests.support.run_costs import Costs
from tests.support.run_report import USAGE_ERROR, ProcessorTime, RunReport
from tests.support.servers import (  # noqa: F401 - fixtures for every test
    _disposable,
    disposable_mariadb,
    disposable_postgresql,
    each_server,
    mariadb,
    mysql,
    own_server,
    postgresql,
    small_server,
    sqlserver,
)
from tests.support.storage_folders import direct_folder  # noqa: F401 - as those

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Without bytecode caches, each of about a thousand processes would compile all of Outpace, and each pytest run all
# tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

ROOT = Path(__file__).parent

# No deadlines: on a busy machine an example may take arbitrarily long.
settings.register_profile("outpace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("outpace")

MOST_FLAKY = 4
"""Highest number of flaky tests (failed, then passed when repeated) that a run tolerates."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--again", action="store_true", help="what passes has failed before: it is reported as flaky")
    parser.addoption("--progress", action="store_true", help="a line for each file that is done, summaries at the end")
    parser.addoption("--record-costs", action="store_true", help="renew tests/costs.json by what the tests take")


def flaky(config: pytest.Config) -> list[str]:
    """Return the tests that failed at first and passed in this run."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not config.getoption("again"):
        return []
    wrong = {report.nodeid for outcome in ("failed", "error") for report in reporter.getreports(outcome)}
    return [report.nodeid for report in reporter.getreports("passed") if report.nodeid not in wrong]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if found := flaky(config):
        terminalreporter.section(f"flaky: {len(found)} failed, then passed", sep="=", yellow=True)
        for name in found:
            terminalreporter.line(f"FLAKY {name}")
        if len(found) > MOST_FLAKY:
            terminalreporter.line(f"The run fails: more than {MOST_FLAKY} tests are flaky.", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.exitstatus == pytest.ExitCode.OK and len(flaky(session.config)) > MOST_FLAKY:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        os.environ["OUTPACE_TEST_RUN"] = str(os.getpid())
        config.pluginmanager.register(RunReport(config, Costs.read()))
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(ProcessorTime(config))
    build_native_library(config)
    gc.disable()  # until everything is collected, since almost none of it is garbage


def pytest_collection_finish() -> None:
    """Freeze collected modules and tests, so that the garbage collector does not walk them after each window test."""
    gc.enable()
    gc.freeze()


def build_native_library(config: pytest.Config) -> None:
    """Build the native library if it is out of date and a C compiler is installed."""
    own = LIBRARIES / library_name()
    if hasattr(config, "workerinput") or is_of(own, source_hash()) or not shutil.which("cc"):
        return
    build = [sys.executable, str(Path(__file__).parents[1] / "packaging" / "native.py")]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise pytest.UsageError(done.stderr)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Import the test modules, and report a missing file or test.

    Otherwise a worker of a parallel run would collect nothing, and pytest-xdist would not report why.
    """
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is None:
        return (yield)
    import_own_share(session)
    try:
        return (yield)
    except pytest.UsageError as error:
        output[USAGE_ERROR] = "; ".join(map(str, error.args))
        raise


def import_own_share(session: pytest.Session) -> None:
    """Import a different share of the test modules in each process, so that assertions are rewritten only once."""
    own: dict[str, Any] = session.config.workerinput  # type: ignore[attr-defined]
    paths = [session.config.rootpath / name for name in session.config.args]
    files = sorted(file for path in paths for file in path.rglob("test_*.py") if file.is_relative_to(ROOT))
    for file in files[int(own["workerid"].removeprefix("gw")) :: own["workercount"]]:
        # Import errors are reported when the module is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(file.relative_to(ROOT.parent).with_suffix("").parts))


@pytest.fixture(scope="session", autouse=True)
def forked_children() -> None:
    """Fork the children that tests start in this process, as the engine does."""
    fork_children(clean=False)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Set up an empty home folder with all the folders that platformdirs, Qt and the desktop derive from it."""
    home = tmp_path_factory.mktemp("home")
    for name, folder in {
        "HOME": "",
        "USERPROFILE": "",
        "APPDATA": "AppData/Roaming",
        "LOCALAPPDATA": "AppData/Local",
        # On Windows platformdirs reads the system settings, not the variables above.
        "WIN_PD_OVERRIDE_APPDATA": "AppData/Roaming",
        "WIN_PD_OVERRIDE_LOCAL_APPDATA": "AppData/Local",
        "WIN_PD_OVERRIDE_PERSONAL": "Documents",
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
        "XDG_STATE_HOME": ".local/state",
        "XDG_CACHE_HOME": ".cache",
    }.items():
        monkeypatch.setenv(name, str(home / folder))
    monkeypatch.delenv("XDG_DOCUMENTS_DIR", raising=False)
    monkeypatch.delenv("SUDO_USER", raising=False)
    # The path must be short, because socket paths have at most 107 characters, and private to this user, as the
    # desktop's is.
    runtime = tempfile.mkdtemp(prefix="outpace-")
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
    yield home
    shutil.rmtree(runtime, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by what it needs, and sort the slowest files first, so that all processes end together."""
    costs = Costs.read()
    unknown_s: dict[Path, float] = {}
    for item in items:
        kinds = kinds_of(item) if isinstance(item, pytest.Function) else set()
        for kind in kinds:
            item.add_marker(kind)
        unknown_s[item.path] = max(unknown_s.get(item.path, 0.0), longest_s(kinds))
    tests = Counter(item.path for item in items)
    longest = {
        path: costs.elapsed_s(path.relative_to(ROOT).as_posix(), tests[path], unknown_s[path])
        for path in tests
        if path.is_relative_to(ROOT)
    }
    items.sort(key=lambda item: -longest.get(item.path, 0.0))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None]:
    """Reject the dialogs of a window that closes after its test, then delete the window.

    An open dialog would block the tests that follow, and the next window's theme would apply to both.
    """
    with pytest.MonkeyPatch.context() as patch:
        if (widgets := sys.modules.get("PySide6.QtWidgets")) is not None:
            patch.setattr(widgets.QDialog, "exec", lambda dialog: int(dialog.DialogCode.Rejected))
        yield
    if (core := sys.modules.get("PySide6.QtCore")) is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """Collect garbage after a test if a window has disabled automatic collection.

    The window collects garbage from Qt's event loop, which few tests run for long.
    """
    yield
    if not gc.isenabled():
        gc.collect(2 if gc.get_count()[2] > gc.get_threshold()[2] else 1)
