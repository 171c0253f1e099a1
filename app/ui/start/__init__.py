# SPDX-License-Identifier: Apache-2.0
"""Starting work on a scenario: choosing it, asking the required questions, and launching the engine."""
