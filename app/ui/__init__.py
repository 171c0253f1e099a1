# SPDX-License-Identifier: Apache-2.0
"""The windows: bind sessions to widgets; never access a database or drive load."""
