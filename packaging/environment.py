# SPDX-License-Identifier: Apache-2.0
"""The .venv of this checkout and the system packages that it needs, for start.py and test.py.

Standard library only, because it runs before anything is installed. Each step prints one line; problems that the user
must solve are raised as SetupError, without a traceback.
"""

import contextlib
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "outpace-installed.json"
LINUX = sys.platform.startswith("linux")
REQUIREMENTS = ROOT / "packaging" / "requirements.txt"
AGENT_REQUIREMENTS = ROOT / "packaging" / "requirements-agent.txt"
"""Subset without windows and printed pages, with the same versions."""
TEST_REQUIREMENTS = ROOT / "packaging" / "requirements-test.txt"
"""Packages of the tests and of Outpace, with the same versions."""
BUILD_REQUIREMENTS = ROOT / "packaging" / "requirements-build.txt"
RELEASE_REQUIREMENTS = ROOT / "packaging" / "requirements-release.txt"
"""Tools for maintainers, which are not installed in .venv."""
NATIVE_REQUIREMENTS = ROOT / "packaging" / "requirements-native.txt"
"""C compiler for machines without one, or for other platforms; also not installed in .venv."""
PACKAGE_REQUIREMENTS = ROOT / "packaging" / "requirements-package.txt"
"""Tools that assemble the .deb and the .rpm, in a separate environment."""
INPUTS = (ROOT / "pyproject.toml", REQUIREMENTS, AGENT_REQUIREMENTS, TEST_REQUIREMENTS, BUILD_REQUIREMENTS)

WINDOW_LIBRARIES = (
    "libbrotli1",
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libfreetype6",
    "libgl1",
    "libglib2.0-0",
    "libwayland-cursor0",
    "libx11-6",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-render-util0",
    "libxcb-render0",
    "libxcb-shape0",
    "libxcb-util1",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
    "libxkbcommon0",
)
"""Debian packages that Qt's xcb and Wayland plugins load and that its wheel does not contain."""

SERVICES = {
    "mariadb-server": ("mariadb",),
    "pgbouncer": ("pgbouncer",),
    "postgresql": ("postgresql",),
    "prometheus-node-exporter": ("prometheus-node-exporter",),
    "prometheus-postgres-exporter": ("prometheus-postgres-exporter",),
}
"""Debian packages that would start a service, now and at every boot, with the names of the services."""

POLICY = Path("/usr/sbin/policy-rc.d")
"""Policy program (Debian policy 9.3.3.1, invoke-rc.d(8)): if it exits with 101, packages start no services."""

NO_NETWORK = (
    "Retrying (Retry(",  # pip, for any failed connection
    "NewConnectionError",
    "NameResolutionError",
    "Temporary failure resolving",  # apt-get
    "Could not resolve",
    "Failed to fetch",
)

# Variables that would make pip or Python use a location other than this .venv. Index and proxy settings are kept,
# because a company's mirror needs them.
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PIP_CONSTRAINT")

PIP_OPTIONS = ("--disable-pip-version-check", "--no-input", "--retries", "2")
HASHED = ("install", "--require-hashes", "--requirement")

VENV_CHECK = """
import importlib.util, sys
sys.exit(sys.version_info < (3, 11) or importlib.util.find_spec("pip") is None)
"""

WINDOW_CHECK = """
import ctypes, pathlib, PySide6
from PySide6 import QtWidgets
ctypes.CDLL(str(pathlib.Path(PySide6.__file__).parent / "Qt/plugins/platforms/libqxcb.so"))
"""


class SetupError(Exception):
    """Something is missing on this machine; the message tells the user what to do."""


def say(text: str) -> None:
    print(f"Outpace: {text}", flush=True)


def own_environment() -> dict[str, str]:
    """Return the environment variables for all programs in .venv."""
    return {name: value for name, value in os.environ.items() if name not in FOREIGN}


def program(name: str) -> str:
    """Return the path of a program in .venv."""
    return str(VENV / "Scripts" / f"{name}.exe" if sys.platform == "win32" else VENV / "bin" / name)


def prepare(packages: Sequence[str], extras: Sequence[str] = (), useful: Sequence[str] = ()) -> None:
    """Install Outpace with these extras in .venv, and these packages on a Debian system.

    Args:
        packages: required system packages.
        extras: optional dependency groups of Outpace.
        useful: packages that root also installs if others are installed; failures are ignored.

    Raises:
        SetupError: something is missing that cannot be installed.
    """
    usable = venv_is_usable()
    wanted = list(missing_packages(packages))
    if not usable and not has_ensurepip() and is_debian():
        wanted.append(f"python3.{sys.version_info.minor}-venv")
    more = missing_packages(useful) if is_root() and (wanted or not is_installed(extras)) else []
    try:
        install_packages([*wanted, *more])
    except SetupError:
        if not more:
            raise
        install_packages(wanted)
    if not usable:
        make_venv()
    install_project(extras)


