# SPDX-License-Identifier: Apache-2.0
"""Commands to a running engine, over its standard input or, for a second window, over a local socket or pipe."""
