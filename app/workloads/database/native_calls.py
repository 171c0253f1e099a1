# SPDX-License-Identifier: Apache-2.0
"""Requirements of native calls, and classification of failed calls, shared by workloads."""

from app.databases.address import Address
from app.databases.failures import DatabaseError, Failure, server_message
from app.databases.odbc_session import driver_manager_lack
from app.databases.sqlite.embedded_engine import failure as embedded_failure
from app.model.errors import phrase
from app.model.messages import Sentence
from app.native.native_library import NativeLibrary
from app.workloads.workload import Fault

NATIVE_STATEMENTS = ("postgresql", "mysql")
"""Server engines on which the native driver supports transactions of statements; procedures are supported on all
engines.
"""


def odbc_lack(address: Address, library: NativeLibrary) -> Sentence | None:
    """Return why the native driver cannot call the ODBC driver manager; None if it can or does not use it.

    server_target.py checks whether that transport is available.
    """
    if address.transport != "odbc":
        return None
    lack = driver_manager_lack(library)
    return phrase("it can't call the ODBC driver manager: {error}", error=lack) if lack else None


def check_python(address: Address) -> None:
    """Check that the Python driver supports the scenario's transport. Raises DatabaseError."""
    if address.python_transport == address.named_transport:
        raise DatabaseError(
            'transport = "{name}" needs the native driver, and this one is in Python', name=address.named_transport
        )


def server_fault(meaning: Failure, error: Exception) -> Fault:
    """Return the fault of a failed call with the server's message, for either driver."""
    text = server_message(error) or str(error)
    return Fault(meaning.kind, text, retryable=meaning.retryable, reconnect=meaning.reconnect)


def embedded_fault(error: Exception) -> Fault:
    """Return the fault of a failed call to SQLite."""
    meaning = embedded_failure(error)
    return Fault(meaning.kind, str(error), retryable=meaning.retryable, reconnect=meaning.reconnect)
