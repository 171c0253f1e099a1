# SPDX-License-Identifier: Apache-2.0
"""ODBC connection strings as text: KEYWORD=value;KEYWORD={va;l}}ue} (Microsoft, ODBC reference, SQLDriverConnect).

A value in braces may contain anything; a closing brace is doubled. ODBC has no quotes, and a driver would take them as
part of the value. Quotes outside braces are therefore rejected, as are stray braces and repeated keywords, for which
drivers disagree on which one applies. The module only processes text and uses no driver.
"""

import re
from collections.abc import Iterable

from app.model.errors import OutpaceError, phrase

Pairs = tuple[tuple[str, str], ...]

_KEYWORD = re.compile(r"[A-Za-z][A-Za-z0-9 _.-]{0,63}")
_PLAIN = re.compile(r"[A-Za-z0-9_.,:/\\@%+*()~!-]([A-Za-z0-9_.,:/\\@%+*()~! -]*[A-Za-z0-9_.,:/\\@%+*()~!-])?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SECRET = re.compile(r"PWD|PASSWORD\d?|.*PWD|.*PASSWORD|.*SECRET|ACCESSTOKEN", re.IGNORECASE)
_SECRET_IN_TEXT = re.compile(r"(?:^|[;{\s])(?:\w*pwd|\w*password\d?|\w*secret|accesstoken)\s*=", re.IGNORECASE)
_SAME = {
    "PASSWORD": "PWD",
    "USER": "UID",
    "USERNAME": "UID",
    "USER ID": "UID",
    "DB": "DATABASE",
    "INITIAL CATALOG": "DATABASE",
    "SERVERNAME": "SERVER",
    "HOST": "SERVER",
    "HOSTNAME": "SERVER",
    "ADDRESS": "SERVER",
    "ADDR": "SERVER",
    "DATA SOURCE": "SERVER",
}
"""Synonyms of keywords."""


class OdbcTextError(OutpaceError, ValueError):
    """Text that is not an ODBC connection string; the message states location and remedy, and contains no values."""


def parse(text: str) -> Pairs:
    """Return the keywords with their values, in order.

    Raises:
        OdbcTextError: The text is not an ODBC connection string.
    """
    found: list[tuple[str, str]] = []
    position = 0
    while position < len(text):
        if text[position] in "; \t":
            position += 1
            continue
        keyword, position = _keyword(text, position)
        value, position = _value(text, position, keyword)
        found.append((keyword, value))
    seen: dict[str, str] = {}
    for keyword, _ in found:
        plain = plain_keyword(keyword)
        if plain in seen:
            same = seen[plain].upper() == keyword.upper()
            twice = (
                phrase("{keyword} appears twice", keyword=keyword)
                if same
                else phrase("{other} and {keyword} mean the same", other=seen[plain], keyword=keyword)
            )
            raise OdbcTextError(
                "{twice}: drivers disagree on which one counts; keep one. If a value contains a "
                "semicolon, write the value in braces: {a;b}",
                twice=twice,
            )
        seen[plain] = keyword
    return tuple(found)


def plain_keyword(keyword: str) -> str:
    """Return a keyword in capitals, with synonyms replaced: USER becomes UID."""
    word = keyword.upper()
    return _SAME.get(word, word)


def quote(value: str) -> str:
    """Return a value as written after the equals sign, in braces if necessary.

    Raises:
        OdbcTextError: The value contains a control character.
    """
    if _CONTROL.search(value):
        raise OdbcTextError("a value of an ODBC connection string can't hold a line break or control character")
    if not value or _PLAIN.fullmatch(value):
        return value
    return "{" + value.replace("}", "}}") + "}"


def connection_string(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the connection string for these pairs; inverse of `parse`.

    Raises:
        OdbcTextError: A keyword or value is invalid.
    """
    parts = []
    for keyword, value in pairs:
        if not _KEYWORD.fullmatch(keyword) or keyword != keyword.strip():
            raise OdbcTextError("{keyword} is not a keyword of an ODBC connection string", keyword=repr(keyword))
        parts.append(f"{keyword}={quote(value)};")
    return "".join(parts)


def value_of(pairs: Pairs, keyword: str) -> str:
    """Return the value of a keyword or of its synonym; "" if it is missing."""
    wanted = plain_keyword(keyword)
    return next((value for word, value in pairs if plain_keyword(word) == wanted), "")


def without(pairs: Pairs, *keywords: str) -> Pairs:
    """Return the pairs without these keywords and their synonyms."""
    gone = {plain_keyword(keyword) for keyword in keywords}
    return tuple(pair for pair in pairs if plain_keyword(pair[0]) not in gone)


def holds_password(text: str) -> bool:
    """Return whether a keyword, or an option within a value, names a secret, even in a malformed string."""
    try:
        if any(_SECRET.fullmatch(keyword) for keyword, _ in parse(text)):
            return True
    except OdbcTextError:
        pass
    return _SECRET_IN_TEXT.search(text) is not None


def _keyword(text: str, start: int) -> tuple[str, int]:
    equals = text.find("=", start)
    end = text.find(";", start)
    if equals < 0 or 0 <= end < equals:
        raise OdbcTextError(
            "character {position}: there is a part without an equals sign; write KEYWORD=value;, and "
            "where a value holds a semicolon, write the value in braces: {a;b}",
            position=start + 1,
        )
    keyword = text[start:equals].strip()
    if not _KEYWORD.fullmatch(keyword):
        raise OdbcTextError(
            "character {position}: a keyword consists of letters, digits and blanks; what stands before the "
            "equals sign is none. Where a value holds a semicolon, write the value in braces: {a;b}",
            position=start + 1,
        )
    return keyword, equals + 1


def _value(text: str, start: int, keyword: str) -> tuple[str, int]:
    """Return the value that begins at `start`, and the position after its semicolon."""
    begin = start + len(text[start:]) - len(text[start:].lstrip(" \t"))
    if text[begin : begin + 1] == "{":
        return _braced(text, begin, keyword)
    end = text.find(";", start)
    end = len(text) if end < 0 else end
    value = text[start:end].strip()
    if bad := re.search(r"[{}\"'\x00-\x1f\x7f]", value):
        sign = {"{": "brace ({)", "}": "brace (})", '"': 'quote (")', "'": "quote (')"}.get(bad[0], "control character")
        at = start + text[start:end].find(bad[0]) + 1
        raise OdbcTextError(
            "character {position}: a stray {sign} in the value of {keyword}; ODBC knows no quotes: write a value with "
            "special characters in braces, {like this}, and a closing brace in it twice",
            position=at,
            sign=sign,
            keyword=keyword,
        )
    return value, end + 1


def _braced(text: str, begin: int, keyword: str) -> tuple[str, int]:
    position = begin + 1
    value = ""
    while True:
        end = text.find("}", position)
        if end < 0:
            raise OdbcTextError(
                "character {position}: the brace that begins the value of {keyword} is never closed; "
                "end the value with a closing brace",
                position=begin + 1,
                keyword=keyword,
            )
        value += text[position:end]
        if text[end + 1 : end + 2] != "}":
            break
        value += "}"
        position = end + 2
    if _CONTROL.search(value):
        raise OdbcTextError(
            "character {position}: the value of {keyword} holds a control character or a line break",
            position=begin + 1,
            keyword=keyword,
        )
    rest = text[end + 1 :].lstrip(" \t")
    if rest and not rest.startswith(";"):
        raise OdbcTextError(
            "character {position}: something follows the closing brace of {keyword}; put a semicolon between, "
            "and write a closing brace that belongs to the value twice",
            position=end + 2,
            keyword=keyword,
        )
    return value, len(text) - len(rest) + 1
