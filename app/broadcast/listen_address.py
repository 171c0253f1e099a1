# SPDX-License-Identifier: Apache-2.0
"""Addresses to serve a session on: one network of this machine, never all of them."""

import ipaddress
from collections.abc import Iterator

import psutil

from app.model.errors import OutpaceError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class BroadcastError(OutpaceError):
    """The session cannot be shown; the message says why."""


def address_of(text: str) -> tuple[Address, int]:
    """Return the address and port of "10.0.0.5", "10.0.0.5:8080" or "[fd00::1]:8080"; port 0 if absent.

    Raises:
        BroadcastError: If it is not an address, or is a wildcard address.
    """
    host, _, port = text.rpartition(":") if text.count(":") == 1 or "]:" in text else (text, "", "")
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        raise BroadcastError(
            '"{text}" is not an address. Name one of this computer, such as 10.0.0.5 or 10.0.0.5:8080.', text=text
        ) from None
    if address.is_unspecified or address.is_multicast:
        raise BroadcastError("{text} stands for all networks. Name the address of one network.", text=text)
    if port and not (port.isdecimal() and int(port) < 65536):
        raise BroadcastError("{text}: a port is a number from 1 to 65535.", text=text)
    return address, int(port or 0)


def networks() -> Iterator[tuple[str, str]]:
    """Yield the name and address of each network of this machine; the loopback address is the last."""
    found = []
    for name, addresses in psutil.net_if_addrs().items():
        for one in addresses:
            try:
                address = ipaddress.ip_address(one.address)
            except ValueError:  # hardware address, or address with a zone
                continue
            if not address.is_link_local:
                found.append((address.is_loopback, address.version, name, str(address)))
    yield from ((name, text) for _, _, name, text in sorted(found))
