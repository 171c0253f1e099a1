# SPDX-License-Identifier: Apache-2.0
"""The main window: its frame, actions, settings, state, jobs and help."""
