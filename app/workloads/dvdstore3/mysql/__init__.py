# SPDX-License-Identifier: Apache-2.0
"""On MySQL and MariaDB."""
