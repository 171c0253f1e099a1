# SPDX-License-Identifier: Apache-2.0
"""Structs for every package: scenario, events, documents and findings. Data only: no file, server or window."""
