# SPDX-License-Identifier: Apache-2.0
"""Importing external results, and joining sessions of systems that were measured one at a time."""
