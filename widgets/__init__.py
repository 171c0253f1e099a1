# SPDX-License-Identifier: Apache-2.0
"""Widgets that paint the arrays, texts and colors passed to them. They depend only on Qt and numpy."""
