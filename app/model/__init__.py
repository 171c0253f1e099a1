# SPDX-License-Identifier: Apache-2.0
"""The structs that every room may know: what is compared, what happened, what was found. Data alone: no file, no
server, no window."""
