# SPDX-License-Identifier: Apache-2.0
"""Start of work on a scenario: choices, questions, and starting the engine."""
