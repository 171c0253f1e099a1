# SPDX-License-Identifier: Apache-2.0
"""Compiler of a workload's cycle (app/workloads/cycle_language.py) to a tape."""
