# SPDX-License-Identifier: Apache-2.0
"""Messages about a missing native library."""

from app.model.errors import phrase
from app.model.messages import Sentence
from app.native.native_library import Absent


def absence(absent: Absent) -> Sentence:
    """Return why the native library is missing and, if there is a remedy, what to do."""
    match absent.lack:
        case "chosen":
            return phrase("OUTPACE_DRIVER chooses Python")
        case "unknown choice":
            return phrase("OUTPACE_DRIVER is {choice}, neither python nor native", choice=absent.detail)
        case "not built":
            return phrase("the native library is not built: python3 packaging/native.py builds it")
        case "other sources" | "other interface":
            return phrase("the native library is of other sources: python3 packaging/native.py builds it anew")
        case "not loadable":
            return phrase("the native library can't be loaded: {error}", error=absent.detail)
