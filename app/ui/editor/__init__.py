# SPDX-License-Identifier: Apache-2.0
"""The scenario editor: a form that edits a scenario file and preserves its formatting and comments."""
