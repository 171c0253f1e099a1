# SPDX-License-Identifier: Apache-2.0
"""MySQL and MariaDB: connecting, inspection and statistics."""
