# SPDX-License-Identifier: Apache-2.0
"""Laboratory of agents: machines that are reached over ssh and have separate clocks.

As root on Linux each machine is a network namespace connected to a private bridge, with a real OpenSSH server with
unique keys, and a time namespace whose clock is ahead by a known amount. The laboratory cannot be reached from outside
this computer and is removed at the end, or by the next laboratory if a test was killed.

Elsewhere a fake ssh program starts the remote commands on this machine. Everything beyond it (execnet, far
side, workers) is the same.
"""

import contextlib
import functools
import ipaddress
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from app.agents.machine import Agent
from app.agents.ssh import specification

NAMESPACE = "outpace-test-"
BRIDGE, WIRE = "otb", "otv"
PORT = 2022
AHEAD_S = 1000
"""Seconds that the first machine's clock is ahead; the second's is ahead by twice that."""
READY_S = 30.0
RELAY = Path(__file__).with_name("delayed_relay.py")


@dataclass(frozen=True)
class Delay:
    """Network delays in seconds to a machine and back.

    Attributes:
        jitter: mean of the random delay that is added to each.
    """

    there_s: float = 0.0
    back_s: float = 0.0
    jitter_s: float = 0.0


@dataclass
class LabMachine:
    """Machine of the laboratory.

    Attributes:
        name: name of the agent, and of the Host in ssh's configuration.
        ahead_ns: its clock minus this machine's, exactly.
    """

    name: str
    folder: Path
    ahead_ns: int
    namespace: str = ""
    wire: str = ""
    address: str = ""
    sshd: "subprocess.Popen[bytes] | None" = None

    @property
    def home(self) -> Path:
        """Home folder of the user who logs in there."""
        return self.folder / "home"

    def cut(self) -> None:
        """Disconnect the machine without closing its connections."""
        _ip("link", "set", self.wire, "down")

    def mend(self) -> None:
        """Connect the machine again."""
        _ip("link", "set", self.wire, "up")
        _wait_for(self)


def carrier(agent: Agent) -> "subprocess.Popen[bytes]":
    """Return the local process that carries the connection to an agent."""
    return agent._carrier.popen


def all_ended(processes: Sequence[psutil.Process], patience_s: float) -> bool:
    """Wait until processes have ended; zombies that wait to be reaped count as ended."""
    until_s = time.monotonic() + patience_s
    while (left := [one for one in processes if _runs(one)]) and time.monotonic() < until_s:
        time.sleep(0.02)
    return not left


