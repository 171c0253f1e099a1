# SPDX-License-Identifier: Apache-2.0
"""The session: one file that is written once and read by everybody else (format: schema.sql)."""
