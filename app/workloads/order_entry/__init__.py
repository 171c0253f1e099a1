# SPDX-License-Identifier: Apache-2.0
"""Order entry workload: transactions of a wholesale supplier."""
