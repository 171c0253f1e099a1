# SPDX-License-Identifier: Apache-2.0
"""A workload on its way to a worker: plain data, and the name of the type that they are of. No object travels."""

from typing import Any, Protocol, Self

import msgspec

from app.model.registry import part
from app.workloads.workload import Workload


class Describable(Protocol):
    """What msgspec encodes and decodes: a struct, or a dataclass, of plain data."""

    def workload(self) -> Workload:
        """The workload that it describes, not open."""
        ...


class Described(msgspec.Struct, frozen=True, array_like=True):
    """type: of the description, "module:class". data: msgpack; passwords may be among them."""

    type: str
    data: bytes

    def __repr__(self) -> str:
        return f"Described({self.type!r})"

    @classmethod
    def of(cls, workload: Workload) -> Self:
        """As it will be built again elsewhere. Raises TypeError for one whose description is of another workload, such
        as of the class that it is derived from."""
        description = workload.description
        if type(description.workload()) is not type(workload):
            raise TypeError(f"{type(workload).__name__} has no description of its own")
        return cls.holding(description)

    @classmethod
    def holding(cls, data: Any) -> Self:
        """Pack a struct of plain data, such as a scenario's parameters."""
        kind = type(data)
        return cls(f"{kind.__module__}:{kind.__qualname__}", msgspec.msgpack.encode(data))

    def content(self) -> Any:
        """Return the struct. Raises as `workload`."""
        return msgspec.msgpack.decode(self.data, type=part(self.type))

    def workload(self) -> Workload:
        """Builds it. Raises ImportError or AttributeError where Outpace here lacks it, ValueError for other data."""
        description: Describable = self.content()
        return description.workload()
