# SPDX-License-Identifier: Apache-2.0
"""The embedded engine: its connections, and its instrumented file layer."""
