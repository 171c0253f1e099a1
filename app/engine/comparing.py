"""What would make a comparison of these systems unfair, from what each says of itself. Pure functions."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from app.engine.finding import Finding, Inspected
from app.engine.targets import Target

WHOLE = -1


def compared(targets: Sequence[Target], inspected: Sequence[Inspected], users: int, *, together: bool) -> list[Finding]:
    """Findings over all targets, in the scenario's order. users: of each target. together: all are loaded at once."""
    pairs = list(zip(targets, inspected, strict=True))
    return [
        *_different_data(pairs),
        *_durability(pairs),
        *_memory(pairs),
        *_transport(pairs),
        *_versions(pairs),
        *_devices(pairs, together=together),
        *_servers(pairs, together=together),
        *_connections(pairs, users, together=together),
    ]


Pairs = Sequence[tuple[Target, Inspected]]


def _different_data(pairs: Pairs) -> Iterator[Finding]:
    built = [one for _, one in pairs if one.checksum]
    if len({one.checksum for one in built}) > 1:
        text = "the databases hold different data: " + _each(pairs, lambda one: one.checksum or "not built")
        remedy = "Drop those that another version of Outpace built, and build them anew"
        yield Finding(WHOLE, WHOLE, "same data", "failed", text, remedy)
    elif len(built) == len(pairs) > 1:
        yield Finding(WHOLE, WHOLE, "same data", "passed", f"identical: all hold checksum {built[0].checksum}")


def _durability(pairs: Pairs) -> Iterator[Finding]:
    known = {one.durable for _, one in pairs if one.durable is not None}
    if len(known) > 1:
        text = "not all systems have a commit on the disk before its user hears of it: "
        text += _each(pairs, lambda one: {True: "yes", False: "no", None: "unknown"}[one.durable])
        remedy = "Compare so only where this difference is what you compare"
        yield Finding(WHOLE, WHOLE, "durability", "warning", text, remedy)


def _memory(pairs: Pairs) -> Iterator[Finding]:
    """Whether the data fit into the engine's own memory: then a run tests the memory, not the disks."""
    fits = {i: one.data_bytes <= one.memory_bytes for i, (_, one) in enumerate(pairs) if one.memory_bytes}
    for i, fit in fits.items():
        target, one = pairs[i]
        text = (
            f"{one.data_bytes / 2**20:,.0f} MiB of data, {one.memory_bytes / 2**20:,.0f} MiB of memory to keep them in"
        )
        if fit:
            remedy = "Build a larger size, or give the engine less memory, to test the disks"
            yield Finding(target.system, i, "memory", "warning", f"{text}: reads need no disk", remedy)
        else:
            yield Finding(target.system, i, "memory", "passed", text)
    if len({one.memory_bytes for _, one in pairs if one.memory_bytes}) > 1:
        text = "the engines keep data in memory of different size: "
        text += _each(pairs, lambda one: f"{one.memory_bytes / 2**20:,.0f} MiB" if one.memory_bytes else "unknown")
        yield Finding(WHOLE, WHOLE, "memory", "warning", text, "Give all the same, or say so with every result")


def _transport(pairs: Pairs) -> Iterator[Finding]:
    if len({one.transport for _, one in pairs if one.transport}) > 1:
        text = "only some connections are encrypted: " + _each(pairs, lambda one: one.transport or "unknown")
        remedy = 'Set tls = "require" or "off" for all targets: encrypting costs both sides processor time'
        yield Finding(WHOLE, WHOLE, "TLS", "warning", text, remedy)


def _versions(pairs: Pairs) -> Iterator[Finding]:
    for product in dict.fromkeys(one.product for _, one in pairs if one.product):
        if len({one.version for _, one in pairs if one.product == product}) > 1:
            text = f"different versions of {product}: " + _each(pairs, lambda one: one.version)
            yield Finding(WHOLE, WHOLE, "version", "warning", text, "Compare so only where you compare versions")


def _devices(pairs: Pairs, *, together: bool) -> Iterator[Finding]:
    systems: dict[str, set[int]] = {}
    for target, one in pairs:
        for device in one.devices:
            systems.setdefault(device, set()).add(target.system)
    for device, sharing in systems.items():
        if len(sharing) > 1:
            letters = " and ".join(chr(ord("A") + system) for system in sorted(sharing))
            text = f"the data of {letters} lie on one device, {device}"
            yield _shared("device", text, 'Use devices of their own, or order = "alternating"', together=together)


def _shared(check: str, text: str, remedy: str, *, together: bool) -> Finding:
    if together:
        return Finding(WHOLE, WHOLE, check, "warning", f"{text}: they slow each other down", remedy)
    return Finding(WHOLE, WHOLE, check, "passed", f"{text}: they take turns")


def _servers(pairs: Pairs, *, together: bool) -> Iterator[Finding]:
    systems: dict[str, set[int]] = {}
    for target, one in pairs:
        if one.server:
            systems.setdefault(one.server.rpartition("@")[2], set()).add(target.system)
    for server, sharing in systems.items():
        if len(sharing) > 1:
            letters = " and ".join(chr(ord("A") + system) for system in sorted(sharing))
            text = f"{letters} are databases of one server, {server}"
            remedy = 'order = "alternating" loads one after the other'
            yield _shared("server", text, remedy, together=together)


def _connections(pairs: Pairs, users: int, *, together: bool) -> Iterator[Finding]:
    """Whether each server has room for the users of its targets that are loaded at once, and a few for watching."""
    servers: dict[str, list[int]] = {}
    for i, (_, one) in enumerate(pairs):
        if one.free_connections is not None:
            servers.setdefault(one.server.rpartition("@")[2], []).append(i)
    for server, numbers in servers.items():
        of_systems = Counter(pairs[i][0].system for i in numbers)
        at_once = of_systems.total() if together else max(of_systems.values())
        needed = at_once * users + 3 * len(numbers)
        free = min(pairs[i][1].free_connections or 0 for i in numbers)
        if free < needed:
            target = pairs[numbers[0]][0]
            text = f"{server} has {free:,} connections left, {needed:,} are needed"
            remedy = "Raise max_connections, end other programs, or ask for fewer users"
            yield Finding(target.system, numbers[0], "connections", "failed", text, remedy)


def _each(pairs: Pairs, of: Callable[[Inspected], str]) -> str:
    return ", ".join(f"{target.label} {of(one)}" for target, one in pairs)
