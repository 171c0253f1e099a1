# SPDX-License-Identifier: Apache-2.0
"""Contradictions in a scenario between keys that are valid individually."""

import ipaddress
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from app.databases.engine import AUTO, ODBC
from app.databases.registry import engine_of, server_engine
from app.model import odbc
from app.model.errors import phrase
from app.model.headline_figure import headline_mistakes
from app.model.mistakes import KeyPath, Mistake
from app.model.plans import IoSweep, Plan
from app.model.scenario import Scenario, System
from app.model.targets import Server, Storage
from app.model.thresholds import Threshold
from app.model.workloads import (
    HOT_IO_PERCENT,
    HOT_PERCENT,
    MIB,
    MOST_BLOCK_KB,
    MOST_OUTSTANDING,
    ZIPF_THETA,
    MixedBlocks,
    StorageIo,
    WorkloadParameters,
)
from app.scenario.agent_mistakes import agent_mistakes
from app.scenario.collectors import of_this_machine
from app.scenario.document_check import LONGEST
from app.scenario.odbc_keywords import keyword_mistakes
from app.scenario.price import price_mistakes
from app.scenario.workload_registry import WORKLOADS, description_of

_HOST = re.compile(r"[^\s;,{}'\"=\\/\x00-\x1f\x7f]{1,253}")
_PLAIN_KEYS = {"host": "127.0.0.1", "port": 0, "user": "", "driver": "", "tls": "prefer", "tls_ca": ""}


def contradictions(scenario: Scenario) -> Iterator[Mistake]:
    """Yield every mistake in a scenario whose keys are valid individually."""
    roles = Counter(system.role for system in scenario.systems)
    if roles["baseline"] != 1:
        yield Mistake(
            ("systems",),
            'exactly one system has role = "baseline"; here {baselines} of {systems}',
            baselines=roles["baseline"],
            systems=roles.total(),
        )
    names = Counter(system.name.casefold() for system in scenario.systems)
    for index, system in enumerate(scenario.systems):
        if names[system.name.casefold()] > 1:
            yield Mistake(("systems", index, "name"), 'two systems are named "{name}"', name=system.name)
        yield from price_mistakes(system, ("systems", index))
    yield from _server_mistakes(scenario.systems, together=scenario.order in ("auto", "together"))
    yield from _engine_mistakes(scenario.systems, scenario.workload)
    yield from _storage_mistakes(scenario.systems, scenario.workload, scenario.plan)
    yield from agent_mistakes(scenario)
    yield from _unknown_collectors(scenario.collectors)
    yield from scenario.plan.mistakes(scenario)
    if (own := WORKLOADS[str(scenario.workload.__struct_config__.tag)].mistakes) is not None:  # type: ignore[attr-defined]
        yield from own(scenario)
    yield from headline_mistakes(scenario)
    yield from threshold_mistakes(scenario.thresholds, [system.name for system in scenario.systems])
    if scenario.order == "one at a time" and scenario.present not in {system.name for system in scenario.systems}:
        known = ", ".join(f'"{system.name}"' for system in scenario.systems)
        yield Mistake(
            ("present",), 'order = "one at a time" needs the name of the system present: {known}', known=known
        )
    if scenario.order != "one at a time" and scenario.present:
        yield Mistake(("present",), 'needs order = "one at a time"')


def threshold_mistakes(thresholds: Sequence[Threshold], systems: Sequence[str] | None = None) -> Iterator[Mistake]:
    """Yield the mistakes in thresholds.

    Args:
        thresholds: Thresholds to check.
        systems: Names of the systems; None if unknown, as in a separate file.
    """
    for number, one in enumerate(thresholds):
        if bool(one.above) == bool(one.below):
            text = phrase('expected either above or below, with a value such as "25 ms"')
            yield Mistake(("thresholds", number), text)
        for place, name in enumerate(one.systems):
            if systems is not None and name not in systems:
                known = ", ".join(f'"{known}"' for known in systems)
                text = phrase('there is no system "{name}"; the systems are {known}', name=name[:LONGEST], known=known)
                yield Mistake(("thresholds", number, "systems", place), text)


def _unknown_collectors(names: Sequence[str]) -> Iterator[Mistake]:
    known = of_this_machine()
    for number, name in enumerate(names):
        if name not in known:
            text = phrase('expected one of {known}, found "{name}"', known=", ".join(known), name=name[:LONGEST])
            yield Mistake(("collectors", number), text)


