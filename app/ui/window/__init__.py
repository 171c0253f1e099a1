# SPDX-License-Identifier: Apache-2.0
"""The main window: frame, actions, settings, stored state, jobs and help."""
