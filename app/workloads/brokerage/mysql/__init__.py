# SPDX-License-Identifier: Apache-2.0
"""Brokerage on MySQL 8 and MariaDB."""
