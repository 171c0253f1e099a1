# SPDX-License-Identifier: Apache-2.0
"""Tests of the engine and its commands: runs, collectors, faults."""