def is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def is_debian() -> bool:
    """Return whether this is Debian or a derivative, with dpkg and apt-get."""
    return LINUX and all(map(shutil.which, ("dpkg-query", "apt-get")))


def has_root_on_debian() -> bool:
    """Return whether missing packages can be installed; otherwise they are only listed."""
    return is_root() and is_debian()


def missing_packages(packages: Sequence[str]) -> list[str]:
    """Return the Debian packages that are neither installed nor provided by an installed one; [] on other systems."""
    if not packages or not is_debian():
        return []
    listing = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${db:Status-Status}\t${Package}\t${Provides}\n"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    present = set()
    for line in listing.splitlines():
        status, name, provides = line.split("\t")
        if status == "installed":
            present.add(name)
            # Newer releases renamed some libraries (libglib2.0-0t64) and provide the old name.
            present.update(part.split()[0] for part in provides.split(",") if part.strip())
    return [package for package in packages if package not in present]


def install_packages(packages: Sequence[str]) -> None:
    """Install packages with apt-get as root; other users get the command to run."""
    if not packages:
        return
    names = " ".join(packages)
    if not is_root():
        command = f"sudo apt-get update && sudo apt-get install --no-install-recommends -y {names}"
        raise SetupError(
            f"these system packages are missing: {names}.\nInstall them, then start again:\n\n  {command}\n"
        )
    say(f"installing missing system packages: {names}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_shown(["apt-get", "update", "-q"], environment)
    command_line = ["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages]
    with services_held_back(packages):
        status, output = run_shown(command_line, environment)
    if status != 0:
        raise SetupError(f"apt-get could not install {names} (its words are above). {advice(output)}")


@contextlib.contextmanager
def services_held_back(packages: Sequence[str]) -> Iterator[None]:
    """Prevent these packages from starting services during installation and at the next boot."""
    services = [service for package in packages for service in SERVICES.get(package, ())]
    own_policy = bool(services) and not POLICY.exists()
    if own_policy:
        POLICY.write_text(
            "#!/bin/sh\n# Outpace's tests start servers of their own. Removed when apt-get ends.\nexit 101\n"
        )
        POLICY.chmod(0o755)
    try:
        yield
    finally:
        if own_policy:
            POLICY.unlink(missing_ok=True)
        update = shutil.which("update-rc.d", path="/usr/sbin:/sbin")
        for service in services:
            if update is not None and Path("/etc/init.d", service).exists():
                subprocess.run([update, service, "disable"], capture_output=True, check=False)


def has_ensurepip() -> bool:
    """Return whether Python has ensurepip; on Debian it is in the package python3-venv."""
    try:
        import ensurepip  # noqa: F401, PLC0415 - only its presence matters
    except ImportError:
        return False
    return True


def venv_is_usable() -> bool:
    """Return False for a .venv whose Python is missing, has another version or has no pip."""
    if not Path(program("python")).exists():
        return False
    done = subprocess.run([program("python"), "-I", "-c", VENV_CHECK], capture_output=True, check=False)
    return done.returncode == 0


def make_venv() -> None:
    say(f"making {VENV} with Python {sys.version.split()[0]}")
    status, _ = run_shown([sys.executable, "-I", "-m", "venv", "--clear", str(VENV)], own_environment())
    if status != 0 or not venv_is_usable():
        raise SetupError(
            f"no virtual environment could be made in {VENV} (the reason is above). On Debian and Ubuntu the package "
            f"python3-venv is needed; elsewhere a Python 3.11 or later with pip, as python.org installs it."
        )


def create_environment(folder: Path, *requirements: Path, installer: Path | None = None) -> Path:
    """Create a virtual environment with these packages, uncompiled; return the folder of its programs.

    Args:
        folder: folder of the environment.
        requirements: lists of packages.
        installer: Python whose pip installs them, so that the new environment contains nothing else, not even pip.

    Raises:
        SetupError: pip failed.
    """
    venv.create(folder, with_pip=installer is None)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(installer or scripts / "python"), "-I", "-m", "pip", *PIP_OPTIONS, "--quiet"]
    pip += ["--python", str(scripts / "python")] if installer else []
    # Few of its files are used, so they need not be compiled.
    install = ("install", "--no-compile", *HASHED[1:]) if installer else HASHED
    for path in requirements if installer else dict.fromkeys((BUILD_REQUIREMENTS, *requirements)):
        status, output = run_shown([*pip, *install, str(path)], own_environment())
        if status != 0:
            raise SetupError(f"pip could not install {path.name} (its words are above). {advice(output)}")
    return scripts


@contextlib.contextmanager
def temporary_environment(*requirements: Path, installer: Path | None = None) -> Iterator[Path]:
    """Create a temporary environment as `create_environment` does; yield the folder of its programs."""
    with tempfile.TemporaryDirectory(prefix="outpace-") as folder:
        yield create_environment(Path(folder), *requirements, installer=installer)


def install_project(extras: Sequence[str]) -> None:
    """Install Outpace in editable mode with the listed packages, unless that is up to date."""
    if is_installed(extras):
        return
    digest, before = inputs_digest(), read_stamp()
    current = before.digest == digest
    every = sorted(before.extras.union(extras) if current else extras)
    STAMP.unlink(missing_ok=True)
    size = "100 to 150 MB" if "window" in every else "about 50 MB"
    say(f"installing Outpace into .venv (the first time {size} are fetched)")
    pip([*HASHED, str(BUILD_REQUIREMENTS)])
    # Python 3.11 itself installs setuptools, which is never updated and not needed.
    pip(["uninstall", "--yes", "setuptools"])
    lists = {"test": TEST_REQUIREMENTS, "window": REQUIREMENTS}
    pip([*HASHED, str(next((path for extra, path in lists.items() if extra in every), AGENT_REQUIREMENTS))])
    pip(["install", "--no-deps", "--no-build-isolation", "--editable", "."])
    STAMP.write_text(json.dumps({"digest": digest, "extras": every}), encoding="utf-8")
    say("installed")


def inputs_digest() -> str:
    """Return a hash of the checkout's location and of the inputs of its .venv."""
    return hashlib.sha256(str(ROOT).encode() + b"".join(path.read_bytes() for path in INPUTS)).hexdigest()


def is_installed(extras: Sequence[str]) -> bool:
    """Return whether .venv is up to date with these extras."""
    before = read_stamp()
    return before.digest == inputs_digest() and before.extras.issuperset(extras)


@dataclass(frozen=True, slots=True)
class Installed:
    """Record of what was last installed in .venv."""

    digest: str = ""
    extras: frozenset[str] = frozenset()


def read_stamp() -> Installed:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return Installed(str(stamp["digest"]), frozenset(map(str, stamp["extras"])))
    except (OSError, ValueError, KeyError, TypeError):
        return Installed()  # never installed, or half-written: it is always right to install again


def pip(arguments: Sequence[str]) -> None:
    status, output = run_shown([program("python"), "-I", "-m", "pip", *PIP_OPTIONS, *arguments], own_environment())
    if status != 0:
        raise SetupError(f"pip could not install Outpace's packages (its words are above). {advice(output)}")


def run_shown(command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """Run a command, showing its output line by line; return its status and output."""
    lines = []
    with subprocess.Popen(
        command,
        env=environment,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if not line.startswith("Requirement already satisfied"):
                print(f"  {line.rstrip()}", flush=True)
    return process.returncode, "".join(lines)


def advice(output: str) -> str:
    if any(sign in output for sign in NO_NETWORK):
        return (
            "The network could not be reached. Connect this machine, or set the proxy (HTTPS_PROXY) or the mirror "
            "(PIP_INDEX_URL) of your network, and start again: it goes on where it stopped."
        )
    return "Mend what it names and start again: it goes on where it stopped."


def check_window_libraries() -> None:
    """Check the libraries that a window needs, on Linux systems other than Debian.

    Raises:
        SetupError: a library is missing; the message names the first one.
    """
    if not LINUX or is_debian():
        return
    command = [program("python"), "-I", "-c", WINDOW_CHECK]
    done = subprocess.run(command, capture_output=True, text=True, env=own_environment(), check=False)
    if done.returncode != 0:
        reason = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        raise SetupError(
            f"a system library that Qt's windows need is missing: {reason}\nInstall the package of your distribution "
            f"that has it, then start again. Without a window: {shown_command('start.py')} --headless --seconds 20"
        )


def shown_command(name: str) -> str:
    """Return the command line of a script for messages."""
    return f"{Path(sys.executable).stem} {shlex.quote(str(Path('packaging', name)))}"


def display_is_missing(environment: Mapping[str, str]) -> bool:
    """Return True if there is no display on a POSIX system other than macOS."""
    shown_by = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform not in ("win32", "darwin") and not any(environment.get(name) for name in shown_by)


def become(command: list[str]) -> None:
    """Replace this process with a command; on Windows, wait for it and exit with its status."""
    sys.stdout.flush()
    if sys.platform == "win32":
        with subprocess.Popen(command, env=own_environment()) as process:
            while process.returncode is None:
                try:
                    process.wait()
                except KeyboardInterrupt:  # the child also received Ctrl+C and is stopping
                    continue
        sys.exit(process.returncode)
    else:
        os.execve(command[0], command, own_environment())  # noqa: S606 - a program of our own .venv
