# SPDX-License-Identifier: Apache-2.0
"""Tests of the window, the booth and the charts."""
