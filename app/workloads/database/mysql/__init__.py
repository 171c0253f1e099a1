# SPDX-License-Identifier: Apache-2.0
"""MySQL 8 and MariaDB."""
