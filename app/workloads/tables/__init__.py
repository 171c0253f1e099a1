# SPDX-License-Identifier: Apache-2.0
"""Tables and their generated rows, described once and rendered as SQL for every engine."""
