# SPDX-License-Identifier: Apache-2.0
"""What a session's steps say: load levels, queue depths, races, and the verdict over repeats."""
