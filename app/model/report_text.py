# SPDX-License-Identifier: Apache-2.0
"""Author's text in a report: its author, the date of the test, summary and conclusion."""

from typing import Annotated

import msgspec
from msgspec import Meta

LONGEST_LINE, LONGEST_TEXT = 200, 4000
LINE = r"^[^\x00-\x1f\x7f]*$"
Line = Annotated[str, Meta(max_length=200, pattern=LINE, description="one line of at most 200 characters")]
LogoName = Annotated[
    str,
    Meta(
        max_length=100,
        pattern=r"^([^\x00-\x1f\x7f/\\:.][^\x00-\x1f\x7f/\\:]*\.([Pp][Nn][Gg]|[Jj][Pp][Ee]?[Gg]))?$",
        description='the name of a PNG or JPEG file beside the scenario, such as "logo.png", without a folder',
    ),
]


class ReportText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Author's text in a scenario.

    Attributes:
        date: Date of the test, if not the recording's.
        summary: Paragraphs separated by empty lines; lines that begin with "- " form a list. The same applies to
            `conclusion`.
        logo: Name of an image file next to the scenario.
    """

    author: Line = ""
    company: Line = ""
    date: Line = ""
    summary: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    conclusion: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    logo: LogoName = ""


class ReportDetails(msgspec.Struct, frozen=True):
    """Author's details as printed in a report; None means not given, "" means omitted.

    Attributes:
        logo: Contents of a PNG or JPEG file.
    """

    author: str | None = None
    company: str | None = None
    date: str | None = None
    summary: str | None = None
    conclusion: str | None = None
    logo: bytes | None = None

    def over(self, other: "ReportDetails") -> "ReportDetails":
        """Return these details, with missing ones taken from `other`."""
        given = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}
        return msgspec.structs.replace(other, **given)
