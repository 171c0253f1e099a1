# SPDX-License-Identifier: Apache-2.0
"""MySQL server for the tests, from Debian's unstable release.

It is unpacked with its libraries into a folder in .venv, without changing the system's packages. Like environment.py,
this module uses only the standard library. If the server is not available, the tests run without it and report that.
"""

import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from environment import VENV, is_debian, say

PACKAGE = "mysql-server-core"
RELEASE = "sid"
FOLDER = VENV / "mysql"
SERVER = FOLDER / "usr" / "sbin" / "mysqld"
KEEP = ("usr/sbin/mysqld", "usr/lib/x86_64-linux-gnu", "usr/lib/mysql", "usr/lib64", "usr/share/mysql")
"""Paths that the server needs at run time, because it is started by the dynamic loader with which it was linked."""


def provide() -> str:
    """Unpack the server if it is missing; return "", or the reason why it is not available."""
    if SERVER.exists():
        return ""
    if not is_debian() or platform.machine() != "x86_64":
        return "it is unpacked on Debian (x86-64) only"
    say(f"unpacking {PACKAGE} of Debian {RELEASE} for the tests, outside the system")
    with tempfile.TemporaryDirectory(prefix="outpace-mysql-", dir=VENV) as folder:
        try:
            _unpack(Path(folder))
        except (OSError, subprocess.SubprocessError, LookupError) as error:
            return str(error).splitlines()[0] if str(error) else type(error).__name__
    return ""


def _unpack(folder: Path) -> None:
    """Download the packages with a separate apt configuration and unpack what the server needs."""
    site, key = _archive()
    for name in ("lists/partial", "cache/archives/partial", "etc", "root"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    signed = f"Signed-By: {key}\n" if key else ""
    sources = f"Types: deb\nURIs: {site}\nSuites: {RELEASE}\nComponents: main\n{signed}"
    (folder / "debian.sources").write_text(sources, encoding="utf-8")
    options = {
        "Dir::Etc": folder / "etc",
        "Dir::Etc::sourcelist": folder / "debian.sources",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder / "cache",
        "Acquire::Languages": "none",
        "Acquire::Retries": "2",
        "APT::Sandbox::User": "root",
        "APT::Keep-Downloaded-Packages": "true",
    }
    apt = ["apt-get", "-q", *(part for name, value in options.items() for part in ("-o", f"{name}={value}"))]
    _run([*apt, "update"])
    _run([*apt, "install", "--download-only", "--no-install-recommends", "-y", PACKAGE])
    for package in sorted((folder / "cache" / "archives").glob("*.deb")):
        if not package.name.startswith("perl"):
            _run(["dpkg-deb", "--extract", str(package), str(folder / "root")])
    kept = folder / "kept"
    for name in KEEP:
        if (folder / "root" / name).exists():
            (kept / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(folder / "root" / name, kept / name)
    # Copy the loader under the server's name, which becomes the process name.
    (kept / "bin").mkdir()
    (kept / "bin" / "mysqld").symlink_to("../usr/lib64/ld-linux-x86-64.so.2")
    shutil.rmtree(FOLDER, ignore_errors=True)
    kept.rename(FOLDER)


def _archive() -> tuple[str, str]:
    """Return the archive that this system uses, and its key file.

    Raises:
        LookupError: apt has no Debian archive.
    """
    found = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(ORIGIN)\t$(CODENAME)\t$(SITE)", "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    keys = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
    for line in found.splitlines():
        origin, codename, site = line.split("\t")
        if origin == "Debian" and "-" not in codename:
            return site, str(keys) if keys.exists() else ""
    raise LookupError("this system has no archive of Debian's")


def _run(command: list[str]) -> None:
    """Run a command.

    Raises:
        OSError: the command failed; the message is its last line of output.
    """
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"{command[0]}: {(done.stdout.strip().splitlines() or ['no output'])[-1]}")
