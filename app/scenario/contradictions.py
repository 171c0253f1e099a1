"""What is wrong with a scenario's targets on servers, beyond the form of each key."""

import re
from collections.abc import Iterator, Sequence

from app.model import odbc
from app.model.mistakes import KeyPath, Mistake
from app.model.scenario import System
from app.model.targets import PostgreSql, Server, SqlServer
from app.scenario.odbc_keywords import keyword_mistakes

_HOST = re.compile(r"[^\s;,{}'\"=\\/\x00-\x1f\x7f]{1,253}")
_PLAIN_KEYS = {"host": "127.0.0.1", "port": 0, "user": "", "driver": "", "tls": "prefer", "tls_ca": ""}


def server_mistakes(systems: Sequence[System], *, together: bool) -> Iterator[Mistake]:
    """Every mistake of the targets on servers. together: all systems run at once, on databases of their own."""
    taken: dict[tuple[object, ...], str] = {}
    for index, system in enumerate(systems):
        for number, target in enumerate(system.targets):
            if not isinstance(target, Server):
                continue
            key = ("systems", index, "targets", number)
            yield from _raw_mistakes(target, key) if target.odbc else _plain_mistakes(target, key)
            host, database = target.host.casefold(), target.database.casefold()
            place: tuple[object, ...] = (type(target), host, target.port, target.odbc, database)
            # The targets of one system are always under load together.
            place = place if together else (*place, index)
            if place in taken:
                yield Mistake((*key, "database"), _same(target, taken[place]))
            taken.setdefault(place, system.name)


def _same(target: Server, owner: str) -> str:
    return (
        f'"{target.database}" on this server is a target of {owner} already; two targets need two databases: give each '
        "a name of its own"
    )


def _plain_mistakes(target: Server, key: KeyPath) -> Iterator[Mistake]:
    if not _HOST.fullmatch(target.host):
        yield Mistake(
            (*key, "host"),
            "expected a host's name or address, without blanks, quotes, braces, semicolons, commas, equals signs or "
            "slashes; a port has its own key, and a named instance is written in odbc",
        )
    if not target.user and not isinstance(target, SqlServer):
        yield Mistake(key, 'the key "user" is missing: who logs in to the server')
    if isinstance(target, PostgreSql) and set(target.user) & set(";{}'\""):
        yield Mistake((*key, "user"), "PostgreSQL's ODBC driver takes no semicolon, brace or quote in a user's name")
    for name in ("user", "tls_ca", "driver"):
        # What some drivers and driver managers take for the end of a value could begin a keyword of somebody else's.
        if not (isinstance(target, PostgreSql) and name == "user") and set(getattr(target, name)) & set(";{}"):
            yield Mistake((*key, name), "ODBC drivers differ in how they take a semicolon or brace; use none")
    if target.tls_ca and target.tls != "verify":
        yield Mistake((*key, "tls_ca"), 'an authority\'s file needs tls = "verify"')


def _raw_mistakes(target: Server, key: KeyPath) -> Iterator[Mistake]:
    place = (*key, "odbc")
    if odbc.holds_password(target.odbc):
        yield Mistake(
            place,
            "it holds a password, and a scenario holds no secret: take it out (PWD=...;) and write "
            'password = "keyring", "prompt" or "env:NAME" instead',
        )
        return
    try:
        pairs = odbc.parse(target.odbc)
    except odbc.OdbcTextError as error:
        yield Mistake(place, str(error))
        return
    words = {odbc.plain_keyword(keyword) for keyword, _ in pairs}
    if not words & {"DRIVER", "DSN"}:
        yield Mistake(place, "it names neither a DRIVER nor a DSN")
    for text in keyword_mistakes(target, pairs):
        yield Mistake(place, text)
    for name, unset in _PLAIN_KEYS.items():
        if getattr(target, name) != unset:
            yield Mistake((*key, name), "does not count beside odbc, which says it in its own words; keep one of them")
