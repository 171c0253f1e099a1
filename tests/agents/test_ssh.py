# SPDX-License-Identifier: Apache-2.0
"""Agents over a private OpenSSH server: a port on the loopback address, with unique keys."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.agents import ssh
from app.agents.machine import Agent, AgentError
from app.agents.ssh import probe, specification
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from tests.support.driver_run import started
from tests.support.fake_workload import FakeWorkload

SSHD = shutil.which("sshd", path=f"/usr/sbin:/usr/local/sbin:{os.environ.get('PATH', '')}")
PATIENCE_S = 60.0
OUTPACE = sys.executable
pytestmark = pytest.mark.skipif(SSHD is None or shutil.which("ssh") is None, reason="no OpenSSH server here")


@dataclass(frozen=True)
class SshServer:
    """Private SSH server.

    Attributes:
        configuration: configuration of the ssh client, with the hosts "lab" (known), "stranger" (unknown), "changed",
            "nokey", "closed" and "mute", which does not respond.
    """

    folder: Path
    configuration: Path
    authorized: Path
    process: "subprocess.Popen[bytes]"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshServer]:
    folder = tmp_path_factory.mktemp("ssh")
    for key in ("host", "user", "other"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / key)], check=True)
    authorized = folder / "authorized"
    authorized.write_bytes((folder / "user.pub").read_bytes())
    port, closed, mute = free_port(), free_port(), socket.create_server(("127.0.0.1", 0))
    (folder / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nAuthorizedKeysFile {authorized}\n"
        "StrictModes no\nUsePAM no\nPidFile none\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
        "PermitRootLogin prohibit-password\n",
        "utf-8",
    )
    for name, key in (("known", "host"), ("changed", "other")):
        public = (folder / f"{key}.pub").read_text("utf-8").split()[:2]
        (folder / name).write_text(f"[127.0.0.1]:{port} {' '.join(public)}\n", "utf-8")
    (folder / "nobody").write_text("", "utf-8")
    hosts = {
        "lab": (port, "user", "known"),
        "stranger": (port, "user", "nobody"),
        "changed": (port, "user", "changed"),
        "nokey": (port, "other", "known"),
        "closed": (closed, "user", "known"),
        "mute": (mute.getsockname()[1], "user", "known"),
    }
    configuration = folder / "config"
    configuration.write_text(
        "".join(
            f"Host {host}\n  HostName 127.0.0.1\n  Port {number}\n  IdentityFile {folder}/{key}\n  IdentitiesOnly yes\n"
            f"  UserKnownHostsFile {folder}/{known}\n  GlobalKnownHostsFile /dev/null\n"
            for host, (number, key, known) in hosts.items()
        ),
        "utf-8",
    )
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    assert SSHD is not None
    log = (folder / "log").open("wb")
    with log, mute, subprocess.Popen([SSHD, "-D", "-e", "-f", str(folder / "sshd_config")], stderr=log) as process:
        try:
            wait_for_port(port, process)
            yield SshServer(folder, configuration, authorized, process)
        finally:
            process.terminate()


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port: int = listening.getsockname()[1]
        return port


def wait_for_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("sshd did not start")


def test_load_runs_over_ssh(server: SshServer) -> None:
    probe("lg1", "lab", OUTPACE, configuration=server.configuration)
    agent = Agent("lg1", specification("lg1", "lab", OUTPACE, configuration=server.configuration))
    try:
        assert abs(agent.clock.ns) <= agent.clock.uncertainty_ns
        with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=4, seed=1, workers=2), places=[agent]) as pool:
            result = started(pool)
            assert result.follow(pool, PATIENCE_S, lambda: {f.worker for f in result.frames if f.tick >= 1} == {0, 1})
            result.frames += pool.stop(PATIENCE_S)
            assert result.facts + pool.facts() == []
        assert result.orders.count == result.total("orders") > 0
    finally:
        agent.close()
    assert not agent.lost


@pytest.mark.parametrize(
    ("host", "python", "said"),
    [
        ("stranger", OUTPACE, r"^lg1: stranger is not among the known hosts\. Log in once by hand"),
        ("changed", OUTPACE, r"^lg1: the host key of changed has changed"),
        ("nokey", OUTPACE, r"^lg1: nokey refuses the key\..* ssh says: .*Permission denied"),
        ("closed", OUTPACE, r"^lg1: no ssh server answers on closed\..*Connection refused"),
        ("host.invalid", OUTPACE, r"^lg1: nobody knows the host host\.invalid"),
        ("lab", "/nowhere/python", r"^lg1: there is no /nowhere/python on lab\. Install Outpace there"),
    ],
)
def test_ssh_failure_is_reported_with_a_remedy(server: SshServer, host: str, python: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        probe("lg1", host, python, configuration=server.configuration)


def test_unresponsive_host_is_reported_after_the_timeout(server: SshServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ssh.OPTIONS["ConnectTimeout"] == "10"
    monkeypatch.setitem(ssh.OPTIONS, "ConnectTimeout", "1")
    with pytest.raises(AgentError, match=r"^lg1: mute does not answer\. See whether it is on.*timed out"):
        probe("lg1", "mute", OUTPACE, configuration=server.configuration)


def test_missing_outpace_wrong_version_and_login_output_are_reported(
    server: SshServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Path(sys.base_prefix) / "bin" / "python3"
    with pytest.raises(AgentError, match=r"^lg1: .*python3 on lab has no Outpace\..*No module named 'app'"):
        probe("lg1", "lab", str(bare), configuration=server.configuration)
    with monkeypatch.context() as patch:
        patch.setattr("app.__version__", "99.0", raising=False)
        with pytest.raises(AgentError, match=r"^lg1: there is Outpace .*, here 99\.0; install"):
            probe("lg1", "lab", OUTPACE, configuration=server.configuration)
    key = server.authorized.read_text("utf-8")
    # Simulates the output of a shell's start-up file.
    server.authorized.write_text(f'command="echo Welcome to the lab; eval \\"$SSH_ORIGINAL_COMMAND\\"" {key}', "utf-8")
    try:
        with pytest.raises(AgentError, match=r"^lg1: the log-in on lab prints “Welcome to the lab” before any program"):
            probe("lg1", "lab", OUTPACE, configuration=server.configuration)
    finally:
        server.authorized.write_text(key, "utf-8")


@pytest.mark.parametrize(
    "host",
    [
        "-oProxyCommand=touch mark",
        "-oProxyCommand=touch${IFS}mark",
        "lab -oProxyCommand=x",
        "lab//popen",
        "user@lab",
        "",
        "lab\n",
    ],
)
def test_host_with_injected_options_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.chdir(tmp_path)
    for use in (probe, specification):
        with pytest.raises(AgentError, match="no host that can be taken"):
            use("lg1", host, "python3")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "python",
    ["", "-c", "python3 -c x", "/a//b", "py;x", "$(x)", "`x`", "a&b", "a|b", "%x%", '"x"', "py\n", "~x/../-y z"],
)
def test_python_path_with_injected_commands_is_rejected(python: str) -> None:
    for use in (probe, specification):
        with pytest.raises(AgentError, match="no path that can be taken"):
            use("lg1", "lab", python)


@pytest.mark.parametrize(
    "python",
    ["python3", "/opt/outpace/.venv/bin/python", "~/outpace/.venv/bin/python3.11", r"C:\Outpace\python.exe"],
)
def test_ordinary_paths_are_accepted(python: str) -> None:
    assert specification("lg1", "lg-1.lab.example", python).endswith(f"-- lg-1.lab.example//python={python} -P")
    assert ssh.OPTIONS["StrictHostKeyChecking"] == "yes"