def _server_mistakes(systems: Sequence[System], *, together: bool) -> Iterator[Mistake]:
    """Yield mistakes in server targets; if `together` is true, all systems run at once, on separate databases."""
    taken: dict[tuple[object, ...], str] = {}
    for index, system in enumerate(systems):
        for number, target in enumerate(system.targets):
            if not isinstance(target, Server):
                continue
            key = ("systems", index, "targets", number)
            yield from _raw_mistakes(target, key) if target.odbc else _plain_mistakes(target, key)
            transport = getattr(target, "transport", ODBC)
            if target.odbc and transport not in (AUTO, ODBC):
                text = 'transport = "{name}" needs host, port and user: an ODBC string says nothing to it'
                yield Mistake((*key, "transport"), text, name=transport)
            host, database = target.host.casefold(), target.database.casefold()
            place: tuple[object, ...] = (type(target), host, target.port, target.odbc, database)
            # The targets of a system are always under load together.
            place = place if together else (*place, index)
            if place in taken:
                yield Mistake(
                    (*key, "database"),
                    '"{database}" on this server is a target of {owner} already; two targets need two databases: give '
                    "each a name of its own",
                    database=target.database,
                    owner=taken[place],
                )
            taken.setdefault(place, system.name)


def _plain_mistakes(target: Server, key: KeyPath) -> Iterator[Mistake]:
    if not _is_host(target.host):
        yield Mistake(
            (*key, "host"),
            "expected a host's name or address, without blanks, quotes, braces, semicolons, commas, equals signs or "
            "slashes; a port has its own key, and a named instance or a socket is written in odbc",
        )
    engine = engine_of(target)
    server = server_engine(engine.name)
    if not target.user and server.user_needed:
        why = phrase("who logs in to the server")
        yield Mistake(key, 'the key "{missing}" is missing: {why}', missing="user", why=why)
    if set(target.user) & set(server.refused_in_user):
        text = phrase("{engine}'s ODBC driver takes no semicolon, brace or quote in a user's name", engine=engine.title)
        yield Mistake((*key, "user"), text)
    for name in ("user", "tls_ca", "driver"):
        # With characters that end a value in some drivers or driver managers, a value could inject another keyword.
        if not (server.refused_in_user and name == "user") and set(getattr(target, name)) & set(";{}"):
            yield Mistake((*key, name), "ODBC drivers differ in how they take a semicolon or brace; use none")
    if target.tls_ca and target.tls != "verify":
        yield Mistake((*key, "tls_ca"), 'an authority\'s file needs tls = "verify"')


def _is_host(host: str) -> bool:
    """Return whether a text is a host name or address; an IPv6 address may be in brackets, as in a URL."""
    if _HOST.fullmatch(host) is None or not set(host) & set("[]:"):
        return _HOST.fullmatch(host) is not None
    try:
        return ipaddress.ip_address(re.sub(r"^\[(.*)\]$", r"\1", host)).version == 6
    except ValueError:
        return False


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
        yield Mistake(place, error.message)
        return
    keywords = {odbc.plain_keyword(keyword) for keyword, _ in pairs}
    if not keywords & {"DRIVER", "DSN"}:
        yield Mistake(place, "it names neither a DRIVER nor a DSN")
    for reason in keyword_mistakes(target, pairs):
        yield Mistake(place, reason)
    for name, unset in _PLAIN_KEYS.items():
        if getattr(target, name) != unset:
            yield Mistake((*key, name), "does not count beside odbc, which says it in its own words; keep one of them")


def _storage_mistakes(systems: Sequence[System], workload: WorkloadParameters, plan: Plan) -> Iterator[Mistake]:
    """Yield the mistakes in a scenario of storage I/O."""
    if not isinstance(workload, StorageIo):
        return
    for index, system in enumerate(systems):
        for number, target in enumerate(system.targets):
            if isinstance(target, Storage):
                key = ("systems", index, "targets", number)
                yield from _target_mistakes(target, key, writes=_writes(workload, plan.io_sweep))
    yield from _work_mistakes(workload, plan.io_sweep)
    yield from _verify_mistakes(workload, plan)
    yield from _trim_mistakes(workload, plan)


def _engine_mistakes(systems: Sequence[System], workload: WorkloadParameters) -> Iterator[Mistake]:
    """Yield a mistake for each target whose engine the workload does not support."""
    known = description_of(workload)
    for index, system in enumerate(systems):
        for number, target in enumerate(system.targets):
            key = ("systems", index, "targets", number, "engine")
            if isinstance(target, Storage):
                if "storage" not in known.engines:
                    yield Mistake(
                        key, 'a storage target needs the workload "storage-io": [workload] name = "storage-io"'
                    )
                continue
            assert isinstance(target, msgspec.Struct)
            if known.engines == ("storage",):
                yield Mistake(
                    key,
                    'the workload "{name}" needs storage targets (engine = "storage"), and this one is a database',
                    name=known.name,
                )
            elif known.engines and (engine := engine_of(target)).name not in known.engines:
                yield Mistake(
                    key,
                    'the workload "{name}" does not run on {engine} yet; it runs on {engines}',
                    name=known.name,
                    engine=engine.title,
                    engines=", ".join(known.engines),
                )


