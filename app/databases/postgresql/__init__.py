# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL: how to talk to it, what it says of itself, what it counts."""
