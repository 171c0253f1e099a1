#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the programs in tests/native for Windows with ziglang and run them under Wine; manual (downloads 100 MB).

python3 packaging/native_on_windows.py
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import NATIVE_REQUIREMENTS, ROOT, own_environment, temporary_environment

from native import FLAGS, FLAGS_OF_SYSTEM, c_files

POSIX_ALONE = {"libpq", "odbc"}
"""POSIX-only programs, which act as the library that they load, which is not possible on Windows."""


def main() -> int:
    """Return 0 if every program succeeds."""
    wine = shutil.which("wine")
    if wine is None:
        print("there is no wine (Debian: apt-get install wine64)")
        return 2
    failed = 0
    with temporary_environment(NATIVE_REQUIREMENTS) as scripts, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        caches = {"ZIG_GLOBAL_CACHE_DIR": str(folder / "zig"), "ZIG_LOCAL_CACHE_DIR": str(folder / "zig")}
        flags = [flag for flag in FLAGS if flag != "-shared"]
        zig: list[str | Path] = [
            scripts / "python",
            "-I",
            "-m",
            "ziglang",
            "cc",
            "-target",
            "x86_64-windows-gnu",
            *flags,
        ]
        zig += [*FLAGS_OF_SYSTEM["windows"], "-DOUTPACE_SOURCES=tested"]
        environment = {**own_environment(), **caches}
        objects: list[Path] = []
        for source in c_files():
            objects.append(folder / f"{source.stem}.o")
            subprocess.run([*zig, "-c", source, "-o", objects[-1]], env=environment, check=True)
        for program in sorted(ROOT.glob("tests/native/*.c")):
            if program.stem in POSIX_ALONE:
                continue
            built = folder / f"{program.stem}.exe"
            subprocess.run([*zig, "-o", built, program, *objects], env=environment, check=True)
            own = {**os.environ, "WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all"}
            done = subprocess.run([wine, built], cwd=folder, env=own, capture_output=True, text=True, check=False)
            print(f"{program.stem:16} status {done.returncode} {done.stderr.strip()[-500:] if done.returncode else ''}")
            failed += done.returncode != 0
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
