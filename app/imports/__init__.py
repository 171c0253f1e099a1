# SPDX-License-Identifier: Apache-2.0
"""Import of results of other tools: run totals, logs and other sessions become one session."""
