# SPDX-License-Identifier: Apache-2.0
"""What there is of one kind, by name: ours, and what other packages add to it by entry points."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Generic, TypeVar

import msgspec

from app.model.errors import OutpaceError

log = logging.getLogger(__name__)


Entry = TypeVar("Entry")
"""What can be registered: an object, or a class, with a name."""


def part(place: str) -> Any:
    """What "module:object" names, loaded now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def struct_faults(struct: Any, name: str, tag_field: str) -> Iterator[str]:
    """What a struct lacks to be found by its tag among those of a scenario."""
    if not (isinstance(struct, type) and issubclass(struct, msgspec.Struct)):
        yield f"{struct!r} is no struct"
        return
    config = struct.__struct_config__
    if (config.tag_field, config.tag) != (tag_field, name):
        yield f'{struct.__name__} has not tag_field="{tag_field}", tag="{name}"'


class UnknownNameError(OutpaceError, LookupError):
    """A name that nothing is registered under; the message lists those that there are."""


class Registry(Generic[Entry]):
    """One kind of thing. Nothing is imported before it is asked for, and then all of it: a description is small and
    loads its heavy parts by itself."""

    def __init__(
        self,
        what: str,
        group: str,
        own: Sequence[str],
        kind: type[Entry],
        faults: Callable[[Entry], Iterable[str]] = lambda _: (),
    ) -> None:
        """what: one of it, for people ("engine"). group: of the entry points, each of which names an object of this
        kind. own: ours as "module:object", in the order in which people choose among them. faults: what another
        package's lacks to be used."""
        self.what = what
        self.group = group
        self._own = own
        self._kind = kind
        self._faults = faults

    @cached_property
    def all(self) -> Mapping[str, Entry]:
        """Ours, then the others' in the order of their names. What another package gives that can't be loaded, or has a
        name that is taken, is left out and put into the log."""
        # Most processes of a run ask for nothing, and begin in a tenth less time without it.
        from importlib.metadata import entry_points  # noqa: PLC0415

        found: dict[str, Entry] = {}
        for place in self._own:
            entry: Any = part(place)
            found[_name_of(entry)] = entry
        for point in sorted(entry_points(group=self.group), key=lambda point: point.name):
            try:
                added: Any = point.load()
            except (Exception, SystemExit):
                log.exception("the %s %s (%s) can't be loaded", self.what, point.name, point.value)
                continue
            faults = list(self._faults_of(added, found))
            if faults:
                log.error("the %s %s (%s) is left out: %s", self.what, point.name, point.value, "; ".join(faults))
            else:
                found[_name_of(added)] = added
        return found

    def _faults_of(self, added: Any, found: Mapping[str, Entry]) -> Iterator[str]:
        if not isinstance(added, self._kind):
            yield f"it is no {self.what}"
            return
        try:
            faults = list(self._faults(added))
            if not faults and _name_of(added) in found:
                faults = [f'"{_name_of(added)}" is there already']
        except Exception as error:  # noqa: BLE001 - whatever a part of another type raises
            faults = [f"it can't be looked at: {error!r}"]
        yield from faults

    def __getitem__(self, name: str) -> Entry:
        """Raises UnknownNameError."""
        try:
            return self.all[name]
        except KeyError:
            raise UnknownNameError(
                'there is no {what} "{name}"; known are {names}', what=self.what, name=name, names=", ".join(self.all)
            ) from None

    def __contains__(self, name: object) -> bool:
        return name in self.all


def _name_of(entry: Any) -> str:
    return str(entry.name)
