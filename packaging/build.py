#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the packages for users into dist/, one command per package, with inputs pinned by hash.

    python3 packaging/build.py deb rpm      for Linux: on the oldest supported system, with its own Python
    python3 packaging/build.py setup msi    for Windows: built on Linux; precompiled if this is Python 3.13
    python3 packaging/build.py app          for macOS, on a Mac: not tested yet

It also writes the bill of materials, the third-party notices and the SHA-256 sums of the packages.
"""

import argparse
import hashlib
import sys
import tempfile
import tomllib
from pathlib import Path

from environment import ROOT, SetupError, prepare, say
from inventory import write_inventory
from linux_package import build_packages
from macos_package import build_app
from texts import compile_catalogues
from windows_package import build_windows

from native import build_in_passing

LINUX, WINDOWS, MACOS = ("deb", "rpm"), ("setup", "msi"), ("app",)
KINDS = LINUX + WINDOWS + MACOS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="+", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER", help="default: dist/")
    options = parser.parse_args()
    out: Path = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    try:
        with tempfile.TemporaryDirectory(prefix="outpace-build-") as name:
            work = Path(name)
            build_in_passing()
            prepare([], extras=["window"])
            compile_catalogues()
            if status := write_inventory(work):
                return status
            packages = []
            for builds, kinds in ((build_packages, LINUX), (build_windows, WINDOWS), (build_app, MACOS)):
                if chosen := [kind for kind in kinds if kind in options.kinds]:
                    packages += builds(chosen, work, out, version)
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
    sums = [f"{hashlib.sha256(package.read_bytes()).hexdigest()}  {package.name}\n" for package in packages]
    (out / "SHA256SUMS").write_text("".join(sums), encoding="ascii")
    for package in packages:
        say(f"{package}: {package.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
