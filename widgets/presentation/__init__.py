# SPDX-License-Identifier: Apache-2.0
"""Headline figures and cards of the workbench, and all widgets of the booth window, legible from three meters."""
