# SPDX-License-Identifier: Apache-2.0
"""Widgets that paint the arrays, texts and colours they are given. They know Qt and numpy, and nothing of ours."""
