# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL: connecting, inspection and statistics."""
