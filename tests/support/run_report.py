# SPDX-License-Identifier: Apache-2.0
"""Output during and after a test run: progress, slowest tests, tests that did not run, and costs.

tests/conftest.py registers both classes: `ProcessorTime` wherever tests run, `RunReport` in the process that reports.
"""

import contextlib
import os
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.kinds import ORDER
from tests.support.run_costs import Costs, FileCost, by_folder, measure_yardstick_s, time_left_s

TESTS = Path(__file__).parents[1]
PROCESSOR_S = "processor_s"
LEFT_OUT = "left_out"
USAGE_ERROR = "usage_error"
SLOWEST = 15
LONG_S = 1.0
"""Minimum duration of a slow test."""


def processor_s() -> float:
    """Return the processor time of this process, of children that it has waited for, and of running children."""
    times = os.times()
    waited_for_s = times.user + times.system + times.children_user + times.children_system
    return waited_for_s + sum(map(_running_s, _children(os.getpid())))


def _running_s(process: int) -> float:
    """Return the processor time of a process and of its children; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    own_s = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # utime, stime, cutime and cstime
    return own_s + sum(map(_running_s, _children(process)))


def _children(process: int) -> list[int]:
    """Return the running children of a process; none on a system without /proc."""
    found: list[str] = []
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += listed.read_text(encoding="utf-8").split()
    return [int(child) for child in found]


class ProcessorTime:
    """Plugin that adds processor time to the last report of each file and counts the tests that are left out.

    The time includes servers shared by several files, while the file's tests run.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._before_s = processor_s()
        self._left_out: Counter[str] = Counter()
        self._ends_file = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        self._ends_file = nextitem is None or nextitem.path != item.path

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        if call.when == "teardown" and self._ends_file:
            now_s = processor_s()
            # The sum can decrease, because the time of a process that ended without being waited for is lost.
            item.user_properties.append((PROCESSOR_S, max(0.0, now_s - self._before_s)))
            self._before_s = now_s
        return (yield)

    def pytest_collection_finish(self) -> None:
        """Exclude the time of collecting from the time of the tests."""
        self._before_s = processor_s()

    def pytest_deselected(self, items: Iterable[pytest.Item]) -> None:
        self._left_out.update(kind_of(item) for item in items)
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[LEFT_OUT] = dict(self._left_out)
        else:
            self._config.stash[LEFT_OUT_KEY] = dict(self._left_out)


LEFT_OUT_KEY = pytest.StashKey[dict[str, int]]()


def kind_of(item: pytest.Item) -> str:
    """Return the main requirement of a test; "" for a test of plain functions."""
    return next((kind for kind in ORDER if item.get_closest_marker(kind)), "")


