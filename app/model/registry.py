"""What there is of one kind, by name: ours, and what other packages add to it by entry points."""

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Generic, Protocol, TypeVar

from app.model.errors import OutpaceError

log = logging.getLogger(__name__)


class Named(Protocol):
    """What can be registered."""

    @property
    def name(self) -> str: ...


Entry = TypeVar("Entry", bound=Named)


def part(place: str) -> Any:
    """What "module:object" names, loaded now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class UnknownNameError(OutpaceError, LookupError):
    """A name that nothing is registered under; the message lists those that there are."""


class Registry(Generic[Entry]):
    """One kind of thing. Nothing is imported before it is asked for, and then all of it: a description is small and
    loads its heavy parts by itself."""

    def __init__(self, what: str, group: str, own: Sequence[str], kind: type[Entry]) -> None:
        """what: one of it, for people ("engine"). group: of the entry points, each of which names an object of this
        kind. own: ours as "module:object", in the order in which people choose among them."""
        self.what = what
        self.group = group
        self._own = own
        self._kind = kind

    @cached_property
    def all(self) -> Mapping[str, Entry]:
        """Ours, then the others' in the order of their names. What another package gives that can't be loaded, or has a
        name that is taken, is left out and put into the log."""
        found: dict[str, Entry] = {}
        for place in self._own:
            entry: Entry = part(place)
            found[entry.name] = entry
        for point in sorted(entry_points(group=self.group), key=lambda point: point.name):
            try:
                added = point.load()
            except Exception:
                log.exception("the %s %s (%s) can't be loaded", self.what, point.name, point.value)
                continue
            if not isinstance(added, self._kind) or added.name in found:
                log.error("%s gives no %s with a name of its own", point.value, self.what)
                continue
            found[added.name] = added
        return found

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