def _runs(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _home_of(process: psutil.Process) -> Path | None:
    with contextlib.suppress(psutil.Error):
        return Path(process.environ().get("HOME", ""))
    return None


def pythons(pid: int) -> list[psutil.Process]:
    """Return a process and its descendants that run Python."""
    found = []
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                if Path(one.exe()).name.startswith("python"):
                    found.append(one)
    return found


@dataclass
class Lab:
    """Machines of a laboratory.

    Attributes:
        programs: folder for PATH with an ssh that knows the machines.
        address: this computer's address, as seen from the machines.
        real: whether sshd and separate clocks are used.
        engine: location of an engine that must reach this computer over the network, as the machines do; None over
            pipes.
    """

    folder: Path
    programs: Path
    configuration: Path | None
    address: str
    real: bool
    machines: list[LabMachine] = field(default_factory=list)
    engine: LabMachine | None = None

    def __getitem__(self, name: str) -> LabMachine:
        return next(machine for machine in self.machines if machine.name == name)

    @property
    def on_a_wire(self) -> list[str]:
        """Return the prefix of a command that runs at the end of the engine's network connection.

        Otherwise the command would use the loopback interface, a shorter path than that of the machines.
        """
        return [] if self.engine is None else ["nsenter", f"--net=/var/run/netns/{self.engine.namespace}"]

    def agent(self, name: str) -> Agent:
        """Connect to an agent. PATH must begin with `programs` (see `on_path`)."""
        return Agent(name, specification(name, name, sys.executable))

    def processes(self, agent: str) -> list[psutil.Process]:
        """Return an agent's processes, the agent process first, even if a child of this process is connected to it."""
        machine = self[agent]
        if machine.sshd is not None:
            return pythons(machine.sshd.pid)
        return [one for one in pythons(os.getpid()) if _home_of(one) == machine.home]

    def agents(self) -> list[Agent]:
        """Connect to all agents at the same time."""
        with ThreadPoolExecutor(len(self.machines)) as pool:
            return list(pool.map(self.agent, [machine.name for machine in self.machines]))

    @contextlib.contextmanager
    def on_path(self) -> Iterator[None]:
        """Use the laboratory's ssh in this process while the block runs."""
        before = os.environ.get("PATH", os.defpath)
        os.environ["PATH"] = f"{self.programs}{os.pathsep}{before}"
        try:
            yield
        finally:
            os.environ["PATH"] = before


@functools.cache
def lack() -> str:
    """Return why namespaces are not available, or "" if they are."""
    if sys.platform != "linux":
        return "namespaces are Linux's"
    if os.geteuid() != 0:
        return "not as root"
    for program in ("ip", "unshare", "nsenter", "mount", "ssh", "ssh-keygen"):
        if shutil.which(program) is None:
            return f"{program} is missing"
    if sshd_program() is None:
        return "sshd is missing"
    name = f"{NAMESPACE}{os.getpid()}-try"
    inside = ["unshare", "--mount", "--time", "--monotonic", "1", "--fork", "true"]
    try:
        _ip("netns", "add", name)
        try:
            _ip("netns", "exec", name, *inside)
            _ip("link", "add", f"{BRIDGE}{os.getpid()}", "type", "bridge")
            _ip("link", "del", f"{BRIDGE}{os.getpid()}")
        finally:
            _ip("netns", "del", name)
    except subprocess.CalledProcessError as error:
        return str(error.stderr).strip() or "namespaces are refused"
    return ""


def sshd_program() -> str | None:
    return shutil.which("sshd", path=f"/usr/sbin:/usr/local/sbin:{os.environ.get('PATH', '')}")


@contextlib.contextmanager
def laboratory(
    count: int, *, delays: Mapping[str, Delay] | None = None, real: bool | None = None, names: Sequence[str] = ()
) -> Iterator[Lab]:
    """Start machines.

    Args:
        count: number of machines.
        delays: delays by machine name.
        real: whether to use namespaces and sshd; None: if possible.
        names: machine names instead of lg1, lg2, ...
    """
    names = names or [f"lg{number}" for number in range(1, count + 1)]
    folder = Path(tempfile.mkdtemp(prefix="outpace-lab-"))
    programs = folder / "programs"
    programs.mkdir()
    try:
        if real if real is not None else not lack():
            with _network(folder, programs, names, delays or {}) as lab:
                yield lab
        else:
            at_home = f'while [ "$1" != "--" ]; do shift; done; HOME={shlex.quote(str(folder))}/$2/home; export HOME'
            program(programs / "ssh", f'{at_home}; shift 2; exec sh -c "$*"')
            machines = [LabMachine(name, _made(folder / name), 0) for name in names]
            for machine in machines:
                _made(machine.home)
            yield Lab(folder, programs, None, "127.0.0.1", real=False, machines=machines)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


@contextlib.contextmanager
def _network(folder: Path, programs: Path, names: Sequence[str], delays: Mapping[str, Delay]) -> Iterator[Lab]:
    _remove_leftovers()
    ssh = shutil.which("ssh")
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / key)], check=True)
    Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    net = _free_network()
    bridge, address = f"{BRIDGE}{os.getpid()}", str(net[1])
    configuration = folder / "ssh_config"
    program(programs / "ssh", f'exec {ssh} -F {shlex.quote(str(configuration))} "$@"')
    lab = Lab(folder, programs, configuration, address, real=True)
    try:
        _ip("link", "add", "name", bridge, "type", "bridge")
        _ip("addr", "add", f"{address}/{net.prefixlen}", "dev", bridge)
        _ip("link", "set", bridge, "up")
        lab.engine = _machine(folder, bridge, net, len(names) + 1, "engine")
        for number, name in enumerate(names, 1):
            lab.machines.append(_machine(folder, bridge, net, number, name))
        _write_client_files(lab, delays)
        for machine in lab.machines:
            _start_sshd(folder, machine)
        for machine in lab.machines:
            _wait_for(machine)
        yield lab
    finally:
        for machine in (*lab.machines, lab.engine):
            _end(machine) if machine is not None else None
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip("link", "del", bridge)


def _machine(folder: Path, bridge: str, net: ipaddress.IPv4Network, number: int, name: str) -> LabMachine:
    tag = f"{os.getpid()}-{number}"
    address = str(net[number + 1])
    machine = LabMachine(
        name, _made(folder / name), AHEAD_S * number * 1_000_000_000, f"{NAMESPACE}{tag}", f"{WIRE}{tag}", address
    )
    space = ("-n", machine.namespace)
    _ip("netns", "add", machine.namespace)
    _ip(*space, "link", "set", "lo", "up")
    _ip("link", "add", "name", machine.wire, "type", "veth", "peer", "name", "eth0", "netns", machine.namespace)
    _ip("link", "set", machine.wire, "master", bridge)
    _ip("link", "set", machine.wire, "up")
    _ip(*space, "addr", "add", f"{address}/{net.prefixlen}", "dev", "eth0")
    _ip(*space, "link", "set", "eth0", "up")
    return machine


