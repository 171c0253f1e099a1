# SPDX-License-Identifier: Apache-2.0
"""Storage itself, without an engine: files and devices, which the workload of storage I/O loads."""
