"""A DVD Store on a server: found, built, restored and dropped, the same way on every engine."""

from app.databases.address import Address
from app.workloads.dvdstore.checking import OrderCounts
from app.workloads.dvdstore.mark import Mark
from app.workloads.dvdstore.parameters import Parameters
from app.workloads.dvdstore.server_part import Cancelled, Progress, ServerPart, StorePlacement


class ServerStore:
    """One store on one server: a pristine database `<name>_pristine` and the working database `<name>`.

    Every method connects and disconnects by itself and raises DatabaseError with a text for a person. A database that
    lacks Outpace's mark is never touched.
    """

    def __init__(
        self, address: Address, password: str, parameters: Parameters, placement: StorePlacement, part: ServerPart
    ) -> None:
        self.address = address
        self.parameters = parameters
        self.placement = placement
        self._password = password
        self._part = part

    def __repr__(self) -> str:
        return f"ServerStore({self.address!r}, {self.parameters!r})"

    def find(self) -> Mark | None:
        """The mark of the pristine database; None where there is none yet, or an unfinished one of the same size and
        seed (a build goes on with it). DatabaseError where a database of either name is foreign, or of another size,
        seed or generator."""
        raise NotImplementedError

    def build(self, progress: Progress, cancelled: Cancelled) -> Mark:
        """The pristine database: found, or built now, from where an ended build stopped.

        progress(task, done, total) in rows. Raises BuildCancelledError (of building.py) soon after `cancelled` becomes
        true: what is built stays and the next build goes on from there.
        """
        raise NotImplementedError

    def restore(self, progress: Progress, cancelled: Cancelled) -> str:
        """Brings the working database to the pristine state, ending other sessions on it, and verifies rows and mark.
        Returns how it was done ("new copy of the template database", ...). Raises BuildCancelledError."""
        raise NotImplementedError

    def order_counts(self) -> OrderCounts:
        """Rows of ORDERS, ORDERLINES and CUST_HIST in the working database now."""
        raise NotImplementedError

    def expected_rollback_percent(self, line_items: int) -> float:
        """Share of purchases that the working database's stock makes roll back, in percent."""
        raise NotImplementedError

    def size_bytes(self) -> int:
        """Bytes of the working database on the server's disks (of the pristine one where there is no working one)."""
        raise NotImplementedError

    def checkpoint(self) -> str:
        """Puts the working database's changed pages on the disk; "" or why that was not possible."""
        raise NotImplementedError

    def drop(self) -> None:
        """Drops the working and the pristine database, finished or not, where they carry Outpace's mark."""
        raise NotImplementedError


def store_on(address: Address, password: str, parameters: Parameters, placement: StorePlacement) -> ServerStore:
    """The store of that address's database. Connects to nothing yet."""
    return ServerStore(address, password, parameters, placement, part_of(address.engine))


def part_of(engine: str) -> ServerPart:
    """The part of an engine: "postgresql", "mysql" (also MariaDB) or "sqlserver"."""
    raise NotImplementedError
