# SPDX-License-Identifier: Apache-2.0
"""Power of a system while it runs: Redfish, smart plugs, IPMI, and the processors' own energy counters.

Each meter is asked in a separate thread, because many answer late or refresh rarely; a reading applies until the next.
"""

import contextlib
import json
import math
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

from collectors.exporter_page import WebSource, login_headers
from collectors.series import Reading, Series, SourceError

MeterKind = Literal["redfish", "shelly", "tasmota", "dcmi", "rapl"]
TOTAL = r"\Power Meter(_Total)\Power"
PACKAGES = "processor packages only"
MEASURES: Mapping[MeterKind, str] = {
    "redfish": "the machine, by its management controller", "dcmi": "the machine, by its management controller",
    "shelly": "what is plugged in", "tasmota": "what is plugged in", "rapl": PACKAGES,
}  # fmt: skip
"""Part of a system that each kind of meter measures."""
STEP_S = 1.0
HOLD_S = 30.0
"""Time for which a reading applies while the meter gives no other."""
COMMAND_S = 10.0
MOST_WATTS = 1e6
POWERCAP = Path("/sys/class/powercap")
_DCMI = re.compile(r"Instantaneous power reading\s*:\s*(\d+)\s*Watts", re.IGNORECASE)

Read = Callable[[], float]


def meter(  # noqa: D417, PLR0917
    meter: MeterKind,
    url: str = "",
    host: str = "",
    name: str = "",
    chassis: str = "",
    user: str = "",
    password: str = "none",  # noqa: S107 - where the secret comes from, which is known by now
    ca: str = "",
    secret: str = "",
) -> "PolledMeter | ProcessorEnergy":
    """Open a meter.

    Args:
        meter: kind of meter.
        url: address of the management controller or plug.
        host: host of the management controller for IPMI; "" for this machine's own.
        name: name of the counter besides the system's total; "" for none.
        chassis: ID of the Redfish chassis; "" for the first that measures power.
        user: user of the login.
        secret: its password.
        ca: PEM file of the certificate authority; "" for the system's own.

    Raises:
        OSError: the meter cannot be read.
    """
    if meter == "rapl":
        return ProcessorEnergy()
    if meter == "dcmi":
        return PolledMeter(lambda: _dcmi(host, user, secret), name)
    if not url:
        raise SourceError("the power meter has no address. Give its url.")
    if meter == "redfish":
        controller = Redfish(url, user, secret, ca, chassis)
        return PolledMeter(controller.watts, name, controller.close)
    source = WebSource(login_headers(user, secret), ca)
    return PolledMeter(lambda: (_shelly if meter == "shelly" else _tasmota)(source, url), name)


class PolledMeter:
    """Meter that is asked again and again in the background. Columns: watts."""

    def __init__(self, read: Read, name: str = "", close: Callable[[], None] = lambda: None) -> None:
        """Read the meter once.

        Raises:
            OSError: the meter cannot be read.
        """
        self.name = "power meter"
        instances = ("_Total", name) if name else ("_Total",)
        self.series: Sequence[Series] = tuple(
            Series(rf"\Power Meter({one})\Power", "W", "gauge", "machine", 0, better="less") for one in instances
        )
        self._read, self._close = read, close
        self._over = threading.Event()
        self._watts, self._at_s = read(), time.monotonic()
        self._error: OSError | None = None
        self._thread = threading.Thread(target=self._poll, name="power meter", daemon=True)
        self._thread.start()

    def _poll(self) -> None:
        while not self._over.wait(STEP_S):
            try:
                self._watts, self._at_s = self._read(), time.monotonic()
                self._error = None
            except OSError as error:
                self._error = error
        with contextlib.suppress(OSError):
            self._close()

    def read(self) -> Reading:
        if time.monotonic() - self._at_s > HOLD_S:
            raise self._error or SourceError("the power meter has not answered for {seconds} s", seconds=f"{HOLD_S:g}")
        return Reading(time.perf_counter(), (self._watts,))

    def close(self) -> None:
        """End the thread, which logs out."""
        self._over.set()
        self._thread.join(0.5)


