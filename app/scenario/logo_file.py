# SPDX-License-Identifier: Apache-2.0
"""Logos from files: chosen by the user, or stored next to a scenario."""

import re
import stat
from pathlib import Path

from app.model.bounds import SCENARIO_LOGO_BYTES
from app.model.logo import Logo, LogoError, logo_of
from app.model.regular_file import opened_regular

PLAIN_NAME = re.compile(r"[^\x00-\x1f\x7f/\\:.][^\x00-\x1f\x7f/\\:]*")


def logo_from(path: Path) -> Logo:
    """Return the logo from a file of the user. Raises LogoError."""
    try:
        with opened_regular(path) as file:
            return logo_of(file.read(SCENARIO_LOGO_BYTES + 1))
    except OSError as error:
        raise LogoError(
            "The logo {path} can't be read ({reason}).", path=path, reason=error.strerror or error
        ) from error


def logo_beside(folder: Path, name: str) -> Logo:
    """Return the logo of a scenario. It may be untrusted, so the file must be a regular file in its folder, not a link.

    Raises:
        LogoError: If the file is not allowed or not a logo.
    """
    if not PLAIN_NAME.fullmatch(name):
        raise LogoError("The logo {name} is not a plain file name.", name=name)
    path = folder / name
    try:
        plain = stat.S_ISREG(path.lstat().st_mode)
    except OSError as error:
        raise LogoError(
            "The logo {path} can't be read ({reason}).", path=path, reason=error.strerror or error
        ) from error
    if not plain:
        raise LogoError("The logo {path} is a link or a folder. Put the picture itself beside the scenario.", path=path)
    return logo_from(path)
