# SPDX-License-Identifier: Apache-2.0
"""What a report says in its author's own words: who made it, when it was tested, what to take from it."""

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
    """As a scenario has it. date: of the test, where it is not the recording's. summary, conclusion: paragraphs with an
    empty line between them; lines that begin with "- " are a list. logo: a file beside the scenario."""

    author: Line = ""
    company: Line = ""
    date: Line = ""
    summary: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    conclusion: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    logo: LogoName = ""


class ReportDetails(msgspec.Struct, frozen=True):
    """What a report prints of it. None: nobody has given it; "": it is to be left out. logo: a PNG or JPEG."""

    author: str | None = None
    company: str | None = None
    date: str | None = None
    summary: str | None = None
    conclusion: str | None = None
    logo: bytes | None = None

    def over(self, other: "ReportDetails") -> "ReportDetails":
        """These, and the other's where these say nothing."""
        given = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}
        return msgspec.structs.replace(other, **given)