def _write_client_files(lab: Lab, delays: Mapping[str, Delay]) -> None:
    public = " ".join((lab.folder / "host.pub").read_text("utf-8").split()[:2])
    known = lab.folder / "known_hosts"
    hosts, text = [], []
    for machine in lab.machines:
        hosts.append(f"[{machine.address}]:{PORT} {public}\n")
        text.append(
            f"Host {machine.name}\n  HostName {machine.address}\n  Port {PORT}\n  User root\n"
            f"  IdentityFile {lab.folder}/user\n  IdentitiesOnly yes\n  UserKnownHostsFile {known}\n"
            "  GlobalKnownHostsFile /dev/null\n"
        )
        if delay := delays.get(machine.name):
            figures = f"{delay.there_s} {delay.back_s} {delay.jitter_s}"
            text.append(f"  HostKeyAlias [{machine.address}]:{PORT}\n")
            text.append(f"  ProxyCommand {sys.executable} {RELAY} {machine.address} {PORT} {figures}\n")
    known.write_text("".join(hosts), "utf-8")
    assert lab.configuration is not None
    lab.configuration.write_text("".join(text), "utf-8")


def _start_sshd(folder: Path, machine: LabMachine) -> None:
    identity = machine.folder / "machine-id"
    identity.write_text(f"{machine.name.encode().hex()[:32]:0>32}\n", "utf-8")
    home = _made(machine.home)
    (machine.folder / "sshd_config").write_text(
        f"Port {PORT}\nListenAddress {machine.address}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\n"
        "StrictModes no\nUsePAM no\nPidFile none\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
        "PermitRootLogin prohibit-password\nMaxStartups 100\n"
        f"SetEnv HOME={home} XDG_STATE_HOME={home}/state XDG_CACHE_HOME={home}/cache XDG_DATA_HOME={home}/data\n",
        "utf-8",
    )
    sshd = f"exec {sshd_program()} -D -e -f {machine.folder}/sshd_config"
    # Engines identify machines by this number, so agents must not share it.
    inside = f"[ ! -e /etc/machine-id ] || mount --bind {identity} /etc/machine-id; {sshd}"
    command = [
        "ip", "netns", "exec", machine.namespace, "unshare", "--mount", "--time",
        "--monotonic", str(machine.ahead_ns // 1_000_000_000), "--fork", "--kill-child", "sh", "-c", inside,
    ]  # fmt: skip
    with (machine.folder / "sshd.log").open("wb") as log:
        machine.sshd = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=log, start_new_session=True)


def _wait_for(machine: LabMachine) -> None:
    until_s = time.monotonic() + READY_S
    while time.monotonic() < until_s:
        try:
            socket.create_connection((machine.address, PORT), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    said = (machine.folder / "sshd.log").read_text("utf-8", "replace")
    raise RuntimeError(f"the ssh server of {machine.name} did not start:\n{said}")


def _end(machine: LabMachine) -> None:
    if machine.sshd is not None:
        for pid in [*_family(machine.sshd.pid), machine.sshd.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        machine.sshd.wait(READY_S)
    for arguments in (("link", "del", machine.wire), ("netns", "del", machine.namespace)):
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip(*arguments)


def _family(pid: int) -> list[int]:
    with contextlib.suppress(psutil.Error):
        return [one.pid for one in psutil.Process(pid).children(recursive=True)]
    return []


def _remove_leftovers() -> None:
    """Remove the leftovers of killed tests."""
    for name in [line.split()[0] for line in _ip("netns", "list").splitlines() if line.startswith(NAMESPACE)]:
        owner = name.removeprefix(NAMESPACE).partition("-")[0]
        if owner.isdecimal() and not psutil.pid_exists(int(owner)):
            for pid in _ip("netns", "pids", name).split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
            with contextlib.suppress(subprocess.CalledProcessError):
                _ip("netns", "del", name)
    for line in _ip("-o", "link", "show", "type", "bridge").splitlines():
        name = line.split()[1].rstrip(":")
        owner = name.removeprefix(BRIDGE)
        if name.startswith(BRIDGE) and owner.isdecimal() and not psutil.pid_exists(int(owner)):
            _ip("link", "del", name)


def _free_network() -> ipaddress.IPv4Network:
    """Return a private network that this computer does not use."""
    taken = []
    for line in (*_ip("-4", "-o", "addr").splitlines(), *_ip("-4", "route").splitlines()):
        for word in line.split():
            with contextlib.suppress(ValueError):
                taken.append(ipaddress.IPv4Network(word, strict=False))
    every = list(ipaddress.IPv4Network("10.213.0.0/16").subnets(new_prefix=24))
    begin = os.getpid() % len(every)
    for net in (*every[begin:], *every[:begin]):
        if not any(net.overlaps(one) for one in taken):
            return net
    raise RuntimeError("every network of 10.213.0.0/16 is taken")


def _ip(*arguments: str) -> str:
    return subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True).stdout
