# SPDX-License-Identifier: Apache-2.0
"""The .deb and .rpm packages, as far as they can be tested without a build; packaging/try_package.py tests the rest."""

import ast
import configparser
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.ui.window.application import application

ROOT = Path(__file__).parents[2]
LINUX = ROOT / "packaging" / "linux"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"

sys.path.insert(1, str(ROOT / "packaging"))
import environment  # noqa: E402 - packaging's modules are scripts in one folder
import linux_package  # noqa: E402


def test_package_depends_on_every_library_that_a_window_needs() -> None:
    named = {name.strip() for one in linux_package.DEPENDS["deb"] for name in one.partition("(")[0].split("|")}
    assert named.issuperset(environment.WINDOW_LIBRARIES)


def test_menu_entry_and_file_type_match_the_application(qapp: QApplication) -> None:
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(LINUX / "Outpace.desktop", encoding="utf-8")
    entry = parser["Desktop Entry"]
    app = application()
    assert entry["StartupWMClass"] == app.applicationName()
    assert app.desktopFileName() == "Outpace"
    assert entry["Exec"] == "outpace-window %f"
    info = ET.parse(LINUX / "metainfo.xml").getroot()
    assert info.findtext("launchable") == "Outpace.desktop"
    assert info.findtext("provides/mediatype") == entry["MimeType"].rstrip(";")
    mime = ET.parse(LINUX / "outpace-mime.xml").getroot().find(f"{MIME}mime-type")
    assert mime is not None
    assert mime.get("type") == entry["MimeType"].rstrip(";")
    assert [glob.get("pattern") for glob in mime.iter(f"{MIME}glob")] == ["*.outpace"]


@pytest.mark.parametrize("kind", ["deb", "rpm"])
def test_every_file_listed_for_a_package_exists(kind: str, tmp_path: Path) -> None:
    described = linux_package.description(kind, tmp_path, "1.2.3")
    contents = described["contents"]
    assert isinstance(contents, list)
    sources = [Path(one["src"]) for one in contents if one.get("type") not in ("symlink", "dir")]
    built = {tmp_path / "dist" / "outpace", tmp_path / "THIRD-PARTY-NOTICES.txt", tmp_path / "sbom.cdx.json"}
    assert [path for path in sources if not path.exists() and path not in built] == []
    assert 'version="1.2.3"' in (tmp_path / "metainfo.xml").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="a script of Linux packages")
def test_upgrade_is_allowed_when_no_instance_is_running() -> None:
    done = subprocess.run(["sh", LINUX / "not-running.sh", "upgrade"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="unpacked by Debian's dpkg-deb")
def test_recompressed_package_has_the_same_contents(tmp_path: Path) -> None:
    tree, package, unpacked = tmp_path / "tree", tmp_path / "some.deb", tmp_path / "unpacked"
    (tree / "DEBIAN").mkdir(parents=True)
    control = "Package: some\nVersion: 1\nArchitecture: all\nMaintainer: me <me@some.invalid>\nDescription: some\n"
    (tree / "DEBIAN" / "control").write_text(control, encoding="ascii")
    (tree / "file").write_bytes(b"Outpace" * 10001)
    subprocess.run(["dpkg-deb", "-Znone", "--build", tree, package], capture_output=True, check=True)
    before = package.stat().st_size
    linux_package.compress(package)
    assert package.stat().st_size < before / 5
    subprocess.run(["dpkg-deb", "--raw-extract", package, unpacked], check=True)
    assert (unpacked / "file").read_bytes() == b"Outpace" * 10001
    assert (unpacked / "DEBIAN" / "control").read_text(encoding="ascii") == control


FROZEN = """
import sys
sys.path.insert(0, sys.argv[1])
import app, collectors.series
app.__path__.insert(0, sys.argv[2] + "/app")
from app.model.workloads import Brokerage, DvdStore, OrderEntry
from app.workloads.compiler.cycle_compiler import compile_cycle
from app.workloads.database.workload_definition import definition_of, forms_of
from app.workloads.dvdstore import shopper
sys.path[:] = [folder for folder in sys.path if folder != sys.argv[1]]
assert shopper.cycle.__code__.co_filename == "app/workloads/dvdstore/shopper.py"
sys._MEIPASS = sys.argv[2]
for work in (DvdStore(), DvdStore(version=3), Brokerage(), OrderEntry()):
    for engine in ("sqlite", "postgresql", "mysql", "sqlserver"):
        assert compile_cycle(definition_of(work).cycle(work), forms_of(work, engine)).tape
"""


def test_packaged_bytecode_finds_the_source_of_every_cycle(tmp_path: Path) -> None:
    """Cycles are compiled from source, but PyInstaller keeps only bytecode unless the .spec adds the source."""
    workloads = tmp_path / "app" / "workloads"
    shutil.copytree(ROOT / "app" / "workloads", workloads, ignore=shutil.ignore_patterns("__pycache__"))
    spec = ast.parse((LINUX / "outpace.spec").read_text(encoding="utf-8"))
    (added,) = [
        node.value for node in spec.body if isinstance(node, ast.AugAssign) and "'sources'" in ast.unparse(node)
    ]
    carried = eval(compile(ast.Expression(added), "outpace.spec", "eval"), {"Path": Path, "workloads": workloads})
    for source, folder in carried:
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(source, tmp_path / folder)
    compiling = ["-I", "-m", "compileall", "-q", "-b", "-s", str(tmp_path), str(workloads)]
    subprocess.run([sys.executable, *compiling], check=True)
    for source in workloads.rglob("*.py"):
        source.unlink()
    command = [sys.executable, "-P", "-B", "-c", FROZEN, str(ROOT), str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(tmp_path / "sources")
    lacking = subprocess.run(command, cwd=tmp_path.parent, capture_output=True, text=True, check=False)
    assert "the source of cycle is not there" in lacking.stderr
