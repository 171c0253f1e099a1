# SPDX-License-Identifier: Apache-2.0
"""The wheel built from this checkout, installed in isolation from it."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from app.native.native_library import INTERFACE, LIBRARIES, is_of, library_name, source_hash

pytestmark = pytest.mark.program  # a packaging test: it builds and installs a wheel
ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-I", "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", folder, ROOT, cwd=folder)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a fresh environment with the wheel and the dependencies of the test environment."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=sys.platform != "win32")
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [sys.executable, "-I", "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "--python", scripts / "python", "install", "--no-deps", "--no-index", wheel, cwd=folder)
    site = run(scripts / "python", "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
    # Folders added by a .pth file are not searched for more .pth files, so this checkout stays invisible.
    (Path(site.strip()) / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return scripts


def test_sql_and_icons_can_be_read_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    reading = """
from importlib.resources import files
import app, resources
sql = [path for path in files("app.workloads").joinpath("dvdstore").rglob("*.sql")]
print(app.__file__)
print(sql[0].read_text(encoding="utf-8").strip().splitlines()[0])
print(files("resources").joinpath("icons", "outpace-256.png").read_bytes()[:4])
"""
    place, sql, icon = run(installed / "python", "-I", "-c", reading, cwd=tmp_path).splitlines()
    assert not Path(place).is_relative_to(ROOT)
    assert sql
    assert icon == repr(b"\x89PNG")


def test_installed_programs_exist_and_the_command_runs(installed: Path, tmp_path: Path) -> None:
    suffix = ".exe" if sys.platform == "win32" else ""
    assert (installed / f"outpace-window{suffix}").exists()
    assert run(installed / f"outpace{suffix}", "--version", cwd=tmp_path).startswith("Outpace ")
    assert "embedded-demo" in run(installed / f"outpace{suffix}", "scenarios", cwd=tmp_path).splitlines()[0]


@pytest.mark.skipif(not is_of(LIBRARIES / library_name(), source_hash()), reason="the native library is not built")
def test_installed_wheel_loads_the_native_library_of_its_sources(installed: Path, tmp_path: Path) -> None:
    reading = """
from app.native.native_library import NativeLibrary, source_hash
found = NativeLibrary.load({})
print(found.path, found.name, source_hash(), sep="\\n")
"""
    path, name, hashed = run(installed / "python", "-I", "-c", reading, cwd=tmp_path).splitlines()
    assert not Path(path).is_relative_to(ROOT)
    assert (name, hashed) == (f"native {INTERFACE}", source_hash())


def test_wheel_contains_only_the_program(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"app", "widgets", "collectors", "resources"}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    fonts = {name for name in names if name.startswith("widgets/fonts/")}
    assert "widgets/fonts/OFL.txt" in fonts
    assert sum(name.endswith(".ttf") for name in fonts) == 4
    assert not [name for name in names if "__pycache__" in name or "/test_" in name or "conftest" in name]
