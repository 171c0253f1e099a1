# SPDX-License-Identifier: Apache-2.0
"""The scenario editor: a form of a scenario file that keeps what the person wrote into it."""
