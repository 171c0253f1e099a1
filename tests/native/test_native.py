# SPDX-License-Identifier: Apache-2.0
"""The native library: built from exactly its sources, loaded or rejected with a reason, and free of warnings."""

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter_ns

import pytest

from app.native.native_library import LIBRARIES, MARK, Absent, NativeLibrary, library_name, source_hash, sources

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted((ROOT / "tests" / "native").glob("*.c"))
SANITIZERS = {
    "address": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "thread": ["-fsanitize=thread"],
}
STRICT = ["-Wconversion", "-Wshadow"]
"""Warnings that the library must not cause; a user's older compiler may report more."""

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
has_gnu_tools = pytest.mark.skipif(sys.platform != "linux", reason="reads a library of Linux by binutils")


@pytest.fixture
def library() -> NativeLibrary:
    found = NativeLibrary.load({})
    assert isinstance(found, NativeLibrary), found
    return found


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy the files that a build needs, with only two sources; building all takes seconds and is tested elsewhere."""
    for name in ("packaging", "app/native"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("lib", "__pycache__"))
    (tmp_path / "native").mkdir()
    for name in ("clock.c", "library.c", "outpace.h"):
        shutil.copy(ROOT / "native" / name, tmp_path / "native")
    shutil.copy(ROOT / "app" / "__init__.py", tmp_path / "app")
    return tmp_path


def run(checkout: Path, *command: str, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    # A command-line test in this process sets it, and Python would then not import from a script's own folder.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"} | {"PATH": path}
    return subprocess.run(
        [sys.executable, *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def test_library_is_loaded_and_built_from_these_sources(library: NativeLibrary) -> None:
    hashed = library.function("outpace_sources", ctypes.c_char_p)()
    assert hashed.decode() == source_hash()
    assert library.name == "native 2"


def test_library_clock_agrees_with_pythons(library: NativeLibrary) -> None:
    clock_ns = library.function("outpace_clock_ns", ctypes.c_int64, quick=True)
    before_ns, read_ns, after_ns = perf_counter_ns(), clock_ns(), perf_counter_ns()
    assert before_ns <= read_ns <= after_ns


@has_gnu_tools
def test_library_exports_only_its_interface_and_needs_only_the_c_library(library: NativeLibrary) -> None:
    listed = subprocess.run(["nm", "-D", "--defined-only", library.path], capture_output=True, text=True, check=True)
    names = {line.split()[-1] for line in listed.stdout.splitlines()}
    assert names
    assert not [name for name in names if not name.startswith("outpace_")]
    dynamic = subprocess.run(["readelf", "-d", library.path], capture_output=True, text=True, check=True).stdout
    needed = {line.split("[")[1].split(".so")[0] for line in dynamic.splitlines() if "(NEEDED)" in line}
    assert needed <= {"libc", "libm", "libpthread", "libdl", "ld-linux-x86-64", "ld-linux-aarch64"}


@pytest.mark.parametrize(
    ("choice", "said"),
    [("python", Absent("chosen")), ("pyhton", Absent("unknown choice", "pyhton"))],
)
def test_python_driver_can_be_selected_and_unknown_choices_are_rejected(choice: str, said: Absent) -> None:
    assert NativeLibrary.load({"OUTPACE_DRIVER": choice}) == said


def test_unusable_library_is_reported_with_the_reason(tmp_path: Path) -> None:
    assert NativeLibrary.load({}, tmp_path) == Absent("not built")
    path = tmp_path / library_name()
    path.write_bytes((LIBRARIES / library_name()).read_bytes().replace(source_hash().encode(), b"0" * 64))
    assert NativeLibrary.load({}, tmp_path) == Absent("other sources")
    path.write_bytes(b"no library: " + MARK + source_hash().encode())
    found = NativeLibrary.load({}, tmp_path)
    assert isinstance(found, Absent)
    assert found.lack == "not loadable"
    assert path.name in found.detail


def test_changed_source_makes_the_library_stale_until_it_is_rebuilt(checkout: Path) -> None:
    check, build = ("packaging/native.py", "--check"), ("packaging/native.py",)
    assert run(checkout, *check).returncode == 1
    assert run(checkout, *build).returncode == 0
    assert run(checkout, *check).returncode == 0
    with (checkout / "native" / "outpace.h").open("a", encoding="utf-8") as header:
        header.write("/* changed */\n")
    assert run(checkout, *check).returncode == 1
    assert run(checkout, *build).returncode == 0
    assert run(checkout, *check).returncode == 0


def test_compiler_warnings_fail_the_build_and_keep_the_previous_library(checkout: Path) -> None:
    assert run(checkout, "packaging/native.py").returncode == 0
    library = checkout / "app" / "native" / "lib" / library_name()
    before = library.read_bytes()
    (checkout / "native" / "faulty.c").write_text("int faulty(void) { int unused; return 0; }\n", encoding="utf-8")
    done = run(checkout, "packaging/native.py")
    assert done.returncode == 1
    assert "unused" in done.stderr
    assert "Traceback" not in done.stderr
    assert library.read_bytes() == before
    assert [path.name for path in library.parent.iterdir()] == [library.name]


def test_missing_compiler_prints_one_line_on_how_to_get_the_native_driver(checkout: Path) -> None:
    passing = "import sys; sys.path.insert(0, 'packaging'); import native; native.build_in_passing()"
    done = run(checkout, "-c", passing, path=str(checkout))
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    assert line.startswith("Outpace: the driver in Python runs: there is no C compiler")
    assert "--ziglang" in line
    done = run(checkout, "-c", passing)
    assert done.stdout == "Outpace: the native driver is built\n"
    assert run(checkout, "-c", passing).stdout == ""


BUILT = Path(sys.prefix) / "sanitized"
"""Folder that persists between runs, with a subfolder per program, because compiling takes most of these tests' time.
"""


def built_once(name: str, inputs: Sequence[Path], command: Sequence[str], build: Callable[[Path], None]) -> Path:
    """Return the folder that `build` filled, now or in an earlier run with the same files and compiler."""
    digest = hashlib.sha256(compiler_version() + repr(command).encode())
    for path in inputs:
        digest.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    place = BUILT / name / digest.hexdigest()
    if not place.exists():
        shutil.rmtree(place.parent, ignore_errors=True)
        place.parent.mkdir(parents=True)
        folder = Path(tempfile.mkdtemp(dir=place.parent))
        build(folder)
        folder.rename(place)
    return place


@functools.cache
def compiler_version() -> bytes:
    return subprocess.run(["cc", "--version"], capture_output=True, check=True).stdout


@pytest.fixture(scope="module", params=SANITIZERS)
def sanitized(request: pytest.FixtureRequest) -> list[str]:
    """Return the command that compiles and links a program with a sanitizer and the whole library.

    A file of the library is recompiled only if it or a header has changed. -rdynamic exports the program's symbols, so
    that it can stand in for a library.
    """
    command = ["cc", "-std=c11", "-D_GNU_SOURCE", "-Og", "-g1", "-Wall", "-Wextra", "-Werror", "-pthread", "-rdynamic"]
    command += [*SANITIZERS[request.param], "-DOUTPACE_SOURCES=tested"]
    headers = [path for path in sources() if path.suffix != ".c"]

    def compiled_once(source: Path) -> str:
        def compile_it(folder: Path) -> None:
            compiled(*command, "-c", str(source), folder=folder)

        folder = built_once(f"{request.param} library {source.stem}", [source, *headers], command, compile_it)
        return str(folder / f"{source.stem}.o")

    objects = [compiled_once(path) for path in sources() if path.suffix == ".c"]
    return [*command, *objects, "-ldl", "-lm"]


def compiled(*command: str, folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@has_gnu_tools
@pytest.mark.program
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_c_test_programs_pass_the_sanitizers(program: Path, sanitized: list[str], tmp_path: Path) -> None:
    """Run each program in tests/native with the whole library under the address, UB, and thread sanitizers."""
    inputs = [program, *(ROOT / "tests" / "native").glob("*.h"), *sources()]
    command = [*sanitized[:1], "-o", program.stem, str(program), *sanitized[1:]]
    name = f"{next(one for one in SANITIZERS if SANITIZERS[one][0] in command)} {program.stem}"
    output = built_once(name, inputs, command, lambda folder: compiled(*command, folder=folder)) / program.stem
    # Newer kernels randomize addresses over a wider range than older compilers' ThreadSanitizer supports.
    steady = ["setarch", "-R"] if shutil.which("setarch") else []
    done = subprocess.run([*steady, str(output)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
