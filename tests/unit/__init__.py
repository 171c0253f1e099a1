# SPDX-License-Identifier: Apache-2.0
"""Tests of pure functions: statistics, scenarios, plans, registries."""
