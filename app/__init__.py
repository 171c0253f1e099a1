# SPDX-License-Identifier: Apache-2.0
"""Outpace: two systems side by side, live, under the same workload."""

__version__: str


def __getattr__(name: str) -> str:
    """Read the version on first use: importing the metadata takes a tenth of the time to the first painted window."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("outpace-workbench")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0+unknown"
