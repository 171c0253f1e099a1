# SPDX-License-Identifier: Apache-2.0
"""Import of external results, and joining of sessions of systems that ran one at a time."""
