# SPDX-License-Identifier: Apache-2.0
"""Build the .deb and the .rpm: a folder made by PyInstaller, with Python, Qt and our native library, packed by nfpm.

Called by build.py. Libraries whose security distributions maintain (libc, OpenSSL, X11) are dependencies and not
included. The packages need the C library version of the build machine or a later one, so build on the oldest supported
system.
"""

import json
import lzma
import platform
import shutil
import subprocess
import sysconfig
from datetime import UTC, datetime
from pathlib import Path

from environment import (
    BUILD_REQUIREMENTS,
    PACKAGE_REQUIREMENTS,
    PIP_OPTIONS,
    REQUIREMENTS,
    ROOT,
    SetupError,
    own_environment,
    run_shown,
    say,
    temporary_environment,
)

HERE = ROOT / "packaging" / "linux"
ICONS = ROOT / "resources" / "icons"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
PROGRAM = "/usr/lib/outpace"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}

DEPENDS = {
    "deb": (
        "libc6 (>= {glibc})", "libstdc++6", "libgcc-s1", "zlib1g", "libzstd1", "libuuid1", "libexpat1", "libffi8",
        "libbz2-1.0", "liblzma5", "libssl3 | libssl3t64", "libbrotli1", "libdbus-1-3", "libegl1", "libfontconfig1",
        "libfreetype6", "libgl1", "libglib2.0-0 | libglib2.0-0t64", "libgssapi-krb5-2", "libdrm2",
        "libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "libx11-6", "libx11-xcb1", "libxcb1",
        "libxcb-cursor0", "libxcb-glx0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1", "libxcb-randr0",
        "libxcb-render-util0", "libxcb-render0", "libxcb-shape0", "libxcb-shm0", "libxcb-sync1", "libxcb-util1",
        "libxcb-xfixes0", "libxcb-xkb1", "libxkbcommon-x11-0", "libxkbcommon0",
    ),
    "rpm": (
        "glibc >= {glibc}", "libstdc++", "libgcc", "zlib", "libzstd", "libuuid", "expat", "libffi", "bzip2-libs",
        "xz-libs", "openssl-libs", "brotli", "dbus-libs", "mesa-libEGL", "mesa-libGL", "fontconfig", "freetype",
        "glib2", "krb5-libs", "libdrm", "libwayland-client", "libwayland-cursor", "libwayland-egl", "libX11",
        "libX11-xcb", "libxcb", "xcb-util-cursor", "xcb-util-wm", "xcb-util-image", "xcb-util-keysyms",
        "xcb-util-renderutil", "xcb-util", "libxkbcommon", "libxkbcommon-x11",
    ),
}  # fmt: skip
"""Dependencies, which are libraries needed by the program's libraries (objdump -p) but not in the folder."""

AR = b"!<arch>\n"
RECOMMENDS = {"deb": ("libodbc2", "fonts-dejavu-core | fonts-noto-core"), "rpm": ("unixODBC", "dejavu-sans-fonts")}
SUGGESTS = {"deb": ("odbc-postgresql", "odbc-mariadb"), "rpm": ("postgresql-odbc", "mariadb-connector-odbc")}


def build_packages(kinds: list[str], work: Path, out: Path, version: str) -> list[Path]:
    """Build a package of each kind ("deb", "rpm").

    Args:
        kinds: kinds to build.
        work: empty folder.
        out: folder for the packages.
        version: version of Outpace.

    Raises:
        SetupError: a tool failed.
    """
    if platform.system() != "Linux":
        raise SetupError("a .deb and an .rpm hold the libraries of this system: they are built on Linux")
    if not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        raise SetupError(
            "this Python has no shared library (libpython), which the package is to bring. Build with the system's:\n\n"
            "  /usr/bin/python3 packaging/build.py deb rpm\n"
        )
    with temporary_environment(REQUIREMENTS, PACKAGE_REQUIREMENTS, BUILD_REQUIREMENTS) as scripts:
        say("laying out the program")
        freeze(scripts, work, version)
        described = work / "nfpm.json"
        packages = []
        for kind in kinds:
            say(f"packing the .{kind}")
            described.write_text(json.dumps(description(kind, work, version)), encoding="utf-8")
            packed = work / kind
            packed.mkdir()
            _run([str(scripts / "nfpm"), "package", "-f", str(described), "-p", kind, "-t", str(packed)])
            (package,) = packed.iterdir()  # named according to the distributions' conventions
            if kind == "deb":
                compress(package)
            packages.append(Path(shutil.copy(package, out)))
    return packages


