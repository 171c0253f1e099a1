# SPDX-License-Identifier: Apache-2.0
"""Test a .deb on a minimal Debian, as an ordinary user, with a window, and remove it again.

    sudo python3 packaging/try_package.py dist/outpace_1.0.0_amd64.deb [--suite trixie] [--pictures FOLDER]

It needs root, debootstrap, Xvfb, x11-utils and, for --pictures, imagemagick on this machine, and the network. It exits
with 0 if the menu entry opened the window, the demo was valid, a session was opened by its file, an upgrade was refused
while the window was open, and the removal left nothing behind.
"""

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE_S = 60
ENTRY = "/usr/share/applications/Outpace.desktop"
DESKTOP = ("fonts-dejavu-core", "libglib2.0-bin", "xdg-utils", "shared-mime-info", "desktop-file-utils", "appstream")
"""Packages that every desktop has and a minimal system lacks."""
PRUNED = ("/proc", "/sys", "/dev", "/run", "/var/cache", "/var/lib/apt", "/var/lib/dpkg", "/var/log", "/home")
CHECKS = (
    "ls -d /usr/lib/outpace/_internal/pyside6_essentials-*.dist-info",  # shown by About for Qt
    f"desktop-file-validate {ENTRY}",
    "! appstreamcli validate --no-net /usr/share/metainfo/io.outpace.Outpace.metainfo.xml | grep ^E:",
    'test "$(xdg-mime query default application/x-outpace)" = Outpace.desktop',
)


class Root:
    """Debian system in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, command: str, *, user: str = "root", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a shell command in the system; never raises an exception."""
        return subprocess.run(self.typed(command, user, environment), capture_output=True, text=True, check=False)

    def typed(self, command: str, user: str, environment: dict[str, str]) -> list[str]:
        """Return the command line that runs a command in the system."""
        settings = [f"{name}={value}" for name, value in environment.items()]
        return ["chroot", str(self.folder), "su", "-", user, "-c", " ".join([*settings, command])]

    def do(self, command: str, *, user: str = "root", **environment: str) -> str:
        """Run a shell command in the system; abort the test if it fails."""
        done = self.run(command, user=user, **environment)
        if done.returncode != 0:
            sys.exit(f"failed ({done.returncode}): {command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout

    def install(self, *names: str) -> None:
        """Install packages or package files with apt."""
        self.do(f"apt-get install -q -y --no-install-recommends {' '.join(names)}", DEBIAN_FRONTEND="noninteractive")

    def wait_for_end(self) -> None:
        """Wait for the end of the program in the system, whose display was closed."""
        program = str(self.folder / "usr/lib/outpace/outpace")
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until and program in map(_program_of, Path("/proc").glob("[0-9]*")):
            time.sleep(0.2)

    def files(self) -> set[str]:
        """Return all files in the system, except changing files and the users' own."""
        pruned = " -o ".join(f"-path {folder}" for folder in PRUNED)
        return set(self.do(f"find / -xdev \\( {pruned} \\) -prune -o -print").splitlines())


def _program_of(process: Path) -> str:
    with contextlib.suppress(OSError):
        return os.readlink(process / "exe")
    return ""


@contextlib.contextmanager
def bare_debian(suite: str) -> Iterator[Root]:
    with tempfile.TemporaryDirectory(prefix="outpace-bare-") as name:
        folder = Path(name, "root")
        subprocess.run(["debootstrap", "--variant=minbase", suite, folder], check=True, stdout=subprocess.DEVNULL)
        places = [folder / place for place in ("proc", "sys", "dev")]
        try:
            for place in places:
                subprocess.run(["mount", "--rbind", f"/{place.name}", place], check=True)
                subprocess.run(["mount", "--make-rslave", place], check=True)
            yield Root(folder)
        finally:
            Root(folder).wait_for_end()
            for place in reversed(places):
                subprocess.run(["umount", "--recursive", place], check=False)
            if any(map(os.path.ismount, places)):  # otherwise removing the folder would follow the mounts
                os._exit(1)


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """Start an X display."""
    reader, writer = os.pipe()
    arguments = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(arguments, pass_fds=[writer], stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        try:
            with os.fdopen(reader) as answer:
                display = f":{answer.readline().strip()}"
            yield display
        finally:
            server.terminate()


def titles(display: str) -> str:
    return subprocess.run(
        ["xwininfo", "-display", display, "-root", "-tree"], capture_output=True, text=True, check=True
    ).stdout


@contextlib.contextmanager
def opened(root: Root, display: str, command: str, title: str, picture: Path | None) -> Iterator[None]:
    """Run a command as an ordinary user, and keep the window whose title has this ending while the block runs.

    picture: new file for a screenshot. The test is aborted if the window does not appear or stay.
    """
    starting = root.typed(command, "person", {"DISPLAY": display, "XDG_CURRENT_DESKTOP": "GNOME"})
    # desktops associate windows with programs by this class
    shown = re.compile(rf'{title}": \("[a-z-]+" "Outpace"\)')
    with subprocess.Popen(starting, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        until = time.monotonic() + PATIENCE_S
        while not shown.search(titles(display)) and time.monotonic() < until:
            time.sleep(0.5)
        time.sleep(5)  # a failing window has closed by then
        if picture is not None:
            picture.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["import", "-display", display, "-window", "root", picture], check=True)
        if not shown.search(titles(display)):
            log = root.run("cat .local/state/Outpace/log/window.log", user="person").stdout
            sys.exit(f"no window after: {command}\n{titles(display)}\n{log[-3000:]}")
        yield


def show(root: Root, session: str, package: str, pictures: Path | None) -> None:
    """Open the window by its menu entry, then a session by its file, and attempt an upgrade meanwhile."""
    picture = pictures and pictures / "menu.png"
    with screen() as display, opened(root, display, f"gio launch {ENTRY}", '"Outpace', picture):
        print("the menu entry opens the window")
    root.wait_for_end()
    picture = pictures and pictures / "session.png"
    with screen() as display, opened(root, display, f"xdg-open {session}", " – Outpace", picture):
        print("the session is shown")
        if root.run(f"apt-get install --reinstall -y {package}").returncode == 0:
            sys.exit("the package was replaced under a running Outpace")
        print("a running Outpace is not replaced")
    root.wait_for_end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--suite", default="bookworm", help="Debian's name; default: bookworm")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="a picture of each window, to be looked at")
    options = parser.parse_args()
    with bare_debian(options.suite) as root:
        root.do("apt-get update -q")
        root.install(*DESKTOP)
        root.do("useradd --create-home person")
        before = root.files()
        there = f"/var/cache/{options.package.name}"
        shutil.copy(options.package, f"{root.folder}{there}")
        began = time.perf_counter()
        root.install(there)
        print(f"installed in {time.perf_counter() - began:.0f} s")
        for check in CHECKS:
            root.do(check)
        text = root.do("outpace demo --headless --seconds 5", user="person")
        if "Valid run." not in text:
            sys.exit(f"the demo was not valid:\n{text}")
        print("the demo is valid")
        session = root.do("ls Documents/Outpace/*.outpace", user="person").strip()
        show(root, session, there, options.pictures)
        for command in ("remove --purge -q -y outpace", "autoremove --purge -q -y"):
            root.do(f"apt-get {command}", DEBIAN_FRONTEND="noninteractive")
        left = sorted(root.files() - before)
        kept = root.do(f"ls {session}", user="person").strip()
    print(f"removed; the session is kept: {kept}; {len(left)} files left behind")
    print("\n".join(left))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
