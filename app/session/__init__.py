# SPDX-License-Identifier: Apache-2.0
"""Session file, written once by its recorder and read by everything else (format: schema.sql)."""
