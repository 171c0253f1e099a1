"""Outpace: two systems side by side, live, under the same workload."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("outpace-workbench")
except PackageNotFoundError:  # run from a checkout that was never installed
    __version__ = "0+unknown"
