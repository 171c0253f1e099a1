# SPDX-License-Identifier: Apache-2.0
"""Tests of the readers of other tools' results."""
