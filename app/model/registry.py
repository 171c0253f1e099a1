# SPDX-License-Identifier: Apache-2.0
"""Registries of objects of one kind by name: Outpace's own, and those that other packages add by entry points."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Generic, TypeVar

import msgspec

from app.model.errors import OutpaceError

log = logging.getLogger(__name__)


Entry = TypeVar("Entry")
"""Type of registered objects: an object or a class with a name."""


def part(place: str) -> Any:
    """Import and return the object named "module:object"."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def struct_faults(struct: Any, name: str, tag_field: str) -> Iterator[str]:
    """Yield the reasons why a scenario cannot select a struct by its tag."""
    if not (isinstance(struct, type) and issubclass(struct, msgspec.Struct)):
        yield f"{struct!r} is no struct"
        return
    config = struct.__struct_config__
    if (config.tag_field, config.tag) != (tag_field, name):
        yield f'{struct.__name__} has not tag_field="{tag_field}", tag="{name}"'


class UnknownNameError(OutpaceError, LookupError):
    """No object is registered under a name; the message lists the known names."""


class Registry(Generic[Entry]):
    """Registry of one kind of object.

    All objects are imported on first use. Descriptions are small and load their heavy parts lazily.
    """

    def __init__(
        self,
        what: str,
        group: str,
        own: Sequence[str],
        kind: type[Entry],
        faults: Callable[[Entry], Iterable[str]] = lambda _: (),
    ) -> None:
        """Create a registry.

        Args:
            what: Display name of the kind, in the singular ("engine").
            group: Entry point group; each entry point names an object of this kind.
            own: Outpace's own objects as "module:object", in the order in which they are listed to users.
            kind: Class of the objects.
            faults: Function that yields the reasons why an object of another package cannot be used.
        """
        self.what = what
        self.group = group
        self._own = own
        self._kind = kind
        self._faults = faults

    @cached_property
    def all(self) -> Mapping[str, Entry]:
        """Outpace's own objects, followed by those of other packages in the order of their names.

        An object of another package that cannot be loaded, or whose name is taken, is left out and logged.
        """
        # The import is here because most processes of a run need no entry points and thus start 10 % faster.
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
        """Return the object with this name.

        Raises:
            UnknownNameError: The name is not registered.
        """
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
