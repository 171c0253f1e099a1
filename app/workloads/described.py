# SPDX-License-Identifier: Apache-2.0
"""Serializable descriptions of workloads, from which workers build them: plain data and the name of its type."""

from typing import Any, Protocol, Self

import msgspec

from app.model.registry import part
from app.workloads.workload import Workload


class Describable(Protocol):
    """Struct or dataclass of plain data, which msgspec can encode and decode."""

    def workload(self) -> Workload:
        """Return the described workload, not opened yet."""
        ...


class EncodedDescription(msgspec.Struct, frozen=True, array_like=True):
    """Encoded description.

    Attributes:
        type: Type of the description, "module:class".
        data: Arguments encoded as msgpack; can contain passwords.
    """

    type: str
    data: bytes

    def __repr__(self) -> str:
        return f"Described({self.type!r})"

    @classmethod
    def of(cls, workload: Workload) -> Self:
        """Describe a workload so that it can be built elsewhere.

        Raises:
            TypeError: Its description describes another workload, for example its base class.
        """
        description = workload.description
        if type(description.workload()) is not type(workload):
            raise TypeError(f"{type(workload).__name__} has no description of its own")
        return cls.holding(description)

    @classmethod
    def holding(cls, data: Any) -> Self:
        """Pack a struct of plain data, for example a scenario's parameters."""
        kind = type(data)
        return cls(f"{kind.__module__}:{kind.__qualname__}", msgspec.msgpack.encode(data))

    def content(self) -> Any:
        """Return the struct. It raises the errors of `workload`."""
        return msgspec.msgpack.decode(self.data, type=part(self.type))

    def workload(self) -> Workload:
        """Build the workload.

        Raises:
            ImportError: The module is missing on this machine.
            AttributeError: The class is missing.
            ValueError: The data is invalid.
        """
        description: Describable = self.content()
        return description.workload()
