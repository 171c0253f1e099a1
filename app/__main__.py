# SPDX-License-Identifier: Apache-2.0
"""Entry point of the program: every command, and the window."""

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence

# Every child process imports this module again (multiprocessing, spawn) and parses no command: keep other imports in
# main.

OF_WINDOWS = ("PySide6", "pyqtgraph", "shiboken6")
"""Packages of the optional dependency group "window"."""
NO_WINDOWS = (
    "Outpace was installed here without windows, which this needs, and so do reports as PDF and pictures. A checkout "
    "gets them by packaging/start.py; elsewhere install its extra “window”."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status (see app.cli.exit_status)."""
    import multiprocessing  # noqa: PLC0415 - the window's shell must not wait for it

    from app.cli.terminal import visible_output  # noqa: PLC0415 - see above

    if getattr(sys, "frozen", False):
        _restore_library_path()
    multiprocessing.freeze_support()
    # At exit the interpreter would spend 0.1 s on collecting cycles; the system frees the memory anyway.
    atexit.register(gc.freeze)
    # Child processes import nothing from the current folder, which may hold an untrusted app/ or json.py.
    os.environ["PYTHONSAFEPATH"] = "1"
    # Nothing here multiplies matrices, and starting NumPy's threads costs time in every process.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal (or, on Windows, the code page of a pipe) cannot encode must not raise.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    typed = list(sys.argv[1:] if arguments is None else arguments)
    with visible_output():
        return _run(typed)


def _restore_library_path() -> None:
    """Restore the library path of the system for child processes.

    A package has loaded its own libraries by now; programs that we start (a browser, ssh, a scenario's command) must
    load the system's. PyInstaller keeps the original path in LD_LIBRARY_PATH_ORIG.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = before


def _run(typed: Sequence[str]) -> int:
    from app.cli.exit_status import ExitStatus, failed_status, failure  # noqa: PLC0415 - see above
    from app.cli.parser import command_parser  # noqa: PLC0415 - see above

    if len(typed) == 1 and typed[0].lower().endswith(".outpace"):  # a file manager names the file alone
        typed = ["open", "--", *typed]
    try:
        options = command_parser().parse_args(typed)
    except SystemExit as end:
        raise SystemExit(failed_status(typed) if end.code == ExitStatus.FAILED else end.code) from None
    try:
        status: int = options.run_command(options)
    except KeyboardInterrupt:  # before the run handles the signal, or after its end
        failure("Stopped.")
        return failed_status(typed)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in OF_WINDOWS:
            raise
        failure(NO_WINDOWS)
        return failed_status(typed)
    return status


def main_window() -> int:
    """Open the window: entry point of the start menu, which has no console."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
