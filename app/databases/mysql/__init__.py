# SPDX-License-Identifier: Apache-2.0
"""MySQL and MariaDB: how to talk to them, what they say of themselves, what they count."""