class ProcessorEnergy:
    """Energy of this machine's processor packages (RAPL), without memory, drives, fans and power supply.

    Columns: joules since the start.
    """

    def __init__(self, powercap: Path = POWERCAP) -> None:
        """Find the packages.

        Raises:
            SourceError: there are none, or their counters cannot be read.
        """
        self.name = "processor energy"
        self.series: Sequence[Series] = (
            Series(rf"\Power Meter({PACKAGES})\Power", "W", "rate", "machine", 0, better="less"),
        )
        zones = sorted(powercap.glob("intel-rapl:*")) if powercap.is_dir() else []
        self._packages = [zone for zone in zones if _text(zone / "name").startswith("package")]
        if not self._packages:
            raise SourceError(
                "this machine does not count its processors' energy (no package in {folder}). Virtual machines do not; "
                "on others load the kernel module intel_rapl_msr.",
                folder=str(powercap),
            )
        self._ranges = [_joules(zone / "max_energy_range_uj") for zone in self._packages]
        self._last = [_joules(zone / "energy_uj") for zone in self._packages]
        self._total = 0.0

    def read(self) -> Reading:
        for number, zone in enumerate(self._packages):
            now = _joules(zone / "energy_uj")
            used = now - self._last[number]
            self._total += used if used >= 0 else used + self._ranges[number]
            self._last[number] = now
        return Reading(time.perf_counter(), (self._total,))

    def close(self) -> None:
        """Do nothing: no resources are held."""


def _joules(file: Path) -> float:
    try:
        return int(file.read_text("ascii")) / 1e6
    except PermissionError:
        raise SourceError(
            "{file} can be read by root only. Allow it until the next start of the machine: sudo chmod a+r {file}",
            file=str(file),
        ) from None
    except ValueError:
        raise SourceError("{file} has no number", file=str(file)) from None


def _text(file: Path) -> str:
    try:
        return file.read_text("ascii", "replace").strip()
    except OSError:
        return ""


class Redfish:
    """Management controller, logged in with a session (DMTF DSP0266).

    Power is read from EnvironmentMetrics, else from a sensor, else from the older Power resource.
    """

    def __init__(self, url: str, user: str, secret: str, ca: str = "", chassis: str = "") -> None:
        parts = urlsplit(url)
        self._root = f"{parts.scheme}://{parts.netloc}"
        self._user, self._secret, self._chassis = user, secret, chassis
        self._source = WebSource({"Accept": "application/json"}, ca)
        self._token = self._session = ""
        self._place: tuple[str, Callable[[Any], float]] | None = None

    def watts(self) -> float:
        """Return the power.

        Raises:
            SourceError: it cannot be read.
        """
        if self._place is None:
            self._place = self._find()
        path, of = self._place
        return _plausible(of(self._get(path)), self._root + path)

    def close(self) -> None:
        """Log out, since controllers allow only a few sessions."""
        if self._session:
            session, self._session = self._session, ""
            self._source.fetch(self._url(session), method="DELETE", headers={"X-Auth-Token": self._token})

    def _find(self) -> tuple[str, Callable[[Any], float]]:
        """Return the resource that has the power of the chassis, and how to read it."""
        members = [str(one["@odata.id"]) for one in _list(self._get("/redfish/v1/Chassis"), "Members")]
        chosen = [one for one in members if not self._chassis or one.rstrip("/").rpartition("/")[2] == self._chassis]
        for path in chosen:
            described = self._get(path)
            for link, of in (("EnvironmentMetrics", _environment), ("Power", _control)):
                if link == "Power" and (sensor := self._sensor(described)) is not None:
                    return sensor, _sensor_reading
                place = _link(described, link)
                if place and not math.isnan(of(self._get(place))):
                    return place, of
        known = ", ".join(one.rstrip("/").rpartition("/")[2] for one in members)
        raise SourceError(
            "{url} measures no power in its chassis ({known}). Name another in chassis, or use a plug.",
            url=self._root,
            known=known,
        )

    def _sensor(self, described: Any) -> str | None:
        """Return the path of a chassis's sensor of its input power."""
        place = _link(described, "Sensors")
        for one in _list(self._get(place), "Members") if place else []:
            path = str(one.get("@odata.id", ""))
            if "power" not in path.casefold() and "watt" not in path.casefold():
                continue
            sensor = self._get(path)
            whole = sensor.get("PhysicalContext") in {"Chassis", "SystemBoard", "PowerSubsystem", None}
            if sensor.get("ReadingType") == "Power" and whole and not math.isnan(_sensor_reading(sensor)):
                return path
        return None

    def _get(self, path: str) -> Any:
        try:
            return self._answer(path)
        except SourceError as error:
            if not (self._token and error.values.get("status") == "401"):
                raise
        self._token = ""  # the session ended
        return self._answer(path)

    def _answer(self, path: str) -> Any:
        url = self._url(path)
        if self._user and not self._token:
            self._log_in()
        request = self._source.fetch(url, headers={"X-Auth-Token": self._token} if self._token else {})
        return _parsed(bytes(request.data), url)

    def _log_in(self) -> None:
        body = json.dumps({"UserName": self._user, "Password": self._secret}).encode()
        request = self._source.fetch(
            self._url("/redfish/v1/SessionService/Sessions"),
            method="POST",
            headers={"Content-Type": "application/json"},
            body=body,
        )
        answered = {name.casefold(): value for name, value in request.answered.items()}
        self._token, self._session = answered.get("x-auth-token", ""), answered.get("location", "")
        if not self._token:
            raise SourceError("{url} gave no session for this login", url=self._root)

    def _url(self, path: str) -> str:
        """Return the URL of a path, which must not lead to another host."""
        url = urljoin(self._root, path)
        if urlsplit(url).netloc != urlsplit(self._root).netloc:
            raise SourceError("{url} refers to another host", url=self._root)
        return url


