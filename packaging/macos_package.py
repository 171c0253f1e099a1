# SPDX-License-Identifier: Apache-2.0
"""Build the .app for macOS in a disk image: the PyInstaller folder as a bundle. Only on a Mac.

Called by build.py. **It has not run on a Mac yet.** PyInstaller signs the bundle only for this machine (ad hoc); if
OUTPACE_SIGN is set to a keychain identity, codesign signs it again. Notarizing is left to the publisher.
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
    """Write Outpace-VERSION-MACHINE.dmg to the folder `out`.

    Args:
        kinds: ("app",).
        work: folder with the third-party notices.
        out: folder for the image.
        version: version of Outpace.

    Raises:
        SetupError: a tool failed.
    """
    assert kinds == ["app"]
    if platform.system() != "Darwin":
        raise SetupError("an .app holds the libraries of this system: it is built on a Mac")
    with temporary_environment(REQUIREMENTS, PACKAGE_REQUIREMENTS, BUILD_REQUIREMENTS) as scripts:
        say("laying out the program")
        freeze(scripts, work, version)
    image = work / "image"
    image.mkdir()
    # ditto preserves the links in the signed bundle.
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
