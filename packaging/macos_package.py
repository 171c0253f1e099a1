# SPDX-License-Identifier: Apache-2.0
"""The .app for macOS in a disk image: the same folder by PyInstaller as on Linux, as a bundle. Built on a Mac alone.

Called by build.py. **It has not run on a Mac yet.** PyInstaller signs the bundle for this machine only (ad hoc); with
OUTPACE_SIGN, the name of an identity of the keychain, codesign signs it again. Notarising is left to who releases.
"""

import os
import platform
import shutil
from pathlib import Path

from environment import (
    BUILD_REQUIREMENTS,
    PACKAGE_REQUIREMENTS,
    REQUIREMENTS,
    ROOT,
    SetupError,
    own_environment,
    run_shown,
    say,
    temporary_environment,
)
from linux_package import freeze

NOTICES = ("THIRD-PARTY-NOTICES.txt", "sbom.cdx.json")


def build_app(kinds: list[str], work: Path, out: Path, version: str) -> list[Path]:
    """Writes Outpace-VERSION-MACHINE.dmg into the folder out; work: a folder with the notices of third parties. Raises
    SetupError."""
    assert kinds == ["app"]
    if platform.system() != "Darwin":
        raise SetupError("an .app holds the libraries of this system: it is built on a Mac")
    with temporary_environment(REQUIREMENTS, PACKAGE_REQUIREMENTS, BUILD_REQUIREMENTS) as scripts:
        say("laying out the program")
        freeze(scripts, work, version)
    image = work / "image"
    image.mkdir()
    # ditto keeps the links of a bundle, which is signed with them.
    _run(["ditto", str(work / "dist" / "Outpace.app"), str(image / "Outpace.app")])
    if identity := os.environ.get("OUTPACE_SIGN"):
        signing = ["codesign", "--force", "--deep", "--options", "runtime", "--timestamp", "--sign", identity]
        _run([*signing, str(image / "Outpace.app")])
    for name in NOTICES:
        shutil.copy(work / name, image)
    shutil.copy(ROOT / "LICENSE", image / "LICENSE.txt")
    (image / "Applications").symlink_to("/Applications")
    path = out / f"Outpace-{version}-{platform.machine()}.dmg"
    say("packing the .dmg")
    packing = [
        "hdiutil",
        "create",
        "-volname",
        f"Outpace {version}",
        "-srcfolder",
        str(image),
        "-ov",
        "-format",
        "UDZO",
    ]
    _run([*packing, str(path)])
    return [path]


def _run(command: list[str]) -> None:
    status, _ = run_shown(command, own_environment())
    if status != 0:
        raise SetupError(f"{Path(command[0]).name} failed (its words are above)")
