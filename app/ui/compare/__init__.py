# SPDX-License-Identifier: Apache-2.0
"""Recorded sessions put side by side: which, what differs between them, and the session made of them."""