def _environment(resource: Any) -> float:
    value = resource.get("PowerWatts")
    return _number(value.get("Reading")) if isinstance(value, dict) else math.nan


def _control(resource: Any) -> float:
    controls = _list(resource, "PowerControl")
    return _number(controls[0].get("PowerConsumedWatts")) if controls else math.nan


def _sensor_reading(resource: Any) -> float:
    return _number(resource.get("Reading"))


def _shelly(source: WebSource, url: str) -> float:
    """Return the sum of a Shelly's outputs: of the second and later generations by RPC, else of the first's status."""
    try:
        address = urljoin(url, "/rpc/Shelly.GetStatus")
        parts = _parsed(bytes(source.fetch(address).data), address)
    except SourceError as error:
        if not str(error.values.get("told", "")).startswith("404"):
            raise
        address = urljoin(url, "/status")
        status = _parsed(bytes(source.fetch(address).data), address)
        watts = [_number(one.get("power")) for key in ("meters", "emeters") for one in _list(status, key)]
    else:
        found = [one for one in parts.values() if isinstance(one, dict)]
        watts = [_number(one[key]) for one in found for key in ("apower", "total_act_power") if key in one]
    return _plausible(math.fsum(watts) if watts else math.nan, address)


def _tasmota(source: WebSource, url: str) -> float:
    address = urljoin(url, "/cm?cmnd=Status%208")
    sensors = _parsed(bytes(source.fetch(address).data), address).get("StatusSNS", {})
    power = sensors.get("ENERGY", {}).get("Power") if isinstance(sensors, dict) else None
    each = power if isinstance(power, list) else [power]
    return _plausible(math.fsum(map(_number, each)), address)


def _dcmi(host: str, user: str, secret: str) -> float:
    """Return the power that ipmitool reads, over the network if a host is named."""
    remote = ["-I", "lanplus", "-H", host, "-U", user, "-E"] if host else []
    try:
        done = subprocess.run(
            ["ipmitool", *remote, "dcmi", "power", "reading"],
            env={**os.environ, "IPMI_PASSWORD": secret, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=COMMAND_S, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise SourceError("ipmitool is not installed on this machine. Install it, or use redfish.") from None
    except subprocess.TimeoutExpired:
        raise SourceError("ipmitool has not answered within {seconds} s", seconds=f"{COMMAND_S:g}") from None
    found = _DCMI.search(done.stdout)
    if found is None:
        told = (done.stderr or done.stdout).strip().splitlines()[:1]
        raise SourceError(
            "ipmitool reads no power ({told}). It needs a controller with DCMI, and root on this machine or the user's "
            "privilege on the controller.",
            told=told[0][:200] if told else f"status {done.returncode}",
        )
    return _plausible(float(found[1]), "ipmitool")


def _parsed(data: bytes, url: str) -> Any:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise SourceError("{url} answers no JSON object. Check the kind of meter.", url=url)
    return found


def _list(resource: Any, name: str) -> list[Any]:
    value = resource.get(name) if isinstance(resource, dict) else None
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _link(resource: Any, name: str) -> str:
    value = resource.get(name)
    return str(value.get("@odata.id", "")) if isinstance(value, dict) else ""


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan


def _plausible(watts: float, place: str) -> float:
    if not 0 <= watts <= MOST_WATTS:
        raise SourceError("{place} gives no power reading", place=place)
    return watts
