# SPDX-License-Identifier: Apache-2.0
"""Latency, queue and processor usage of real servers, plotted against the load and over a run.

A sweep on PostgreSQL 15 and MariaDB, which time only their reads: its session, and its display in table, report and
window.
"""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.results.result import result_of
from app.results.run_figures import OF_READS
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.levels.load_levels import Levels
from app.ui.workbench.workbench_page import LEVELS
from tests.support.engine_runs import outpace
from tests.support.private_server import PrivateServer
from tests.support.server_runs import Server, copied, dropped_after, passwords, scenario_text
from tests.support.servers import started

# Without a window manager, dialogs cannot set their minimum size, and Qt warns about it.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "LOCALAPPDATA", "APPDATA")
SWEEP = """[plan]
name = "user-sweep"
from_users = 1
to_users = 2
step_users = 1
settle_s = 0
dwell_s = 3
ramp_users_per_s = 50
"""


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run a sweep on both servers, with caches small enough to cause reads."""
    folder = tmp_path_factory.mktemp("swept")
    timed = {"track_io_timing": "on", "shared_buffers": "1MB"}
    schema = {"performance_schema": "ON", "innodb_buffer_pool_size": "6M"}
    with (
        started("postgresql", timed, on_disk=True) as postgresql,
        started("mariadb", schema, on_disk=True) as mariadb,
        pytest.MonkeyPatch.context() as patch,
    ):
        systems = [Server("PostgreSQL", postgresql, ("outpace_s",)), Server("MariaDB", mariadb, ("outpace_s",))]
        for name in HOMES:  # consents are stored there, not in the home folder of the user who runs the tests
            patch.setenv(name, str(folder))
        passwords(patch, systems)
        text = re.sub(
            r"\[plan\].*?(?=\[\[systems)", SWEEP, scenario_text(systems, more='order = "together"'), flags=re.S
        )
        scenario = folder / "sweep.toml"
        scenario.write_text(text, encoding="utf-8")
        done = outpace("run", scenario, "--session", folder / "sweep.outpace")
        assert done.returncode in (0, 1), done.stdout + done.stderr
        yield folder / "sweep.outpace"


def test_study_has_read_figures_where_total_timing_is_missing(swept: Path) -> None:
    with SessionReader.open(swept) as reader:
        study = study_of([reader])
        names = {metric.name for metric in study.metrics}
        assert {"Read latency", "Read queue length", "CPU %", "IOPS"} <= names
        for point in study.points:
            for letter, run in point.systems.items():
                assert run.layers["CPU %"] == "engine process", letter
                assert 0 < run.figures["CPU %"] <= 100
                assert math.isfinite(run.figures["Read queue length"])
                assert run.layers["Read latency"].endswith("file")
        assert any(run.figures["Read latency"] > 0 for point in study.points for run in point.systems.values())


def test_load_levels_show_read_latency_or_a_reason(swept: Path) -> None:
    with SessionReader.open(swept) as reader:
        levels = Levels(reader)
        assert not levels.driver_is_cpu()
        for whole, reads in OF_READS.items():
            assert levels.charted(whole) in (whole, reads)
        shown = levels.charted("I/O latency")
        if shown == "Read latency":  # no separate devices: both use this machine's only disk
            assert set(levels.layers(shown)) == {"A", "B"}
            told = levels.reasons("I/O latency")
            assert "before version 16" in told["A"] or "track_wal_io_timing" in told["A"]
            assert "asynchronously" in told["B"] or "10.8" in told["B"]
        reached = levels.until(math.inf)
        assert {one.load for one in reached} == {1.0, 2.0}
        assert all(math.isfinite(one.figures["Read queue length"]) for one in reached)


def test_result_and_report_contain_the_read_figures(swept: Path, tmp_path: Path) -> None:
    with SessionReader.open(swept) as reader:
        result = result_of(reader)
        figures = {figure.name for figure in result.figures}
    assert {"Read latency", "Read queue length", "CPU %"} <= figures
    report = tmp_path / "report.html"
    done = outpace("report", swept, "--html", report)
    assert done.returncode == 0, done.stdout + done.stderr
    text = report.read_text(encoding="utf-8")
    assert "Read latency" in text
    assert "Read queue length" in text
    assert "processes of the engine" in text


def test_empty_chart_shows_the_command_that_enables_timing(
    opened: Callable[..., Any], postgresql: PrivateServer, tmp_path: Path
) -> None:
    """Two databases of one server without timing: no latency and no queue, but a remedy."""
    with dropped_after(postgresql, "outpace_v"), pytest.MonkeyPatch.context() as patch:
        systems = [Server("One", postgresql), Server("Other", postgresql, ("outpace_v",))]
        passwords(patch, systems)
        copied(postgresql, "outpace_v")
        plain = scenario_text(systems, more='order = "together"')
        scenario = tmp_path / "untimed.toml"
        text = re.sub(r"\[plan\].*?(?=\[\[systems)", SWEEP.replace("to_users = 2", "to_users = 1"), plain, flags=re.S)
        scenario.write_text(text, encoding="utf-8")
        done = outpace("run", scenario, "--session", tmp_path / "untimed.outpace")
        assert done.returncode in (0, 1), done.stdout + done.stderr
    controller = opened(tmp_path / "untimed.outpace", size=(1280, 720))
    controller.workbench.show_page(LEVELS)
    charts = controller.workbench.levels.charts
    for name in ("I/O latency", "Queue length"):
        if not charts[name].curves:  # if only the server uses this machine's disk, the device's counters are shown
            said = charts[name].accessibleDescription()
            assert "No data: track_io_timing is off. As an administrator: ALTER SYSTEM SET track_io_timing = on" in said
    assert charts["CPU %"].accessibleName().startswith("CPU % · engine process")
