# SPDX-License-Identifier: Apache-2.0
"""The windows: they bind a session to widgets, and never touch a database or drive load."""
