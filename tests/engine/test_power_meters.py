# SPDX-License-Identifier: Apache-2.0
"""Power meters that are read during a run, against a Redfish controller over HTTPS, plugs, and a fake /sys."""

import contextlib
import getpass
import http.server
import json
import math
import os
import shutil
import ssl
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.engine.watchers import live_meter, named_meters
from app.model.watch import PowerWatch
from app.results.result import result_of
from app.session.reader import SessionReader
from collectors import power
from collectors.power import PolledMeter, ProcessorEnergy, meter
from collectors.series import SourceError
from tests.support.engine_runs import outpace, scenario_file
from tests.support.private_server import make_certificates

WAIT_S = 60.0
TOTAL = r"\Power Meter(_Total)\Power"


@dataclass
class Answers:
    """Answers of a server, by method and path without the method for GET.

    Attributes:
        user: user and password of Redfish sessions; None if none are needed.
        sessions: tokens of the open sessions.
    """

    pages: dict[str, Any]
    user: tuple[str, str] | None = None
    sessions: list[str] = field(default_factory=list)
    logins: int = 0


@contextlib.contextmanager
def serving(answers: Answers, folder: Path | None = None) -> Iterator[str]:
    """Serve JSON as a Redfish controller with sessions (DSP0266) or a plug; with a folder of certificates over TLS."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self, status: int, body: Any = None, headers: Mapping[str, str] = {}) -> None:
            data = b"" if body is None else json.dumps(body).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self) -> None:
            if answers.user is not None and self.headers.get("X-Auth-Token") not in answers.sessions:
                self.answer(401)
            elif self.path in answers.pages:
                self.answer(200, answers.pages[self.path])
            else:
                self.answer(404)

        def do_POST(self) -> None:
            given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if (given["UserName"], given["Password"]) != answers.user:
                self.answer(401)
                return
            answers.logins += 1
            token = f"token{answers.logins}"
            answers.sessions.append(token)
            place = f"/redfish/v1/SessionService/Sessions/{answers.logins}"
            self.answer(201, {}, {"X-Auth-Token": token, "Location": place})

        def do_DELETE(self) -> None:
            answers.sessions.remove(self.headers["X-Auth-Token"])
            self.answer(204)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if folder is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "server.pem", folder / "server.key")
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"{'https' if folder is not None else 'http'}://localhost:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


CHASSIS = "/redfish/v1/Chassis"
ONE = f"{CHASSIS}/1"


def controller(**resources: Any) -> dict[str, Any]:
    """Return the resources of a controller with one chassis, which has these."""
    pages: dict[str, Any] = {
        CHASSIS: {"Members": [{"@odata.id": ONE}]},
        ONE: {"Id": "1", **{name: {"@odata.id": f"{ONE}/{name}"} for name in resources}},
    }
    return pages | {f"{ONE}/{name}": one for name, one in resources.items()}


ENVIRONMENT = {"PowerWatts": {"DataSourceUri": f"{ONE}/Sensors/Power", "Reading": 374.5}}
SENSORS = {"Members": [{"@odata.id": f"{ONE}/Sensors/Fan1"}, {"@odata.id": f"{ONE}/Sensors/TotalPower"}]}
SENSOR = {"Reading": 380.0, "ReadingType": "Power", "ReadingUnits": "W", "PhysicalContext": "Chassis"}
OLDER = {"PowerControl": [{"PowerConsumedWatts": 344, "PowerCapacityWatts": 800}]}


def watts_of(opened: Any) -> float:
    try:
        reading = opened.read()
        return float(reading.values[0])
    finally:
        opened.close()


@pytest.mark.parametrize(
    ("pages", "watts"),
    [
        (controller(EnvironmentMetrics=ENVIRONMENT, Power=OLDER), 374.5),
        (controller(Sensors=SENSORS, Power=OLDER) | {f"{ONE}/Sensors/TotalPower": SENSOR}, 380.0),
        (controller(EnvironmentMetrics={"PowerWatts": {"Reading": None}}, Power=OLDER), 344.0),
    ],
    ids=["environment metrics", "sensor", "older power resource"],
)
def test_redfish_power_is_read_from_the_newest_resource(pages: dict[str, Any], watts: float) -> None:
    with serving(Answers(pages)) as url:
        assert watts_of(meter("redfish", url)) == watts


@pytest.mark.skipif(sys.platform == "win32" or shutil.which("openssl") is None, reason="makes certificates by openssl")
def test_redfish_session_is_opened_over_https_renewed_and_closed(tmp_path: Path) -> None:
    folder = make_certificates(tmp_path, getpass.getuser())
    answers = Answers(controller(EnvironmentMetrics=ENVIRONMENT), ("ops", "s3cret"))
    with serving(answers, folder) as url:
        opened = power.Redfish(url, "ops", "s3cret", str(folder / "ca.pem"))
        assert opened.watts() == 374.5
        assert answers.logins == 1
        answers.sessions.clear()  # the controller ended the session
        assert opened.watts() == 374.5
        assert answers.logins == 2
        opened.close()
        assert not answers.sessions
        with pytest.raises(SourceError, match=r"refuses the login \(401\)") as refused:
            meter("redfish", url, user="ops", secret="wrong", ca=str(folder / "ca.pem"))
        assert "wrong" not in str(refused.value)
        with pytest.raises(SourceError, match="certificate that is not trusted"):
            meter("redfish", url, user="ops", secret="s3cret")


def test_controller_without_power_names_its_chassis_and_other_hosts_are_not_contacted() -> None:
    with (
        serving(Answers(controller(Thermal={}))) as url,
        pytest.raises(SourceError, match=r"no power in its chassis \(1\)"),
    ):
        meter("redfish", url)
    pages = {CHASSIS: {"Members": [{"@odata.id": "http://127.0.0.2/redfish/v1/Chassis/1"}]}}
    with serving(Answers(pages)) as url, pytest.raises(SourceError, match="refers to another host"):
        meter("redfish", url)


@pytest.mark.parametrize(
    ("kind", "pages", "watts"),
    [
        ("shelly", {"/rpc/Shelly.GetStatus": {"switch:0": {"apower": 210.5}, "sys": {"mac": "x"}}}, 210.5),
        ("shelly", {"/rpc/Shelly.GetStatus": {"em:0": {"a_act_power": 1.0, "total_act_power": 640.0}}}, 640.0),
        ("shelly", {"/status": {"meters": [{"power": 100.0}, {"power": 20.5}]}}, 120.5),
        ("tasmota", {"/cm?cmnd=Status%208": {"StatusSNS": {"ENERGY": {"Power": 187, "Total": 3.1}}}}, 187.0),
    ],
    ids=["shelly plug", "shelly three-phase meter", "shelly of the first generation", "tasmota"],
)
def test_plug_gives_the_power_of_its_outputs(kind: Any, pages: dict[str, Any], watts: float) -> None:
    with serving(Answers(pages)) as url:
        assert watts_of(meter(kind, url)) == watts


def test_device_that_is_no_plug_is_reported() -> None:
    with serving(Answers({"/cm?cmnd=Status%208": ["no", "plug"]})) as url:
        with pytest.raises(SourceError, match="Check the kind of meter"):
            meter("tasmota", url)
        with pytest.raises(SourceError, match="404"):
            meter("shelly", url)
    with pytest.raises(SourceError, match="no address"):
        meter("redfish")


def test_slow_meter_does_not_delay_a_reading_and_a_silent_one_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "STEP_S", 0.0)
    held, asked = threading.Event(), threading.Event()
    readings = iter([100.0])

    def read() -> float:
        for watts in readings:
            return watts
        asked.set()
        held.wait(WAIT_S)
        raise SourceError("the meter is broken")

    opened = PolledMeter(read, "server")
    assert asked.wait(WAIT_S)
    assert opened.read().values == (100.0,)  # while the meter hangs
    assert {one.path for one in opened.series} == {TOTAL, r"\Power Meter(server)\Power"}
    monkeypatch.setattr(power, "HOLD_S", -1.0)
    with pytest.raises(SourceError, match="has not answered"):
        opened.read()
    held.set()
    opened.close()


def powercap(folder: Path, *energies: int) -> Path:
    for number, energy in enumerate(energies):
        zone = folder / f"intel-rapl:{number}"
        zone.mkdir(parents=True, exist_ok=True)
        (zone / "name").write_text(f"package-{number}\n", "ascii")
        (zone / "energy_uj").write_text(f"{energy}\n", "ascii")
        (zone / "max_energy_range_uj").write_text("262143328850\n", "ascii")
    core = folder / "intel-rapl:0:0"
    core.mkdir(exist_ok=True)
    (core / "name").write_text("core\n", "ascii")
    return folder


def test_energy_of_all_packages_is_added_up_across_a_wrap(tmp_path: Path) -> None:
    energy = ProcessorEnergy(powercap(tmp_path, 1_000_000, 262_143_000_000))
    assert [one.path for one in energy.series] == [r"\Power Meter(processor packages only)\Power"]
    powercap(tmp_path, 51_000_000, 9_671_150)
    assert energy.read().values[0] == pytest.approx(50 + 10)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_energy_counter_names_the_remedy(tmp_path: Path) -> None:
    powercap(tmp_path, 1)
    (tmp_path / "intel-rapl:0" / "energy_uj").chmod(0)
    with pytest.raises(SourceError, match="sudo chmod"):
        ProcessorEnergy(tmp_path)


def test_machine_without_energy_counters_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not count its processors' energy"):
        ProcessorEnergy(tmp_path / "none")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script as ipmitool")
def test_ipmitool_gets_the_password_by_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "ipmitool"
    tool.write_text(
        '#!/bin/sh\ncase "$*" in *s3cret*) exit 9;; esac\n'
        '[ "$IPMI_PASSWORD" = s3cret ] || { echo "no rights" >&2; exit 1; }\n'
        'echo "    Instantaneous power reading:                   220 Watts"\n',
        "ascii",
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert watts_of(meter("dcmi", host="bmc1", user="ops", secret="s3cret")) == 220
    with pytest.raises(SourceError, match=r"reads no power \(no rights\)"):
        meter("dcmi", host="bmc1", user="ops", secret="wrong")
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    with pytest.raises(SourceError, match="not installed"):
        meter("dcmi")


def test_several_meters_of_a_system_are_named_and_say_what_they_measure() -> None:
    one = PowerWatch("redfish", url="https://bmc1", user="ops")
    assert named_meters((one, PowerWatch("rapl"))) == (one, PowerWatch("rapl"))
    first, second = named_meters((one, PowerWatch("shelly", url="http://plug7", name="array")))
    assert [watch.name for watch in (first, second) if isinstance(watch, PowerWatch)] == ["redfish bmc1", "array"]
    assert live_meter(PowerWatch("rapl")).measures == "processor packages only"


WATCH = """
[[systems.watch]]
source = "power"
meter = "redfish"
url = "{url}"
"""


def test_run_with_a_live_meter_has_watts_energy_and_orders_per_watt_hour(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, users=2, run_s=4)
    session = tmp_path / "run.outpace"
    plug = WATCH.replace('"redfish"', '"tasmota"')
    answers = Answers(
        controller(EnvironmentMetrics={"PowerWatts": {"Reading": 300.0}})
        | {"/cm?cmnd=Status%208": {"StatusSNS": {"ENERGY": {"Power": 60}}}}
    )
    with serving(answers) as url:
        text = path.read_text(encoding="utf-8") + WATCH.format(url=url) + plug.format(url=url)
        path.write_text(text, encoding="utf-8")
        done = outpace("run", path, "--session", session)
    assert done.returncode == 0, done.stdout + done.stderr
    with SessionReader.open(session) as reader:
        result = result_of(reader)
        raw = {
            one.path: reader.samples(one)[1]
            for one in reader.counters
            if one.path.startswith(r"\Power Meter(") and one.system == reader.systems[1].id
        }
    (found,) = [system.power for system in result.systems if system.power is not None]
    assert found.watts == pytest.approx(360)
    assert found.energy_wh == pytest.approx(360 * 4 / 3600, rel=0.01)
    assert found.orders_per_wh is not None
    assert found.orders_per_wh > 0
    assert sorted(one.name for one in found.meters) == ["redfish localhost", "tasmota localhost"]
    assert any("measured" in name or "management controller" in name for name in found.files)
    assert {path: set(values[~(values != values)]) for path, values in raw.items()} == {
        TOTAL: {360.0}, r"\Power Meter(redfish localhost)\Power": {300.0},
        r"\Power Meter(tasmota localhost)\Power": {60.0},
    }  # fmt: skip
    assert math.isfinite(found.uncertainty_s)
