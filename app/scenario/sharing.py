"""What the systems of a scenario share: a host, a device. What is shared is said, and lets repeats alternate."""

import socket
from collections.abc import Sequence

from app.odbc import OdbcTextError, parse, value_of
from app.scenario.model import System
from app.scenario.order import shared_hosts
from app.scenario.storage import Storage
from app.scenario.targets import Embedded, Target

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "", "."})
HERE = "this machine"


def hosts_shared(systems: Sequence[System]) -> list[str]:
    """Which systems run on one host, each a sentence. Names are compared, nothing is asked of any network."""
    hosts = {chr(ord("A") + i): [_host(target) for target in s.targets] for i, s in enumerate(systems)}
    return shared_hosts(hosts)


def _host(target: Target) -> str:
    """ "" where it is not known."""
    if isinstance(target, Storage):
        return ""  # the machine that drives it: what counts is which device it is
    if isinstance(target, Embedded):
        return HERE
    name = target.host
    if target.odbc:
        try:
            name = value_of(parse(target.odbc), "SERVER")
        except OdbcTextError:
            return ""
        if not name:
            return ""
    # SQL Server writes "tcp:host,port" and "host\instance".
    name = name.casefold().removeprefix("tcp:").partition(",")[0].partition("\\")[0].strip().strip("[]")
    return HERE if name in LOOPBACK or name == socket.gethostname().casefold() else name
