# SPDX-License-Identifier: Apache-2.0
"""Panels for the steps of a session: load levels, queue depths, races, and the verdict over repeats."""
