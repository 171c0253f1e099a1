# SPDX-License-Identifier: Apache-2.0
"""Starting work on a scenario: choices, questions, and launching the engine."""
