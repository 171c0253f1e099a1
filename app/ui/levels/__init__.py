# SPDX-License-Identifier: Apache-2.0
"""Panels of a session's steps: load levels, queue depths, races, and the verdict over repeats."""