class RunReport:
    """Plugin that prints a line for each completed file, and the summaries at the end."""

    def __init__(self, config: pytest.Config, costs: Costs) -> None:
        self._config = config
        self._costs = costs
        self._progress: bool = config.getoption("progress")
        self._began_s = time.monotonic()
        self._yardstick_s = 0.0
        self._tests: Counter[str] = Counter()
        self._left: Counter[str] = Counter()
        self._elapsed_s: defaultdict[str, float] = defaultdict(float)
        self._processor_s: defaultdict[str, float] = defaultdict(float)
        self._test_s: defaultdict[str, float] = defaultdict(float)
        self._done: set[str] = set()
        self._left_out: dict[str, int] = {}
        self._usage_error = ""

    def pytest_sessionstart(self) -> None:
        self._yardstick_s = measure_yardstick_s()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._expect(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        if not self._tests:
            self._expect(ids)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", {})
        self._left_out = output.get(LEFT_OUT, self._left_out)
        self._usage_error = output.get(USAGE_ERROR, self._usage_error)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Print a line for a file instead of a dot for each test."""
        if not self._progress or hasattr(report, "wasxfail"):
            return None
        if report.when == "call":
            return report.outcome, "", ""
        return {"failed": ("error", "", ""), "skipped": ("skipped", "", "")}.get(report.outcome, ("", "", ""))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = file_of(report.nodeid)
        self._elapsed_s[name] += report.duration
        self._test_s[report.nodeid] += report.duration
        if report.failed and self._progress:
            self._line(f"FAILED {report.nodeid}" + ("" if report.when == "call" else f" ({report.when})"), red=True)
        if report.when != "teardown":
            return
        self._processor_s[name] += dict(report.user_properties).get(PROCESSOR_S, 0.0)
        self._left[name] -= 1
        if self._left[name] == 0:
            self._done.add(name)
            if self._progress:
                self._line(f"{self.progress()}; {name}: {self._tests[name]} tests, {self._elapsed_s[name]:.1f} s")

    def progress(self) -> str:
        """Return the progress of the run."""
        expected = {name: self._costs.elapsed_s(name, tests) for name, tests in self._tests.items()}
        done_s = sum(expected[name] for name in self._done)
        left_s = sum(expected.values()) - done_s
        processes = max(1, int(self._config.getoption("numprocesses", None) or 1))
        left = time_left_s(done_s, left_s, time.monotonic() - self._began_s, processes)
        return f"{len(self._done)} of {len(self._tests)} files done, about {span(left)} left"

    def pytest_terminal_summary(self) -> None:
        if self._usage_error:
            self._line(f"ERROR: {self._usage_error}", red=True)
        if not self._tests or not self._progress:
            return
        self._section("slowest tests", self.slowest())
        self._section("not run", self.not_run())
        self._section("processor time by folder", self.folders())

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._usage_error:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
        if self._config.getoption("record_costs"):
            there = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")}
            self._costs.renewed(self.measured(), self._yardstick_s, there).write()

    def measured(self) -> dict[str, FileCost]:
        """Return the costs of the completed files."""
        return {
            name: FileCost(self._tests[name], self._processor_s[name], self._elapsed_s[name]) for name in self._done
        }

    def slowest(self) -> Iterator[str]:
        """Return the tests that took longest, including setup and teardown."""
        found = sorted(self._test_s.items(), key=lambda item: -item[1])[:SLOWEST]
        yield from (f"{seconds:7.1f} s  {name}" for name, seconds in found if seconds >= LONG_S)

    def not_run(self) -> Iterator[str]:
        """Return the numbers of tests that did not run, with reasons, the most frequent first."""
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        places: defaultdict[str, list[str]] = defaultdict(list)
        for report in reporter.stats.get("skipped", []):
            places[reason_of(report)].append(file_of(report.nodeid))
        for kind, number in self._left_out.items() or self._config.stash.get(LEFT_OUT_KEY, {}).items():
            places[f"deselected: needs a {kind}" if kind else "deselected"] = [""] * number
        for reason, names in sorted(places.items(), key=lambda item: -len(item[1])):
            yield f"{len(names):7}  {reason}" + "".join(f"\n         {name}" for name in sorted({*names} - {""}))

    def folders(self) -> Iterator[str]:
        """Return the cost of each folder's tests, next to the recorded cost."""
        costs = by_folder(self._costs, self.measured(), self._yardstick_s)
        for one in costs:
            line = f"{one.processor_s:7.1f} s  {one.name}, {one.tests} tests"
            if one.budget_s is not None:
                grown = 100 * (one.processor_s / one.budget_s - 1) if one.budget_s else 0.0
                line += f" (budget {one.budget_s:.1f} s, {grown:+.0f} %)"
            yield line + (": GREW by more than 10 %" if one.grew else "")
        yield f"{sum(one.processor_s for one in costs):7.1f} s  altogether"

    def _expect(self, ids: Iterable[str]) -> None:
        self._tests = Counter(map(file_of, ids))
        self._left = self._tests.copy()

    def _section(self, title: str, lines: Iterable[str]) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if found := list(lines):
            reporter.section(title)
            for line in found:
                reporter.line(line)

    def _line(self, text: str, **markup: bool) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        reporter.ensure_newline()
        reporter.write_line(text, **markup)


def file_of(nodeid: str) -> str:
    """Return a test's file, as named in tests/costs.json."""
    return nodeid.partition("::")[0].removeprefix("tests/")


def reason_of(report: pytest.TestReport) -> str:
    """Return why a test was skipped."""
    where = report.longrepr
    return str(where[2] if isinstance(where, tuple) else where).removeprefix("Skipped: ")


def span(seconds: float) -> str:
    """Return a duration in readable form."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