def freeze(scripts: Path, work: Path, version: str) -> None:
    """Freeze the program's folder (on macOS also its bundle) into work / "dist".

    Args:
        scripts: programs of an environment with PyInstaller and the packages of Outpace.
        work: working folder.
        version: version of Outpace.

    Raises:
        SetupError: PyInstaller failed.
    """
    pip = [str(scripts / "python"), "-I", "-m", "pip", *PIP_OPTIONS, "--quiet"]
    _run([*pip, "install", "--no-deps", "--no-build-isolation", str(ROOT)])
    frozen = [str(scripts / "pyinstaller"), "--noconfirm", "--log-level", "ERROR", "--workpath", str(work / "build")]
    _run([*frozen, "--distpath", str(work / "dist"), str(HERE / "outpace.spec")], OUTPACE_VERSION=version)


def _run(command: list[str], **environment: str) -> None:
    status, _ = run_shown(command, own_environment() | environment)
    if status != 0:
        raise SetupError(f"{Path(command[0]).name} failed (its words are above)")


def compress(package: Path) -> None:
    """Recompress a .deb's data with xz, which is a fifth smaller than nfpm's result.

    The file is an ar archive (deb(5)): members with a 60-byte header, whose last fields are the size and the end
    marker, each at an even offset.
    """
    file = package.read_bytes()
    parts, at = [AR], len(AR)
    while at < len(file):
        head, size = file[at : at + 60], int(file[at + 48 : at + 58])
        data = file[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
        if head[:16].strip().rstrip(b"/") == b"data.tar":
            data = lzma.compress(data)
            head = b"data.tar.xz".ljust(16) + head[16:48] + str(len(data)).encode().ljust(10) + head[58:]
        parts += [head, data, b"\n" * (len(data) % 2)]
    package.write_bytes(b"".join(parts))


def _architecture() -> str:
    machine = platform.machine()
    return ARCHITECTURES.get(machine, machine)


def description(kind: str, work: Path, version: str) -> dict[str, object]:
    """Return nfpm's configuration (YAML, of which JSON is a subset)."""
    glibc = platform.libc_ver()[1]
    metainfo = work / "metainfo.xml"
    text = (HERE / "metainfo.xml").read_text(encoding="utf-8")
    metainfo.write_text(text.format(version=version, date=_date()), encoding="utf-8")
    shared = {
        HERE / "Outpace.desktop": "applications/Outpace.desktop",
        HERE / "outpace-mime.xml": "mime/packages/outpace.xml",
        metainfo: "metainfo/io.outpace.Outpace.metainfo.xml",
        ICONS / "outpace.svg": "icons/hicolor/scalable/apps/outpace.svg",
        **{ICONS / f"outpace-{size}.png": f"icons/hicolor/{size}x{size}/apps/outpace.png" for size in SIZES},
        ROOT / "LICENSE": "doc/outpace/copyright",
        work / "THIRD-PARTY-NOTICES.txt": "doc/outpace/THIRD-PARTY-NOTICES.txt",
        work / "sbom.cdx.json": "doc/outpace/sbom.cdx.json",
        ROOT / "CHANGELOG.md": "doc/outpace/CHANGELOG.md",
    }
    contents = [{"src": str(work / "dist" / "outpace"), "dst": PROGRAM, "type": "tree"}]
    contents += [
        {"src": f"{PROGRAM}/outpace", "dst": f"/usr/bin/{name}", "type": "symlink"}
        for name in ("outpace", "outpace-window")
    ]
    contents += [{"src": str(source), "dst": f"/usr/share/{place}"} for source, place in shared.items()]
    contents += [{"dst": "/usr/share/doc/outpace", "type": "dir"}]  # otherwise rpm would leave it behind
    return {
        "name": "outpace",
        "arch": _architecture(),
        "platform": "linux",
        "version": version,
        "section": "database",
        "priority": "optional",
        "maintainer": "Outpace developers <developers@outpace.invalid>",
        "description": "Two systems side by side, live, under the same workload\n"
        "Runs the same OLTP or storage workload on two systems at the same time and shows them\n"
        "side by side on one clock. What happened is one file, which opens again as a replay\n"
        "with the same numbers.",
        "license": "Apache-2.0",
        "contents": contents,
        "scripts": {"preinstall": str(HERE / "not-running.sh"), "preremove": str(HERE / "not-running.sh")},
        "depends": [one.format(glibc=glibc) for one in DEPENDS[kind]],
        "recommends": RECOMMENDS[kind],
        "suggests": SUGGESTS[kind],
        "deb": {"compression": "none"},
        "rpm": {"compression": "xz"},
    }


def _date() -> str:
    """Return the date of this checkout's commit, or today."""
    git = shutil.which("git")
    if git is not None:
        done = subprocess.run([git, "log", "-1", "--format=%cs"], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.strip()
    return f"{datetime.now(UTC):%Y-%m-%d}"
