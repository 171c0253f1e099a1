# SPDX-License-Identifier: Apache-2.0
"""The library of recorded sessions, a page of the main window."""
