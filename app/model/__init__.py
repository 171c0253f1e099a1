# SPDX-License-Identifier: Apache-2.0
"""Structs that every room may use: scenario, events, documents and findings. Data only: no file, server or window."""
