# SPDX-License-Identifier: Apache-2.0
"""Order entry at a wholesale supplier."""