def _writes(work: StorageIo, sweep: IoSweep | None) -> bool:
    return "write" in sweep.passes if sweep is not None else work.read_percent < 100 or work.trim_percent > 0


def _target_mistakes(target: Storage, key: KeyPath, *, writes: bool) -> Iterator[Mistake]:
    if target.device and not target.path:
        yield Mistake((*key, "path"), 'a device needs its path, such as "/dev/nvme1n1"')
    if target.force_write and not target.device:
        yield Mistake((*key, "force_write"), "needs device = true; files that are not Outpace's are never overwritten")
    if target.device and writes and not target.force_write:
        yield Mistake(
            (*key, "device"),
            "this run writes and destroys the device's contents: use read_percent = 100 (in a "
            'sweep passes = ["read"]), or allow it with force_write = true',
        )


def _work_mistakes(work: StorageIo, sweep: IoSweep | None) -> Iterator[Mistake]:
    place: KeyPath = ("workload", "outstanding")
    deepest, largest_kb, threads = work.outstanding, work.largest_kb, work.threads
    yield from _mix_mistakes(work)
    yield from _skew_mistakes(work)
    if sweep is not None:
        deepest, largest_kb = max(sweep.depths), max(sweep.blocks_kb, default=largest_kb)
        place = ("plan", "patterns" if sweep.patterns else "depths")
        threads = sweep.threads or threads
    if threads * deepest > MOST_OUTSTANDING:
        yield Mistake(
            place,
            "{threads} threads x {deepest:,} outstanding are more than {most:,} I/Os at once",
            threads=threads,
            deepest=deepest,
            most=MOST_OUTSTANDING,
        )
    if work.size_bytes < max(MIB, largest_kb * 1024 * threads):
        yield Mistake(
            ("workload", "file_size"),
            "{size} has no room for a block of {block_kb:,} KiB per thread",
            size=work.file_size,
            block_kb=largest_kb,
        )


def _mix_mistakes(work: StorageIo) -> Iterator[Mistake]:
    """Yield the mistakes in a mix of block sizes."""
    mixes: tuple[tuple[str, MixedBlocks], ...] = (
        ("blocks_kb", work.blocks_kb),
        ("write_blocks_kb", work.write_blocks_kb),
    )
    for key, mix in mixes:
        if largest := [size for size in mix if int(size) > MOST_BLOCK_KB]:
            yield Mistake(("workload", key), "{size} KiB: expected a block of at most 16 MiB", size=largest[0])
        if mix and abs(sum(mix.values()) - 100) > 1e-6:
            yield Mistake(
                ("workload", key), "expected percentages that add up to 100, found {total:g}", total=sum(mix.values())
            )


def _skew_mistakes(work: StorageIo) -> Iterator[Mistake]:
    """Yield the mistakes in the skew of random offsets."""
    if work.skew != "even" and work.access != "random":
        yield Mistake(("workload", "skew"), 'places can be skewed only where they are random: access = "random"')
    given = (
        ("zipf_theta", work.zipf_theta != ZIPF_THETA, "zipf"),
        ("hot_percent", work.hot_percent != HOT_PERCENT, "hot"),
        ("hot_io_percent", work.hot_io_percent != HOT_IO_PERCENT, "hot"),
    )
    for key, changed, skew in given:
        if changed and work.skew != skew:
            yield Mistake(("workload", key), 'needs skew = "{skew}"', skew=skew)


def _verify_mistakes(work: StorageIo, plan: Plan) -> Iterator[Mistake]:
    """Yield the mistakes in a scenario that verifies the written data."""
    if not work.verify:
        return
    if work.mixed:
        yield Mistake(("workload", "verify"), "it needs one block size, so that no write covers a part of another")
    if plan.io_sweep is not None or not 0 < work.read_percent < 100:
        yield Mistake(
            ("workload", "verify"),
            "it looks at what the same load has written, and needs reads and writes: read_percent from 1 to 99, and no "
            "plan that only reads or only writes at a time",
        )
    # Each I/O in flight needs a separate block, and so does the next one of each user.
    least = 4 * plan.users_needed(work.users)
    if not work.mixed and work.size_bytes // (1024 * work.block_kb) < least:
        yield Mistake(("workload", "verify"), "it needs a file of at least {blocks:,} blocks", blocks=least)


def _trim_mistakes(work: StorageIo, plan: Plan) -> Iterator[Mistake]:
    """Yield the mistakes in the share of trims."""
    if not work.trim_percent:
        return
    if plan.io_sweep is not None:
        yield Mistake(("workload", "trim_percent"), "no trims with a plan that only reads or only writes at a time")
    if work.precondition_steady:
        yield Mistake(("workload", "trim_percent"), "no trims after precondition_steady, which they would undo")
    if work.verify or work.mixed:
        yield Mistake(("workload", "trim_percent"), "no trims together with verify, or with a mix of block sizes")
