#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the native library from native/*.c in app/native/lib/, where the program looks for it.

    python3 packaging/native.py            for this machine, with its C compiler: cc, gcc or clang
    python3 packaging/native.py --ziglang  for this machine, with the compiler of PyPI's ziglang (downloads 100 MB)
    python3 packaging/native.py --all      for Linux, Windows and macOS on x86_64 and aarch64, with ziglang
    python3 packaging/native.py --check    only check; status 1 if this machine's is missing or out of date

start.py and test.py run the first form. Without the library, the Python driver is used. This script uses only the
standard library.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from environment import (
    NATIVE_REQUIREMENTS,
    ROOT,
    SetupError,
    has_root_on_debian,
    own_environment,
    say,
    shown_command,
    temporary_environment,
)

sys.path.insert(1, str(ROOT))  # this checkout's package instead of an installed one

from app.native.native_library import LIBRARIES, is_of, library_name, source_hash, sources

COMPILER_PACKAGES = ("gcc", "libc6-dev")
"""Debian packages of the C compiler."""
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-std=c11", "-O2", "-g0", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden", "-shared")
FLAGS_OF_SYSTEM = {
    # Plain C11 would hide Linux extensions; older C libraries have threads and dlopen in separate files.
    "linux": ("-D_GNU_SOURCE", "-fPIC", "-pthread", "-Wl,--as-needed", "-ldl", "-lm"),
    "macos": ("-fPIC", "-pthread"),
    "windows": ("-U_WIN32_WINNT", "-D_WIN32_WINNT=0x0A00"),
}
STRIPPED = ("-Wl,-s",)
MOST_WORDS = 2000
"""Maximum number of characters that are shown of a failed compiler's output."""


@dataclass(frozen=True, slots=True)
class Platform:
    """Target of a build.

    Attributes:
        system: linux, windows or macos.
        machine: processor architecture.
        target: target in zig's notation, with the oldest supported version of the C library or macOS.
    """

    system: str
    machine: str
    target: str

    @property
    def library(self) -> Path:
        return LIBRARIES / library_name(self.system, self.machine)


PLATFORMS = (
    Platform("linux", "x86_64", "x86_64-linux-gnu.2.17"),
    Platform("linux", "aarch64", "aarch64-linux-gnu.2.17"),
    Platform("windows", "x86_64", "x86_64-windows-gnu"),
    Platform("windows", "aarch64", "aarch64-windows-gnu"),
    Platform("macos", "x86_64", "x86_64-macos.11.0"),
    Platform("macos", "aarch64", "aarch64-macos.11.0"),
)


def own_platform() -> Platform:
    """Return this machine's platform, which has no target if it is not one of PLATFORMS."""
    name = library_name()
    system = name.split("-")[1]
    found = (one for one in PLATFORMS if one.library.name == name)
    return next(found, Platform(system, name.split("-", 2)[2].partition(".")[0], ""))


def c_files() -> list[Path]:
    """Return the files to compile."""
    return [path for path in sources() if path.suffix == ".c"]


def is_built(library: Path | None = None) -> bool:
    """Return whether a library, by default this machine's, exists and is up to date."""
    return is_of(library or LIBRARIES / library_name(), source_hash())


def missing_compiler() -> Sequence[str]:
    """Return the packages that root on Debian must install to build the library, or nothing if it is built."""
    return () if is_built() or not has_root_on_debian() else COMPILER_PACKAGES


def compiler() -> str | None:
    """Return the path of this system's C compiler."""
    return next((path for name in COMPILERS if (path := shutil.which(name))), None)


def command(first: Sequence[str], platform: Platform, output: Path) -> list[str]:
    """Return the compiler's command line, starting with `first`."""
    hashed = f"-DOUTPACE_SOURCES={source_hash()}"
    own = FLAGS_OF_SYSTEM.get(platform.system, FLAGS_OF_SYSTEM["linux"])
    files = [str(path) for path in c_files()]
    flags = [flag for flag in own if not flag.startswith("-l")]
    libraries = [flag for flag in own if flag.startswith("-l")]
    return [*first, *FLAGS, *flags, hashed, "-o", str(output), *files, *libraries]


def build(first: Sequence[str], platform: Platform, environment: Mapping[str, str]) -> None:
    """Build a platform's library and replace the old file atomically, so that running programs keep theirs.

    Raises:
        SetupError: the compiler failed.
    """
    LIBRARIES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=LIBRARIES, prefix=".") as folder:
        output = Path(folder, platform.library.name)
        whole = command(first, platform, output)
        done = subprocess.run(
            whole, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", check=False
        )
        if done.returncode != 0 or not output.exists():
            words = (done.stderr or done.stdout).strip()[:MOST_WORDS]
            raise SetupError(f"the native library could not be built by {shlex.join(first)}:\n{words}")
        os.replace(output, platform.library)


def build_own() -> None:
    """Build for this machine with its compiler.

    Raises:
        SetupError: there is no compiler, or the compiler failed.
    """
    found = compiler()
    if found is None:
        packages = " ".join(COMPILER_PACKAGES)
        raise SetupError(
            f"there is no C compiler ({', '.join(COMPILERS)}) for the native library: install one (on Debian: sudo "
            f"apt-get install {packages}), or run {shown_command('native.py')} --ziglang"
        )
    build([found], own_platform(), os.environ)


def build_with_ziglang(platforms: Sequence[Platform]) -> None:
    """Build with the pinned ziglang in a temporary environment.

    Raises:
        SetupError: the installation or the compiler failed.
    """
    say("fetching the compiler of PyPI's ziglang (about 100 MB)")
    with temporary_environment(NATIVE_REQUIREMENTS) as scripts, tempfile.TemporaryDirectory() as cache:
        # The cache, with the C libraries of all platforms, is not needed afterward.
        environment = {**own_environment(), "ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        for platform in platforms:
            say(f"building {platform.library.name}")
            zig = [str(scripts / "python"), "-I", "-m", "ziglang", "cc", "-target", platform.target]
            build([*zig, *STRIPPED], platform, environment)


def build_in_passing() -> None:
    """Build for this machine if necessary; a failure only prints a line, because the Python driver works without it."""
    if is_built():
        return
    try:
        build_own()
        say("the native driver is built")
    except SetupError as error:
        say(f"the driver in Python runs: {error}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--ziglang", action="store_true", help="by the compiler of PyPI's ziglang")
    way.add_argument("--all", action="store_true", help="for all platforms, by ziglang")
    way.add_argument("--check", action="store_true", help="build nothing: say whether it is built")
    options = parser.parse_args()
    own = own_platform()
    try:
        if options.check:
            say(f"{own.library.name} is {'built of these sources' if is_built() else 'missing, or of other sources'}")
            return 0 if is_built() else 1
        if options.ziglang and not own.target:
            raise SetupError(f"ziglang is not set up for this platform ({own.library.name})")
        if options.ziglang or options.all:
            build_with_ziglang(PLATFORMS if options.all else [own])
        else:
            build_own()
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
    for platform in PLATFORMS if options.all else [own]:
        say(f"{platform.library.relative_to(ROOT)}, {platform.library.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
