# SPDX-License-Identifier: Apache-2.0
"""The scenario editor: a form for a scenario file that preserves the text."""
