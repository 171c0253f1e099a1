# SPDX-License-Identifier: Apache-2.0
"""Tests of the agents that drive load on other machines."""
