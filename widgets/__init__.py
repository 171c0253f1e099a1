# SPDX-License-Identifier: Apache-2.0
"""Widgets that paint the data, text and colors passed to them. They depend only on Qt, pyqtgraph and numpy."""
