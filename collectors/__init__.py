# SPDX-License-Identifier: Apache-2.0
"""Counter sources, one per module. They access only what is passed to them, and write no files."""
