# SPDX-License-Identifier: Apache-2.0
"""The entry of the program: every command, and the window."""

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence

# Every child process imports this module anew (multiprocessing, spawn) and parses no command: nothing else is imported
# before main.

OF_WINDOWS = ("PySide6", "pyqtgraph", "shiboken6")
"""Packages of the extra "window"."""
NO_WINDOWS = (
    "Outpace was installed here without windows, which this needs, and so do reports as PDF and pictures. A checkout "
    "gets them by packaging/start.py; elsewhere install its extra “window”."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status, as app.cli.exit_status says it."""
    import multiprocessing  # noqa: PLC0415 - the window's shell must not wait for it

    from app.cli.terminal import visible_output  # noqa: PLC0415 - see above

    if getattr(sys, "frozen", False):
        _restore_library_path()
    multiprocessing.freeze_support()
    # At its end the interpreter looks through all that is left for cycles, 0.1 s long; the system frees it anyway.
    atexit.register(gc.freeze)
    # Every process that we start imports nothing from the current folder, which may hold a stranger's app/ or json.py.
    os.environ["PYTHONSAFEPATH"] = "1"
    # Nothing multiplies matrices: NumPy's threads for that, in every process, would cost starting them alone.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal (or, on Windows, the code page of a pipe) can't show must not end anything.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    typed = list(sys.argv[1:] if arguments is None else arguments)
    with visible_output():
        return _run(typed)


def _restore_library_path() -> None:
    """A package's own libraries are loaded by now: what we start (a browser, ssh, a scenario's command) is to take the
    system's again. PyInstaller keeps the path that was set before in a variable of its own."""
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
    except KeyboardInterrupt:  # before the run could take it as the wish to stop, or after its end
        failure("Stopped.")
        return failed_status(typed)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in OF_WINDOWS:
            raise
        failure(NO_WINDOWS)
        return failed_status(typed)
    return status


def main_window() -> int:
    """The entry of the start menu: no console, so nothing is printed."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
