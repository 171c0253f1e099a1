# SPDX-License-Identifier: Apache-2.0
"""Common parts of database workloads: schemas whose rows the server generates, marks, restore, and placement."""
