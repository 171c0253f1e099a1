# SPDX-License-Identifier: Apache-2.0
"""Storage itself, without an engine: files and devices, loaded by the storage I/O workload."""
