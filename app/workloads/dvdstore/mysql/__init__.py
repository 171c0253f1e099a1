# SPDX-License-Identifier: Apache-2.0
"""DVD Store on MySQL and MariaDB."""
