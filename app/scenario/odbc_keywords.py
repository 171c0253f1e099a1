# SPDX-License-Identifier: Apache-2.0
"""Allowed keywords of raw ODBC connection strings, for each family of drivers.

A scenario may be untrusted. Therefore, only keywords that define the server, the login and the behavior of the
connection are allowed; none may load a library, run SQL, redirect a login, or access the user's files (except
certificates). Each engine's description lists its drivers' keywords.
"""

import difflib
from collections.abc import Iterator

from app.databases.engine import ServerEngine
from app.databases.registry import engine_of, server_engine
from app.databases.server_form import EVERYWHERE
from app.model import odbc
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.targets import Server

_ELSEWHERE: dict[str, Sentence] = {
    "DATABASE": phrase("it names a database; write that in the key database, which Outpace also builds and drops"),
    "CONNSETTINGS": phrase(
        "ConnSettings is SQL that does not appear in reports; use settings for the session's settings"
    ),
    "A6": phrase("A6 is SQL that does not appear in reports; use settings for the session's settings"),
    "INITSTMT": phrase("INITSTMT is SQL that does not appear in reports; use settings for the session's settings"),
}
_UNSAFE = set("{};")


def keyword_mistakes(target: Server, pairs: odbc.Pairs) -> Iterator[Sentence]:
    """Yield a sentence for each mistake in the keywords and values of a raw string."""
    server = server_engine(engine_of(target).name)
    family, allowed = server.drivers_of(odbc.value_of(pairs, "DRIVER"))
    plain = {odbc.plain_keyword(keyword): keyword for keyword in (*EVERYWHERE, *allowed)}
    for keyword, value in pairs:
        word = odbc.plain_keyword(keyword)
        if word in _ELSEWHERE:
            yield _ELSEWHERE[word]
        elif word not in plain:
            near = difflib.get_close_matches(word, plain, n=1, cutoff=0.0)
            yield phrase(
                "Outpace does not pass {keyword} on to {family}: it takes only keywords that load no library, run no "
                "SQL and read or write no file. The nearest that it takes is {nearest}; take {keyword} out, or "
                "set it in a data source of this machine, and name that (DSN=...)",
                keyword=keyword,
                family=family,
                nearest=plain[near[0]],
            )
        elif _unsafe(server, value):
            yield phrase(
                "the value of {keyword} holds a brace or semicolon, which {family} could take for the begin of "
                "another keyword; use a value without them",
                keyword=keyword,
                family=family,
            )


def _unsafe(server: ServerEngine, value: str) -> bool:
    """Return whether a value contains characters that could end it early.

    With some driver managers, a brace ends a value early. The drivers psqlODBC, MariaDB's and MySQL's do not parse
    values in braces as ODBC specifies; those for SQL Server support a semicolon in them.
    """
    found = _UNSAFE & set(value)
    return bool(found - {";"} if server.braced_values else found)
